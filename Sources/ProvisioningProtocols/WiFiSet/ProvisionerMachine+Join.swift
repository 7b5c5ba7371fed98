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
        /// Whether what the device says now can be an answer to this join's write.
        var isTaken = false
        var isAcknowledged = false
        var hasConnecting = false
        /// Whether the last report, which came too early to count, said Connecting.
        var sawConnecting = false
        /// Where the device stood when it took the first write, as far as it is known.
        var before: WiFiSet.StatusReport?
        /// Why it failed, once something said that it did.
        var failure: JoinFailure?
        var hasFailureStatus = false
        var hasFailureError = false
        var text = InlineArray<255, UInt8>(repeating: 0)
        var textCount = 0
        /// When the whole join is given up.
        var limit: Instant?
        /// When its caller gives it up, where that was said.
        var callerLimit: Instant?
        /// When to write again.
        var acknowledgementDue: Instant?
        /// Until when the other half of a failure is waited for.
        var failureDue: Instant?
        /// Writes on this link that no ACK has answered.
        var unansweredWrites: UInt8 = 0
        /// ACKs that may still come for an earlier join's writes.
        var leftOverAcks: UInt8 = 0
        /// Whether the device was heard to acknowledge: its ACK then divides what is old from what answers.
        var acknowledges = false
        /// The network that was written last, on this link or an earlier one.
        var written = SSID()
        /// The network that the device may go back to by itself; `nil` while that is not known.
        var home: SSID?
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
            isTaken = false
            isAcknowledged = false
            hasConnecting = false
            sawConnecting = false
            forgetFailure()
            limit = nil
            callerLimit = nil
            acknowledgementDue = nil
            leftOverAcks = unansweredWrites
        }

        /// What was said of a failure does not count.
        mutating func forgetFailure() {
            failure = nil
            hasFailureStatus = false
            hasFailureError = false
            failureDue = nil
            textCount = 0
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

    /// The join is given up at `deadline`, where its own limit does not come first.
    public mutating func limitJoin(to deadline: Instant) {
        guard join.state != .idle else { return }
        join.callerLimit = deadline
        join.limit = join.limit.map { min($0, deadline) } ?? deadline
    }

    mutating func credentialWriteBegan() {
        join.writes += 1
        join.unansweredWrites = min(join.unansweredWrites + 1, 250)
        join.acknowledgementDue = nil
        join.written = join.ssid
        if join.writes == 1 { notices.joinProgressed = true }
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
            if result == .done {
                advance(to: .written)
                // What was sent before the device took the write has arrived before this.
                if !join.acknowledges { countAnswers() }
            }
            if !join.isAccepted, join.failure == nil { join.acknowledgementDue = now + timing.acknowledgement }
        }
    }

    mutating func tickJoin(at now: Instant) {
        if let due = join.failureDue, due <= now { return endJoin(.failed(join.failure ?? .unspecified)) }
        if let limit = join.limit, limit <= now { return endJoin(resultAtLimit) }
        if let due = join.acknowledgementDue, due <= now {
            join.acknowledgementDue = nil
            // A device that acknowledges leaves this write without: its reports have to do.
            countAnswers()
            if join.writes < 3, !join.isAccepted { join.state = .writing }
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
            if let failure = join.failure, join.isAccepted { return endJoin(.failed(failure)) }
            guard join.writes > 0 else { return endJoin(.linkLost) }
            guard join.isAccepted else { return endJoin(.unknown(.linkLostBeforeAnswer)) }
            join.state = .recovering
            join.acknowledgementDue = nil
            join.limit = join.callerLimit.map { min($0, now + timing.recovery) } ?? now + timing.recovery
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
