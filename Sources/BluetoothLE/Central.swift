public import ProvisioningProtocols
public import Runtime

/// Names a peripheral for as long as the platform knows it: an address on Linux, a UUID on Apple.
public struct PeripheralID: Hashable, Sendable, CustomStringConvertible {
    /// The platform's own name for it.
    public let rawValue: String

    /// The peripheral that the platform calls `rawValue`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The platform's own name for it.
    public var description: String { rawValue }
}

/// What a central heard of a peripheral so far: the newest of each fact.
public struct Discovery: Hashable, Sendable {
    /// Which peripheral.
    public var peripheral: PeripheralID
    /// Its name, once one was heard.
    public var name: String?
    /// How strongly it is received; `nil` where the platform does not say.
    public var signal: SignalStrength?
    /// The services it advertises.
    public var services: Set<BluetoothUUID>
    /// The data it advertises for services, as it came.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// What was heard of `peripheral`.
    public init(
        peripheral: PeripheralID, name: String? = nil, signal: SignalStrength? = nil,
        services: Set<BluetoothUUID> = [], serviceData: [BluetoothUUID: [UInt8]] = [:]
    ) {
        self.peripheral = peripheral
        self.name = name
        self.signal = signal
        self.services = services
        self.serviceData = serviceData
    }
}

/// Whether a machine's Bluetooth can be used.
public enum RadioState: Hashable, Sendable {
    /// Not known yet.
    case unknown
    /// Ready.
    case ready
    /// It cannot be used now, and why; it goes on by itself when that changes.
    case unavailable(BluetoothError)
}

/// The end that looks for peripherals and connects to them.
public protocol Central: Sendable {
    /// The radio's state now and at every change.
    func states() -> EventStream<RadioState, Never>

    /// Looks for peripherals that advertise one of `services` (all of them when it is empty), from the call until the
    /// stream is let go. A peripheral comes again whenever something about it changed.
    ///
    /// The stream fails when there is no usable adapter within the back end's patience; when the adapter or its service
    /// goes away later the stream stays, and goes on when they are back.
    func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError>

    /// Connects. The caller sets a limit with `deadline`; when it passes, or the task is cancelled, nothing is left
    /// connected or connecting.
    func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection
}

/// What happens on a link, in the order it happened.
public enum ConnectionEvent: Sendable {
    /// A notification or indication.
    case notification(CharacteristicID, [UInt8])
    /// The peer's attribute table changed: discover again.
    case servicesChanged
}

/// A link to a peripheral. All its calls end by the link's end at the latest; each throws `cancelled` when its task is.
///
/// One consumer drains `events`; the stream fails with the reason when the link ends, and finishes after ``disconnect()``.
public protocol PeripheralConnection: AnyObject, Sendable {
    /// Which peripheral it leads to.
    var peripheral: PeripheralID { get }

    /// Notifications of all subscribed characteristics, in order, none lost before the subscription is confirmed.
    var events: EventStream<ConnectionEvent, BluetoothError> { get }

    /// The ATT MTU agreed on, 23 to 517; 23 where it is not known.
    var mtu: Int { get async }

    /// The peer's services and their characteristics; waits until they are resolved.
    func services(deadline: Instant) async throws(BluetoothError) -> [Service]

    /// Reads a value, whole, also where it is longer than one packet.
    func read(_ characteristic: CharacteristicID) async throws(BluetoothError) -> [UInt8]

    /// Writes a value of at most 512 bytes, with a response unless told otherwise, whole or not at all. It may hold a
    /// passphrase: a back end leaves no copy of it that is not wiped.
    func write(
        _ value: SecretBytes, to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError)

    /// Subscribes to notifications, or indications where it only has those. Returns when the peer has confirmed.
    func subscribe(to characteristic: CharacteristicID) async throws(BluetoothError)

    /// Ends a subscription.
    func unsubscribe(from characteristic: CharacteristicID) async throws(BluetoothError)

    /// Pairs, unless the link is paired.
    func pair(deadline: Instant) async throws(BluetoothError)

    /// Ends the link; when it returns, the link has ended.
    func disconnect() async
}

extension PeripheralConnection {
    /// Writes a value that is no secret: the array is not wiped.
    public func write(
        _ value: [UInt8], to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError) {
        try await write(SecretBytes(value), to: characteristic, withResponse: withResponse)
    }
}
