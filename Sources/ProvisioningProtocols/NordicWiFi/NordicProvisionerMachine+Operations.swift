extension NordicWiFi.ProvisionerMachine {
    /// Begins the operation on the link that matters most, if none is under way.
    mutating func beginOperation(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        guard link.operation == .none, !link.isDead else { return .wait }
        if let due = link.reconnectAt, due <= now {
            link = Link()
            link.operation = .reconnect
            return .reconnect
        }
        guard link.isOpen, link.reconnectAt == nil else { return .wait }
        if Self.take(&link.wantsInfo) {
            link.operation = .readInfo
            return .read(Self.info)
        }
        guard !link.isBarred else { return .wait }
        if Self.take(&link.wantsPairing) {
            link.operation = .pair
            return .pair
        }
        if Self.take(&link.wantsControlSubscription) {
            link.operation = .subscribeControl
            return .subscribe(Self.control)
        }
        if Self.take(&link.wantsDataSubscription) {
            link.operation = .subscribeData
            return .subscribe(Self.data)
        }
        return request.operation == nil ? beginRequest(at: now, &outbox) : .wait
    }

    private static func take(_ flag: inout Bool) -> Bool {
        defer { flag = false }
        return flag
    }

    /// Writes what is to be asked next, after all subscriptions: the answer may come before the write is confirmed.
    private mutating func beginRequest(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        guard let operation = wantedOperation else { return .wait }
        let isAppended =
            switch operation {
            case .setConfig: appendCredentials(&outbox)
            default:
                outbox.append(to: Self.control) {
                    Self.encode(
                        operation, operation == .startScan ? listing.options : nil, into: &$0)
                }
            }
        request.operation = operation
        guard isAppended else {
            endRequest(.unanswered, at: now)
            return .wait
        }
        request.due = now + timing.request
        link.operation = .write
        requestBegan(operation, at: now)
        return .write
    }

    /// Where the device stands is asked first; a scan is stopped before the device is told to join or forget.
    private var wantedOperation: NordicWiFi.OpCode? {
        if asking.isRequestWanted, join.course.state != .writing || asking.report == nil { return .getStatus }
        if listing.isStopWanted { return .stopScan }
        if join.course.state == .writing { return link.mayScan ? .stopScan : .setConfig }
        if forgetting.isWanted { return link.mayScan ? .stopScan : .forgetConfig }
        if asking.isRequestWanted { return .getStatus }
        return listing.isStartWanted ? .startScan : nil
    }

    private mutating func requestBegan(_ operation: NordicWiFi.OpCode, at now: Instant) {
        refusedStatus = nil
        switch operation {
        case .getStatus: asking.isRequestWanted = false
        case .startScan:
            listing.isStartWanted = false
            link.mayScan = true
        case .setConfig: credentialWriteBegan()
        default: break
        }
    }

    /// A read gave a value: the version.
    public mutating func readCompleted(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link.operation = .none
        if let version = NordicWiFi.version(in: value) {
            toldVersion = version
            isVersionWanted = false
            notices.versionTold = true
        } else {
            diagnoseUnreadable(value, characteristic)
            if isVersionWanted { failVersion() }
        }
        return next(at: now, &outbox)
    }

    /// A read gave none.
    public mutating func readFailed(
        _ characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link.operation = .none
        if isVersionWanted { failVersion() }
        return next(at: now, &outbox)
    }

    /// A version that is known is told at once; otherwise it is read.
    public mutating func versionRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        if toldVersion != nil {
            notices.versionTold = true
        } else if link.isDead {
            notices.versionFailed = true
        } else {
            isVersionWanted = true
            link.wantsInfo = link.isOpen && link.operation != .readInfo
        }
        return next(at: now, &outbox)
    }

    mutating func failVersion() {
        isVersionWanted = false
        notices.versionFailed = true
    }

    /// The device is told to forget; a join in progress ends with what is known of it.
    public mutating func forgetRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        endJoin(resultAtLimit)
        forgetting.isWanted = true
        if link.isDead { endForget(.linkLost) }
        if link.isBarred { endForget(link.barredCode.map { .refused($0) } ?? .failed) }
        return next(at: now, &outbox)
    }

    mutating func endForget(_ result: ProvisionerForgetResult) {
        guard forgetting.isWanted else { return }
        forgetting.isWanted = false
        forgetting.result = result
        notices.forgetEnded = true
    }

    /// A write is confirmed, or failed. A request that the device has answered already is over; of one that failed on the way
    /// it is not known whether the device has it.
    public mutating func writeCompleted(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link.operation = .none
        if request.operation == .setConfig, result == .done, !join.isStale { advance(to: .written) }
        if request.operation != nil, case .refused(let code) = result { endRequest(.refused(code), at: now) }
        return next(at: now, &outbox)
    }

    /// Nobody needs the lost link any more that was to be mended: what else waited for it ends too. One that is being made
    /// already is taken as it comes.
    mutating func giveUpLink() {
        link.reconnectAt = nil
        guard link.operation != .reconnect else { return }
        link.isDead = true
        if isVersionWanted { failVersion() }
        failStatus()
        if listing.isRunning { endList(.linkLost) }
        endForget(.linkLost)
    }

    /// The device does not let itself be subscribed to: all that waits ends.
    mutating func bar(_ result: OperationResult, at now: Instant) {
        link.isBarred = true
        if case .refused(let code) = result { link.barredCode = code }
        failStatus()
        if listing.isRunning { endList(.refused) }
        listing.isStopWanted = false
        endForget(link.barredCode.map { .refused($0) } ?? .failed)
        endJoin(resultWhereBarred)
    }
}
