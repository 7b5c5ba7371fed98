import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// One discovery of BlueZ, shared by all who look for something. BlueZ runs one for each program and merges those of
/// different programs itself.
actor Scanner {
    nonisolated let service: BlueZService
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }

    private struct Session {
        let services: Set<BluetoothUUID>
        let source: EventSource<Discovery, BluetoothError>
        /// What was told of each device, by object.
        var told: [String: Discovery] = [:]
    }

    private var sessions: [Int: Session] = [:]
    private var lastSession = 0
    private var listener: Int?
    /// Whether BlueZ runs a discovery of ours.
    private var isScanning = false
    /// The one task that starts, changes and stops BlueZ's discovery; it goes on until nothing is to be done.
    private var worker: Task<Void, Never>?
    /// The filter that BlueZ has, and whether it must be looked at again.
    private var filter: Set<BluetoothUUID>?
    private var mustWork = false
    private var window = OpenWindow(closedAt: Instant(milliseconds: 0))
    /// Waits for the window's next change.
    private var windowTimer: Task<Void, Never>?
    /// The devices that BlueZ was told to forget; each is once.
    private var forgotten: Set<String> = []

    init(service: BlueZService) { self.service = service }

    /// Looks for `services`, once the adapter is there, which may take until `deadline`.
    nonisolated func discover(
        _ services: Set<BluetoothUUID>, deadline: Instant
    ) -> EventStream<Discovery, BluetoothError> {
        let number = Lock<(id: Int?, isOver: Bool)>((nil, false))
        // The stream keeps the scanner until it ends.
        let (stream, source) = EventStream<Discovery, BluetoothError>.make { [self] in
            let id = number.withLock { state in
                state.isOver = true
                return state.id
            }
            if let id { Task { await end(id) } }
        }
        Task {
            do throws(BluetoothError) {
                _ = try await service.ready(by: deadline)
                let id = await begin(services, source)
                let isOver = number.withLock { state in
                    state.id = id
                    return state.isOver
                }
                if isOver { await end(id) }
            } catch {
                source.finish(throwing: error)
            }
        }
        return stream
    }

    /// Begins a session; ``end(_:)`` ends it.
    func begin(_ services: Set<BluetoothUUID>, _ source: EventSource<Discovery, BluetoothError>) async -> Int {
        lastSession += 1
        let id = lastSession
        if listener == nil {
            listener = await service.listen { [weak self] change, service in
                let tree = service.tree
                let adapter = service.adapter
                self?.assumeIsolated { $0.changed(change, tree, adapter) }
            }
        }
        if sessions.isEmpty { window = OpenWindow(closedAt: service.time.now) }
        sessions[id] = Session(services: services, source: source)
        let (tree, adapter) = await (service.tree, service.adapter)
        if let adapter { for device in tree.devices(of: adapter) { tell(device, tree) } }
        work()
        return id
    }

    /// Ends a session, and BlueZ's discovery with the last one.
    func end(_ id: Int) {
        guard sessions.removeValue(forKey: id) != nil else { return }
        work()
    }

    private func changed(_ change: TreeChange, _ tree: ObjectTree, _ adapter: String?) {
        switch change {
        case .gone, .loaded:
            isScanning = false
            filter = nil
            forgotten = []
            work()
        case .added(let path):
            if path == adapter { work() }
            if let adapter, path.hasPrefix(adapter + "/") { heard(path, tree) }
        case .removed(let path, let interfaces):
            for id in sessions.keys { sessions[id]?.told[path] = nil }
            if interfaces.contains(BlueZNames.adapter) {
                isScanning = false
                filter = nil
            }
        case .changed(let path, BlueZNames.adapter, let names) where path == adapter:
            adapterChanged(path, names, tree)
        case .changed(let path, BlueZNames.device, _):
            if let adapter, path.hasPrefix(adapter + "/") { heard(path, tree) }
        case .changed: break
        }
    }

    /// A discovery ends with the adapter's power, and one of another program that we relied on with that program.
    private func adapterChanged(_ path: String, _ names: Set<String>, _ tree: ObjectTree) {
        let isOff = names.contains("Powered") && !tree.isPowered(path)
        let properties = tree.properties(path, BlueZNames.adapter) ?? [:]
        let hasEnded = names.contains("Discovering") && properties["Discovering"]?.bool == false
        if isOff || hasEnded {
            isScanning = false
            filter = nil
        }
        if names.contains("Powered") || hasEnded { work() }
    }

    /// What an advertisement, which passed the filter, says of a device.
    private func heard(_ path: String, _ tree: ObjectTree) {
        let isWanted = tell(path, tree)
        let isFiltered = filter.map { !$0.isEmpty } ?? false
        if !isWanted, isFiltered, !sessions.isEmpty { forgetTable(path, tree) }
    }

    /// Tells the sessions of a device, where there is something new, and whether one of them wants it. Objects of devices
    /// that were there before count only once they are heard again: BlueZ keeps a signal strength only for those.
    @discardableResult
    private func tell(_ path: String, _ tree: ObjectTree) -> Bool {
        guard let properties = tree.properties(path, BlueZNames.device), properties["RSSI"] != nil,
            let discovery = Discovery(properties)
        else { return true }
        var isWanted = false
        for (id, session) in sessions where discovery.offers(session.services) {
            isWanted = true
            guard session.told[path] != discovery else { continue }
            if session.told[path] == nil { window.deviceFound() }
            if session.source.yield(discovery) { sessions[id]?.told[path] = discovery }
        }
        watchWindow()
        return isWanted
    }

    /// Waits until the window changes, unless that is waited for already.
    private func watchWindow() {
        guard windowTimer == nil, let change = window.nextChange else { return }
        windowTimer = Task {
            await service.time.sleep(until: change)
            windowTimer = nil
            guard !sessions.isEmpty else { return }
            window.advance(to: service.time.now)
            work()
            watchWindow()
        }
    }

    /// Of a device that was connected once, BlueZ tells the services that it had then, whatever it advertises now: one whose
    /// service was away at that time would never be found again. Where nothing is lost with it the object is removed, and
    /// the next advertisement makes it anew. That it advertises one that is wanted is known from the filter.
    private func forgetTable(_ path: String, _ tree: ObjectTree) {
        guard let properties = tree.properties(path, BlueZNames.device), properties["RSSI"] != nil,
            let discovery = Discovery(properties)
        else { return }
        let isKept = ["Connected", "Paired", "Bonded", "Trusted", "Blocked"].contains { properties[$0]?.bool == true }
        guard !isKept, discovery.services.contains(BlueZNames.genericAttributeService),
            forgotten.insert(path).inserted
        else { return }
        Task {
            guard let adapter = await service.adapter else { return }
            _ = await call(adapter, "RemoveDevice", [.objectPath(path)])
        }
    }

    private func work() {
        mustWork = true
        guard worker == nil else { return }
        worker = Task {
            var pause: UInt32 = 500
            while mustWork {
                mustWork = false
                guard let error = await adjust() else { continue }
                // The radio's own faults show in its state, and a change of that starts the work again.
                guard !sessions.isEmpty, await service.radio == .ready, error.code != .cancelled else { continue }
                await service.time.sleep(until: service.time.now + pause)
                pause = min(pause * 2, 8000)
                mustWork = true
            }
            worker = nil
        }
    }

    /// Brings BlueZ's discovery in line with the sessions.
    private func adjust() async -> BluetoothError? {
        guard await service.radio == .ready, let adapter = await service.adapter else { return nil }
        if sessions.isEmpty {
            if isScanning {
                isScanning = false
                filter = nil
                _ = await call(adapter, "StopDiscovery")
            }
            return nil
        }
        let wanted =
            window.isOpen || sessions.values.contains { $0.services.isEmpty }
            ? [] : sessions.values.reduce(into: Set<BluetoothUUID>()) { $0.formUnion($1.services) }
        if filter != wanted {
            if let error = await call(adapter, "SetDiscoveryFilter", [Self.filter(wanted)]) {
                return BluetoothError(error, doing: "setting the discovery's filter")
            }
            filter = wanted
        }
        guard !isScanning else { return nil }
        let error = await call(adapter, "StartDiscovery")
        // Somebody else's discovery runs, or ours does already: its devices are seen as well.
        if let error, error.name != BlueZNames.error("InProgress") {
            return BluetoothError(error, doing: "starting the discovery")
        }
        isScanning = error == nil
        return nil
    }

    /// BlueZ pauses for seconds between the rounds of a discovery that filters nothing: the least signal lets all through.
    private static func filter(_ services: Set<BluetoothUUID>) -> DBusValue {
        var filter: [String: DBusValue] = [
            "Transport": .string("le"), "DuplicateData": .boolean(true), "RSSI": .int16(-127),
        ]
        if !services.isEmpty { filter["UUIDs"] = .strings(services.map(\.description).sorted()) }
        return .properties(filter)
    }

    private func call(_ adapter: String, _ member: String, _ arguments: [DBusValue] = []) async -> DBusError? {
        switch await service.callAnyway(adapter, BlueZNames.adapter, member, arguments, limit: 10_000) {
        case .success: nil
        case .failure(let error): error
        }
    }
}
