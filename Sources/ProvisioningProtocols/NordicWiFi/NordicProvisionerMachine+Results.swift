/// What the device says by itself on Data Out: networks, and how a join goes.
extension NordicWiFi.ProvisionerMachine {
    mutating func takeResult(_ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant) {
        guard let result = try? NordicWiFi.Result(decoding: value), result.isInitialized,
            result.scanRecord != nil || result.state != nil
        else { return diagnoseUnreadable(value, characteristic) }
        if let record = result.scanRecord { takeRecord(NordicWiFi.accessPoint(in: record, of: value), at: now) }
        guard let told = result.state else { return }
        let state = StationState(told, reason: result.reason, address: nil)
        let isOurs = join.isAccepted
        if isOurs { asking.status.ssid = join.course.ssid }
        takeStateForJoin(told, state, at: now)
        takeState(state, ofOurJoin: isOurs)
    }

    /// A state counts once the device has accepted. It names no network: what came before is of another join, or overtook
    /// the answer.
    private mutating func takeStateForJoin(
        _ told: NordicWiFi.ConnectionState, _ state: StationState, at now: Instant
    ) {
        guard join.course.state != .idle, join.isWritten else { return }
        guard join.isAccepted else {
            join.hasEarlyState = true
            return
        }
        if !join.isContested { join.askAt = now + Self.silence }
        switch state {
        case .associating: advance(to: .associating)
        case .authenticating: advance(to: .authenticating)
        case .obtainingAddress: advance(to: .obtainingAddress)
        case .connected:
            // The device is asked for its address, and whether this is the network that was meant.
            join.isConnected = true
            join.askAt = nil
            asking.isRequestWanted = request.operation != .getStatus
        case .failed(let reason) where join.isContested:
            // The device is asked which network that was.
            join.failure = reason
            join.isConnected = false
            join.askAt = nil
            asking.isRequestWanted = request.operation != .getStatus
        case .failed(let reason): endJoin(.failed(reason))
        default: break
        }
    }

    /// The device's answer to where it stands, which names a network.
    mutating func takeReportForJoin(_ report: ProvisionerStatus, at now: Instant) {
        guard join.course.state != .idle, join.isAccepted else { return }
        if join.course.state == .recovering { join.askAt = now + Self.silence }
        let isOurs = report.ssid == join.course.ssid
        if settleContest(report, isOurs: isOurs, at: now) { return }
        switch report.state {
        case .connected(let address):
            if isOurs, join.isConnected || !join.isHome {
                endJoin(.connected(address, report.signal))
            } else if join.isConnected, !isOurs, report.ssid.count > 0 {
                // It is back on another network: it has failed here, and the word of that was lost.
                endJoin(.failed(.unspecified))
            } else if join.isConnected {
                endJoin(.connected(address, report.signal))
            }
        case .failed(let reason) where isOurs: endJoin(.failed(reason))
        case .associating where isOurs: advance(to: .associating)
        case .authenticating where isOurs: advance(to: .authenticating)
        case .obtainingAddress where isOurs: advance(to: .obtainingAddress)
        default: if join.isConnected { endJoin(.connected(IPv4Address(0, 0, 0, 0), nil)) }
        }
    }

    /// The device did not say where it stands.
    mutating func statusFailedForJoin() {
        if let contested = resultOfContest { return endJoin(contested) }
        if join.course.state != .idle, join.isConnected { endJoin(.connected(IPv4Address(0, 0, 0, 0), nil)) }
    }
}
