extension WiFiSet.DeviceMachine {
    /// Tells what became of the credentials and of the join.
    public mutating func report(
        _ report: JoinCoordinator.Report, status: JoinStatus, now: Instant, outbox: inout Outbox
    ) {
        switch report {
        case .nothing: return
        case .status, .notCleared:
            let new = Self.report(of: status)
            guard new.state != told.state || new.address != told.address || new.ssid != told.ssid else { return }
        case .cleared: break
        case .stored: acknowledge(.stored, outbox: &outbox)
        case .notStored:
            acknowledge(.storageFailure, outbox: &outbox)
            return
        case .failed(let reason): send(.connectionTimeout, Self.text(for: reason), outbox: &outbox)
        }
        sendStatus(status, now: now, outbox: &outbox)
    }

    /// One entry of the list, up to 255.
    public mutating func found(_ point: AccessPoint, outbox: inout Outbox) {
        guard list != .idle, listCount < Self.maximumNetworks else { return }
        list = .entries
        listCount += 1
        var target = lastList.mutableSpan
        sendList(WiFiSet.encode(point, sequence: sequence, into: &target), outbox: &outbox)
    }

    /// The scan failed: said on Status; the list then ends with what is known.
    public mutating func scanFailed(outbox: inout Outbox) {
        guard list != .idle else { return }
        send(.scanFailed, "Scan failed", outbox: &outbox)
    }

    /// Ends the list with the number of entries sent, and begins another where one was asked for meanwhile.
    public mutating func scanEnded(outbox: inout Outbox) -> DeviceAction {
        guard list != .idle else { return .none }
        var target = lastList.mutableSpan
        sendList(WiFiSet.encode(.listEnd, byte: listCount, sequence: sequence, into: &target), outbox: &outbox)
        list = .idle
        guard mustListAgain else { return .none }
        beginList(outbox: &outbox)
        return .scan
    }

    mutating func beginList(outbox: inout Outbox) {
        list = .started
        listCount = 0
        mustListAgain = false
        var target = lastList.mutableSpan
        sendList(WiFiSet.begin(.listStart, sequence, 0, in: &target), outbox: &outbox)
    }

    // MARK: - Sending

    mutating func sendStatus(_ status: JoinStatus, now: Instant, outbox: inout Outbox) {
        told = Self.report(of: status)
        if centrals > 0 { statusDue = now + Self.statusInterval }
        keep(told)
        sendLastStatus(outbox: &outbox)
    }

    mutating func acknowledge(_ status: WiFiSet.AckStatus, outbox: inout Outbox) {
        var target = lastStatus.mutableSpan
        keepStatus(WiFiSet.encode(.credentialAck, byte: status.rawValue, sequence: sequence, into: &target))
        sendLastStatus(outbox: &outbox)
    }

    mutating func send(_ code: WiFiSet.ErrorCode, _ text: StaticString, outbox: inout Outbox) {
        var target = lastStatus.mutableSpan
        let number = sequence
        let count = text.withUTF8Buffer {
            WiFiSet.encodeError(code, text: $0.span, sequence: number, into: &target)
        }
        keepStatus(count)
        sendLastStatus(outbox: &outbox)
    }

    /// Makes a status the last message of Status.
    mutating func keep(_ report: WiFiSet.StatusReport) {
        var target = lastStatus.mutableSpan
        keepStatus(WiFiSet.encode(report, sequence: sequence, into: &target))
    }

    /// A message of `count` bytes has become the last one of Status.
    private mutating func keepStatus(_ count: Int?) {
        lastStatusCount = UInt8(truncatingIfNeeded: count ?? 0)
        sequence &+= 1
    }

    private mutating func sendLastStatus(outbox: inout Outbox) {
        var message = lastStatus.mutableSpan
        lend(&message, 0..<Int(lastStatusCount)) {
            _ = outbox.append($0, to: WiFiSet.Characteristic.status.rawValue)
        }
    }

    /// Sends the message of `count` bytes that has become the last one of WiFi List.
    private mutating func sendList(_ count: Int?, outbox: inout Outbox) {
        lastListCount = UInt8(truncatingIfNeeded: count ?? 0)
        sequence &+= 1
        var message = lastList.mutableSpan
        lend(&message, 0..<(count ?? 0)) { _ = outbox.append($0, to: WiFiSet.Characteristic.list.rawValue) }
    }

    // MARK: - In the protocol's terms

    static func report(of status: JoinStatus) -> WiFiSet.StatusReport {
        switch status.state {
        case .notConfigured: WiFiSet.StatusReport(state: .notConfigured, ssid: status.ssid)
        case .disconnected: WiFiSet.StatusReport(state: .configuredNotConnected, ssid: status.ssid)
        case .associating, .authenticating, .obtainingAddress:
            WiFiSet.StatusReport(state: .connecting, ssid: status.ssid)
        case .failed: WiFiSet.StatusReport(state: .connectionFailed, ssid: status.ssid)
        case .connected(let address):
            WiFiSet.StatusReport(
                state: .connected, signal: status.signal ?? SignalStrength(rawValue: 0), address: address,
                ssid: status.ssid)
        }
    }

    /// The texts by which clients of the reference firmware tell reasons apart, where one is true. What no passphrase mends
    /// has a text of its own, which other clients show as it is.
    static func text(for reason: JoinFailure) -> StaticString {
        switch reason {
        case .networkNotFound: "Network not found"
        case .timeOut: "Connection timeout"
        case .noAddress: "No address obtained"
        case .unsupportedSecurity: "Security not supported"
        case .deviceFault: "Device fault"
        default: "Connection failed - wrong password or network issue"
        }
    }
}
