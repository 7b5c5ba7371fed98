public import BluetoothLE
public import DBus
import ProvisioningProtocols
public import Runtime

/// The peripheral role over BlueZ, the Bluetooth service of Linux.
///
/// It never switches an adapter on. What is published is registered again by itself after a restart of the service, when
/// the adapter is back or on again, and whenever a central connects or leaves, since BlueZ stops advertising then.
///
/// `connected` and `disconnected` are told of the centrals that have asked for something of the table, not of every link
/// of the adapter. A value goes to all subscribers, and BlueZ cuts it to the smallest MTU among them.
///
/// BlueZ keeps the order of notifications only on one channel: with `Channels = 1` in the `[GATT]` section of its
/// `main.conf` it is sure, otherwise a pause between values makes it likely. BlueZ 5.66 refuses single writes of more than
/// 510 bytes, and answers writes to a characteristic that can also be written without response by itself.
///
/// Where a served characteristic needs an encrypted link, an agent without display and keyboard is registered for as long
/// as the peripheral is published. A central that has lost its bond can make it anew only with
/// `JustWorksRepairing = confirm` in BlueZ's `main.conf`. Without such a characteristic nothing needs pairing; where a
/// phone asks to pair all the same, BlueZ reads its battery level, which `DisablePlugins = battery`
/// (`bluetoothd --noplugin=battery`) prevents.
public final class BlueZPeripheralHost: PeripheralHost {
    private let service: BlueZService
    private let patience: UInt32
    private let becomesDefaultAgent: Bool
    private let report: @Sendable (BluetoothError) -> Void
    private let lastNumber = Lock(0)

    /// A host on the adapter called `adapter` (`hci0`), or on the first there is.
    ///
    /// - Parameters:
    ///   - adapter: the adapter's name.
    ///   - bus: the bus that BlueZ is on.
    ///   - time: the clock of all limits.
    ///   - patience: how many milliseconds to wait for a usable adapter.
    ///   - becomesDefaultAgent: whether the agent that encrypted characteristics need becomes the machine's default one:
    ///     BlueZ asks no other one when a central pairs. On a desktop that has an agent of its own, say `false`.
    ///   - report: called with what went wrong and was got over, such as an advertisement that was refused.
    public init(
        adapter: String? = nil, bus: BusAddress = .system, time: any TimeSource = SystemTime.shared,
        patience: UInt32 = 5000, becomesDefaultAgent: Bool = true,
        report: @escaping @Sendable (BluetoothError) -> Void = { _ in }
    ) {
        self.patience = patience
        self.becomesDefaultAgent = becomesDefaultAgent
        self.report = report
        service = BlueZService(address: bus, adapter: adapter, time: time)
        Task { [service] in await service.start() }
    }

    /// The radio's state now and at every change.
    public func states() -> EventStream<RadioState, Never> { service.states() }

    /// Serves and advertises (``PeripheralHost/publish(_:advertisement:)``). An advertisement that the adapter refuses is
    /// tried with a shorter name, without a name and without data, always with its services.
    /// - Throws: `advertisementRefused` where even that is refused, or why the radio cannot be used.
    public func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral {
        _ = try await service.ready(by: service.time.now + patience)
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let root = "/org/gangway/peripheral\(number)"
        let peripheral = BlueZPeripheral(
            service: service, root: root, services: services, advertisement: advertisement,
            agent: agent(for: services, root), report: report)
        try await peripheral.publish()
        return peripheral
    }

    private func agent(for services: [Service], _ root: String) -> PairingAgent? {
        let encrypted: CharacteristicProperties = [.encryptRead, .encryptWrite, .encryptNotify]
        let isNeeded = services.contains { $0.characteristics.contains { !$0.properties.isDisjoint(with: encrypted) } }
        guard isNeeded else { return nil }
        return PairingAgent(
            service: service, path: root + "/agent", isDefault: becomesDefaultAgent,
            services: Set(services.map(\.uuid.description)))
    }
}
