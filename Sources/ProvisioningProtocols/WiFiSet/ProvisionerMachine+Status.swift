extension WiFiSet.ProvisionerMachine {
    /// What the device said of its station, and the question for it that may be open.
    struct Asking {
        /// The device's last report as it came on this link or an earlier one; `nil` before the first.
        var report: WiFiSet.StatusReport?
        var status = ProvisionerStatus(state: .notConfigured)
        /// Why the last join failed, as an error of this link told; `nil` where none did, or another report came since.
        var failure: JoinFailure?
        /// Whether somebody waits for a report.
        var isWanted = false
        /// Whether Status is to be read.
        var isReadWanted = false
        /// Whether a Status Request is to be sent.
        var isRequestWanted = false
        /// Whether a Status Request was sent and may still be answered with an error.
        var isRequestOpen = false
        var deadline: Instant?
    }

    /// Status is read first: firmware in the field takes a Status Request for bad credentials.
    public mutating func statusRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        asking.isWanted = true
        if link.isDead {
            failStatus()
        } else {
            asking.isReadWanted = true
            // Each may rely on the limit from its own request on: an earlier one is never moved.
            if asking.deadline == nil { asking.deadline = now + timing.status }
        }
        return next(at: now, &outbox)
    }

    mutating func tickStatus(at now: Instant) {
        if let deadline = asking.deadline, deadline <= now { failStatus() }
    }

    mutating func failStatus() {
        if asking.isWanted { notices.statusFailed = true }
        asking.isWanted = false
        asking.isReadWanted = false
        asking.isRequestWanted = false
        asking.deadline = nil
    }

    /// A report came, by notification or because Status was read.
    mutating func takeReport(_ report: WiFiSet.StatusReport, at now: Instant) {
        takeReportForJoin(report, at: now)
        asking.report = report
        if report.state != .connectionFailed { asking.failure = nil }
        asking.status = ProvisionerStatus(report, failure: asking.failure ?? .unspecified)
        asking.isWanted = false
        asking.isReadWanted = false
        asking.isRequestWanted = false
        asking.isRequestOpen = false
        asking.deadline = nil
        notices.statusReported = true
    }

    /// An error told why a join failed; the report of that may have come before it.
    mutating func learn(_ reason: JoinFailure) {
        asking.failure = reason
        guard asking.report?.state == .connectionFailed, asking.status.state != .failed(reason) else { return }
        asking.status.state = .failed(reason)
        notices.statusReported = true
    }

    /// Reading gave no report: the device is asked, unless a join runs that the question could spoil.
    mutating func readGaveNoReport() {
        if asking.isWanted, join.course.state == .idle { asking.isRequestWanted = true }
    }
}

extension ProvisionerStatus {
    /// What a report says. *Connecting* is the first of the steps that a join has; a failure is for the reason `failure`,
    /// which the report does not carry.
    init(_ report: WiFiSet.StatusReport, failure: JoinFailure) {
        let state: StationState =
            switch report.state {
            case .notConfigured: .notConfigured
            case .connecting: .associating
            case .connected: .connected(report.address)
            case .connectionFailed: .failed(failure)
            default: .disconnected
            }
        self.init(
            state: state, ssid: report.ssid,
            signal: report.state == .connected && report.signal.rawValue != 0 ? report.signal : nil)
    }
}
