public import ProvisioningProtocols
public import Runtime
public import WiFiStation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A Wi-Fi interface without hardware: its networks, how long things take and what fails come from a ``Simulation``.
///
/// It keeps its two sets of credentials in memory, or in a folder of its own, where they are in the clear: see
/// `Docs/SimulatedStation.md`. It joins as a real station does: not found, wrong passphrase, no address are told apart, and
/// every step takes its time on the clock it was given.
public final class SimulatedStation: Station {
    struct State {
        var simulation: Simulation
        var status = StationStatus(state: .notConfigured)
        /// Tells the present join from those before it, whose timers may still fire.
        var join: UInt64 = 0
        /// Whether the station is on, or joins, the staged network.
        var isOnStaged = false
        var scans = 0
        var scanEnd: Instant?
        var stages = 0
        var joins: [SSID: Int] = [:]
        /// Credentials that are to be forgotten when the device restarts; they hide those of the store.
        var volatileStaged: KeptCredentials?
        var volatileCommitted: KeptCredentials?
        var sources: [Int: EventSource<StationEvent, Never>] = [:]
        var lastSource = 0
    }

    let state: Lock<State>
    let store: any CredentialStore
    let time: any TimeSource

    /// A station in the world of `simulation`.
    /// - Parameters:
    ///   - simulation: its networks, delays and failures.
    ///   - data: the folder that keeps its credentials, made where it is missing; `nil` keeps them in memory.
    ///   - time: the clock of its delays.
    /// - Throws: `notPermitted` where the folder is not its owner's alone, `storageFailed` where it cannot be used, another
    ///   station uses it, or a file in it is damaged, which is named.
    public init(
        _ simulation: Simulation, data: String? = nil, time: any TimeSource = SystemTime.shared
    ) throws(StationError) {
        store = if let data { try FolderStore(path: data) } else { MemoryStore() }
        self.time = time
        state = Lock(State(simulation: simulation))
        let kept = try store.load()
        if let known = kept.committed ?? kept.staged {
            let ssid = known.credentials.ssid
            state.withLock { $0.status = StationStatus(state: .disconnected, ssid: ssid) }
        }
    }

    /// A station in the world of a JSON file, whose keys are in `Docs/SimulatedStation.md`.
    /// - Parameters:
    ///   - file: the file's path.
    ///   - data: the folder that keeps its credentials, made where it is missing; `nil` keeps them in memory.
    ///   - time: the clock of its delays.
    /// - Throws: `failed` with file, line and key where the file is wrong; otherwise as the other initializer does.
    public convenience init(
        file: String, data: String? = nil, time: any TimeSource = SystemTime.shared
    ) throws(StationError) {
        let simulation: Simulation
        do {
            simulation = try Simulation(json: Self.read(file))
        } catch {
            throw StationError(error.code, "\(file): \(error.detail)")
        }
        try self.init(simulation, data: data, time: time)
    }

    private static func read(_ file: String) throws(StationError) -> [UInt8] {
        // Opening a pipe waits for its writer otherwise, and nothing could end that.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw StationError(.failed, errno == ENOENT ? "there is no such file" : "cannot be opened")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw StationError(.failed, "is not a plain file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Simulation.maximumFileLength {
            let count = System.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw StationError(.failed, "cannot be read") }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
        throw StationError(.failed, "is longer than \(Simulation.maximumFileLength) bytes")
    }

    /// The station's world; a change shows in the next scan and the next join.
    public var simulation: Simulation {
        get { state.withLock { $0.simulation } }
        set { state.withLock { $0.simulation = newValue } }
    }

    /// Ends the station's link to its network, as an access point does that goes away.
    public func loseNetwork() { leave { StationStatus(state: .disconnected, ssid: $0.status.ssid) } }

    /// What happens, now and from now on: the present status comes first.
    public func events() -> EventStream<StationEvent, Never> {
        let number = state.withLock { state in
            state.lastSource += 1
            return state.lastSource
        }
        let (stream, source) = EventStream<StationEvent, Never>.make { [weak self] in
            _ = self?.state.withLock { $0.sources.removeValue(forKey: number) }
        }
        // Under the lock, so that no change comes before the status that it changes.
        state.withLock { state in
            source.yield(.status(state.status))
            state.sources[number] = source
        }
        return stream
    }

    /// Where the station stands now.
    public func status() async throws(StationError) -> StationStatus { state.withLock { $0.status } }

    /// The access points in range, strongest first.
    public func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint] {
        let end = state.withLock { state in
            let end = state.scanEnd.flatMap { $0 > time.now ? $0 : nil } ?? time.now + state.simulation.delays.scan
            state.scanEnd = end
            return end
        }
        let patience = options.period.map { min(deadline, time.now + $0) } ?? deadline
        if end > time.now { await time.sleep(until: min(end, patience)) }
        if Task.isCancelled { throw StationError(.cancelled) }
        if options.period != nil, patience < end { return [] }  // so soon it knows of none
        guard end <= deadline else { throw StationError(.timedOut, "the scan takes longer than its limit") }
        return try state.withLock { state throws(StationError) in
            state.scans += 1
            guard state.scans > state.simulation.failures.scans else {
                throw StationError(.scanFailed, "the simulation says so")
            }
            return state.simulation.accessPoints.filter(options.include)
        }
    }

    /// Sets the status and tells it.
    func become(_ status: StationStatus, _ state: inout State) {
        guard state.status != status else { return }
        state.status = status
        for source in state.sources.values { source.yield(.status(status)) }
    }

    /// Leaves the network or stops the join, and stands as `status` says.
    func leave(_ status: @Sendable (State) -> StationStatus) {
        state.withLock { state in
            state.join += 1
            state.isOnStaged = false
            become(status(state), &state)
        }
    }
}
