extension NordicWiFi.ProvisionerMachine {
    /// What the device said of its station, and the question for it that may be open.
    struct Asking {
        /// What the device answered last, on this link or an earlier one; `nil` before the first answer.
        var report: ProvisionerStatus?
        /// Whether ``report`` is an answer, and not the word for that none came.
        var isHeard = false
        var status = ProvisionerStatus(state: .notConfigured)
        /// Whether somebody waits for a report.
        var isWanted = false
        /// Whether the device is to be asked.
        var isRequestWanted = false
        var deadline: Instant?
        /// A state that came by itself and names no network, until the device has told which one it is about.
        var bareState: StationState?
    }

    /// The device is asked, unless it is being asked.
    public mutating func statusRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        asking.isWanted = true
        if link.isDead || link.isBarred {
            failStatus()
        } else {
            asking.isRequestWanted = request.operation != .getStatus
            // Each may rely on the limit from its own request on: an earlier one is never moved.
            if asking.deadline == nil { asking.deadline = now + timing.status }
        }
        return next(at: now, &outbox)
    }

    mutating func failStatus() {
        if asking.isWanted { notices.statusFailed = true }
        asking.isWanted = false
        asking.isRequestWanted = false
        asking.deadline = nil
    }

    /// The device answered where it stands.
    mutating func takeStatus(_ report: ProvisionerStatus, at now: Instant) {
        takeReportForJoin(report, at: now)
        asking.report = report
        asking.bareState = nil
        asking.isHeard = true
        asking.status = report
        asking.isWanted = false
        asking.deadline = nil
        notices.statusReported = true
    }

    mutating func statusRequestEnded(_ ending: Ending, at now: Instant) {
        if case .answered(.success) = ending { return }
        // The question that comes before all else is asked once: what it would have told is not known then.
        if !asking.isRequestWanted { failStatus() }
        if asking.report == nil {
            asking.report = ProvisionerStatus(state: .disconnected)
            asking.isHeard = false
        }
        if let state = asking.bareState {
            asking.bareState = nil
            asking.status = ProvisionerStatus(state: state)
            notices.statusReported = true
        }
        statusFailedForJoin()
    }

    /// A state came by itself. It names no network and no address: unless it is known whose join it is about, the device is
    /// asked, and what it answers is reported instead.
    mutating func takeState(_ state: StationState, ofOurJoin isOurs: Bool) {
        guard isOurs ? !state.isConnected : state.goesOn(from: asking.status) else {
            asking.bareState = state
            // One that is under way may have been answered before the state changed.
            if !isOurs { asking.isRequestWanted = true }
            return
        }
        asking.status.state = state
        notices.statusReported = true
    }

    /// What the device is set to was changed for somebody else.
    mutating func takeChangeElsewhere() { asking.isRequestWanted = true }
}

extension StationState {
    fileprivate var isConnected: Bool {
        if case .connected = self { true } else { false }
    }

    /// How far a join is: 0 where none is under way.
    private var step: Int {
        switch self {
        case .associating: 1
        case .authenticating: 2
        case .obtainingAddress: 3
        case .failed: 4
        case .notConfigured, .disconnected, .connected: 0
        }
    }

    /// Whether it can only be the next step of the join that `status` is about, whose network is known.
    fileprivate func goesOn(from status: ProvisionerStatus) -> Bool {
        status.ssid.count > 0 && status.state.step > 0 && step > status.state.step
    }
}

extension ProvisionerStatus {
    /// What a device says of itself: no state and no network means that none is stored.
    ///
    /// A channel of 255 gives the reference firmware away, whose `auth` here is a number of its own system and no
    /// authentication mode.
    init(_ told: NordicWiFi.DeviceStatus?, in bytes: borrowing Span<UInt8>) {
        let info = told?.provisioningInfo
        var network: NordicWiFi.Network?
        if let info { network = NordicWiFi.Network(info, in: bytes) }
        var state = StationState.notConfigured
        if let told = told?.state {
            state = StationState(told, reason: nil, address: nil)
        } else if network != nil {
            state = .disconnected
        }
        if case .connected = state, let range = told?.connectionInfo?.ip4Addr?.checked(in: bytes), range.count == 4 {
            let start = range.lowerBound
            state = .connected(IPv4Address(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]))
        }
        let isForeign = network?.channel == 255
        self.init(
            state: state, ssid: network?.ssid ?? SSID(), security: isForeign ? .unspecified : Security(network?.auth),
            bssid: network?.bssid, channel: info.map { NordicWiFi.channel(of: $0) } ?? .unknown,
            band: Band(network?.band),
            wireSecurity: isForeign ? nil : network?.auth.flatMap { UInt8(exactly: $0.rawValue) })
    }
}
