import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// The Bluetooth service of this machine as it comes and goes: the connection to its bus, its objects, and whether the
/// adapter can be used. Everything of this room runs on its executor, so its listeners are called in step with the bus.
actor BlueZService {
    typealias Listener = @Sendable (TreeChange, isolated BlueZService) -> Void

    nonisolated let executor: QueueExecutor
    nonisolated let time: any TimeSource
    nonisolated let phases: LinkPhases
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let address: BusAddress
    private let adapterName: String?
    private(set) var bus: Bus?
    private(set) var tree = ObjectTree()
    private(set) var radio = RadioState.unknown
    private var observations: [SignalObservation] = []
    /// Signals that came while the objects were being read; `nil` when they are not.
    private var early: [DBusSignal]?
    private var isLoaded = false
    /// Why the service cannot be used, where it is not the adapter.
    private var fault: BluetoothError?
    /// Which load is the newest: an older one's answer is dropped.
    private var generation = 0
    private var listeners: [Int: Listener] = [:]
    private var watchers: [Int: EventSource<RadioState, Never>] = [:]
    private var lastListener = 0
    private var supervisor: Task<Void, Never>?

    init(address: BusAddress, adapter: String?, time: any TimeSource) {
        self.address = address
        adapterName = adapter
        self.time = time
        phases = LinkPhases(time: time)
        executor = QueueExecutor(label: "gangway.bluez")
    }

    isolated deinit { supervisor?.cancel() }

    /// Begins to look after the service; later calls do nothing.
    func start() {
        guard supervisor == nil else { return }
        supervisor = Task { [weak self] in
            var pause: UInt32 = 250
            while !Task.isCancelled {
                guard let closed = await self?.connect(), let time = self?.time else { return }
                if let closed {
                    pause = 250
                    _ = await closed.next()
                    await self?.busClosed()
                }
                await time.sleep(until: time.now + pause)
                pause = min(pause * 2, 4000)
            }
        }
    }

    /// Connects to the bus; what it returns ends with the connection.
    private func connect() async -> EventStream<Never, Never>?? {
        do throws(DBusError) {
            let bus = try Bus(address, executor: executor, time: time)
            let (closed, source) = EventStream<Never, Never>.make()
            await bus.onClose { source.finish() }
            self.bus = bus
            observations = try await observe(bus)
            if try await bus.owner(of: BlueZNames.service) != nil { load() } else { serviceGone() }
            return closed
        } catch {
            bus = nil
            observations = []
            setFault(BluetoothError(error, doing: "connecting to the system bus", otherwise: .serviceUnavailable))
            return .some(nil)
        }
    }

    private func observe(_ bus: Bus) async throws(DBusError) -> [SignalObservation] {
        let sender = BlueZNames.service
        let take: @Sendable (DBusSignal) -> Void = { [weak self] signal in
            self?.assumeIsolated { $0.take(signal) }
        }
        return [
            try await bus.observe(
                MatchRule(
                    sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                    argument0: sender)
            ) { [weak self] signal in
                let owner = signal.arguments.last?.text ?? ""
                self?.assumeIsolated { owner.isEmpty ? $0.serviceGone() : $0.serviceReplaced() }
            },
            try await bus.observe(
                MatchRule(sender: sender, interface: "org.freedesktop.DBus.ObjectManager"), take),
            try await bus.observe(
                MatchRule(
                    sender: sender, pathNamespace: BlueZNames.root, interface: BlueZNames.properties),
                take),
        ]
    }

    private func busClosed() {
        bus = nil
        observations = []
        serviceGone()
    }

    private func serviceReplaced() {
        if isLoaded { serviceGone() }
        load()
    }

    private func serviceGone() {
        generation += 1
        early = nil
        isLoaded = false
        tree = ObjectTree()
        setFault(BluetoothError(.serviceUnavailable, "the Bluetooth service (bluetoothd) does not run"))
        tell(.gone)
    }

    /// Reads all objects. Signals that come meanwhile are applied to what was read: each says how things stand, so the
    /// last one about a thing is right, whether it came before the answer or after.
    private func load() {
        guard let bus else { return }
        generation += 1
        let generation = generation
        early = []
        Task { [weak self] in
            do throws(DBusError) {
                let objects = try await bus.managedObjects(at: "/", on: BlueZNames.service)
                await self?.loaded(objects, generation)
            } catch {
                await self?.loadFailed(error, generation)
            }
        }
    }

    private func loaded(_ objects: [String: [String: ObjectTree.Properties]], _ generation: Int) {
        guard generation == self.generation else { return }
        tree = ObjectTree(objects)
        for signal in early ?? [] { _ = tree.apply(signal) }
        early = nil
        isLoaded = true
        fault = nil
        updateRadio()
        tell(.loaded)
    }

    private func loadFailed(_ error: DBusError, _ generation: Int) {
        guard generation == self.generation else { return }
        early = nil
        setFault(BluetoothError(error, doing: "asking the Bluetooth service", otherwise: .serviceUnavailable))
    }

    private func take(_ signal: DBusSignal) {
        if early != nil {
            early?.append(signal)
            return
        }
        guard isLoaded, let change = tree.apply(signal) else { return }
        updateRadio()
        tell(change)
    }

    private func setFault(_ error: BluetoothError) {
        fault = error
        updateRadio()
    }

    private func updateRadio() {
        let state = currentRadio()
        guard state != radio else { return }
        radio = state
        for watcher in watchers.values { watcher.yield(state) }
    }

    private func currentRadio() -> RadioState {
        if let fault { return .unavailable(fault) }
        guard isLoaded else { return .unknown }
        guard let adapter = tree.adapter(adapterName) else {
            let which = adapterName.map { "no Bluetooth adapter is called \($0)" } ?? "there is no Bluetooth adapter"
            return .unavailable(BluetoothError(.noAdapter, which))
        }
        guard tree.isPowered(adapter) else {
            return .unavailable(BluetoothError(.poweredOff, "the Bluetooth adapter is switched off or blocked"))
        }
        return .ready
    }

    private func tell(_ change: TreeChange) {
        for id in listeners.keys.sorted() { listeners[id]?(change, self) }
    }
}

extension BlueZService {
    /// Calls `listener` at every change, on the executor.
    func listen(_ listener: @escaping Listener) -> Int {
        lastListener += 1
        listeners[lastListener] = listener
        return lastListener
    }

    /// Drops a listener.
    func ignore(_ id: Int) { listeners[id] = nil }

    /// The adapter's object, while it is there.
    var adapter: String? { tree.adapter(adapterName) }

    /// The radio's state now and at every change.
    func watchRadio(_ source: EventSource<RadioState, Never>) -> Int {
        start()
        lastListener += 1
        watchers[lastListener] = source
        source.yield(radio)
        return lastListener
    }

    /// Drops a watcher of the state.
    func unwatchRadio(_ id: Int) { watchers[id] = nil }

    /// The first answer that `probe` gives, which is asked now and at every change, until `deadline`.
    /// - Throws: `timedOut` or `cancelled`.
    func wait<Answer: Sendable>(
        until deadline: Instant, _ probe: @Sendable (isolated BlueZService) -> Answer?
    ) async throws(BluetoothError) -> Answer {
        let (bell, source) = EventStream<Bool, Never>.make(capacity: 1)
        let listener = listen { _, _ in source.yield(true) }
        defer { ignore(listener) }
        while true {
            if let answer = probe(self) { return answer }
            switch await bell.next(until: deadline, on: time) {
            case .event: continue
            case .cancelled: throw BluetoothError(.cancelled)
            case .timedOut, .ended: throw BluetoothError(.timedOut)
            }
        }
    }

    /// Reads what BlueZ says of a device that should be connected, and takes it in if it is: no signal tells so always (seen
    /// with 5.66, where the link's attribute channel was there before the kernel spoke of the link).
    func rereadIfConnected(_ device: String) async {
        let reply = await callAnyway(
            device, BlueZNames.properties, "GetAll", [.string(BlueZNames.device)], limit: 2_000)
        guard case .success(let arguments) = reply, let properties = arguments.first?.namedValues,
            properties["Connected"]?.bool == true,
            let change = tree.merge(properties, into: BlueZNames.device, of: device)
        else { return }
        tell(change)
    }

    /// Waits until the adapter can be used.
    /// - Returns: its object.
    /// - Throws: why it cannot, when `deadline` passes.
    func ready(by deadline: Instant) async throws(BluetoothError) -> String {
        let (states, source) = EventStream<RadioState, Never>.make()
        let watcher = watchRadio(source)
        defer { unwatchRadio(watcher) }
        while true {
            if radio == .ready, let adapter { return adapter }
            switch await states.next(until: deadline, on: time) {
            case .event: continue
            case .cancelled: throw BluetoothError(.cancelled)
            case .timedOut, .ended:
                if case .unavailable(let error) = radio { throw error }
                throw BluetoothError(.timedOut, "the Bluetooth service does not answer")
            }
        }
    }

    /// Calls a method of BlueZ, by `deadline` at the latest.
    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [], deadline: Instant
    ) async throws(DBusError) -> [DBusValue] {
        guard let bus else { throw .disconnected }
        let now = time.now
        let limit = deadline > now ? UInt32(clamping: deadline.milliseconds - now.milliseconds) : 0
        return try await bus.call(
            MethodInvocation(
                BlueZNames.service, path, interface, member, arguments, startsService: false),
            limit: limit)
    }

    /// The same, in `limit` milliseconds, and whether or not the calling task is cancelled: for what must be undone.
    func callAnyway(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [], limit: UInt32
    ) async -> Result<[DBusValue], DBusError> {
        let deadline = time.now + limit
        return await Task {
            do throws(DBusError) {
                return .success(try await self.call(path, interface, member, arguments, deadline: deadline))
            } catch {
                return .failure(error)
            }
        }.value
    }
}
