extension WiFiSet.ProvisionerMachine {
    /// Begins the operation on the link that matters most, if none is under way.
    mutating func beginOperation(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        guard link.operation == .none, !link.isDead else { return .wait }
        if let due = link.reconnectAt, due <= now {
            link = Link()
            link.operation = .reconnect
            return .reconnect
        }
        guard link.isOpen, link.reconnectAt == nil else { return .wait }
        let list = WiFiSet.Characteristic.list.rawValue
        let status = WiFiSet.Characteristic.status.rawValue
        if link.wantsListSubscription {
            link.wantsListSubscription = false
            link.operation = .subscribeList
            listSubscriptionBegan(at: now)
            return .subscribe(list)
        }
        if link.wantsStatusSubscription {
            link.wantsStatusSubscription = false
            link.operation = .subscribeStatus
            return .subscribe(status)
        }
        if link.cutCharacteristic != 0 {
            link.operation = .mend
            defer { link.cutCharacteristic = 0 }
            return .read(link.cutCharacteristic)
        }
        if asking.isReadWanted || listing.wantsStatusRead {
            asking.isReadWanted = false
            listing.wantsStatusRead = false
            link.operation = .read
            return .read(status)
        }
        if join.course.state == .writing, writeCredentials(&outbox) { return .write }
        if listing.wantsResubscription {
            listing.wantsResubscription = false
            link.operation = .subscribeList
            return .resubscribe(list)
        }
        if asking.isRequestWanted, writeRequest(&outbox) { return .write }
        return .wait
    }

    private mutating func writeCredentials(_ outbox: inout Outbox) -> Bool {
        let ssid = join.course.ssid
        let sequence = link.sequence
        let isAppended =
            switch join.course.credentials {
            case .some(let credentials):
                outbox.append(
                    ssid: ssid, passphrase: credentials.passphrase, sequence: sequence, to: .credentialWrite)
            case .none: false
            }
        guard isAppended else {
            endJoin(.failed(.credentialsRefused))
            return false
        }
        link.sequence &+= 1
        link.operation = .writeCredentials
        credentialWriteBegan()
        return true
    }

    private mutating func writeRequest(_ outbox: inout Outbox) -> Bool {
        asking.isRequestWanted = false
        guard outbox.append(.statusRequest, sequence: link.sequence, to: .credentialWrite) else { return false }
        link.sequence &+= 1
        link.operation = .writeRequest
        asking.isRequestOpen = true
        return true
    }

    /// A write is confirmed, or failed.
    public mutating func writeCompleted(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        let operation = link.operation
        link.operation = .none
        if operation == .writeCredentials { credentialWriteCompleted(result, at: now) }
        return next(at: now, &outbox)
    }

    /// A read gave a value: the whole of a message that came cut, or where the device stands.
    public mutating func readCompleted(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        let isMending = link.operation == .mend
        link.operation = .none
        if isMending {
            mendCut(with: value, from: characteristic, at: now)
        } else {
            takeReadStatus(value, from: characteristic, at: now)
        }
        return next(at: now, &outbox)
    }

    /// A read gave none.
    public mutating func readFailed(
        _ characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        let isMending = link.operation == .mend
        link.operation = .none
        if !isMending {
            listHeard(nil, isScanFailure: false, at: now)
            readGaveNoReport()
            if join.course.state == .preparing { join.course.state = .writing }
        }
        return next(at: now, &outbox)
    }

    /// The last message that the device sent on Status. Only a report says where it stands now; an error is old news
    /// unless the outcome of a join is looked for on a new link.
    private mutating func takeReadStatus(_ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant) {
        if let frame = try? WiFiSet.Frame(decoding: value) {
            tracker.noteRead(frame.sequence)
            listHeard(frame.sequence, isScanFailure: frame.message.isScanFailure, at: now)
            switch frame.message {
            case .statusResponse(let report): takeReport(report, at: now)
            case .error(let code, let text) where join.course.state == .recovering:
                errorText.keep(text.range, of: value)
                takeError(code, from: characteristic, at: now)
            default: readGaveNoReport()
            }
        } else {
            listHeard(nil, isScanFailure: false, at: now)
            readGaveNoReport()
        }
        if join.course.state == .preparing { join.course.state = .writing }
    }
}

extension WiFiSet.Message {
    /// Whether it is the error that tells of a scan which failed.
    fileprivate var isScanFailure: Bool {
        if case .error(.scanFailed, _) = self { return true }
        return false
    }
}
