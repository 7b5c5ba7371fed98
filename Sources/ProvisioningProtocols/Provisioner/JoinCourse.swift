/// The course of a join, which is the same in every protocol that follows one to its outcome: the credentials until the
/// device has taken them, how far the join has come, until when it may take, and what a lost link makes of it.
struct JoinCourse: ~Copyable, Sendable {
    enum State: UInt8 {
        case idle
        /// The device is asked where it stands, so that what it says afterwards can be judged.
        case preparing
        /// The credentials are to be written, or are being written.
        case writing
        /// They were written; the device is to answer and to join.
        case waiting
        /// The link was lost after the device accepted.
        case recovering
    }

    /// How long after a reconnection that failed the next one is tried, in milliseconds.
    static var pause: UInt32 { 1_000 }

    var state = State.idle
    var credentials: Credentials?
    /// The network that is joined, or was last.
    private(set) var ssid = SSID()
    private(set) var progress = JoinProgress.writing
    private(set) var result = ProvisionerJoinResult.accepted
    /// When the whole join is given up.
    private(set) var limit: Instant?
    /// When its caller gives it up, where that was said.
    private var callerLimit: Instant?

    /// A join begins, and may take until `limit`. Nothing more is told of one before it.
    mutating func begin(_ credentials: consuming Credentials, until limit: Instant, _ notices: inout ProvisionerNotices)
    {
        notices.joinProgressed = false
        notices.joinEnded = false
        ssid = credentials.ssid
        self.credentials = consume credentials
        progress = .writing
        self.limit = limit
        callerLimit = nil
        state = .writing
    }

    /// The join is given up at `deadline`, where its own limit does not come first.
    mutating func shorten(to deadline: Instant) {
        guard state != .idle else { return }
        callerLimit = deadline
        limit = limit.map { min($0, deadline) } ?? deadline
    }

    /// The join has come as far as `progress`; that it was there or further already is not told again.
    mutating func advance(to progress: JoinProgress, _ notices: inout ProvisionerNotices) {
        guard state != .idle, progress > self.progress else { return }
        self.progress = progress
        notices.joinProgressed = true
    }

    /// The join is over, and its credentials are wiped.
    mutating func end(_ result: ProvisionerJoinResult, _ notices: inout ProvisionerNotices) {
        state = .idle
        credentials = nil
        limit = nil
        callerLimit = nil
        self.result = result
        notices.joinProgressed = false
        notices.joinEnded = true
    }

    /// What the join has come to when its time is up.
    borrowing func resultAtLimit(isLinked: Bool, isWritten: Bool, isAccepted: Bool) -> ProvisionerJoinResult {
        if state == .recovering, !isLinked { return .unknown(.linkLostAfterAcceptance) }
        if isAccepted { return .unknown(.noResult) }
        return isWritten ? .unknown(.noAnswer) : .timedOut
    }

    /// The link is lost, or could not be made again. After acceptance it is mended to learn the outcome, for as long as
    /// `recovery`; credentials without an answer leave the outcome unknown at once.
    /// - Returns: how the join ends; `nil` where the link is worth another try, which is then due at `reconnectAt`.
    mutating func linkLost(
        isWritten: Bool, isAccepted: Bool, at now: Instant, recovery: UInt32, reconnectAt: inout Instant?,
        _ notices: inout ProvisionerNotices
    ) -> ProvisionerJoinResult? {
        if state == .recovering {
            let again = now + Self.pause
            if let limit, limit <= again { return .unknown(.linkLostAfterAcceptance) }
            reconnectAt = again
            return nil
        }
        guard isWritten else { return .linkLost }
        guard isAccepted else { return .unknown(.linkLostBeforeAnswer) }
        state = .recovering
        let end = now + recovery
        limit = callerLimit.map { min($0, end) } ?? end
        reconnectAt = now
        advance(to: .reconnecting, &notices)
        return nil
    }
}

extension Instant {
    /// The earlier of two moments, either of which may not be.
    static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
