import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// A peripheral that BlueZ serves for this program.
actor BlueZPeripheral: PublishedPeripheral {
    nonisolated let service: BlueZService
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }
    nonisolated let events: EventStream<PeripheralEvent, BluetoothError>
    let source: EventSource<PeripheralEvent, BluetoothError>
    let application: GATTApplication
    private let advertiser: Advertiser
    private let agent: PairingAgent?
    private var listener: Int?
    private var radioWatcher: Task<Void, Never>?
    private var isStopped = false
    /// The bus that has the table's objects.
    private var exportedOn: ObjectIdentifier?
    /// The centrals that have asked us for something and are connected, by their objects.
    var centrals: Set<String> = []
    /// Requests that wait for their answers.
    var requests: [RequestID: (call: MethodCall, kind: RequestKind)] = [:]
    private var lastRequest: UInt64 = 0
    /// Who has subscribed to what, by their objects. BlueZ keeps a bonded central's subscriptions from link to link (as the
    /// Core Specification has it: Vol 3, Part G, 3.3.3.3), and tells of them once.
    var subscribers: [CharacteristicID: Set<String>] = [:]
    /// Subscribers that `AcquireNotify` has told of and `StartNotify` has not yet followed.
    var announced: Set<CharacteristicID> = []

    /// The earliest time of the next notification.
    var nextNotification = Instant(milliseconds: 0)

    enum RequestKind { case read, write }

    private static let limit: UInt32 = 10_000

    init(
        service: BlueZService, root: String, services: [Service], advertisement: Advertisement, agent: PairingAgent?,
        report: @escaping @Sendable (BluetoothError) -> Void
    ) {
        self.service = service
        self.agent = agent
        application = GATTApplication(root: root, services: services)
        advertiser = Advertiser(
            service: service, path: root + "/advertisement", advertisement: advertisement, report: report)
        (events, source) = EventStream.make(capacity: 4096)
    }

    isolated deinit {
        radioWatcher?.cancel()
        let (service, listener, advertiser, isStopped) = (service, listener, advertiser, isStopped)
        if !isStopped {
            Task {
                if let listener { await service.ignore(listener) }
                await advertiser.stop()
            }
        }
    }

    /// Serves and advertises from now on.
    func publish() async throws(BluetoothError) {
        do throws(BluetoothError) {
            try await registerApplication()
            try await advertiser.start()
        } catch {
            await stop()
            throw error
        }
        listener = await service.listen { [weak self] change, service in
            let (tree, adapter) = (service.tree, service.adapter)
            self?.assumeIsolated { $0.changed(change, tree, adapter) }
        }
        let states = service.states()
        radioWatcher = Task { [weak self] in
            var isFirst = true
            for await state in states {
                await self?.radioChanged(state, isFirst: isFirst)
                isFirst = false
            }
        }
    }

    private func registerApplication() async throws(BluetoothError) {
        let deadline = service.time.now + Self.limit
        if let agent { try await agent.restoreOrAcquire(deadline: deadline) }
        do throws(DBusError) {
            guard let bus = await service.bus, let adapter = await service.adapter else { throw .disconnected }
            // The objects stay for as long as the bus does: BlueZ drops a table whose objects it sees go.
            if exportedOn != ObjectIdentifier(bus) { try await application.export(on: bus, handlers) }
            exportedOn = ObjectIdentifier(bus)
            do throws(DBusError) {
                _ = try await service.call(
                    adapter, BlueZNames.gattManager, "RegisterApplication",
                    [.objectPath(application.root), .properties([:])], deadline: deadline)
            } catch  where error.name == BlueZNames.error("AlreadyExists") {
                // The adapter was off and on again, and BlueZ has kept it.
            }
        } catch {
            throw BluetoothError(error, doing: "registering the attribute table")
        }
    }

    /// Whatever took the registrations away, they are made again when the radio is back.
    private func radioChanged(_ state: RadioState, isFirst: Bool) async {
        guard !isStopped, !(isFirst && state == .ready) else { return }
        source.yield(.radio(state))
        guard state == .ready else { return }
        do throws(BluetoothError) {
            try await registerApplication()
            if !isStopped { await advertiser.refresh() }
        } catch {
            source.yield(.radio(.unavailable(error)))
        }
    }

    private func changed(_ change: TreeChange, _ tree: ObjectTree, _ adapter: String?) {
        switch change {
        case .gone: for central in centrals { left(central, isBonded: false) }
        case .removed(let path, let interfaces):
            if interfaces.contains(BlueZNames.device) { left(path, isBonded: false) }
            if interfaces.contains(BlueZNames.adapter) {
                for central in centrals where central.hasPrefix(path + "/") { left(central, isBonded: false) }
            }
        case .added(let path):
            // A central that connects for the first time appears as a connected object.
            if tree.flag("Connected", of: path) { linkChanged(path, adapter) }
        case .changed(let path, BlueZNames.device, let names) where names.contains("Connected"):
            if !tree.flag("Connected", of: path) { left(path, isBonded: tree.flag("Paired", of: path)) }
            linkChanged(path, adapter)
        case .loaded, .changed: break
        }
    }

    /// BlueZ stops advertising when a central connects, and does not always begin again when it leaves.
    private func linkChanged(_ device: String, _ adapter: String?) {
        guard let adapter, device.hasPrefix(adapter + "/"), !isStopped else { return }
        let advertiser = advertiser
        Task { await advertiser.refresh() }
    }

    private func left(_ device: String, isBonded: Bool) {
        if !isBonded { for id in subscribers.keys { subscribers[id]?.remove(device) } }
        guard centrals.remove(device) != nil else { return }
        source.yield(.disconnected(Self.central(device)))
    }

    /// The first request of a device shows that it is a central of ours: others of the adapter's links are not told.
    func touched(by device: String?, mtu: Int?) -> CentralID? {
        guard let device else { return nil }
        let central = Self.central(device)
        guard centrals.insert(device).inserted else { return central }
        source.yield(.connected(central))
        let maximumLength = mtu.map { max($0, 23) - 3 }
        for service in application.services {
            for characteristic in service.characteristics {
                let id = CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
                guard subscribers[id]?.contains(device) == true else { continue }
                source.yield(.subscribed(id, central, maximumLength: maximumLength))
            }
        }
        return central
    }

    /// A central goes by its address, which its object's path ends with.
    static func central(_ device: String) -> CentralID {
        let name = device.split(separator: "/").last ?? ""
        return CentralID(String(name.dropFirst("dev_".count).map { $0 == "_" ? ":" : $0 }))
    }

    func nextRequest() -> RequestID {
        lastRequest += 1
        return RequestID(rawValue: lastRequest)
    }

    func update(_ advertisement: Advertisement) async throws(BluetoothError) {
        try await advertiser.update(advertisement)
    }

    func disconnect(_ central: CentralID) async {
        for device in centrals where Self.central(device) == central {
            await BlueZConnection.disconnect(device, of: service)
        }
    }

    func stop() async {
        guard !isStopped else { return }
        isStopped = true
        radioWatcher?.cancel()
        if let listener { await service.ignore(listener) }
        await advertiser.stop()
        // While the table is whole: a central that sees it go remembers the device without its service.
        for device in centrals { await BlueZConnection.disconnect(device, of: service) }
        if let adapter = await service.adapter {
            _ = await service.callAnyway(
                adapter, BlueZNames.gattManager, "UnregisterApplication", [.objectPath(application.root)],
                limit: Self.limit)
        }
        if let bus = await service.bus { await application.unexport(from: bus) }
        await agent?.release()
        requests = [:]
        source.finish()
    }
}
