extension JoinCoordinator {
    /// Credentials came in, checked for what the protocol can check. They replace those of a join in progress; the same
    /// ones once more are answered as stored and leave their join alone. `requester` is who is told whether they are
    /// stored. Those that are replaced before the station came to them are not answered: what is told of their successor is.
    ///
    /// `isNews` says that they came with something else that has to be stored with them, though they are the same.
    public mutating func requested(
        _ new: consuming Credentials, from requester: UInt8, isNews: Bool = false
    ) -> Step {
        outcome = Step(action: .none, report: .nothing, requester: requester)
        if !isNews, isStoredAndJoining, !isSomethingWaiting, isSame(new) {
            outcome.report = .stored(new.ssid)
            return outcome
        }
        guard phase != .unknown else {
            outcome.report = .notStored(new.ssid)
            return outcome
        }
        waiting = consume new
        self.requester = requester
        let wasToForget = mustForget
        mustForget = false
        if isStationBusy {
            if wasToForget { outcome.report = .notCleared }
        } else {
            beginWaiting()
        }
        if outcome.action == .none, outcome.report == .nothing { outcome.requester = 0 }
        return outcome
    }

    /// Everything stored is to be forgotten, a join in progress is given up.
    public mutating func forget() -> Step {
        outcome = .nothing
        guard phase != .unknown else {
            come(to: .none, .notCleared)
            return outcome
        }
        dropCredentials()
        mustForget = true
        if !isStationBusy { beginWaiting() }
        return outcome
    }

    /// The credentials would survive a power cut.
    public mutating func staged(now: Instant) -> Step {
        outcome = .nothing
        switch phase {
        case .staging:
            trial = stagedSSID
            status = JoinStatus(state: .associating, ssid: trial, isProvisioned: kept.count > 0)
            let answered = stagedRequester
            if !beginWaiting() { look(now: now) }
            outcome.report = .stored(trial)
            outcome.requester = answered
        case .refining: if !beginWaiting() { beginJoin() }
        default: break
        }
        return outcome
    }

    /// The credentials could not be made safe; those stored before are intact.
    public mutating func stagingFailed(now: Instant) -> Step {
        outcome = .nothing
        switch phase {
        case .staging:
            let (answered, ssid) = (stagedRequester, stagedSSID)
            if !beginWaiting() {
                dropCredentials()
                // the join that these credentials were to replace goes on
                if trial.count > 0 { beginJoin() } else { settle(now: now) }
            }
            outcome.report = .notStored(ssid)
            outcome.requester = answered
        case .refining: if !beginWaiting() { beginJoin() }
        default: break
        }
        return outcome
    }

    /// All networks are forgotten.
    public mutating func forgotten(now: Instant) -> Step {
        outcome = .nothing
        guard phase == .forgetting else { return outcome }
        kept = SSID()
        trial = SSID()
        hasLeft = false
        phase = .settled
        status = JoinStatus(state: .notConfigured)
        beginWaiting()
        outcome.report = .cleared
        return outcome
    }

    // MARK: - What waits for the station

    /// Whether the station works on an action, so that no other may be asked of it.
    private var isStationBusy: Bool {
        switch phase {
        case .unknown, .settled, .looking, .joining: false
        default: true
        }
    }

    private var isStoredAndJoining: Bool { isJoining && phase != .staging }

    /// Whether credentials wait. Never inlined: Swift 6.3's optimiser fails where this meets a change of them.
    private var isSomethingWaiting: Bool {
        @inline(never) get {
            switch waiting {
            case .some: true
            case .none: false
            }
        }
    }

    /// Begins what was asked for while the station was busy; `false` where nothing was.
    @discardableResult
    mutating func beginWaiting() -> Bool {
        if mustForget {
            mustForget = false
            endWait()
            phase = .forgetting
            come(to: .forget)
            return true
        }
        guard let next = waiting.take() else { return false }
        stagedSSID = next.ssid
        stagedRequester = requester
        credentials = consume next
        endWait()
        phase = .staging
        come(to: .stage)
        return true
    }

    private mutating func isSame(_ new: borrowing Credentials) -> Bool {
        withCredentials { mine in
            guard mine.ssid == new.ssid, mine.passphrase.count == new.passphrase.count else { return false }
            return mine.passphrase.withBytes { mine in
                new.passphrase.withBytes { new in
                    for index in mine.indices where mine[index] != new[index] { return false }
                    return true
                }
            }
        } ?? false
    }
}
