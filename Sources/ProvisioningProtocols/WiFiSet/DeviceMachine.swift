extension WiFiSet {
    /// The device's end of WiFiSet 1.0.
    ///
    /// All that a device keeps of its centrals, in fixed memory: all of them hear the same notifications, so there is one
    /// count of messages, which begins anew when the first central connects.
    public struct DeviceMachine: ~Copyable {
        /// How long the beginning of a long write is kept for its continuation, in milliseconds. Within the same time, the
        /// same bytes from the same central are a repetition by the link and no second message.
        public static var continuationLimit: UInt32 { 1_000 }
        /// How often the status is told without a change while a central is connected, in milliseconds.
        public static var statusInterval: UInt32 { 10_000 }
        /// How many networks a list has at most: its end counts them in one byte.
        public static var maximumNetworks: UInt8 { 255 }

        enum List: UInt8 {
            case idle
            /// The start is sent, and no entry.
            case started
            case entries
        }

        /// A long write that is not complete, or complete credentials until they are taken. It may hold a passphrase.
        var held = InlineArray<104, UInt8>(repeating: 0)
        /// The last message sent on Status, and on WiFi List: what a read gives.
        var lastStatus = InlineArray<64, UInt8>(repeating: 0)
        var lastList = InlineArray<40, UInt8>(repeating: 0)
        /// What the last status told, its signal aside.
        var told = WiFiSet.StatusReport(state: .notConfigured)
        var heldUntil = Instant(milliseconds: .max)
        var statusDue = Instant(milliseconds: .max)
        var repetitionEnds = Instant(milliseconds: 0)
        var lastDigest: UInt32 = 0
        var heldBy: UInt32 = 0
        /// Where a write ends that is answered already and of which more may come; 0 where there is none.
        var answeredEnd: UInt16 = 0
        var centrals: UInt16 = 0
        var heldCount: UInt8 = 0
        var hasCredentials = false
        var lastStatusCount: UInt8 = 0
        var lastListCount: UInt8 = 0
        var sequence: UInt8 = 0
        var list = List.idle
        var listCount: UInt8 = 0
        /// A central subscribed when entries had gone already: it gets a list of its own.
        var mustListAgain = false

        /// A device that nobody is connected to.
        public init() {}
    }
}

extension WiFiSet.DeviceMachine: DeviceEnd {
    /// The UUID of the service.
    public static var serviceUUID: (high: UInt64, low: UInt64) { WiFiSet.serviceUUID }

    /// WiFi List, Credential Write and Status.
    public static var characteristicCount: Int { 3 }

    /// The characteristic at `index`, 0 to 2, with the properties of the specification.
    public static func characteristic(at index: Int) -> ServedCharacteristic {
        let (which, properties): (WiFiSet.Characteristic, UInt16) =
            switch index {
            case 0: (.list, 0x12)
            case 1: (.credentialWrite, 0x08)
            default: (.status, 0x12)
            }
        return ServedCharacteristic(number: which.rawValue, uuid: which.uuid, properties: properties)
    }

    /// Everything after the header, unless the write is known to hold no secret or where it is.
    public static func secret(
        in bytes: borrowing Span<UInt8>, at offset: Int, of characteristic: UInt8
    ) -> Range<Int> {
        guard offset == 0 else { return 0..<bytes.count }
        let all = min(WiFiSet.Header.length, bytes.count)..<bytes.count
        guard let frame = try? WiFiSet.Frame(decoding: bytes), Int(frame.length) == bytes.count else { return all }
        switch frame.message {
        case .credentialWrite(let write): return write.passphrase.range
        case .statusRequest: return 0..<0
        default: return all
        }
    }

    /// A status is, by a later one of the same state, address and network, whatever its signal.
    public static func isSuperseded(_ earlier: borrowing Span<UInt8>, by later: borrowing Span<UInt8>) -> Bool {
        guard earlier.count == later.count, earlier.count > WiFiSet.Header.length,
            earlier[0] == WiFiSet.MessageType.statusResponse.rawValue
        else { return false }
        for index in earlier.indices where earlier[index] != later[index] {
            guard index == 1 || index == 5 else { return false }  // its number, its signal
        }
        return true
    }

    /// By when ``tick(now:status:outbox:)`` is to be called.
    public var deadline: Instant? {
        let next = min(heldUntil, statusDue)
        return next.milliseconds == .max ? nil : next
    }

    /// Whether a list is being sent.
    public var wantsAccessPoints: Bool { list != .idle }

    /// A central has connected. With the first one the count of messages begins anew, and nothing has been sent.
    public mutating func connected(_ central: UInt32, now: Instant) {
        if centrals == 0 {
            sequence = 0
            lastStatusCount = 0
            lastListCount = 0
            repetitionEnds = Instant(milliseconds: 0)
            list = .idle
            mustListAgain = false
            statusDue = now + Self.statusInterval
        }
        if centrals < .max { centrals += 1 }
    }

    /// A central's link has ended; what it had begun to write is dropped.
    public mutating func disconnected(_ central: UInt32, now: Instant) {
        if heldBy == central, !hasCredentials { dropHeld() }
        repetitionEnds = Instant(milliseconds: 0)
        if centrals > 0 { centrals -= 1 }
        guard centrals == 0 else { return }
        statusDue = Instant(milliseconds: .max)
        list = .idle
        mustListAgain = false
    }

    /// A subscription to WiFi List brings a list: its start at once, its entries after a scan.
    public mutating func subscribed(
        to characteristic: UInt8, by central: UInt32, now: Instant, outbox: inout Outbox
    ) -> DeviceAction {
        guard characteristic == WiFiSet.Characteristic.list.rawValue else { return .none }
        if list == .entries {
            mustListAgain = true
            return .none
        }
        let isNew = list == .idle
        beginList(outbox: &outbox)
        return isNew ? .scan : .none
    }

    /// What was sent last on the characteristic; a status where none was sent yet.
    public mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        switch WiFiSet.Characteristic(rawValue: characteristic) {
        case .list:
            var message = lastList.mutableSpan
            lend(&message, 0..<min(Int(lastListCount), target.count)) { copyBytes($0, into: &target) }
            return Int(lastListCount)
        case .status:
            if lastStatusCount == 0 {
                keep(Self.report(of: status))
                sequence &-= 1  // it goes to the reader alone: the others would miss its number
            }
            var message = lastStatus.mutableSpan
            lend(&message, 0..<min(Int(lastStatusCount), target.count)) { copyBytes($0, into: &target) }
            return Int(lastStatusCount)
        case .credentialWrite, nil: return nil
        }
    }

    /// Forgets and overwrites a long write that is not complete, and credentials that were not taken.
    public mutating func wipe() { dropHeld() }

    /// Tells the status where it is due, and gives up a long write that was not continued.
    public mutating func tick(now: Instant, status: JoinStatus, outbox: inout Outbox) {
        if heldUntil <= now {
            let isAnswered = answeredEnd > 0
            dropHeld()
            if !isAnswered { send(.invalidMessageFormat, "Message incomplete", outbox: &outbox) }
        }
        if statusDue <= now { sendStatus(status, now: now, outbox: &outbox) }
    }
}
