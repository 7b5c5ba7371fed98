import ProvisioningProtocols
import Runtime
import WiFiStation

/// A network that a station knows: what a disk would hold of it.
struct Kept: Equatable, Sendable {
    var ssid: [UInt8]
    var passphrase: [UInt8]
    var isHidden = false
    var security = Security.unspecified

    init(_ ssid: String, _ passphrase: String) {
        self.init(Array(ssid.utf8), Array(passphrase.utf8))
    }

    init(_ ssid: [UInt8], _ passphrase: [UInt8]) {
        self.ssid = ssid
        self.passphrase = passphrase
    }
}

/// What survives a power cut.
struct Disk: Equatable, Sendable {
    var committed: Kept?
    var staged: Kept?
    var isFull = false
}

/// A station whose air, disk and faults are the test's.
final class FakeStation: Station {
    struct State {
        var disk: Disk
        /// The networks in range and their passphrases.
        var air: [Kept]
        var points: [AccessPoint]
        var status = StationStatus(state: .notConfigured)
        var scans = 0
        var joined: [Kept] = []
        /// After how many more steps the power is cut; the last one is done or not as `lastStepIsDone` says.
        var stepsUntilCut: Int?
        var lastStepIsDone = false
        var isDead = false
        var isSilent = false
        var scanFailure: StationError?
        var storeFailure: StationError?
        var listeners: [EventSource<StationEvent, Never>] = []
    }

    let state: Lock<State>
    /// Lets go of a scan that was told to wait; `nil` for scans that end at once.
    let scanGate: EventStream<Void, Never>?
    /// Where set, credentials are staged at a word on it.
    let stageGate = Lock<EventStream<Void, Never>?>(nil)
    let stageStarted = EventStream<Void, Never>.make()
    let scanStarted = EventStream<Void, Never>.make()
    let cut = EventStream<Void, Never>.make()

    init(
        disk: Disk = Disk(), air: [Kept] = [], points: [AccessPoint]? = nil, scanGate: EventStream<Void, Never>? = nil
    ) {
        let points =
            points
            ?? air.map { kept in
                AccessPoint(
                    ssid: SSID(kept.ssid) ?? SSID(), security: kept.passphrase.isEmpty ? .open : .wpaPersonal,
                    signal: SignalStrength(rawValue: -50), channel: Channel(rawValue: 6))
            }
        state = Lock(State(disk: disk, air: air, points: points))
        self.scanGate = scanGate
    }

    var disk: Disk { state.withLock { $0.disk } }

    func events() -> EventStream<StationEvent, Never> {
        let (stream, source) = EventStream<StationEvent, Never>.make()
        let status = state.withLock { state in
            state.listeners.append(source)
            return state.status
        }
        source.yield(.status(status))
        return stream
    }

    func emit(_ event: StationEvent) {
        for source in state.withLock({ $0.listeners }) { source.yield(event) }
    }

    func emit(_ new: StationState, _ ssid: [UInt8]) {
        let status = StationStatus(state: new, ssid: SSID(ssid))
        state.withLock { $0.status = status }
        emit(.status(status))
    }

    func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint] {
        state.withLock { $0.scans += 1 }
        scanStarted.source.yield(())
        if let scanGate { _ = await scanGate.next() }
        let (points, failure) = state.withLock { ($0.points, $0.scanFailure) }
        if let failure { throw failure }
        return points
    }

    func status() async throws(StationError) -> StationStatus { state.withLock { $0.status } }

    func stored() async throws(StationError) -> StoredNetworks {
        if let failure = state.withLock({ $0.storeFailure }) { throw failure }
        try step { _ in }
        let disk = disk
        return StoredNetworks(
            committed: disk.committed.flatMap { SSID($0.ssid) }, staged: disk.staged.flatMap { SSID($0.ssid) })
    }

    func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) async throws(StationError) {
        var kept = Kept(
            credentials.ssid.bytes, credentials.passphrase.withBytes { span in span.indices.map { span[$0] } })
        kept.isHidden = credentials.isHidden
        kept.security = credentials.security
        let new = kept
        stageStarted.source.yield(())
        if let gate = stageGate.withLock({ $0 }) { _ = await gate.next() }
        if disk.isFull { throw StationError(.storageFailed) }
        try step { $0.disk.staged = new }
    }

    func joinStaged() async throws(StationError) {
        try step { _ in }
        join(disk.staged)
    }

    func joinCommitted() async throws(StationError) {
        try step { _ in }
        join(disk.committed)
    }

    func commit() async throws(StationError) {
        try step { state in
            state.disk.committed = state.disk.staged
            state.disk.staged = nil
        }
    }

    func rollBack() async throws(StationError) {
        try step { $0.disk.staged = nil }
        emit(.disconnected, [])
    }

    func disconnect() async throws(StationError) { emit(.disconnected, []) }

    func forget() async throws(StationError) { try step { $0.disk = Disk() } }

    /// Joins as an access point would have it: at once.
    private func join(_ kept: Kept?) {
        guard let kept else { return emit(.disconnected, []) }
        let (found, isSilent) = state.withLock { state in
            state.joined.append(kept)
            return (state.air.first { $0.ssid == kept.ssid }, state.isSilent)
        }
        emit(.associating, kept.ssid)
        if isSilent { return }
        guard let found else { return emit(.failed(.networkNotFound), kept.ssid) }
        guard found.passphrase == kept.passphrase else { return emit(.failed(.wrongPassphrase), kept.ssid) }
        emit(.obtainingAddress, kept.ssid)
        emit(.connected(IPv4Address(192, 168, 1, 100)), kept.ssid)
    }

    /// One step that a power cut may come before or after.
    private func step(_ change: (inout State) -> Void) throws(StationError) {
        let (isCut, isDead) = state.withLock { state -> (Bool, Bool) in
            if state.isDead { return (false, true) }
            guard let left = state.stepsUntilCut else {
                change(&state)
                return (false, false)
            }
            state.stepsUntilCut = left - 1
            guard left == 0 else {
                change(&state)
                return (false, false)
            }
            if state.lastStepIsDone { change(&state) }
            state.isDead = true
            return (true, true)
        }
        if isCut { cut.source.yield(()) }
        if isDead { throw StationError(.failed, "power cut") }
    }
}
