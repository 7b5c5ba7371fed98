/// The device's end of a wire protocol, as the service that drives it sees it: whatever the protocol, the same events.
///
/// A value of this kind turns reads and writes into answers, and tells a ``JoinCoordinator``'s reports in the protocol's own
/// terms. It keeps no clock and no network: `now` and `status` are arguments. What is to be sent goes into the lent
/// ``Outbox``, which the caller drains after each event, before the next.
///
/// Characteristics go by the number that the protocol gives them, centrals by one that the caller gives them; 0 is a central
/// that the platform does not name.
public protocol DeviceEnd: ~Copyable {
    /// The UUID of the protocol's service.
    static var serviceUUID: (high: UInt64, low: UInt64) { get }
    /// How many characteristics the service has.
    static var characteristicCount: Int { get }
    /// The characteristic at `index`, below ``characteristicCount``.
    static func characteristic(at index: Int) -> ServedCharacteristic
    /// Which bytes of a write may be secret, for a trace: all that is not known to be none.
    static func secret(
        in bytes: borrowing Span<UInt8>, at offset: Int, of characteristic: UInt8
    ) -> Range<Int>
    /// Whether `later` says all that `earlier` said, both sent on one characteristic: a central that cannot keep up misses
    /// nothing when `earlier` is never sent.
    static func isSuperseded(_ earlier: borrowing Span<UInt8>, by later: borrowing Span<UInt8>) -> Bool

    /// A device that nobody is connected to.
    init()

    /// How the scan that ``DeviceAction/scan`` asked for is to be done.
    var scanOptions: ScanOptions { get }
    /// Writes what the device says of itself in its advertisement, as data for its service, at the start of `target`,
    /// which has room for 20 bytes, and says how many bytes it has; 0 where the protocol advertises none.
    func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>) -> Int

    /// By when ``tick(now:status:outbox:)`` is to be called; `nil` where nothing is waited for.
    var deadline: Instant? { get }
    /// Whether the access points that a scan found are to be told by ``found(_:outbox:)``.
    var wantsAccessPoints: Bool { get }

    /// A central has connected.
    mutating func connected(_ central: UInt32, now: Instant)
    /// A central's link has ended.
    mutating func disconnected(_ central: UInt32, now: Instant)
    /// A central has subscribed.
    mutating func subscribed(
        to characteristic: UInt8, by central: UInt32, now: Instant, outbox: inout Outbox
    ) -> DeviceAction
    /// A central has written `bytes`; at an `offset` above 0 they continue the write before.
    mutating func written(
        _ bytes: borrowing Span<UInt8>, at offset: Int, to characteristic: UInt8, by central: UInt32, now: Instant,
        status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction
    /// Writes the value of a characteristic at the start of `target`, which has room for 512 bytes, and says how many bytes
    /// it has; `nil` where it cannot be read.
    mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>
    ) -> Int?

    /// Where the device is to be steered, as the credentials that ``takeCredentials()`` hands over next said; `nil` where
    /// they did not.
    var controlAddress: ControlAddress? { get }
    /// Hands over the credentials that ``DeviceAction/join`` was about; `nil` where there are none.
    mutating func takeCredentials() -> Credentials?
    /// The coordinator has something to tell; *stored* and *not stored* only to the one that brought the credentials.
    mutating func report(
        _ report: JoinCoordinator.Report, status: JoinStatus, now: Instant, outbox: inout Outbox)
    /// A scan found an access point; they come strongest first.
    mutating func found(_ point: AccessPoint, outbox: inout Outbox)
    /// The scan failed; what was known before is told by ``found(_:outbox:)`` all the same.
    mutating func scanFailed(outbox: inout Outbox)
    /// The scan's access points are all told.
    mutating func scanEnded(outbox: inout Outbox) -> DeviceAction
    /// Forgets and overwrites what a central has begun to write, which may hold a passphrase: for who lets go of the value,
    /// since its `deinit` would reach no more than a copy.
    mutating func wipe()
    /// A deadline may have passed.
    mutating func tick(now: Instant, status: JoinStatus, outbox: inout Outbox)
}

extension DeviceEnd where Self: ~Copyable {
    /// None: the protocol carries none.
    public var controlAddress: ControlAddress? { nil }
    /// As the device likes.
    public var scanOptions: ScanOptions { ScanOptions() }
    /// None.
    public func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>) -> Int { 0 }
}

/// What the one that drives a ``DeviceEnd`` is to do.
public enum DeviceAction: Equatable, Sendable {
    /// Nothing beyond draining the outbox.
    case none
    /// Look for networks, and tell what is found.
    case scan
    /// End the scan; what was found is no longer wanted.
    case stopScan
    /// Take the credentials and have them joined.
    case join
    /// Leave the network and forget all.
    case forget
    /// Answer the write with this error of the attribute protocol instead of success.
    case refuse(UInt8)
}

/// A characteristic as a device serves it.
public struct ServedCharacteristic: Equatable, Sendable {
    /// The UUID in two halves, most significant first.
    public let uuid: (high: UInt64, low: UInt64)
    /// What it can do: the bits of the Core Specification 5.4, Vol 3 Part G §3.3.1.1, and above them those of
    /// `CharacteristicProperties`.
    public let properties: UInt16
    /// The protocol's own number for it.
    public let number: UInt8

    /// A characteristic of these facts.
    public init(number: UInt8, uuid: (high: UInt64, low: UInt64), properties: UInt16) {
        self.uuid = uuid
        self.properties = properties
        self.number = number
    }

    /// Whether both are the same in all.
    public static func == (left: ServedCharacteristic, right: ServedCharacteristic) -> Bool {
        left.uuid == right.uuid && left.properties == right.properties && left.number == right.number
    }
}
