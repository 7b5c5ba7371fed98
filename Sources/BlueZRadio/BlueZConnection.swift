import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// A link that BlueZ holds for this program.
actor BlueZConnection: PeripheralConnection {
    nonisolated let service: BlueZService
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }
    nonisolated let peripheral: PeripheralID
    nonisolated let events: EventStream<ConnectionEvent, BluetoothError>
    let device: String
    let agent: PairingAgent
    private let source: EventSource<ConnectionEvent, BluetoothError>
    private var listener: Int?
    /// Another watch of the link, which ends with it.
    private let watch: Int
    /// Why the link has ended; `nil` while it lasts.
    private(set) var end: BluetoothError?
    /// Whether it was the link that ended, and not the service or the adapter.
    private var hasLostLink = false
    private var operations: [Int: Task<Result<[DBusValue], DBusError>, Never>] = [:]
    private var lastOperation = 0
    var subscriptions: [CharacteristicID: Subscription] = [:]
    /// Values that BlueZ told while a read of the characteristic was on its way: one of them is the read's own.
    var heldBack: [CharacteristicID: [[UInt8]]] = [:]
    /// The MTU as `AcquireNotify` told it, for daemons that have no property for it.
    var acquiredMTU: Int?
    /// Whether another program of this machine uses the link too: it is left to that one at the end.
    var isShared = false
    private(set) var wasResolved = false
    private var holdsAgent = false

    /// What to do where one side holds a bond that the other has lost.
    static let repairingHint =
        "where the peripheral holds an old bond with this machine, remove it there; one on BlueZ "
        + "takes a new bond in its place with JustWorksRepairing = confirm in its main.conf"

    /// The longest that an attribute request may take, and a little more: the attribute protocol's own limit is 30 s
    /// (Core Specification 5.4, Vol 3 Part F §3.3.3).
    private static let requestLimit: UInt32 = 35_000
    private static let attachLimit: UInt32 = 2_000
    private static let disconnectLimit: UInt32 = 4_000

    init(service: BlueZService, agent: PairingAgent, peripheral: PeripheralID, device: String, watch: Int) {
        self.service = service
        self.watch = watch
        self.agent = agent
        self.peripheral = peripheral
        self.device = device
        (events, source) = EventStream.make(capacity: 4096)
    }

    isolated deinit {
        let (service, device, listener, watch, agent) = (service, device, listener, watch, holdsAgent ? agent : nil)
        let isShared = isShared
        guard end == nil else { return }
        // Nobody can use the link any more.
        Task {
            if let listener { await service.ignore(listener) }
            await service.ignore(watch)
            if !isShared {
                _ = await service.callAnyway(device, BlueZNames.device, "Disconnect", limit: Self.disconnectLimit)
            }
            await agent?.release()
        }
    }

    /// Watches the link from now on. BlueZ may answer `Connect` of a peer whose services it remembers before it says
    /// that the device is connected.
    /// - Throws: `disconnected` where the link does not come about or has ended already.
    func attach() async throws(BluetoothError) {
        listener = await service.listen { [weak self] change, service in
            let tree = service.tree
            self?.assumeIsolated { $0.changed(change, tree) }
        }
        let device = device
        if await !service.tree.flag("Connected", of: device) { await service.rereadIfConnected(device) }
        let deadline = service.time.now + Self.attachLimit
        do throws(BluetoothError) {
            let tree = try await service.wait(until: deadline) {
                $0.tree.flag("Connected", of: device) ? $0.tree : nil
            }
            wasResolved = wasResolved || tree.flag("ServicesResolved", of: device)
        } catch {
            finish(error.code == .timedOut ? BluetoothError(.disconnected, "the link ended at once") : error)
        }
        if let end { throw end }
    }

    private func changed(_ change: TreeChange, _ tree: ObjectTree) {
        switch change {
        case .gone, .loaded: finish(BluetoothError(.disconnected, "the Bluetooth service has ended"))
        case .removed(let path, let interfaces):
            let isAdapter = interfaces.contains(BlueZNames.adapter) && device.hasPrefix(path + "/")
            if isAdapter { finish(BluetoothError(.disconnected, "the Bluetooth adapter is gone")) }
            if path == device, interfaces.contains(BlueZNames.device) {
                finish(BluetoothError(.disconnected, "the Bluetooth service has dropped the device"))
            }
        case .changed(device, BlueZNames.device, let names):
            if names.contains("Connected"), !tree.flag("Connected", of: device) {
                if end == nil { hasLostLink = true }
                finish(BluetoothError(.disconnected, "the link has ended"))
            } else if names.contains("ServicesResolved"), tree.flag("ServicesResolved", of: device) {
                if wasResolved { source.yield(.servicesChanged) }
                wasResolved = true
            }
        case .changed(let path, BlueZNames.characteristic, let names) where names.contains("Value"):
            valueChanged(path, tree)
        case .added, .changed: break
        }
    }

    /// Ends the link for its users, after what has arrived; `nil` is the end that was asked for.
    func finish(_ reason: BluetoothError?) {
        guard end == nil else { return }
        end = reason ?? BluetoothError(.disconnected, "this program has ended the link")
        for subscription in subscriptions.values { subscription.socket?.drain() }
        for subscription in subscriptions.values { subscription.socket?.close() }
        subscriptions = [:]
        if let reason { source.finish(throwing: reason) } else { source.finish() }
        for operation in operations.values { operation.cancel() }
        let (service, agent, listener, watch) = (service, holdsAgent ? agent : nil, listener, watch)
        holdsAgent = false
        Task {
            if let listener { await service.ignore(listener) }
            await service.ignore(watch)
            await agent?.release()
        }
    }

    /// Hands a notification on.
    func deliver(_ characteristic: CharacteristicID, _ value: [UInt8]) {
        guard end == nil else { return }
        if !source.yield(.notification(characteristic, value)) {
            finish(BluetoothError(.failed, "notifications came faster than they were taken"))
        }
    }

    /// Calls BlueZ for as long as the link lasts.
    func request(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue], deadline: Instant? = nil
    ) async throws(DBusError) -> [DBusValue] {
        if end != nil || Task.isCancelled { throw .cancelled }
        let service = service
        let deadline = deadline ?? service.time.now + Self.requestLimit
        lastOperation += 1
        let id = lastOperation
        let task = Task { () -> Result<[DBusValue], DBusError> in
            do throws(DBusError) {
                return .success(try await service.call(path, interface, member, arguments, deadline: deadline))
            } catch {
                return .failure(error)
            }
        }
        operations[id] = task
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        operations[id] = nil
        return try outcome.get()
    }

    /// What a failed request means: the link's end, where that is why it failed.
    func failure(_ error: DBusError, doing action: String, otherwise code: BluetoothError.Code = .failed)
        -> BluetoothError
    {
        if let end, error.isCancelled || error.isDisconnected || error.isUnknownObject { return end }
        return BluetoothError(error, doing: action, otherwise: code)
    }

    /// Pairs, unless the link is paired (``PeripheralConnection/pair(deadline:)``).
    func pair(deadline: Instant) async throws(BluetoothError) {
        if let end { throw end }
        if await service.tree.flag("Paired", of: device) { return }
        if !holdsAgent {
            try await agent.acquire(deadline: deadline)
            if end != nil { await agent.release() } else { holdsAgent = true }
        }
        do throws(DBusError) {
            try await service.phases.run(.pairing) { () throws(DBusError) in
                _ = try await request(device, BlueZNames.device, "Pair", [], deadline: deadline)
            }
        } catch {
            if error.isTimeout || error.isCancelled, end == nil {
                _ = await service.callAnyway(device, BlueZNames.device, "CancelPairing", limit: 1000)
            }
            if await service.tree.flag("Paired", of: device) { return }
            if error.name == BlueZNames.error("AlreadyExists") { return }
            // The other end may refuse a new bond by ending the link; its end is often told before the end of the pairing.
            if let end, hasLostLink {
                throw BluetoothError(.pairingFailed, "\(end.detail) while it was being paired; \(Self.repairingHint)")
            }
            let failed = failure(error, doing: "pairing", otherwise: .pairingFailed)
            guard failed.code == .pairingFailed else { throw failed }
            throw BluetoothError(.pairingFailed, "\(failed.detail); \(Self.repairingHint)")
        }
    }

    /// Ends the link and waits until BlueZ says that it has ended, two seconds at most each. One that another program uses too
    /// is only left.
    func disconnect() async {
        guard end == nil else { return }
        finish(nil)
        if isShared { return }
        await Self.disconnect(device, of: service)
    }

    /// Ends a link or an attempt, whether or not the calling task is cancelled.
    static func disconnect(_ device: String, of service: BlueZService) async {
        guard await service.tree.properties(device, BlueZNames.device) != nil else { return }
        _ = await service.callAnyway(device, BlueZNames.device, "Disconnect", limit: disconnectLimit)
        let deadline = service.time.now + disconnectLimit
        await Task {
            _ = try? await service.wait(until: deadline) { $0.tree.flag("Connected", of: device) ? nil : true }
        }.value
    }
}
