extension JoinCoordinator {
    /// Which networks the station keeps: after the start, and after each time it was away.
    ///
    /// A staged network was never confirmed: the power was cut in the middle of its join, which is taken up again.
    public mutating func storeRead(committed: SSID?, staged: SSID?, now: Instant) -> Step {
        guard phase == .reading else { return .nothing }
        kept = committed ?? SSID()
        trial = staged ?? SSID()
        hasLeft = false
        if let next = beginWaiting() { return next }
        if trial.count > 0 {
            var step = tell(.associating, trial)
            step.action = beginJoin().action
            return step
        }
        if kept.count > 0, !isUnderWay(on: kept) { return goBack() }
        phase = .settled
        return follow(now: now)
    }

    /// The station has begun to join, or goes on with it.
    public mutating func begun(now: Instant) -> Step {
        switch phase {
        case .beginning:
            if let next = beginWaiting() { return next }
            phase = .joining
            stallsAt = now + Self.stallLimit
            endsAt = now + Self.joinLimit
            return isLiveFresh && sawProgress ? progress(isChange: true, now: now) : .nothing
        case .returning: return beginWaiting() ?? settle(now: now)
        default: return .nothing
        }
    }

    /// The staged credentials are the committed ones.
    public mutating func committed(now: Instant) -> Step {
        guard phase == .committing else { return .nothing }
        kept = trial
        trial = SSID()
        hasLeft = false
        if let next = beginWaiting() { return next }
        dropCredentials()
        return settle(now: now)
    }

    /// The staged credentials are dropped, or could not be; either way the network that worked is taken up.
    public mutating func rolledBack(now: Instant) -> Step {
        guard phase == .rollingBack else { return .nothing }
        let isOther = trial != kept
        trial = SSID()
        if let next = beginWaiting() { return next }
        return kept.count > 0 && !stands(isOther: isOther) ? goBack() : settle(now: now)
    }

    /// The station could not do what it was told.
    public mutating func stationFailed(now: Instant) -> Step {
        switch phase {
        case .reading:
            phase = .unknown
            let wasToForget = mustForget
            mustForget = false
            credentials = nil
            guard let refused = waiting.take() else { return wasToForget ? step(.none, .notCleared) : .nothing }
            return step(.none, .notStored(refused.ssid))
        case .beginning, .committing: return beginWaiting() ?? fail(.deviceFault)
        case .returning:
            isReturning = false
            return beginWaiting() ?? settle(now: now)
        case .forgetting:
            isReturning = false
            var step = beginWaiting() ?? settle(now: now)
            step.report = .notCleared
            return step
        default: return .nothing
        }
    }

    /// The station's state, network or signal has changed.
    public mutating func stationChanged(to new: JoinStatus, now: Instant) -> Step {
        let isChange = live.state != new.state
        live = new
        isLiveFresh = true
        switch phase {
        case .joining: return progress(isChange: isChange, now: now)
        case .beginning:
            if isTrialUnderWay { sawProgress = true }
            return .nothing
        case .settled: return follow(now: now)
        default: return .nothing
        }
    }

    /// A deadline may have passed.
    public mutating func tick(now: Instant) -> Step {
        guard let deadline, deadline <= now else { return .nothing }
        switch phase {
        case .looking: return beginJoin()
        case .joining: return fail(reasonOfStall)
        case .settled where kept.count > 0:
            endWait()
            isReturning = false
            phase = .returning
            return step(.joinCommitted)
        default:
            endWait()
            return .nothing
        }
    }

    // MARK: - The join

    /// What a join came to that got no further. A hidden network that nothing answered for is not there.
    private var reasonOfStall: JoinFailure {
        switch live.state {
        case .obtainingAddress: .noAddress
        case .associating where !sawNetwork && withCredentials({ $0.isHidden }) == true: .networkNotFound
        default: .timeOut
        }
    }

    mutating func beginJoin() -> Step {
        endWait()
        // A station that is on the very network it is to join says *connected* until it has left it.
        sawProgress = !isUnderWay(on: trial)
        isLiveFresh = false
        hasLeft = true
        phase = .beginning
        return step(.joinStaged)
    }

    mutating func fail(_ reason: JoinFailure) -> Step {
        endWait()
        dropCredentials()
        status = JoinStatus(state: .failed(reason), ssid: trial, isProvisioned: kept.count > 0)
        phase = .rollingBack
        return step(.rollBack, .failed(reason))
    }

    /// What the station says while it joins the staged network.
    private mutating func progress(isChange: Bool, now: Instant) -> Step {
        guard live.ssid == trial || live.ssid.count == 0 else { return .nothing }
        if isChange { stallsAt = now + Self.stallLimit }
        switch live.state {
        case .connected:
            guard sawProgress, live.ssid == trial else { return .nothing }
            endWait()
            phase = .committing
            return step(.commit)
        case .failed(let reason): return fail(reason)
        case .associating, .authenticating, .obtainingAddress:
            sawProgress = true
            return tell(live.state, trial)
        case .notConfigured, .disconnected:
            sawProgress = true
            return .nothing
        }
    }

    /// Whether the station is on its way to the staged network.
    private var isTrialUnderWay: Bool {
        switch live.state {
        case .associating, .authenticating, .obtainingAddress: live.ssid == trial || live.ssid.count == 0
        default: false
        }
    }

    // MARK: - The network that worked

    private func isUnderWay(on ssid: SSID) -> Bool {
        switch live.state {
        case .notConfigured, .disconnected, .failed: false
        default: live.ssid == ssid
        }
    }

    /// Whether the station is on the network that worked, or on its way to it: it has never left it, or is back already,
    /// which can be told where the network that failed, which `isOther` says, has another name.
    private func stands(isOther: Bool) -> Bool {
        guard hasLeft else { return isUnderWay(on: kept) }
        guard isLiveFresh, isOther, live.ssid == kept, case .connected = live.state else { return false }
        return true
    }

    private mutating func goBack() -> Step {
        live = JoinStatus(state: .disconnected)  // what it said before is of the join before, or from before that
        hasLeft = false
        isReturning = true
        phase = .returning
        return tell(.associating, kept, then: .joinCommitted)
    }

    mutating func settle(now: Instant) -> Step {
        phase = .settled
        return follow(now: now)
    }

    /// What the station says while no new network is tried. One that worked and is gone is tried again from time to time.
    private mutating func follow(now: Instant) -> Step {
        let isOff = !isUnderWay(on: live.ssid)
        if case .connected = live.state {
            endWait()
            isReturning = false
            return tell(live.state, live.ssid, signal: live.signal)
        }
        guard kept.count > 0 else {
            if isOff, case .failed = status.state { return .nothing }  // the failure is the last there is to tell
            return tell(isOff ? .notConfigured : live.state, isOff ? SSID() : live.ssid)
        }
        let retry = now + (isOff ? Self.retryInterval : Self.joinLimit)
        if endsAt.milliseconds == .max || !isOff { endsAt = retry }
        if case .failed = live.state, live.ssid == kept {
            isReturning = false
            return tell(live.state, kept)
        }
        guard isOff else {
            isReturning = false
            return tell(live.state, kept)
        }
        // that it has left another network is no news of the one it goes back to
        return isReturning ? .nothing : tell(.disconnected, kept)
    }
}
