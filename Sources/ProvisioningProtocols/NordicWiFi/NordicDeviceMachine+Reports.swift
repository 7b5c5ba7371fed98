extension NordicWiFi.DeviceMachine {
    /// Answers what was asked for and has come to its end, and tells how the join goes.
    public mutating func report(
        _ report: JoinCoordinator.Report, status: JoinStatus, now: Instant, outbox: inout Outbox
    ) {
        switch report {
        case .nothing: return
        case .status: break
        case .stored(let ssid): answerConfig(.success, of: ssid, outbox: &outbox)
        case .notStored(let ssid): answerConfig(.internalError, of: ssid, outbox: &outbox)
        case .failed(let reason):
            told = status
            return sendState(.connectionFailed, NordicWiFi.ConnectionFailureReason(reason), &outbox)
        case .cleared:
            answerConfig(.internalError, outbox: &outbox)  // forgotten before they were stored
            network = nil
            // No state follows: that the device is on no network is what was asked for.
            if owesForget { told = status }
            answerForget(.success, outbox: &outbox)
        case .notCleared: answerForget(.internalError, outbox: &outbox)
        }
        tell(status, &outbox)
    }

    /// Credentials that came meanwhile get an answer of their own, from which the centrals know that there were two.
    private mutating func answerConfig(_ status: NordicWiFi.Status, of ssid: SSID, outbox: inout Outbox) {
        guard owesConfig else { return }
        answerConfig(status, outbox: &outbox)
        owesConfig = network.map { $0.ssid != ssid } ?? false
    }

    private mutating func answerConfig(_ status: NordicWiFi.Status, outbox: inout Outbox) {
        guard owesConfig else { return }
        owesConfig = false
        answer(.setConfig, status, outbox: &outbox)
    }

    private mutating func answerForget(_ status: NordicWiFi.Status, outbox: inout Outbox) {
        guard owesForget else { return }
        owesForget = false
        answer(.forgetConfig, status, outbox: &outbox)
    }

    private mutating func tell(_ status: JoinStatus, _ outbox: inout Outbox) {
        defer { told = status }
        guard centrals > 0, status.state != told.state || status.ssid != told.ssid else { return }
        let state = Self.state(of: status)
        if state == .disconnected, Self.state(of: told) == .disconnected { return }
        sendState(state, nil, &outbox)
    }

    /// One network, where it is of the band that was asked for.
    public mutating func found(_ point: AccessPoint, outbox: inout Outbox) {
        guard isScanning, point.isOf(options.band) else { return }
        var network = NordicWiFi.Network(ssid: point.ssid)
        network.bssid = point.bssid
        network.band = point.wireBand
        network.channel = UInt32(point.channel.rawValue)
        network.auth = point.mode
        var source = NordicWiFi.Source()
        var record = NordicWiFi.ScanRecord()
        record.wifi = network.info(&source)
        record.rssi = Int32(point.signal.rawValue)
        var result = NordicWiFi.Result()
        result.scanRecord = record
        send(result, source, &outbox)
    }

    /// The service has no word for it: the list is what is known.
    public mutating func scanFailed(outbox: inout Outbox) {}

    /// The networks are told; another scan begins where one was asked for meanwhile.
    public mutating func scanEnded(outbox: inout Outbox) -> DeviceAction {
        guard isScanning else { return .none }
        isScanning = mustScanAgain
        mustScanAgain = false
        return isScanning ? .scan : .none
    }

    // MARK: - Sending

    mutating func answer(_ operation: NordicWiFi.OpCode?, _ status: NordicWiFi.Status, outbox: inout Outbox) {
        var response = NordicWiFi.Response()
        response.requestOpCode = operation
        response.status = status
        send(response, NordicWiFi.Source(), &outbox)
    }

    private func sendState(
        _ state: NordicWiFi.ConnectionState, _ reason: NordicWiFi.ConnectionFailureReason?, _ outbox: inout Outbox
    ) {
        var result = NordicWiFi.Result()
        result.state = state
        result.reason = reason
        send(result, NordicWiFi.Source(), &outbox)
    }

    /// Where the device stands: no state and no network where none is stored or tried.
    mutating func sendStatus(_ status: JoinStatus, outbox: inout Outbox) {
        var source = NordicWiFi.Source()
        var told = NordicWiFi.DeviceStatus()
        if status.ssid.count > 0 {
            let known = network?.ssid == status.ssid ? network : nil
            told.provisioningInfo = (known ?? NordicWiFi.Network(ssid: status.ssid)).info(&source)
        }
        if status.state != .notConfigured { told.state = Self.state(of: status) }
        if case .connected(let address) = status.state {
            var bytes = InlineArray<4, UInt8>(repeating: 0)
            (bytes[0], bytes[1], bytes[2], bytes[3]) = address.octets
            var info = NordicWiFi.ConnectionInfo()
            info.ip4Addr = source.keep(bytes.span)
            told.connectionInfo = info
        }
        var response = NordicWiFi.Response()
        response.requestOpCode = .getStatus
        response.status = .success
        response.deviceStatus = told
        send(response, source, &outbox)
    }

    private func send(_ response: NordicWiFi.Response, _ source: borrowing NordicWiFi.Source, _ outbox: inout Outbox) {
        _ = outbox.append(to: NordicWiFi.Characteristic.controlPoint.rawValue) { source.encode(response, &$0) }
    }

    private func send(_ result: NordicWiFi.Result, _ source: borrowing NordicWiFi.Source, _ outbox: inout Outbox) {
        _ = outbox.append(to: NordicWiFi.Characteristic.dataOut.rawValue) { source.encode(result, &$0) }
    }

    private static func state(of status: JoinStatus) -> NordicWiFi.ConnectionState {
        switch status.state {
        case .notConfigured, .disconnected: .disconnected
        case .associating: .association
        case .authenticating: .authentication
        case .obtainingAddress: .obtainingIP
        case .connected: .connected
        case .failed: .connectionFailed
        }
    }
}

extension AccessPoint {
    /// Whether the access point is of a band, as far as that is known.
    fileprivate func isOf(_ wanted: Band) -> Bool {
        wanted == .any || knownBand == .any || knownBand == wanted
    }

    /// The band, also where only the channel tells it.
    private var knownBand: Band {
        if band != .any { return band }
        switch channel.rawValue {
        case 1...14: return .twoPointFourGHz
        case 32...: return .fiveGHz
        default: return .any
        }
    }

    /// The band's number, absent where the band is not known.
    fileprivate var wireBand: NordicWiFi.FrequencyBand? { knownBand == .any ? nil : knownBand.frequencyBand }

    /// The authentication mode, absent where it is not known.
    fileprivate var mode: NordicWiFi.AuthMode? {
        if let wireSecurity { return NordicWiFi.AuthMode(rawValue: Int32(wireSecurity)) }
        if security == .unspecified { return nil }
        if security.rawValue >= 0x100 {
            return NordicWiFi.AuthMode(rawValue: Int32(security.rawValue & 0xFF))
        }
        return security.authMode
    }
}
