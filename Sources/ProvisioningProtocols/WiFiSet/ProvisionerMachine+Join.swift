extension WiFiSet.ProvisionerMachine {
    /// A join, from the request to its outcome.
    struct Join: ~Copyable, Sendable {
        var course = JoinCourse()
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
        /// When to write again.
        var acknowledgementDue: Instant?
        /// Until when the other half of a failure is waited for.
        var failureDue: Instant?
        /// When the join counts as replaced, unless the device is seen with its network by then.
        var replacedDue: Instant?
        /// Writes on this link that no ACK has answered.
        var unansweredWrites: UInt8 = 0
        /// ACKs that may still come for an earlier join's writes.
        var leftOverAcks: UInt8 = 0
        /// Whether the device was heard to acknowledge: its ACK then divides what is old from what answers.
        var acknowledges = false
        /// The network that was written last, on this link or an earlier one.
        var written = SSID()
        /// The other network that was written before it.
        var writtenBefore = SSID()
        /// The network that the device may go back to by itself; `nil` while that is not known.
        var home: SSID?
        /// Whether the write under way belongs to a join that was replaced.
        var isWriteStale = false

        var isAccepted: Bool { isAcknowledged || hasConnecting }

        var deadline: Instant? {
            Instant.earlier(
                Instant.earlier(course.limit, replacedDue), Instant.earlier(acknowledgementDue, failureDue))
        }

        /// Readies for another join on the same link.
        mutating func reset() {
            writes = 0
            isTaken = false
            isAcknowledged = false
            hasConnecting = false
            sawConnecting = false
            forgetFailure()
            acknowledgementDue = nil
            replacedDue = nil
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
        join.course.begin(credentials, until: now + timing.join, &notices)
        asking.isRequestWanted = false
        asking.failure = nil
        join.before = asking.report
        if asking.report == nil {
            join.course.state = .preparing
            asking.isReadWanted = true
        }
        if link.isDead { endJoin(.linkLost) }
        return next(at: now, &outbox)
    }

    /// The join is given up at `deadline`, where its own limit does not come first.
    public mutating func limitJoin(to deadline: Instant) { join.course.shorten(to: deadline) }

    mutating func credentialWriteBegan() {
        join.writes += 1
        join.unansweredWrites = min(join.unansweredWrites + 1, 250)
        join.acknowledgementDue = nil
        if join.written != join.course.ssid { join.writtenBefore = join.written }
        join.written = join.course.ssid
        if join.writes == 1 { notices.joinProgressed = true }
    }

    mutating func credentialWriteCompleted(_ result: OperationResult, at now: Instant) {
        if join.isWriteStale {
            join.isWriteStale = false
            return
        }
        guard join.course.state == .writing else { return }
        switch result {
        case .refused(let code) where join.writes == 1 && !join.isAccepted:
            join.unansweredWrites -= min(join.unansweredWrites, 1)
            endJoin(.refused(code))
        case .done, .refused, .failed:
            join.course.state = .waiting
            if result == .done {
                advance(to: .written)
                // What was sent before the device took the write has arrived before this.
                if !join.acknowledges { countAnswers() }
            }
            if !join.isAccepted, join.failure == nil, join.replacedDue == nil {
                join.acknowledgementDue = now + timing.acknowledgement
            }
        }
    }

    mutating func tickJoin(at now: Instant) {
        if let due = join.replacedDue, due <= now { return endJoin(.failed(.replaced)) }
        if let due = join.failureDue, due <= now { return endJoin(.failed(join.failure ?? .unspecified)) }
        if let limit = join.course.limit, limit <= now { return endJoin(resultAtLimit) }
        if let due = join.acknowledgementDue, due <= now {
            join.acknowledgementDue = nil
            // A device that acknowledges leaves this write without: its reports have to do.
            countAnswers()
            if join.writes < 3, !join.isAccepted { join.course.state = .writing }
        }
    }

    private var resultAtLimit: ProvisionerJoinResult {
        if join.failure != nil { return .failed(join.failure ?? .unspecified) }
        if join.replacedDue != nil { return .failed(.replaced) }
        return join.course.resultAtLimit(
            isLinked: link.isOpen, isWritten: join.writes > 0, isAccepted: join.isAccepted)
    }

    mutating func joinLostLink(at now: Instant) {
        guard join.course.state != .idle else { return }
        if join.course.state != .recovering, join.isAccepted, let failure = join.failure {
            return endJoin(.failed(failure))
        }
        if join.replacedDue != nil { return endJoin(.failed(.replaced)) }
        join.acknowledgementDue = nil
        let end = join.course.linkLost(
            isWritten: join.writes > 0, isAccepted: join.isAccepted, at: now, recovery: timing.recovery,
            reconnectAt: &link.reconnectAt, &notices)
        if let end { endJoin(end) }
    }

    mutating func advance(to progress: JoinProgress) { join.course.advance(to: progress, &notices) }

    mutating func endJoin(_ result: ProvisionerJoinResult) {
        guard join.course.state != .idle else { return }
        let count = join.textCount
        if link.operation == .writeCredentials { join.isWriteStale = true }
        join.reset()
        join.textCount = count
        join.course.end(result, &notices)
        if !link.isOpen { link.reconnectAt = nil }
    }
}
