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
        let verdict = Self.judge(bytes, of: bytes.count)
        let end = Self.declaredEnd(of: bytes)
        if bytes.count >= end, isRepetition(bytes, from: central, now: now) { return .none }
        switch verdict {
        case .beginning: hold(bytes, at: 0, by: central, until: now + Self.continuationLimit)
        case .credentials: hold(bytes, at: 0, by: central, until: Instant(milliseconds: .max))
        default: passBy(from: bytes.count, to: end, by: central, now: now)
        }
        return take(verdict, now: now, status: status, outbox: &outbox)
    }

    /// Hands over the credentials that came last, and wipes the bytes they came in.
    public mutating func takeCredentials() -> Credentials? {
        guard hasCredentials else { return nil }
        defer { dropHeld() }
        // Where they are was judged when they came.
        let place = 6 + Int(held[4])
        guard place <= Int(heldCount) else { return nil }
        var all = held.mutableSpan
        guard let ssid = lend(&all, 5..<place - 1, { SSID($0) }),
            let passphrase = lend(&all, place..<Int(heldCount), { Passphrase($0) })
        else { return nil }
        return Credentials(ssid: ssid, passphrase: passphrase)
    }

    private mutating func continued(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, now: Instant, status: JoinStatus,
        outbox: inout Outbox
    ) -> DeviceAction {
        guard heldBy == central, !hasCredentials, (0...Self.maximumWrite).contains(offset) else {
            return .refuse(0x07)
        }
        let count = offset + bytes.count
        if answeredEnd > 0 {
            passBy(from: count, to: Int(answeredEnd), by: central, now: now)
            return .none
        }
        guard heldCount > 0, offset <= Int(heldCount) else { return .refuse(0x07) }
        hold(bytes, at: offset, by: central, until: now + Self.continuationLimit)
        var all = held.mutableSpan
        let (verdict, end) = lend(&all, 0..<Int(heldCount)) { (Self.judge($0, of: count), Self.declaredEnd(of: $0)) }
        switch verdict {
        case .beginning: break
        case .credentials: heldUntil = Instant(milliseconds: .max)
        default:
            dropHeld()
            passBy(from: count, to: end, by: central, now: now)
        }
        return take(verdict, now: now, status: status, outbox: &outbox)
    }

    /// Answers what a write came to; credentials are held.
    private mutating func take(
        _ verdict: Verdict, now: Instant, status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        switch verdict {
        case .beginning: break
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

    private enum Verdict { case beginning, credentials, statusRequest, unknown, badSSID, badPassphrase, malformed }

    /// What a write of `count` bytes is, or can become when more of it comes. It begins with `bytes`: all of them, or as
    /// many as are held, which is enough for both lengths.
    ///
    /// A write in pieces gets the verdict that it would get whole, as soon as enough of it is there.
    private static func judge(_ bytes: borrowing Span<UInt8>, of count: Int) -> Verdict {
        guard bytes.count > 0 else { return .malformed }
        let type = WiFiSet.MessageType(rawValue: bytes[0])
        guard type == .credentialWrite || type == .statusRequest else { return .unknown }
        guard let header = WiFiSet.Header(bytes) else { return .beginning }
        let end = header.messageLength
        guard count <= end, end <= maximumWrite else { return .malformed }
        if type == .statusRequest { return end == WiFiSet.Header.length ? .statusRequest : .malformed }
        guard end > 4 else { return .malformed }
        guard bytes.count > 4 else { return .beginning }
        let ssid = Int(bytes[4])
        guard (1...SSID.maximumLength).contains(ssid) else { return .badSSID }
        guard 6 + ssid <= end else { return .malformed }
        guard bytes.count > 5 + ssid else { return .beginning }
        let passphrase = Int(bytes[5 + ssid])
        guard passphrase <= WiFiSet.Frame.maximumPassphraseLength else { return .badPassphrase }
        guard 6 + ssid + passphrase == end else { return .malformed }
        return count == end ? .credentials : .beginning
    }

    /// The longest value that can be written to an attribute (Core Specification 5.4, Vol 3 Part F §3.2.9).
    private static var maximumWrite: Int { 512 }

    /// Where the write that begins with `bytes` ends by its header, at most where any does.
    private static func declaredEnd(of bytes: borrowing Span<UInt8>) -> Int {
        WiFiSet.Header(bytes).map { min($0.messageLength, maximumWrite) } ?? maximumWrite
    }

    /// Whether the link has brought the last message of this central once more.
    private mutating func isRepetition(_ bytes: borrowing Span<UInt8>, from central: UInt32, now: Instant) -> Bool {
        var digest: UInt32 = 0x811C_9DC5 ^ central  // FNV-1a
        for index in bytes.indices { digest = (digest ^ UInt32(bytes[index])) &* 0x0100_0193 }
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
        var target = held.mutableSpan
        copyBytes(bytes, from: 0, count: count, into: &target, at: offset)
        heldCount = UInt8(truncatingIfNeeded: offset + count)
        heldBy = central
        heldUntil = end
    }

    /// Takes what is left of a write that is answered already, which has come to `count` of `end` bytes: it is no message
    /// of its own. What another central has begun is not given up for that.
    private mutating func passBy(from count: Int, to end: Int, by central: UInt32, now: Instant) {
        guard heldCount == 0, answeredEnd == 0 || heldBy == central else { return }
        heldBy = central
        answeredEnd = count < end ? UInt16(truncatingIfNeeded: end) : 0
        heldUntil = count < end ? now + Self.continuationLimit : Instant(milliseconds: .max)
    }

    /// Forgets and wipes what is held.
    mutating func dropHeld() {
        for index in 0..<Int(heldCount) { held[index] = 0 }
        heldCount = 0
        answeredEnd = 0
        hasCredentials = false
        heldUntil = Instant(milliseconds: .max)
    }
}
