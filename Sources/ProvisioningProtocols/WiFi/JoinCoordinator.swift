/// Takes a device from one network to another, whatever protocol brought the credentials.
///
/// One join at a time, and the last write wins. The network that worked is kept until the new one works, in the two steps
/// of a station's store: *stage* makes the new credentials safe beside the committed ones, *commit* puts them in their
/// place once the device has an address, *roll back* drops them. The power may be cut at any step: ``storeRead`` takes up
/// at the next start what was cut off.
///
/// Each method is an event. It returns what the station is to do, and the caller tells how that went by the method that
/// the action names; until then no other action comes. What changed for the protocols is in the same answer.
public struct JoinCoordinator: ~Copyable {
    /// What the station is to do.
    public enum Action: UInt8, Sendable {
        /// Nothing, or to go on with what it does.
        case none
        /// Tell which networks it keeps: ``storeRead(committed:staged:now:)`` or ``stationFailed(now:)``.
        case readStore
        /// Make ``withCredentials(_:)`` safe: ``staged(now:)`` or ``stagingFailed(now:)``.
        case stage
        /// Look for networks: ``saw(_:)`` for each, then ``scanEnded(complete:now:)``.
        case scan
        /// Begin to join the staged network: ``begun(now:)`` or ``stationFailed(now:)``.
        case joinStaged
        /// Begin to join the committed network: ``begun(now:)`` or ``stationFailed(now:)``.
        case joinCommitted
        /// Put the staged credentials in the place of the committed ones: ``committed(now:)`` or ``stationFailed(now:)``.
        case commit
        /// Drop the staged credentials: ``rolledBack(now:)``, also where it failed.
        case rollBack
        /// Leave the network and forget all: ``forgotten(now:)`` or ``stationFailed(now:)``.
        case forget
    }

    /// What a protocol has to tell its centrals.
    public enum Report: Equatable, Sendable {
        /// Nothing.
        case nothing
        /// ``JoinCoordinator/status`` has changed.
        case status
        /// The credentials for this network are safe, and the status has changed.
        case stored(SSID)
        /// The credentials for this network could not be made safe; all is as it was before.
        case notStored(SSID)
        /// The join failed, and the status says so.
        case failed(JoinFailure)
        /// All networks are forgotten, and the status has changed.
        case cleared
        /// They could not be forgotten, or credentials came that are joined with instead.
        case notCleared
    }

    /// What an event comes to.
    public struct Step: Equatable, Sendable {
        /// What the station is to do.
        public var action: Action
        /// What is to be told.
        public var report: Report
        /// Who brought the credentials that ``report`` is about: *stored* and *not stored* concern nobody else.
        public var requester: UInt8

        /// A step of these parts.
        public init(action: Action, report: Report, requester: UInt8) {
            self.action = action
            self.report = report
            self.requester = requester
        }

        /// Nothing to do and nothing to tell.
        public static var nothing: Step { Step(action: .none, report: .nothing, requester: 0) }
    }

    enum Phase: UInt8 {
        /// Not started, or the station went away: nothing is known of its store.
        case unknown
        /// The store is being read.
        case reading
        /// No join of new credentials; the station does as it does.
        case settled
        /// New credentials are being made safe.
        case staging
        /// A scan looks for the network of the staged credentials.
        case looking
        /// The staged credentials are made safe again, with what the scan told of their network.
        case refining
        /// The station is told to join the staged network.
        case beginning
        /// The station joins the staged network.
        case joining
        case committing
        case rollingBack
        /// The station is told to join the committed network.
        case returning
        case forgetting
    }

    /// How long a join goes on without a change of the station's state or another try of it, in milliseconds.
    public static var stallLimit: UInt32 { 10_000 }
    /// How long a join goes on in all, in milliseconds.
    public static var joinLimit: UInt32 { 30_000 }
    /// How long the scan before a join may take, in milliseconds.
    public static var scanLimit: UInt32 { 10_000 }
    /// How long a network that worked and is lost rests before it is tried again, in milliseconds.
    public static var retryInterval: UInt32 { 30_000 }

    /// What is to be told of the device.
    public internal(set) var status = JoinStatus(state: .notConfigured)

    /// The credentials that are being staged, or are staged and not yet committed.
    var credentials: Credentials?
    /// Those that came while the station was busy, and replace them.
    var waiting: Credentials?
    /// The network that worked, when there is one.
    var kept = SSID()
    /// The network that is staged, when there is one.
    var trial = SSID()
    var stallsAt = Instant(milliseconds: .max)
    var endsAt = Instant(milliseconds: .max)
    var phase = Phase.unknown
    var requester: UInt8 = 0
    /// Who brought the credentials that are being staged, and for which network.
    var stagedRequester: UInt8 = 0
    var stagedSSID = SSID()
    var mustForget = false
    /// What the scan for the staged network came to so far.
    var sawNetwork = false
    var sawHidden = false
    var seenSecurity = Security.unspecified
    /// Why the credentials do not fit that; `nil` where they do.
    var seenMisfit: JoinFailure?
    /// Since the join began, the station was seen to be under way: an older *connected* is not taken for its end.
    var sawProgress = false
    /// The station has spoken since the join began.
    var isLiveFresh = false
    /// The station was told to leave the network that worked, and has not been told to go back to it.
    var hasLeft = false
    /// The station is told to go back to the network that worked, and has not spoken of it yet.
    var isReturning = false
    /// What the station said last.
    var live = JoinStatus(state: .notConfigured)
    /// What the present event comes to. Kept here and not handed from function to function: it holds a name, and each return
    /// of it costs firmware 30 instructions.
    var outcome = Step.nothing

    /// A coordinator that knows nothing yet; ``start()`` is its first event.
    public init() {}

    /// By when ``tick(now:)`` is to be called; `nil` where nothing is waited for.
    public var deadline: Instant? {
        let next = min(stallsAt, endsAt)
        return next.milliseconds == .max ? nil : next
    }

    /// Whether new credentials are on their way to the network: stored or not, but neither working nor given up.
    public var isJoining: Bool {
        switch phase {
        case .staging, .looking, .refining, .beginning, .joining, .committing: true
        default: false
        }
    }

    /// Lends the credentials that are to be staged; `nil` when there are none.
    public func withCredentials<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Credentials) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        switch credentials {
        case .some(let credentials): try body(credentials)
        case .none: nil
        }
    }

    /// The station can be used: the first event, and the one after each time it could not.
    public mutating func start() -> Step {
        outcome = .nothing
        if phase == .unknown {
            phase = .reading
            come(to: .readStore)
        }
        return outcome
    }

    /// The station cannot be used now. What is stored there stays, and ``start()`` takes it up.
    public mutating func stationLost() -> Step {
        let wasForgetting = phase == .forgetting || mustForget
        endWait()
        phase = .unknown
        mustForget = false
        dropCredentials()
        outcome = .nothing
        switch status.state {
        case .notConfigured, .failed: break
        default:
            if kept.count > 0 { status.ssid = kept }
            tell(.disconnected, status.ssid)
        }
        if wasForgetting { outcome.report = .notCleared }
        return outcome
    }

    // MARK: - Parts that the events share

    mutating func come(to action: Action, _ report: Report = .nothing) {
        outcome.action = action
        outcome.report = report
        outcome.requester = requester
    }

    /// Changes the status, and has that told where it is a change.
    mutating func tell(
        _ state: StationState, _ ssid: SSID, signal: SignalStrength? = nil, then action: Action = .none
    ) {
        let new = JoinStatus(state: state, ssid: ssid, signal: signal, isProvisioned: kept.count > 0)
        let isNews = new != status
        if isNews { status = new }
        come(to: action, isNews ? .status : .nothing)
    }

    mutating func endWait() {
        stallsAt = Instant(milliseconds: .max)
        endsAt = Instant(milliseconds: .max)
    }

    mutating func dropCredentials() {
        credentials = nil
        waiting = nil
    }
}
