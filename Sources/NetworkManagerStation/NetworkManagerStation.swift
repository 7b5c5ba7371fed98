public import DBus
public import ProvisioningProtocols
public import Runtime
public import WiFiStation

/// A Wi-Fi interface that NetworkManager (1.42 or later) runs.
///
/// Credentials become NetworkManager profiles: root-only files of its own, or in memory for volatile ones. Ours carry a
/// mark in their `user` setting; all others are left alone. Secrets go to NetworkManager over D-Bus and are never read
/// back. Between ``stage(_:)`` and ``commit()`` the candidate is a profile of its own that does not connect by itself, so
/// that a power cut leaves it and the committed one whole; what a cut leaves over is tidied at the next start.
///
/// A device keeps one network: a commit replaces the earlier one, whatever its name. Volatile credentials are the
/// exception: the stored network stays beside them and is back after a restart of the machine.
///
/// While NetworkManager, the interface or the permission is missing, every call says so, and ``events()`` tells when it
/// is there again. Signal strengths are estimates: NetworkManager tells percentages.
public final class NetworkManagerStation: Station {
    private let engine: StationEngine
    private let running: Task<Void, Never>

    /// The station on `interface`, or on the first Wi-Fi interface that NetworkManager manages. Profiles of a station
    /// with a named interface are bound to it.
    public init(
        interface: String? = nil, bus: BusAddress = .system, time: any TimeSource = SystemTime.shared
    ) {
        let engine = StationEngine(interface: interface, bus: bus, time: time)
        self.engine = engine
        running = Task { await engine.run() }
    }

    deinit { running.cancel() }

    /// What happens, the present status first. A reader that falls 256 events behind loses its stream.
    public func events() -> EventStream<StationEvent, Never> { engine.broadcast.stream() }

    /// The access points in range, strongest first. NetworkManager cannot be told to listen only, nor after how many
    /// channels to go back: of the options it keeps the band and the period.
    /// - Throws: `scanFailed` or `timedOut` only when nothing is known.
    public func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint] {
        try await engine.scan(options, deadline: deadline)
    }

    /// Where the station stands now.
    public func status() async throws(StationError) -> StationStatus { try await engine.currentStatus() }

    /// Which networks it keeps.
    public func stored() async throws(StationError) -> StoredNetworks { try await engine.stored() }

    /// Stores `credentials` as a candidate, and the address in its mark.
    /// - Throws: `invalidCredentials`, or `storageFailed` with everything as it was.
    public func stage(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) async throws(StationError) {
        let own = credentials.copy()
        try await engine.stage(own, steeredAt: address)
    }

    /// Begins to join the candidate. A name that no scan has found is asked for in the air; when nothing answers, and it
    /// is not said to be hidden, the join ends in `failed(.networkNotFound)`.
    public func joinStaged() async throws(StationError) { try await engine.joinStaged() }

    /// Begins to join the committed network; one that is in use already is left as it is.
    public func joinCommitted() async throws(StationError) { try await engine.joinCommitted() }

    /// Makes the candidate the committed network.
    public func commit() async throws(StationError) { try await engine.commit() }

    /// Drops the candidate and goes back to the committed network, where there is one.
    public func rollBack() async throws(StationError) { try await engine.rollBack() }

    /// Leaves the network, whoever set it up, and stays off.
    public func disconnect() async throws(StationError) { try await engine.disconnect() }

    /// Removes the profiles of ours, and so leaves the network if it was one of them.
    public func forget() async throws(StationError) { try await engine.forget() }
}
