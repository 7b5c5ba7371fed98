/// What counts as an answer to a write of credentials.
///
/// A device that goes back to the network that worked says of it what it would say of new credentials. What it sent before
/// it took the write does not count: that is all that comes before its ACK, or, from a device that was never heard to
/// acknowledge, before the link's own answer to the write.
extension WiFiSet.ProvisionerMachine {
    /// From now on the device's reports are answers.
    mutating func countAnswers() {
        guard !join.isTaken else { return }
        join.isTaken = true
        join.before = asking.report
        // A device may say Connecting before the link's answer. It goes back to no other network than the one it has.
        if join.sawConnecting, !mayGoBack { takeConnecting() }
    }

    /// Whether the device may come to the wanted network without having read the write.
    private var mayGoBack: Bool { join.home.map { $0 == join.course.ssid } ?? true }

    /// An ACK, `isLate` where messages sent after it have overtaken it.
    mutating func takeAck(_ status: WiFiSet.AckStatus, isLate: Bool, from characteristic: UInt8, at now: Instant) {
        join.acknowledges = true
        join.unansweredWrites -= min(join.unansweredWrites, 1)
        guard join.leftOverAcks == 0, join.writes > 0, join.course.state != .idle else {
            join.leftOverAcks -= min(join.leftOverAcks, 1)
            notices.diagnose(.lateAcknowledgement, characteristic, UInt16(status.rawValue))
            return awaitAck(at: now)
        }
        switch status {
        case .stored:
            if !join.isAcknowledged { takeFirstAck(isLate: isLate) }
            join.isAcknowledged = true
            join.acknowledgementDue = nil
            advance(to: .acknowledged)
        case .storageFailure: endJoin(.failed(.storageFailed))
        default: endJoin(.failed(.credentialsRefused))
        }
    }

    private mutating func takeFirstAck(isLate: Bool) {
        if isLate {
            countAnswers()
            if join.sawConnecting { takeConnecting() }
        } else {
            join.isTaken = true
            join.before = asking.report
            join.hasConnecting = false
            join.forgetFailure()
        }
    }

    /// The device acknowledges, and this write not yet: what was taken for an answer was none.
    private mutating func awaitAck(at now: Instant) {
        guard join.course.state == .waiting, !join.isAcknowledged else { return }
        join.isTaken = false
        join.hasConnecting = false
        join.forgetFailure()
        if join.acknowledgementDue == nil { join.acknowledgementDue = now + timing.acknowledgement }
    }

    mutating func takeReportForJoin(_ report: WiFiSet.StatusReport, at now: Instant) {
        defer { noteHome(report) }
        if join.course.state == .preparing { join.course.state = .writing }
        guard join.course.state != .idle, join.writes > 0 else { return }
        guard report.ssid == join.course.ssid else { return takeReportOfOther(report, at: now) }
        join.sawConnecting = report.state == .connecting
        guard join.isTaken else { return }
        switch report.state {
        case .connecting: takeConnecting()
        case .connected:
            // A device that was on this network before repeats so until it has read the new credentials, and after they
            // have failed it is there again.
            guard join.failure == nil || !join.isAccepted, join.hasConnecting || !mayGoBack else { return }
            endJoin(.connected(report.address, report.signal.rawValue == 0 ? nil : report.signal))
        case .connectionFailed, .configuredNotConnected:
            // Without a sign that the device has read the write, this may be the failure before, told once more.
            guard join.isAccepted || isNews(report) else { return }
            join.replacedDue = nil
            join.hasFailureStatus = true
            fail(.unspecified, at: now)
        default: break
        }
    }

    /// The device has read the write: a failure that was told before is not of this join. One told since then is, and what
    /// follows is the way back.
    private mutating func takeConnecting() {
        if join.failure != nil {
            if join.isAccepted { return }
            join.forgetFailure()
        }
        join.hasConnecting = true
        join.acknowledgementDue = nil
        join.replacedDue = nil
        advance(to: .connecting)
    }

    /// The device is on its way to a network that is neither the wanted one nor its own: another central has written too.
    /// The later write counts. That is the other one where the device was seen with the wanted network before; where not, its
    /// report may have been on its way when this write came, and Connecting for the wanted network follows.
    private mutating func takeReportOfOther(_ report: WiFiSet.StatusReport, at now: Instant) {
        guard join.isTaken, join.failure == nil, join.replacedDue == nil,
            report.state == .connecting || report.state == .connected,
            report.ssid.count > 0, report.ssid != join.writtenBefore,
            let home = join.home, report.ssid != home
        else { return }
        if join.hasConnecting { return endJoin(.failed(.replaced)) }
        join.replacedDue = now + timing.acknowledgement
        join.acknowledgementDue = nil
    }

    /// Keeps in mind which network the device has of its own: where it was, or what it tried before anybody asked it to.
    private mutating func noteHome(_ report: WiFiSet.StatusReport) {
        switch report.state {
        case .notConfigured: join.home = SSID()
        case .connected: join.home = report.ssid
        default: if join.home == nil, report.ssid.count > 0, report.ssid != join.written { join.home = report.ssid }
        }
    }

    private func isNews(_ report: WiFiSet.StatusReport) -> Bool {
        guard let before = join.before else { return false }
        return before.state != report.state || before.ssid != report.ssid
    }

    /// The device tells a failure in two messages, in either order; the join ends when both are there, or a second passed.
    /// Until the device has shown that it read the write, it has the time for an ACK to do so.
    mutating func fail(_ reason: JoinFailure, at now: Instant) {
        if join.failure == nil || reason != .unspecified { join.failure = reason }
        join.acknowledgementDue = nil
        if join.isAccepted, join.hasFailureStatus, join.hasFailureError {
            endJoin(.failed(join.failure ?? .unspecified))
        } else if join.failureDue == nil {
            join.failureDue = now + (join.isAccepted ? 1_000 : timing.acknowledgement)
        }
    }
}
