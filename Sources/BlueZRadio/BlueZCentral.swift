public import BluetoothLE
public import DBus
public import ProvisioningProtocols
public import Runtime

/// The central role over BlueZ, the Bluetooth service of Linux.
///
/// It never switches an adapter on. While the service, the adapter or its power is missing, discoveries wait and go on
/// by themselves later; what begins then fails after `patience` with the reason. A link whose services are not resolved
/// in time is ended. Only objects that BlueZ hears now count as discovered.
public final class BlueZCentral: Central {
    private let service: BlueZService
    private let scanner: Scanner
    private let connector: Connector
    private let patience: UInt32

    /// A central on the adapter called `adapter` (`hci0`), or on the first there is.
    ///
    /// - Parameters:
    ///   - adapter: the adapter's name.
    ///   - bus: the bus that BlueZ is on.
    ///   - time: the clock of all limits.
    ///   - patience: how many milliseconds a discovery or connection waits for a usable adapter.
    public init(
        adapter: String? = nil, bus: BusAddress = .system, time: any TimeSource = SystemTime.shared,
        patience: UInt32 = 5000
    ) {
        self.patience = patience
        service = BlueZService(address: bus, adapter: adapter, time: time)
        scanner = Scanner(service: service)
        // Only pairings of our own reach an agent that is not the default one.
        let agent = PairingAgent(
            service: service, path: "/org/gangway/central/agent", isDefault: false)
        connector = Connector(service: service, scanner: scanner, agent: agent)
        Task { [service] in await service.start() }
    }

    /// The radio's state now and at every change.
    public func states() -> EventStream<RadioState, Never> { service.states() }

    /// Looks for peripherals (``Central/discover(services:)``).
    public func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError> {
        scanner.discover(services, deadline: service.time.now + patience)
    }

    /// Connects (``Central/connect(to:deadline:)``). A bond that one side has lost is made anew, once, for which it has 20 s
    /// more.
    /// - Throws: `notFound`, `connectionFailed`, `timedOut`, `cancelled`, `bondLost`, or why the radio cannot be used.
    public func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection {
        try await connector.connect(to: peripheral, deadline: deadline, patience: patience)
    }
}

extension BlueZService {
    /// The radio's state as a stream.
    nonisolated func states() -> EventStream<RadioState, Never> {
        let watcher = Lock<(id: Int?, isOver: Bool)>((nil, false))
        let (stream, source) = EventStream<RadioState, Never>.make { [self] in
            let id = watcher.withLock { state in
                state.isOver = true
                return state.id
            }
            if let id { Task { await unwatchRadio(id) } }
        }
        Task {
            let id = await watchRadio(source)
            let isOver = watcher.withLock { state in
                state.id = id
                return state.isOver
            }
            if isOver { await unwatchRadio(id) }
        }
        return stream
    }
}
