public import Runtime

/// Names a connected central for as long as its link lasts.
public struct CentralID: Hashable, Sendable, CustomStringConvertible {
    /// The platform's own name for it.
    public let rawValue: String

    /// The central that the platform calls `rawValue`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The platform's own name for it.
    public var description: String { rawValue }
}

/// What a peripheral tells the air about itself.
public struct Advertisement: Hashable, Sendable {
    /// Its name; shortened or moved to the scan response where it does not fit.
    public var name: String
    /// The services it offers; always advertised.
    public var services: [BluetoothUUID]
    /// Data for services.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// An advertisement of these facts.
    public init(name: String, services: [BluetoothUUID], serviceData: [BluetoothUUID: [UInt8]] = [:]) {
        self.name = name
        self.services = services
        self.serviceData = serviceData
    }
}

/// A request of a central that waits for its answer.
public struct RequestID: Hashable, Sendable {
    /// Unique for the host's lifetime.
    public let rawValue: UInt64

    /// The request numbered `rawValue`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What happens at a served peripheral, in the order it happened.
public enum PeripheralEvent: Sendable {
    /// A central has connected.
    case connected(CentralID)
    /// A central's link has ended.
    case disconnected(CentralID)
    /// A central subscribed, once more or for the first time. `central` is `nil` where the platform does not say.
    /// `maximumLength` is the longest notification that reaches it whole, where that is known.
    case subscribed(CharacteristicID, CentralID?, maximumLength: Int?)
    /// A central's subscription ended; on some platforms only the last one's is told.
    case unsubscribed(CharacteristicID, CentralID?)
    /// A central reads; answer with ``PublishedPeripheral/respond(to:with:)-(_,[UInt8])``, from `offset` on.
    case read(CharacteristicID, CentralID?, offset: Int, RequestID)
    /// A central has written. `offset` above 0 continues the write before it. Answer, unless `request` is `nil`
    /// (a write without response). The value may hold a passphrase.
    case write(CharacteristicID, CentralID?, offset: Int, value: SecretBytes, RequestID?)
    /// The radio's state changed; the peripheral is published again by itself when it is back.
    case radio(RadioState)
}

extension PeripheralEvent: CustomStringConvertible, CustomReflectable {
    /// What happened; of a value that was written its length only, since it may hold a passphrase.
    public var description: String {
        switch self {
        case .connected(let central): "connected(\(central))"
        case .disconnected(let central): "disconnected(\(central))"
        case .subscribed(let characteristic, let central, let length):
            "subscribed(\(characteristic), \(Self.text(central)), maximumLength: \(Self.text(length)))"
        case .unsubscribed(let characteristic, let central):
            "unsubscribed(\(characteristic), \(Self.text(central)))"
        case .read(let characteristic, let central, let offset, let request):
            "read(\(characteristic), \(Self.text(central)), offset: \(offset), \(request))"
        case .write(let characteristic, let central, let offset, let value, let request):
            "write(\(characteristic), \(Self.text(central)), offset: \(offset), \(value.count) bytes, "
                + "\(Self.text(request)))"
        case .radio(let state): "radio(\(state))"
        }
    }

    private static func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nil" }

    /// No children: ``description`` tells what may be seen.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The end that advertises and serves an attribute table.
public protocol PeripheralHost: Sendable {
    /// The radio's state now and at every change.
    func states() -> EventStream<RadioState, Never>

    /// Serves `services` and advertises until the result is stopped. Returns when both are in place.
    func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral
}

/// A peripheral on the air. It stays connectable while centrals are connected and after they left.
public protocol PublishedPeripheral: AnyObject, Sendable {
    /// What happens, for one consumer; ends when the peripheral is stopped.
    var events: EventStream<PeripheralEvent, BluetoothError> { get }

    /// Sends a notification or indication: to `central` where the platform can address one, otherwise to all subscribers.
    /// One longer than the link carries is cut by it. Waits while the link's queue is full, where it goes to several while
    /// all their queues are: a central that takes nothing holds back nobody else, and its link ends in time.
    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError)

    /// How many values are best handed over at a time: 1 where each is sent by itself.
    var notificationsAtOnce: Int { get }

    /// Sends several notifications or indications in their order, as ``notify(_:on:to:)`` does one.
    func notify(
        each values: [[UInt8]], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError)

    /// Answers a read with `value`, from the offset asked for on, or a write with an empty one.
    func respond(to request: RequestID, with value: [UInt8])

    /// Answers a request with an error.
    func respond(to request: RequestID, with error: ATTError)

    /// Changes what is advertised.
    func update(_ advertisement: Advertisement) async throws(BluetoothError)

    /// Ends a central's link, where the platform can.
    func disconnect(_ central: CentralID) async

    /// Takes the peripheral off the air and ends its links.
    func stop() async
}

extension PublishedPeripheral {
    /// One.
    public var notificationsAtOnce: Int { 1 }

    /// Sends one after the other.
    public func notify(
        each values: [[UInt8]], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        for value in values { try await notify(value, on: characteristic, to: central) }
    }
}
