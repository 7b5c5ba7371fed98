public import ProvisioningProtocols
public import Runtime

/// Where a station stands.
public struct StationStatus: Equatable, Sendable {
    /// The state, with the address where it is connected.
    public var state: StationState
    /// The network it is on or tries, or the stored one; `nil` where none is.
    public var ssid: SSID?
    /// How strongly it is received; `nil` where it is not connected.
    public var signal: SignalStrength?

    /// A status of these facts.
    public init(state: StationState, ssid: SSID? = nil, signal: SignalStrength? = nil) {
        self.state = state
        self.ssid = ssid
        self.signal = signal
    }
}

/// Which networks a station keeps.
public struct StoredNetworks: Equatable, Sendable {
    /// The network that worked last; `nil` where none is kept.
    public var committed: SSID?
    /// The network that was stored and never confirmed, where a join was cut off.
    public var staged: SSID?
    /// Where the device is steered, as the credentials of the committed network said; `nil` where they did not.
    public var controlAddress: ControlAddress?

    /// A store with these networks.
    public init(committed: SSID? = nil, staged: SSID? = nil, controlAddress: ControlAddress? = nil) {
        self.committed = committed
        self.staged = staged
        self.controlAddress = controlAddress
    }
}

/// What happens at a station.
public enum StationEvent: Equatable, Sendable {
    /// Its status changed; the state of the join in progress, where one is.
    case status(StationStatus)
    /// It is at the join in progress still: it looks for the access point once more, or tries it again. Of a network that it
    /// has not seen it says no such thing.
    case trying
    /// It cannot be used now, and why; it goes on by itself when that changes.
    case unavailable(StationError)
    /// It can be used again.
    case available
}

/// A Wi-Fi interface as a device uses it: it looks for networks, keeps two sets of credentials and joins.
///
/// Credentials go through two steps, so that a network that worked is never lost to one that does not: ``stage(_:)``
/// makes them safe beside the committed ones, ``commit()`` puts them in their place, ``rollBack()`` drops them. Between
/// those steps a power cut leaves both sets whole, and ``stored()`` tells so at the next start. One caller at a time:
/// the coordinator of the device.
public protocol Station: Sendable {
    /// What happens, now and from now on: the present status comes first.
    func events() -> EventStream<StationEvent, Never>

    /// The access points in range, strongest first, raw: every one, also hidden ones. Uses a scan that is already
    /// running, waits for it, and falls back on what is known where the platform refuses a new one.
    ///
    /// Of `options` the band and the period bind: nothing of another band is told, and at the period's end what is known by
    /// then, which is no failure. The others are wishes that a platform may be unable to carry.
    func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint]

    /// Where the station stands now.
    func status() async throws(StationError) -> StationStatus

    /// Which networks it keeps.
    func stored() async throws(StationError) -> StoredNetworks

    /// Makes `credentials` safe beside the committed ones, in place of any staged before. Returns when they would survive
    /// a power cut (or, for volatile ones, when they are in memory).
    /// `address` is where the device is to be steered once it is on that network: it is kept with them.
    func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) async throws(StationError)

    /// Leaves the present network and begins to join the staged one. Returns at once; progress and the end come as events.
    func joinStaged() async throws(StationError)

    /// Begins to join the committed network. Returns at once.
    func joinCommitted() async throws(StationError)

    /// Puts the staged credentials in the place of the committed ones, in one step.
    func commit() async throws(StationError)

    /// Drops the staged credentials, and stops a join of theirs.
    func rollBack() async throws(StationError)

    /// Leaves the network and stays off it until told to join.
    func disconnect() async throws(StationError)

    /// Leaves the network and forgets all that this program stored.
    func forget() async throws(StationError)
}

extension Station {
    /// The same for credentials that come without an address.
    public func stage(_ credentials: borrowing Credentials) async throws(StationError) {
        try await stage(credentials, steeredAt: nil)
    }

    /// The access points in range, as the station likes to look for them.
    public func scan(deadline: Instant) async throws(StationError) -> [AccessPoint] {
        try await scan(ScanOptions(), deadline: deadline)
    }
}

extension ScanOptions {
    /// Whether a scan with these options may tell of `point`. One whose band is not known passes.
    public func include(_ point: AccessPoint) -> Bool { band == .any || point.band == .any || point.band == band }

    /// Whether a scan with these options finds all that one with `other` would.
    public func cover(_ other: ScanOptions) -> Bool { self == other || isPlain }
}
