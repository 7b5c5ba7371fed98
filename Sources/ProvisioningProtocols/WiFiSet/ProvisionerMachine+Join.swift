extension WiFiSet.ProvisionerMachine {
    /// A join, from the request to its outcome.
    struct Join: ~Copyable, Sendable {
        enum State: UInt8 {
            case idle
            /// The device is asked where it stands, so that a Connected afterwards can be judged.
            case preparing
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
        /// How often they were written.
        var writes: UInt8 = 0
        var isAcknowledged = false
        var hasConnecting = false
        /// Where the device stood before the first write, as far as it is known.
        var before: WiFiSet.StatusReport?
        /// Why it failed, once something said that it did.
        var failure: JoinFailure?
        var hasFailureStatus = false
        var hasFailureError = false
        var text = InlineArray<255, UInt8>(repeating: 0)
        var textCount = 0
        /// When the whole join is given up.
        var limit: Instant?
        /// When to write again.
        var acknowledgementDue: Instant?
        /// Until when the other half of a failure is waited for.
        var failureDue: Instant?
        /// Writes on this link that no ACK has answered.
        var unansweredWrites: UInt8 = 0
        /// ACKs that may still come for an earlier join's writes.
        var leftOverAcks: UInt8 = 0
        /// Whether the write under way belongs to a join that was replaced.
        var isWriteStale = false

        var isAccepted: Bool { isAcknowledged || hasConnecting }

        var deadline: Instant? {
            var earliest = limit
            if let due = acknowledgementDue { earliest = earliest.map { min($0, due) } ?? due }
            if let due = failureDue { earliest = earliest.map { min($0, due) } ?? due }
            return earliest
        }

        /// Readies for another join on the same link.
        mutating func reset() {
            state = .idle
            credentials = nil
            writes = 0
            isAcknowledged = false
            hasConnecting = false
            failure = nil
            hasFailureStatus = false
            hasFailureError = false
            textCount = 0
            limit = nil
            acknowledgementDue = nil
            failureDue = nil
            // A few at most: where ACKs never arrive, a device that starts to send them must still be heard.
            leftOverAcks = min(unansweredWrites, 2)
        }
    }

    /// Credentials are written once it is known where the device stands; a join in progress is replaced.
    public mutating func joinRequested(
        _ credentials: consuming Credentials, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        join.isWriteStale = link.operation == .writeCredentials
        join.reset()
        notices.joinProgressed = false
        notices.joinEnded = false
        asking.isRequestWanted = false
        asking.failure = nil
        join.ssid = credentials.ssid
        join.credentials = consume credentials
        join.progress = .writing
        join.before = asking.report
        join.limit = now + timing.join
        join.state = asking.report == nil ? .preparing : .writing
        if join.state == .preparing { asking.isReadWanted = true }
        if link.isDead { endJoin(.linkLost) }
        return next(at: now, &outbox)
    }

    mutating func credentialWriteBegan() {
        join.writes += 1
        join.unansweredWrites = min(join.unansweredWrites + 1, 250)
        join.acknowledgementDue = nil
        if join.writes == 1 {
            join.before = asking.report
            notices.joinProgressed = true
        }
    }

    mutating func credentialWriteCompleted(_ result: OperationResult, at now: Instant) {
        if join.isWriteStale {
            join.isWriteStale = false
            return
        }
        guard join.state == .writing else { return }
        switch result {
        case .refused(let code) where join.writes == 1 && !join.isAccepted:
            join.unansweredWrites -= min(join.unansweredWrites, 1)
            endJoin(.refused(code))
        case .done, .refused, .failed:
            join.state = .waiting
            if result == .done { advance(to: .written) }
            if !join.isAccepted, join.failure == nil { join.acknowledgementDue = now + timing.acknowledgement }
        }
    }

    mutating func takeAck(_ status: WiFiSet.AckStatus, from characteristic: UInt8, at now: Instant) {
        join.unansweredWrites -= min(join.unansweredWrites, 1)
        guard join.leftOverAcks == 0, join.writes > 0, join.state != .idle else {
            join.leftOverAcks -= min(join.leftOverAcks, 1)
            notices.diagnose(.lateAcknowledgement, characteristic, UInt16(status.rawValue))
            return
        }
        switch status {
        case .stored:
            join.isAcknowledged = true
            join.acknowledgementDue = nil
            advance(to: .acknowledged)
        case .storageFailure: endJoin(.failed(.storageFailed))
        default: endJoin(.failed(.credentialsRefused))
        }
    }

    mutating func takeReportForJoin(_ report: WiFiSet.StatusReport, at now: Instant) {
        if join.state == .preparing { join.state = .writing }
        guard join.state != .idle, join.writes > 0, report.ssid == join.ssid else { return }
        switch report.state {
        case .connecting:
            join.hasConnecting = true
            join.acknowledgementDue = nil
            advance(to: .connecting)
        case .connected:
            // A device that was on this network before repeats so until it has read the new credentials.
            let wasElsewhere = join.before.map { $0.state != .connected || $0.ssid != join.ssid } ?? false
            if join.hasConnecting || wasElsewhere {
                endJoin(.connected(report.address, report.signal.rawValue == 0 ? nil : report.signal))
            }
        case .connectionFailed, .configuredNotConnected:
            // Without a sign that the device has read the write, this may be the failure before, told once more.
            guard join.isAccepted || isNews(report) else { return }
            join.hasFailureStatus = true
            fail(.unspecified, at: now)
        default: break
        }
    }

    private func isNews(_ report: WiFiSet.StatusReport) -> Bool {
        guard let before = join.before else { return false }
        return before.state != report.state || before.ssid != report.ssid
    }

    /// The device tells a failure in two messages, in either order; the join ends when both are there, or a second passed.
    mutating func fail(_ reason: JoinFailure, at now: Instant) {
        if join.failure == nil || reason != .unspecified { join.failure = reason }
        join.acknowledgementDue = nil
        if join.hasFailureStatus, join.hasFailureError {
            endJoin(.failed(join.failure ?? .unspecified))
        } else if join.failureDue == nil {
            join.failureDue = now + 1_000
        }
    }

    mutating func tickJoin(at now: Instant) {
        if let due = join.failureDue, due <= now { return endJoin(.failed(join.failure ?? .unspecified)) }
        if let limit = join.limit, limit <= now { return endJoin(resultAtLimit) }
        if let due = join.acknowledgementDue, due <= now {
            join.acknowledgementDue = nil
            if join.writes < 3 { join.state = .writing }
        }
    }

    private var resultAtLimit: ProvisionerJoinResult {
        if join.failure != nil { return .failed(join.failure ?? .unspecified) }
        if join.state == .recovering, !link.isOpen { return .unknown(.linkLostAfterAcceptance) }
        if join.isAccepted { return .unknown(.noResult) }
        return join.writes > 0 ? .unknown(.noAnswer) : .timedOut
    }

    /// After acceptance the link is mended to learn the outcome; a write without an answer leaves it unknown at once.
    mutating func joinLostLink(at now: Instant) {
        switch join.state {
        case .idle: return
        case .recovering:
            let again = now + 1_000
            if let limit = join.limit, limit <= again { return endJoin(.unknown(.linkLostAfterAcceptance)) }
            link.reconnectAt = again
        case .preparing, .writing, .waiting:
            if let failure = join.failure { return endJoin(.failed(failure)) }
            guard join.writes > 0 else { return endJoin(.linkLost) }
            guard join.isAccepted else { return endJoin(.unknown(.linkLostBeforeAnswer)) }
            join.state = .recovering
            join.acknowledgementDue = nil
            join.limit = now + timing.recovery
            link.reconnectAt = now
            advance(to: .reconnecting)
        }
    }

    mutating func advance(to progress: JoinProgress) {
        guard progress > join.progress else { return }
        join.progress = progress
        notices.joinProgressed = true
    }

    mutating func endJoin(_ result: ProvisionerJoinResult) {
        guard join.state != .idle else { return }
        let count = join.textCount
        if link.operation == .writeCredentials { join.isWriteStale = true }
        join.reset()
        join.textCount = count
        join.result = result
        notices.joinProgressed = false
        notices.joinEnded = true
        if !link.isOpen { link.reconnectAt = nil }
    }
}
