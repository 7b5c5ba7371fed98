extension WiFiSet.DeviceMachine {
    /// Takes credentials and status requests on Credential Write, whole or in the pieces of a long write.
    ///
    /// One long write is kept at a time, so that pieces of two centrals never mix: the later one's beginning ends the
    /// earlier one, whose next piece is refused with *invalid offset*.
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, at offset: Int, to characteristic: UInt8, by central: UInt32, now: Instant,
        status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        guard characteristic == WiFiSet.Characteristic.credentialWrite.rawValue else { return .refuse(0x03) }
        guard offset == 0 else {
            return continued(bytes, at: offset, by: central, now: now, status: status, outbox: &outbox)
        }
        if heldBy == central, !hasCredentials { dropHeld() }
        switch Self.judge(bytes) {
        case .whole:
            let message = Self.read(bytes)
            guard !isRepetition(bytes, from: central, now: now) else { return .none }
            if message == .credentials { hold(bytes, at: 0, by: central, until: Instant(milliseconds: .max)) }
            return take(message, now: now, status: status, outbox: &outbox)
        case .beginning:
            hold(bytes, at: 0, by: central, until: now + Self.continuationLimit)
        case .malformed: send(.invalidMessageFormat, "Invalid message format", outbox: &outbox)
        case .unknown: send(.unknownMessageType, "Unknown message type", outbox: &outbox)
        }
        return .none
    }

    /// Hands over the credentials that came last, and wipes the bytes they came in.
    public mutating func takeCredentials() -> Credentials? {
        guard hasCredentials else { return nil }
        defer { dropHeld() }
        let bytes = held.span.extracting(0..<Int(heldCount))
        guard case .credentialWrite(let write)? = (try? WiFiSet.Frame(decoding: bytes))?.message,
            let passphrase = Passphrase(bytes.extracting(write.passphrase.range))
        else { return nil }
        return Credentials(ssid: write.ssid, passphrase: passphrase)
    }

    private mutating func continued(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, now: Instant, status: JoinStatus,
        outbox: inout Outbox
    ) -> DeviceAction {
        guard heldBy == central, heldCount > 0, !hasCredentials, offset <= Int(heldCount) else { return .refuse(0x07) }
        guard bytes.count <= held.count - offset else {
            dropHeld()
            send(.invalidMessageFormat, "Message too long", outbox: &outbox)
            return .none
        }
        hold(bytes, at: offset, by: central, until: now + Self.continuationLimit)
        switch Self.judge(held.span.extracting(0..<Int(heldCount))) {
        case .beginning: return .none
        case .malformed, .unknown:
            dropHeld()
            send(.invalidMessageFormat, "Invalid message format", outbox: &outbox)
            return .none
        case .whole:
            let message = Self.read(held.span.extracting(0..<Int(heldCount)))
            heldUntil = Instant(milliseconds: .max)
            if message != .credentials { dropHeld() }
            return take(message, now: now, status: status, outbox: &outbox)
        }
    }

    /// A message that is complete; credentials are held.
    private mutating func take(
        _ message: Reading, now: Instant, status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        switch message {
        case .credentials:
            hasCredentials = true
            return .join
        case .statusRequest: sendStatus(status, now: now, outbox: &outbox)
        case .unknown: send(.unknownMessageType, "Unknown message type", outbox: &outbox)
        case .badSSID: acknowledge(.invalidSSIDLength, outbox: &outbox)
        case .badPassphrase: acknowledge(.invalidPassphraseLength, outbox: &outbox)
        case .malformed: send(.invalidMessageFormat, "Invalid message format", outbox: &outbox)
        }
        return .none
    }

    // MARK: - Judging

    /// What a complete write is.
    private enum Reading { case credentials, statusRequest, unknown, badSSID, badPassphrase, malformed }

    private static func read(_ bytes: borrowing Span<UInt8>) -> Reading {
        do {
            switch try WiFiSet.Frame(decoding: bytes).message {
            case .credentialWrite: return .credentials
            case .statusRequest: return .statusRequest
            default: return .unknown
            }
        } catch {
            switch error.kind {
            case .ssidLength: return .badSSID
            case .passphraseLength: return .badPassphrase
            default: return .malformed
            }
        }
    }

    private enum Judgement { case whole, beginning, malformed, unknown }

    /// What the bytes of a write can become.
    private static func judge(_ bytes: borrowing Span<UInt8>) -> Judgement {
        guard bytes.count > 0 else { return .malformed }
        let type = WiFiSet.MessageType(rawValue: bytes[0])
        guard type == .credentialWrite || type == .statusRequest else { return .unknown }
        guard let header = WiFiSet.Header(bytes) else { return .beginning }
        if bytes.count >= header.messageLength { return bytes.count == header.messageLength ? .whole : .malformed }
        guard header.plausibleLengths?.contains(header.payloadLength) == true else { return .malformed }
        // the lengths inside must add up to the one declared, as far as they have come
        guard bytes.count > 4 else { return .beginning }
        let ssid = Int(bytes[4])
        guard (1...SSID.maximumLength).contains(ssid), 6 + ssid <= header.messageLength else { return .malformed }
        guard bytes.count > 5 + ssid else { return .beginning }
        return 6 + ssid + Int(bytes[5 + ssid]) == header.messageLength ? .beginning : .malformed
    }

    /// Whether the link has brought the last message of this central once more.
    private mutating func isRepetition(_ bytes: borrowing Span<UInt8>, from central: UInt32, now: Instant) -> Bool {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(widening: central)  // FNV-1a
        for index in bytes.indices { digest = (digest ^ UInt64(widening: UInt32(bytes[index]))) &* 0x100_0000_01B3 }
        let isSame = digest == lastDigest && now < repetitionEnds
        lastDigest = digest
        repetitionEnds = now + Self.continuationLimit
        return isSame
    }

    // MARK: - Holding

    private mutating func hold(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, until end: Instant
    ) {
        if heldBy != central || offset == 0 { dropHeld() }
        let count = min(bytes.count, held.count - offset)
        for index in 0..<count { held[offset + index] = bytes[index] }
        heldCount = UInt8(truncatingIfNeeded: offset + count)
        heldBy = central
        heldUntil = end
    }

    /// Forgets and wipes what is held.
    mutating func dropHeld() {
        for index in 0..<Int(heldCount) { held[index] = 0 }
        heldCount = 0
        hasCredentials = false
        heldUntil = Instant(milliseconds: .max)
    }
}
