extension NordicWiFi.ProvisionerMachine {
    /// A join, from the request to its outcome.
    struct Join: ~Copyable, Sendable {
        enum State: UInt8 {
            case idle
            /// The credentials are to be written, or are being written.
            case writing
            /// They were written; the device is to answer and to join.
            case waiting
            /// The link was lost after the device accepted.
            case recovering
        }

        var state = State.idle
        var credentials: Credentials?
        var ssid = SSID()
        var progress = JoinProgress.writing
        var result = ProvisionerJoinResult.accepted
        /// Whether they were written, or their write has begun.
        var isWritten = false
        /// Whether the device has answered *success*: it takes them, which says nothing of the network.
        var isAccepted = false
        /// Whether the device said that it is on the network; it is asked for its address then.
        var isConnected = false
        /// Whether a state came before the answer to the write, which may be the end of the join or old news.
        var hasEarlyState = false
        /// Whether the device was on the wanted network before: that it is there again says nothing then.
        var isHome = false
        /// Whether the credentials go without *volatile*, which the device does not know.
        var omitsVolatile = false
        /// Whether the write in flight belongs to a join that is over.
        var isStale = false
        /// When the whole join is given up.
        var limit: Instant?
        /// When its caller gives it up, where that was said.
        var callerLimit: Instant?
        /// When the device is asked where it stands, since it says nothing.
        var askAt: Instant?

        var deadline: Instant? {
            guard let limit else { return nil }
            return askAt.map { min($0, limit) } ?? limit
        }

        /// Readies for another join on the same link.
        mutating func reset() {
            state = .idle
            credentials = nil
            isWritten = false
            isAccepted = false
            isConnected = false
            hasEarlyState = false
            omitsVolatile = false
            limit = nil
            callerLimit = nil
            askAt = nil
        }
    }

    /// How long a device that accepted may say nothing until it is asked, in milliseconds.
    static var silence: UInt32 { 5_000 }

    /// Credentials are written once it is known where the device stands; a join in progress is replaced.
    public mutating func joinRequested(
        _ credentials: consuming Credentials, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        join.isStale = request.operation == .setConfig
        join.reset()
        notices.joinProgressed = false
        notices.joinEnded = false
        join.ssid = credentials.ssid
        join.credentials = consume credentials
        join.progress = .writing
        join.limit = now + timing.join
        join.state = .writing
        if asking.report == nil { asking.isRequestWanted = request.operation != .getStatus }
        if link.isDead { endJoin(.linkLost) }
        if link.isBarred { endJoin(resultWhereBarred) }
        return next(at: now, &outbox)
    }

    /// The join is given up at `deadline`, where its own limit does not come first.
    public mutating func limitJoin(to deadline: Instant) {
        guard join.state != .idle else { return }
        join.callerLimit = deadline
        join.limit = join.limit.map { min($0, deadline) } ?? deadline
    }

    mutating func appendCredentials(_ outbox: inout Outbox) -> Bool {
        let omitsVolatile = join.omitsVolatile
        return switch join.credentials {
        case .some(let credentials):
            outbox.append(to: Self.control) {
                Self.encode(
                    credentials, isVolatile: credentials.isVolatile && !omitsVolatile, into: &$0)
            }
        case .none: false
        }
    }

    mutating func credentialWriteBegan() {
        join.state = .waiting
        join.isStale = false
        let before = asking.report
        join.isHome = before?.ssid == join.ssid && before.map { $0.state != .notConfigured } ?? false
        if !join.isWritten { notices.joinProgressed = true }
        join.isWritten = true
    }

    /// The device's answer to the credentials.
    mutating func configEnded(_ ending: Ending, at now: Instant) {
        guard !join.isStale, join.state != .idle else {
            join.isStale = false
            return
        }
        switch ending {
        case .answered(.success): takeAcceptance(at: now)
        case .answered(.invalidProto) where !join.omitsVolatile && isJoinVolatile:
            join.omitsVolatile = true
            join.state = .writing
            notices.diagnose(.volatileNotCarried, Self.control, UInt16(NordicWiFi.Status.invalidProto.rawValue))
        case .answered(.internalError): endJoin(.failed(.deviceFault))
        case .answered: endJoin(.failed(.credentialsRefused))
        case .refused(let code): endJoin(.refused(code))
        case .unanswered where !join.isWritten: endJoin(.failed(.credentialsRefused))
        case .unanswered: endJoin(.unknown(.noAnswer))
        }
    }

    private var isJoinVolatile: Bool {
        switch join.credentials {
        case .some(let credentials): credentials.isVolatile
        case .none: false
        }
    }

    private mutating func takeAcceptance(at now: Instant) {
        join.isAccepted = true
        join.credentials = nil
        advance(to: .acknowledged)
        // A state that overtook the answer may be the end of this join or what came before it: the device says which.
        join.askAt = now + (join.hasEarlyState ? 0 : Self.silence)
    }

    mutating func tickJoin(at now: Instant) {
        if let limit = join.limit, limit <= now { return endJoin(resultAtLimit) }
        guard let due = join.askAt, due <= now else { return }
        join.askAt = now + Self.silence
        if link.isOpen, request.operation != .getStatus { asking.isRequestWanted = true }
    }

    var resultAtLimit: ProvisionerJoinResult {
        if join.isConnected { return .connected(IPv4Address(0, 0, 0, 0), nil) }
        if join.state == .recovering, !link.isOpen { return .unknown(.linkLostAfterAcceptance) }
        if join.isAccepted { return .unknown(.noResult) }
        return join.isWritten ? .unknown(.noAnswer) : .timedOut
    }

    var resultWhereBarred: ProvisionerJoinResult {
        if join.isAccepted { return resultAtLimit }
        return link.barredCode.map { .refused($0) } ?? (join.isWritten ? .unknown(.noAnswer) : .linkLost)
    }

    /// After acceptance the link is mended to learn the outcome; a write without an answer leaves it unknown at once.
    mutating func joinLostLink(at now: Instant) {
        switch join.state {
        case .idle: return
        case .recovering:
            let again = now + 1_000
            if let limit = join.limit, limit <= again { return endJoin(.unknown(.linkLostAfterAcceptance)) }
            link.reconnectAt = again
        case .writing, .waiting:
            if join.isConnected { return endJoin(.connected(IPv4Address(0, 0, 0, 0), nil)) }
            guard join.isWritten else { return endJoin(.linkLost) }
            guard join.isAccepted else { return endJoin(.unknown(.linkLostBeforeAnswer)) }
            join.state = .recovering
            join.askAt = nil
            join.limit = join.callerLimit.map { min($0, now + timing.recovery) } ?? now + timing.recovery
            link.reconnectAt = now
            advance(to: .reconnecting)
        }
    }

    mutating func advance(to progress: JoinProgress) {
        guard join.state != .idle, progress > join.progress else { return }
        join.progress = progress
        notices.joinProgressed = true
    }

    mutating func endJoin(_ result: ProvisionerJoinResult) {
        guard join.state != .idle else { return }
        if request.operation == .setConfig { join.isStale = true }
        join.reset()
        join.result = result
        notices.joinProgressed = false
        notices.joinEnded = true
        if !link.isOpen { giveUpLink() }
    }
}
