extension JoinCoordinator {
    /// Credentials came in, checked for what the protocol can check. They replace those of a join in progress; the same
    /// ones once more are answered as stored and leave their join alone. `requester` is who is told whether they are
    /// stored. Those that are replaced before the station came to them are not answered: what is told of their successor is.
    ///
    /// `isNews` says that they came with something else that has to be stored with them, though they are the same.
    public mutating func requested(
        _ new: consuming Credentials, from requester: UInt8, isNews: Bool = false
    ) -> Step {
        let ssid = new.ssid
        if !isNews, isStoredAndJoining, waitingSSID == nil, isSame(new) {
            return Step(action: .none, report: .stored(ssid), requester: requester)
        }
        guard phase != .unknown else { return Step(action: .none, report: .notStored(ssid), requester: requester) }
        waiting = consume new
        self.requester = requester
        let wasToForget = mustForget
        mustForget = false
        guard isStationBusy else { return beginWaiting() ?? .nothing }
        return wasToForget ? Step(action: .none, report: .notCleared, requester: requester) : .nothing
    }

    /// Everything stored is to be forgotten, a join in progress is given up.
    public mutating func forget() -> Step {
        guard phase != .unknown else { return step(.none, .notCleared) }
        dropCredentials()
        mustForget = true
        return isStationBusy ? .nothing : beginWaiting() ?? .nothing
    }

    /// The credentials would survive a power cut.
    public mutating func staged(now: Instant) -> Step {
        switch phase {
        case .staging:
            trial = stagedSSID
            status = JoinStatus(state: .associating, ssid: trial, isProvisioned: kept.count > 0)
            let answered = stagedRequester
            var step = beginWaiting() ?? look(now: now)
            step.report = .stored(trial)
            step.requester = answered
            return step
        case .refining: return beginWaiting() ?? beginJoin()
        default: return .nothing
        }
    }

    /// The credentials could not be made safe; those stored before are intact.
    public mutating func stagingFailed(now: Instant) -> Step {
        switch phase {
        case .staging:
            let (answered, ssid) = (stagedRequester, stagedSSID)
            var step: Step
            if let next = beginWaiting() {
                step = next
            } else {
                dropCredentials()
                // the join that these credentials were to replace goes on
                step = trial.count > 0 ? beginJoin() : settle(now: now)
            }
            step.report = .notStored(ssid)
            step.requester = answered
            return step
        case .refining: return beginWaiting() ?? beginJoin()
        default: return .nothing
        }
    }

    /// All networks are forgotten.
    public mutating func forgotten(now: Instant) -> Step {
        guard phase == .forgetting else { return .nothing }
        kept = SSID()
        trial = SSID()
        hasLeft = false
        phase = .settled
        status = JoinStatus(state: .notConfigured)
        var step = beginWaiting() ?? .nothing
        step.report = .cleared
        return step
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

    /// The network of the credentials that wait; `nil` where none do. Never inlined: Swift 6.3's optimiser fails where this
    /// meets a change of them.
    private var waitingSSID: SSID? {
        @inline(never) get {
            switch waiting {
            case .some(let waiting): waiting.ssid
            case .none: nil
            }
        }
    }

    /// Begins what was asked for while the station was busy; `nil` where nothing was.
    mutating func beginWaiting() -> Step? {
        if mustForget {
            mustForget = false
            endWait()
            phase = .forgetting
            return step(.forget)
        }
        guard let next = waiting.take() else { return nil }
        stagedSSID = next.ssid
        stagedRequester = requester
        credentials = consume next
        endWait()
        phase = .staging
        return step(.stage)
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
