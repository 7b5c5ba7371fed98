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
        if !hasCredentials { dropHeld() }
        guard bytes.count <= held.count else { return .refuse(0x0D) }
        switch Self.judge(bytes) {
        case .beginning where bytes.count < Self.smallestPiece: return .refuse(TopicJSON.WriteError.malformed.rawValue)
        case .beginning:
            dropHeld()
            hold(bytes, at: 0, by: central, until: now + Self.continuationLimit)
            return .none
        case .refused(let error): return .refuse(error.rawValue)
        case .credentials:
            dropHeld()
            hold(bytes, at: 0, by: central, until: Instant(milliseconds: .max))
            hasCredentials = true
            return .join
        }
    }

    private mutating func continued(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, now: Instant
    ) -> DeviceAction {
        guard heldBy == central, !hasCredentials else { return .refuse(0x07) }
        if isPassingBy { return .refuse(TopicJSON.WriteError.malformed.rawValue) }
        guard heldCount > 0, offset > 0, offset <= heldCount else { return .refuse(0x07) }
        guard bytes.count <= held.count - offset else {
            dropHeld()
            return .refuse(0x0D)
        }
        hold(bytes, at: offset, by: central, until: now + Self.continuationLimit)
        switch Self.judge(held.span.extracting(first: heldCount)) {
        case .beginning: return .none
        case .credentials:
            heldUntil = Instant(milliseconds: .max)
            hasCredentials = true
            return .join
        case .refused(let error):
            dropHeld()
            isPassingBy = true
            heldBy = central
            heldUntil = now + Self.continuationLimit
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
        guard hasCredentials else { return nil }
        let bytes = held.span.extracting(first: heldCount)
        guard let object = try? TopicJSON.CredentialsObject(decoding: bytes) else { return nil }
        return try? object.controlAddress(in: bytes)
    }

    /// Hands over the credentials that came last, and wipes the bytes they came in.
    public mutating func takeCredentials() -> Credentials? {
        guard hasCredentials else { return nil }
        defer { dropHeld() }
        let bytes = held.span.extracting(first: heldCount)
        guard let object = try? TopicJSON.CredentialsObject(decoding: bytes) else { return nil }
        return try? object.credentials(in: bytes)
    }

    // MARK: - Holding

    private mutating func hold(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, until end: Instant
    ) {
        for index in bytes.indices where offset + index < held.count { held[offset + index] = bytes[index] }
        heldCount = max(heldCount, min(offset + bytes.count, held.count))
        heldBy = central
        heldUntil = end
    }

    /// Forgets and wipes what is held.
    mutating func dropHeld() {
        for index in 0..<heldCount { held[index] = 0 }
        heldCount = 0
        isPassingBy = false
        hasCredentials = false
        heldUntil = Instant(milliseconds: .max)
    }
}
