extension TopicJSON {
    /// The device's end: takes one object a write, and says no more.
    ///
    /// It keeps all in fixed memory, and of what it refuses nothing.
    public struct DeviceMachine: ~Copyable {
        /// A long write that is not complete, or an object until its credentials are taken.
        var held = HeldWrite()

        /// A device that nobody is connected to.
        public init() {}
    }
}

extension TopicJSON.DeviceMachine: DeviceEnd {
    /// The UUID of the service.
    public static var serviceUUID: (high: UInt64, low: UInt64) { TopicJSON.serviceUUID }

    /// The one that is written.
    public static var characteristicCount: Int { 1 }

    /// The characteristic at `index`, 0. It is written with a response, by anybody.
    public static func characteristic(at index: Int) -> ServedCharacteristic {
        let which = TopicJSON.Characteristic.credentials
        return ServedCharacteristic(number: which.rawValue, uuid: which.uuid, properties: 0x08)
    }

    /// The passphrase; all of a write that cannot be read, and of a piece.
    public static func secret(
        in bytes: borrowing Span<UInt8>, at offset: Int, of characteristic: UInt8
    ) -> Range<Int> {
        offset == 0 ? TopicJSON.secret(in: bytes) : 0..<bytes.count
    }

    /// Nothing is sent, so nothing is superseded.
    public static func isSuperseded(_ earlier: borrowing Span<UInt8>, by later: borrowing Span<UInt8>) -> Bool {
        false
    }

    /// By when ``tick(now:status:outbox:)`` is to be called.
    public var deadline: Instant? { held.deadline }

    /// No: the protocol lists no networks.
    public var wantsAccessPoints: Bool { false }

    /// A central has connected.
    public mutating func connected(_ central: UInt32, now: Instant) {}

    /// A central's link has ended; what it had begun to write is dropped.
    public mutating func disconnected(_ central: UInt32, now: Instant) { held.disconnected(central) }

    /// There is nothing to subscribe to.
    public mutating func subscribed(
        to characteristic: UInt8, by central: UInt32, now: Instant, outbox: inout Outbox
    ) -> DeviceAction { .none }

    /// Nothing can be read.
    public mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>
    ) -> Int? { nil }

    /// Nothing is told: the device shows itself on its topic.
    public mutating func report(
        _ report: JoinCoordinator.Report, status: JoinStatus, now: Instant, outbox: inout Outbox
    ) {}

    /// Nothing is told of networks.
    public mutating func found(_ point: AccessPoint, outbox: inout Outbox) {}

    /// Nothing is told of scans.
    public mutating func scanFailed(outbox: inout Outbox) {}

    /// Nothing is told of scans.
    public mutating func scanEnded(outbox: inout Outbox) -> DeviceAction { .none }

    /// Forgets and overwrites a long write that is not complete, and credentials that were not taken.
    public mutating func wipe() { held.drop() }

    /// Gives up a long write that was not continued.
    public mutating func tick(now: Instant, status: JoinStatus, outbox: inout Outbox) {
        if held.isOverdue(at: now) { held.drop() }
    }
}
