extension NordicWiFi.ProvisionerMachine {
    /// A join, from the request to its outcome.
    struct Join: ~Copyable, Sendable {
        var course = JoinCourse()
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
        /// The network that the device had of its own when they were written, empty where none; `nil` where it did not say.
        var home: SSID?
        /// Whether the device may have got other credentials from another central since it took these.
        var isContested = false
        /// Whether the device was last seen with a network that is neither the wanted one nor its own.
        var sawOther = false
        /// A failure that was told while it was not sure whose it is.
        var failure: JoinFailure?
        /// Whether the credentials go without *volatile*, which the device does not know.
        var omitsVolatile = false
        /// Whether the write in flight belongs to a join that is over.
        var isStale = false
        /// When the device is asked where it stands, since it says nothing.
        var askAt: Instant?

        var deadline: Instant? { course.limit == nil ? nil : Instant.earlier(course.limit, askAt) }

        /// Readies for another join on the same link.
        mutating func reset() {
            isWritten = false
            isAccepted = false
            isConnected = false
            hasEarlyState = false
            isContested = false
            sawOther = false
            failure = nil
            omitsVolatile = false
            askAt = nil
        }
    }

    /// After how long a device is asked again that was seen with another network, in milliseconds: its answer may have been
    /// older than the credentials.
    static var secondLook: UInt32 { 1_000 }

    /// How long a device that accepted may say nothing until it is asked, in milliseconds.
    static var silence: UInt32 { 5_000 }

    /// Credentials are written once it is known where the device stands; a join in progress is replaced.
    public mutating func joinRequested(
        _ credentials: consuming Credentials, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        join.isStale = request.operation == .setConfig
        join.reset()
        join.course.begin(credentials, until: now + timing.join, &notices)
        if asking.report == nil { asking.isRequestWanted = request.operation != .getStatus }
        if link.isDead { endJoin(.linkLost) }
        if link.isBarred { endJoin(resultWhereBarred) }
        return next(at: now, &outbox)
    }

    /// The join is given up at `deadline`, where its own limit does not come first.
    public mutating func limitJoin(to deadline: Instant) { join.course.shorten(to: deadline) }

    mutating func appendCredentials(_ outbox: inout Outbox) -> Bool {
        let omitsVolatile = join.omitsVolatile
        return switch join.course.credentials {
        case .some(let credentials):
            outbox.append(to: Self.control) {
                Self.encode(
                    credentials, isVolatile: credentials.isVolatile && !omitsVolatile, into: &$0)
            }
        case .none: false
        }
    }

    mutating func credentialWriteBegan() {
        join.course.state = .waiting
        join.isStale = false
        let before = asking.report
        join.isHome = before?.ssid == join.course.ssid && before.map { $0.state != .notConfigured } ?? false
        join.home = asking.isHeard ? before?.ssid : nil
        if !join.isWritten { notices.joinProgressed = true }
        join.isWritten = true
    }

    /// The device's answer to the credentials.
    mutating func configEnded(_ ending: Ending, at now: Instant) {
        guard !join.isStale, join.course.state != .idle else {
            join.isStale = false
            return
        }
        switch ending {
        case .answered(.success): takeAcceptance(at: now)
        case .answered(.invalidProto) where !join.omitsVolatile && isJoinVolatile:
            join.omitsVolatile = true
            join.course.state = .writing
            notices.diagnose(.volatileNotCarried, Self.control, UInt16(NordicWiFi.Status.invalidProto.rawValue))
        case .answered(.internalError): endJoin(.failed(.deviceFault))
        case .answered: endJoin(.failed(.credentialsRefused))
        case .refused(let code): endJoin(.refused(code))
        case .unanswered where !join.isWritten: endJoin(.failed(.credentialsRefused))
        case .unanswered: endJoin(.unknown(.noAnswer))
        }
    }

    private var isJoinVolatile: Bool {
        switch join.course.credentials {
        case .some(let credentials): credentials.isVolatile
        case .none: false
        }
    }

    private mutating func takeAcceptance(at now: Instant) {
        join.isAccepted = true
        join.course.credentials = nil
        advance(to: .acknowledged)
        // A state that overtook the answer may be the end of this join or what came before it: the device says which.
        join.askAt = now + (join.hasEarlyState ? 0 : Self.silence)
    }

    mutating func tickJoin(at now: Instant) {
        if let limit = join.course.limit, limit <= now { return endJoin(resultAtLimit) }
        guard let due = join.askAt, due <= now else { return }
        join.askAt = now + Self.silence
        if link.isOpen, request.operation != .getStatus { asking.isRequestWanted = true }
    }

    var resultAtLimit: ProvisionerJoinResult {
        if let contested = resultOfContest { return contested }
        if join.isConnected { return .connected(IPv4Address(0, 0, 0, 0), nil) }
        return join.course.resultAtLimit(
            isLinked: link.isOpen, isWritten: join.isWritten, isAccepted: join.isAccepted)
    }

    var resultWhereBarred: ProvisionerJoinResult {
        if join.isAccepted { return resultAtLimit }
        return link.barredCode.map { .refused($0) } ?? (join.isWritten ? .unknown(.noAnswer) : .linkLost)
    }

    mutating func joinLostLink(at now: Instant) {
        guard join.course.state != .idle else { return }
        if let contested = resultOfContest { return endJoin(contested) }
        if join.course.state != .recovering, join.isConnected {
            return endJoin(.connected(IPv4Address(0, 0, 0, 0), nil))
        }
        join.askAt = nil
        let end = join.course.linkLost(
            isWritten: join.isWritten, isAccepted: join.isAccepted, at: now, recovery: timing.recovery,
            reconnectAt: &link.reconnectAt, &notices)
        if let end { endJoin(end) }
    }

    mutating func advance(to progress: JoinProgress) { join.course.advance(to: progress, &notices) }

    mutating func endJoin(_ result: ProvisionerJoinResult) {
        guard join.course.state != .idle else { return }
        if request.operation == .setConfig { join.isStale = true }
        join.reset()
        join.course.end(result, &notices)
        if !link.isOpen { giveUpLink() }
    }
}
