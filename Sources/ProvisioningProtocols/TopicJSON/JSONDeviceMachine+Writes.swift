extension TopicJSON.DeviceMachine {
    /// What a write is, or can become when more of it comes.
    private enum Verdict {
        case beginning, credentials
        case refused(TopicJSON.WriteError)
    }

    /// Takes an object, whole or in the pieces of a long write; refuses anything else.
    ///
    /// A piece looks like an object that is cut short. It is taken, since refusing it would end the long write, and it is
    /// forgotten where the rest does not come.
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, at offset: Int, to characteristic: UInt8, by central: UInt32, now: Instant,
        status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        guard characteristic == TopicJSON.Characteristic.credentials.rawValue else { return .refuse(0x03) }
        guard offset == 0 else { return continued(bytes, at: offset, by: central, now: now) }
        held.dropUnfinished()
        guard bytes.count <= HeldWrite.capacity else { return .refuse(0x0D) }
        switch Self.judge(bytes) {
        case .beginning where bytes.count < HeldWrite.smallestPiece:
            return .refuse(TopicJSON.WriteError.malformed.rawValue)
        case .beginning:
            held.begin(bytes, by: central, at: now)
            return .none
        case .refused(let error): return .refuse(error.rawValue)
        case .credentials:
            held.keep(bytes, by: central)
            return .join
        }
    }

    private mutating func continued(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, now: Instant
    ) -> DeviceAction {
        switch held.add(bytes, at: offset, by: central, at: now) {
        case .refused(let error): return .refuse(error)
        case .answeredBefore: return .refuse(TopicJSON.WriteError.malformed.rawValue)
        case .taken: break
        }
        switch Self.judge(held.bytes.span.extracting(first: held.count)) {
        case .beginning: return .none
        case .credentials:
            held.keep()
            return .join
        case .refused(let error):
            held.answer(at: now)
            return .refuse(error.rawValue)
        }
    }

    private static func judge(_ bytes: borrowing Span<UInt8>) -> Verdict {
        let object: TopicJSON.CredentialsObject
        do throws(TopicJSON.CredentialsObject.Fault) {
            object = try TopicJSON.CredentialsObject(decoding: bytes)
        } catch {
            if error.kind == .json(.truncated) { return .beginning }
            return .refused(.malformed)
        }
        do throws(TopicJSON.WriteError) {
            _ = try object.credentials(in: bytes)
            _ = try object.controlAddress(in: bytes)
            return .credentials
        } catch { return .refused(error) }
    }

    /// Where the object that came last says that the device is to be steered.
    public var controlAddress: ControlAddress? {
        guard held.hasCredentials else { return nil }
        let bytes = held.bytes.span.extracting(first: held.count)
        guard let object = try? TopicJSON.CredentialsObject(decoding: bytes) else { return nil }
        return try? object.controlAddress(in: bytes)
    }

    /// Hands over the credentials that came last, and wipes the bytes they came in.
    public mutating func takeCredentials() -> Credentials? {
        guard held.hasCredentials else { return nil }
        defer { held.drop() }
        let bytes = held.bytes.span.extracting(first: held.count)
        guard let object = try? TopicJSON.CredentialsObject(decoding: bytes) else { return nil }
        return try? object.credentials(in: bytes)
    }
}
