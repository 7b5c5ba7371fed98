extension JoinCoordinator {
    /// Which networks the station keeps: after the start, and after each time it was away.
    ///
    /// A staged network was never confirmed: the power was cut in the middle of its join, which is taken up again.
    public mutating func storeRead(committed: SSID?, staged: SSID?, now: Instant) -> Step {
        outcome = .nothing
        guard phase == .reading else { return outcome }
        kept = committed ?? SSID()
        trial = staged ?? SSID()
        hasLeft = false
        if !beginWaiting() { takeUp(now: now) }
        return outcome
    }

    /// Takes up what is stored.
    private mutating func takeUp(now: Instant) {
        if trial.count > 0 {
            tell(.associating, trial)
            let report = outcome.report
            beginJoin()
            outcome.report = report
        } else if kept.count > 0, !isUnderWay(on: kept) {
            goBack()
        } else {
            settle(now: now)
        }
    }

    /// The station has begun to join, or goes on with it.
    public mutating func begun(now: Instant) -> Step {
        outcome = .nothing
        guard phase == .beginning || phase == .returning, !beginWaiting() else { return outcome }
        if phase == .returning {
            settle(now: now)
        } else {
            phase = .joining
            stallsAt = now + Self.stallLimit
            endsAt = now + Self.joinLimit
            if isLiveFresh, sawProgress { progress(isChange: true, now: now) }
        }
        return outcome
    }

    /// The staged credentials are the committed ones.
    public mutating func committed(now: Instant) -> Step {
        outcome = .nothing
        guard phase == .committing else { return outcome }
        kept = trial
        trial = SSID()
        hasLeft = false
        if !beginWaiting() {
            dropCredentials()
            settle(now: now)
        }
        return outcome
    }

    /// The staged credentials are dropped, or could not be; either way the network that worked is taken up.
    public mutating func rolledBack(now: Instant) -> Step {
        outcome = .nothing
        guard phase == .rollingBack else { return outcome }
        let isOther = trial != kept
        trial = SSID()
        if beginWaiting() { return outcome }
        if kept.count > 0, !stands(isOther: isOther) { goBack() } else { settle(now: now) }
        return outcome
    }

    /// The station could not do what it was told.
    public mutating func stationFailed(now: Instant) -> Step {
        outcome = .nothing
        switch phase {
        case .reading: loseStore()
        case .beginning, .committing: if !beginWaiting() { fail(.deviceFault) }
        case .returning, .forgetting:
            let wasForgetting = phase == .forgetting
            isReturning = false
            if !beginWaiting() { settle(now: now) }
            if wasForgetting { outcome.report = .notCleared }
        default: break
        }
        return outcome
    }

    /// What is stored cannot be known; credentials that wait for it are not stored.
    private mutating func loseStore() {
        phase = .unknown
        if mustForget { come(to: .none, .notCleared) }
        mustForget = false
        credentials = nil
        guard let refused = waiting.take() else { return }
        come(to: .none, .notStored(refused.ssid))
    }

    /// The station's state, network or signal has changed.
    public mutating func stationChanged(to new: JoinStatus, now: Instant) -> Step {
        outcome = .nothing
        let isChange = live.state != new.state
        live = new
        isLiveFresh = true
        switch phase {
        case .joining: progress(isChange: isChange, now: now)
        case .beginning: if isTrialUnderWay { sawProgress = true }
        case .settled: follow(now: now)
        default: break
        }
        return outcome
    }

    /// The station looks for the access point once more, or tries it again: the limit of a state begins anew, that of the
    /// join does not.
    public mutating func stationTries(now: Instant) {
        if phase == .joining { stallsAt = now + Self.stallLimit }
    }

    /// A deadline may have passed.
    public mutating func tick(now: Instant) -> Step {
        outcome = .nothing
        guard let deadline, deadline <= now else { return outcome }
        switch phase {
        case .looking: beginJoin()
        case .joining: fail(reasonOfStall)
        case .settled where kept.count > 0:
            endWait()
            isReturning = false
            phase = .returning
            come(to: .joinCommitted)
        default: endWait()
        }
        return outcome
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

    mutating func beginJoin() {
        endWait()
        // A station that is on the very network it is to join says *connected* until it has left it.
        sawProgress = !isUnderWay(on: trial)
        isLiveFresh = false
        hasLeft = true
        phase = .beginning
        come(to: .joinStaged)
    }

    mutating func fail(_ reason: JoinFailure) {
        endWait()
        dropCredentials()
        status = JoinStatus(state: .failed(reason), ssid: trial, isProvisioned: kept.count > 0)
        phase = .rollingBack
        come(to: .rollBack, .failed(reason))
    }

    /// What the station says while it joins the staged network.
    private mutating func progress(isChange: Bool, now: Instant) {
        guard live.ssid == trial || live.ssid.count == 0 else { return }
        if isChange { stallsAt = now + Self.stallLimit }
        switch live.state {
        case .connected:
            guard sawProgress, live.ssid == trial else { return }
            endWait()
            phase = .committing
            come(to: .commit)
        case .failed(let reason): fail(reason)
        case .associating, .authenticating, .obtainingAddress:
            sawProgress = true
            tell(live.state, trial)
        case .notConfigured, .disconnected: sawProgress = true
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

    private mutating func goBack() {
        live = JoinStatus(state: .disconnected)  // what it said before is of the join before, or from before that
        hasLeft = false
        isReturning = true
        phase = .returning
        tell(.associating, kept, then: .joinCommitted)
    }

    mutating func settle(now: Instant) {
        phase = .settled
        follow(now: now)
    }

    /// What the station says while no new network is tried. One that worked and is gone is tried again from time to time.
    private mutating func follow(now: Instant) {
        let isOff = !isUnderWay(on: live.ssid)
        if case .connected = live.state {
            endWait()
            isReturning = false
            return tell(live.state, live.ssid, signal: live.signal)
        }
        guard kept.count > 0 else {
            if isOff, case .failed = status.state { return }  // the failure is the last there is to tell
            return tell(isOff ? .notConfigured : live.state, isOff ? SSID() : live.ssid)
        }
        let retry = now + (isOff ? Self.retryInterval : Self.joinLimit)
        if endsAt.milliseconds == .max || !isOff { endsAt = retry }
        var isFailed = false
        if case .failed = live.state { isFailed = live.ssid == kept }
        if !isOff || isFailed {
            isReturning = false
            tell(live.state, kept)
        } else if !isReturning {  // that it has left another network is no news of the one it goes back to
            tell(.disconnected, kept)
        }
    }
}
