public import ProvisioningProtocols

/// The protocols that a device serves, each by its place. It is a list of types, so that firmware holds and runs what it
/// serves and nothing else: ``AllProtocols``, or `Serving<WiFiSet.DeviceMachine, ServingNoMore>` for one alone.
public protocol ServedProtocols: ~Copyable {
    /// How many there are.
    static var count: Int { get }
    /// The UUID of a protocol's service.
    static func serviceUUID(at index: Int) -> (high: UInt64, low: UInt64)
    /// How many characteristics its service has.
    static func characteristicCount(at index: Int) -> Int
    /// One of them.
    static func characteristic(_ place: Int, at index: Int) -> ServedCharacteristic

    /// All of them, with nobody connected.
    init()
    /// By when the first of them wants its tick.
    var deadline: Instant? { get }
    /// Whether a protocol takes the access points of a scan.
    func wantsAccessPoints(at index: Int) -> Bool
    /// How it wants scans done.
    func scanOptions(at index: Int) -> ScanOptions
    /// What it advertises of the device, in 20 bytes at most.
    func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int) -> Int
    /// Hands it an event.
    mutating func handle(_ event: ServedEvent, _ moment: borrowing Moment, _ outbox: inout Outbox, at index: Int)
        -> DeviceAction
    /// Hands it a write.
    mutating func written(
        _ bytes: borrowing Span<UInt8>, _ write: WrittenTo, _ moment: borrowing Moment, _ outbox: inout Outbox,
        at index: Int
    ) -> DeviceAction
    /// Tells it an access point.
    mutating func found(_ point: AccessPoint, _ outbox: inout Outbox, at index: Int)
    /// Reads a characteristic's value into `target`, which has room for 512 bytes.
    mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int
    ) -> Int?
    /// Takes over the credentials that came last.
    mutating func takeCredentials(at index: Int) -> Credentials?
    /// Where they say that the device is steered.
    func controlAddress(at index: Int) -> ControlAddress?
}

/// When something happens, and where the device stands then.
public struct Moment {
    /// The time.
    public let now: Instant
    /// Where the device stands.
    public let status: JoinStatus
}

/// Where a client has written.
public struct WrittenTo: Sendable {
    /// The characteristic, by its protocol's number.
    public let characteristic: UInt8
    /// Above 0 where it continues the write before.
    public let offset: Int
    /// Who has written.
    public let client: UInt32

    /// A write at `offset` to a characteristic by `client`.
    public init(characteristic: UInt8, offset: Int, client: UInt32) {
        self.characteristic = characteristic
        self.offset = offset
        self.client = client
    }
}

/// What happens to a served protocol, beside writes and access points.
public enum ServedEvent: Sendable {
    /// A client has connected.
    case connected(UInt32)
    /// A client has left.
    case left(UInt32)
    /// A client has subscribed to a characteristic.
    case subscribed(UInt8, UInt32)
    /// The coordinator has something to tell.
    case report(JoinCoordinator.Report)
    /// A scan failed.
    case scanFailed
    /// The access points are all told.
    case scanEnded
    /// A deadline may have passed.
    case tick
}

/// One protocol, and then others.
public struct Serving<First: DeviceEnd & ~Copyable, Others: ServedProtocols & ~Copyable>: ~Copyable, ServedProtocols {
    var first = First()
    var others = Others()

    /// All of them, with nobody connected.
    public init() {}

    /// How many there are.
    public static var count: Int { 1 + Others.count }

    /// The UUID of a protocol's service.
    public static func serviceUUID(at index: Int) -> (high: UInt64, low: UInt64) {
        index == 0 ? First.serviceUUID : Others.serviceUUID(at: index - 1)
    }

    /// How many characteristics its service has.
    public static func characteristicCount(at index: Int) -> Int {
        index == 0 ? First.characteristicCount : Others.characteristicCount(at: index - 1)
    }

    /// One of them.
    public static func characteristic(_ place: Int, at index: Int) -> ServedCharacteristic {
        index == 0 ? First.characteristic(at: place) : Others.characteristic(place, at: index - 1)
    }

    /// By when the first of them wants its tick.
    public var deadline: Instant? { earliest(first.deadline, others.deadline) }

    /// Whether a protocol takes the access points of a scan.
    public func wantsAccessPoints(at index: Int) -> Bool {
        index == 0 ? first.wantsAccessPoints : others.wantsAccessPoints(at: index - 1)
    }

    /// How it wants scans done.
    public func scanOptions(at index: Int) -> ScanOptions {
        index == 0 ? first.scanOptions : others.scanOptions(at: index - 1)
    }

    /// What it advertises of the device.
    public func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int) -> Int {
        index == 0
            ? first.serviceData(status: status, into: &target)
            : others.serviceData(status: status, into: &target, at: index - 1)
    }

    /// Hands it an event.
    public mutating func handle(
        _ event: ServedEvent, _ moment: borrowing Moment, _ outbox: inout Outbox, at index: Int
    ) -> DeviceAction {
        guard index == 0 else { return others.handle(event, moment, &outbox, at: index - 1) }
        switch event {
        case .connected(let client): first.connected(client, now: moment.now)
        case .left(let client): first.disconnected(client, now: moment.now)
        case .subscribed(let characteristic, let client):
            return first.subscribed(to: characteristic, by: client, now: moment.now, outbox: &outbox)
        case .report(let report): first.report(report, status: moment.status, now: moment.now, outbox: &outbox)
        case .scanFailed: first.scanFailed(outbox: &outbox)
        case .scanEnded: return first.scanEnded(outbox: &outbox)
        case .tick: first.tick(now: moment.now, status: moment.status, outbox: &outbox)
        }
        return .none
    }

    /// Hands it a write.
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, _ write: WrittenTo, _ moment: borrowing Moment, _ outbox: inout Outbox,
        at index: Int
    ) -> DeviceAction {
        guard index == 0 else { return others.written(bytes, write, moment, &outbox, at: index - 1) }
        return first.written(
            bytes, at: write.offset, to: write.characteristic, by: write.client, now: moment.now,
            status: moment.status, outbox: &outbox)
    }

    /// Tells it an access point.
    public mutating func found(_ point: AccessPoint, _ outbox: inout Outbox, at index: Int) {
        guard index == 0 else { return others.found(point, &outbox, at: index - 1) }
        first.found(point, outbox: &outbox)
    }

    /// Reads a characteristic's value.
    public mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int
    ) -> Int? {
        guard index == 0 else { return others.read(characteristic, status: status, into: &target, at: index - 1) }
        return first.read(characteristic, status: status, into: &target)
    }

    /// Takes over the credentials that came last.
    public mutating func takeCredentials(at index: Int) -> Credentials? {
        index == 0 ? first.takeCredentials() : others.takeCredentials(at: index - 1)
    }

    /// Where they say that the device is steered.
    public func controlAddress(at index: Int) -> ControlAddress? {
        index == 0 ? first.controlAddress : others.controlAddress(at: index - 1)
    }
}

/// The end of the list.
public struct ServingNoMore: ~Copyable, ServedProtocols {
    /// Nothing.
    public init() {}
    /// None.
    public static var count: Int { 0 }
    /// None.
    public static func serviceUUID(at index: Int) -> (high: UInt64, low: UInt64) { (0, 0) }
    /// None.
    public static func characteristicCount(at index: Int) -> Int { 0 }
    /// None.
    public static func characteristic(_ place: Int, at index: Int) -> ServedCharacteristic {
        ServedCharacteristic(number: 0, uuid: (0, 0), properties: 0)
    }
    /// Never.
    public var deadline: Instant? { nil }
    /// No.
    public func wantsAccessPoints(at index: Int) -> Bool { false }
    /// Nothing in particular.
    public func scanOptions(at index: Int) -> ScanOptions { ScanOptions() }
    /// Nothing.
    public func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int) -> Int { 0 }
    /// Nothing.
    public mutating func handle(
        _ event: ServedEvent, _ moment: borrowing Moment, _ outbox: inout Outbox, at index: Int
    ) -> DeviceAction { .none }
    /// There is no such attribute (ATT error 0x0A).
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, _ write: WrittenTo, _ moment: borrowing Moment, _ outbox: inout Outbox,
        at index: Int
    ) -> DeviceAction { .refuse(0x0A) }
    /// Nothing.
    public mutating func found(_ point: AccessPoint, _ outbox: inout Outbox, at index: Int) {}
    /// Nothing.
    public mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>, at index: Int
    ) -> Int? { nil }
    /// None.
    public mutating func takeCredentials(at index: Int) -> Credentials? { nil }
    /// Nowhere.
    public func controlAddress(at index: Int) -> ControlAddress? { nil }
}

/// Every protocol there is. A new one is one more link of the chain.
public typealias AllProtocols = Serving<
    WiFiSet.DeviceMachine, Serving<NordicWiFi.DeviceMachine, Serving<TopicJSON.DeviceMachine, ServingNoMore>>
>

/// The earlier of two deadlines.
func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
}
