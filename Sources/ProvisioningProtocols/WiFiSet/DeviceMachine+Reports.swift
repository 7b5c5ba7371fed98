extension WiFiSet.DeviceMachine {
    /// Tells what became of the credentials and of the join.
    public mutating func report(
        _ report: JoinCoordinator.Report, status: JoinStatus, now: Instant, outbox: inout Outbox
    ) {
        switch report {
        case .nothing: return
        case .status, .notCleared:
            guard status.state != told.state || status.ssid != told.ssid else { return }
            guard Self.report(of: status) != Self.report(of: told) else { return }
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
        sendList(.networkEntry(point), outbox: &outbox)
    }

    /// The scan failed: said on Status; the list then ends with what is known.
    public mutating func scanFailed(outbox: inout Outbox) {
        guard list != .idle else { return }
        send(.scanFailed, "Scan failed", outbox: &outbox)
    }

    /// Ends the list with the number of entries sent, and begins another where one was asked for meanwhile.
    public mutating func scanEnded(outbox: inout Outbox) -> DeviceAction {
        guard list != .idle else { return .none }
        sendList(.listEnd(count: listCount), outbox: &outbox)
        list = .idle
        guard mustListAgain else { return .none }
        beginList(outbox: &outbox)
        return .scan
    }

    mutating func beginList(outbox: inout Outbox) {
        list = .started
        listCount = 0
        mustListAgain = false
        sendList(.listStart, outbox: &outbox)
    }

    // MARK: - Sending

    mutating func sendStatus(_ status: JoinStatus, now: Instant, outbox: inout Outbox) {
        told = status
        if centrals > 0 { statusDue = now + Self.statusInterval }
        keep(.statusResponse(Self.report(of: status)))
        sendLastStatus(outbox: &outbox)
    }

    mutating func acknowledge(_ status: WiFiSet.AckStatus, outbox: inout Outbox) {
        keep(.credentialAck(status))
        sendLastStatus(outbox: &outbox)
    }

    mutating func send(_ code: WiFiSet.ErrorCode, _ text: StaticString, outbox: inout Outbox) {
        var target = lastStatus.mutableSpan
        let number = sequence
        let count = text.withUTF8Buffer {
            WiFiSet.encodeError(code, text: $0.span, sequence: number, into: &target)
        }
        lastStatusCount = UInt8(truncatingIfNeeded: count ?? 0)
        sequence &+= 1
        sendLastStatus(outbox: &outbox)
    }

    /// Makes `message` the last one of Status.
    mutating func keep(_ message: WiFiSet.Message) {
        var target = lastStatus.mutableSpan
        lastStatusCount = UInt8(truncatingIfNeeded: message.encode(sequence: sequence, into: &target) ?? 0)
        sequence &+= 1
    }

    private func sendLastStatus(outbox: inout Outbox) {
        let count = Int(lastStatusCount)
        _ = outbox.append(to: WiFiSet.Characteristic.status.rawValue) { target in
            guard count <= target.count else { return nil }
            for index in 0..<count { target[index] = lastStatus[index] }
            return count
        }
    }

    private mutating func sendList(_ message: WiFiSet.Message, outbox: inout Outbox) {
        var own = lastList.mutableSpan
        let count = message.encode(sequence: sequence, into: &own) ?? 0
        lastListCount = UInt8(truncatingIfNeeded: count)
        sequence &+= 1
        _ = outbox.append(to: WiFiSet.Characteristic.list.rawValue) { target in
            guard count <= target.count else { return nil }
            for index in 0..<count { target[index] = lastList[index] }
            return count
        }
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
