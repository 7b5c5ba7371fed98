extension NordicWiFi.DeviceMachine {
    /// A request as far as it can be read: its operation often can, where the rest cannot.
    struct Asked {
        var message = NordicWiFi.Request()
        /// What is wrong with it.
        var fault: NordicWiFi.DecodingError.Kind?
        var isComplete: Bool { fault == nil && message.isInitialized }

        init(_ bytes: borrowing Span<UInt8>) {
            do throws(NordicWiFi.DecodingError) {
                try message.merge(try NordicWiFi.WireReader(bytes), in: bytes)
            } catch { fault = error.kind }
        }
    }

    /// Takes requests on Control Point, whole or in the pieces of a long write.
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, at offset: Int, to characteristic: UInt8, by central: UInt32, now: Instant,
        status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        guard characteristic == NordicWiFi.Characteristic.controlPoint.rawValue else { return .refuse(0x03) }
        guard offset >= 0 else { return .refuse(0x07) }
        guard offset > 0 else {
            held.dropUnfinished()
            let request = Asked(bytes)
            if request.fault == .truncated, bytes.count >= HeldWrite.smallestPiece {
                held.begin(bytes, by: central, at: now)
                return .none
            }
            return take(request, bytes, by: central, status: status, outbox: &outbox)
        }
        return continued(bytes, at: offset, by: central, now: now, status: status, outbox: &outbox)
    }

    private mutating func continued(
        _ bytes: borrowing Span<UInt8>, at offset: Int, by central: UInt32, now: Instant, status: JoinStatus,
        outbox: inout Outbox
    ) -> DeviceAction {
        switch held.add(bytes, at: offset, by: central, at: now) {
        case .refused(let error): return .refuse(error)
        case .answeredBefore: return .none
        case .taken: break
        }
        let request = Asked(held.bytes.span.extracting(first: held.count))
        if request.fault == .truncated { return .none }
        return takeHeld(request, now: now, status: status, outbox: &outbox)
    }

    /// A long write has become a request, or can no longer become one: what is left of it is no request of its own.
    private mutating func takeHeld(
        _ request: Asked, now: Instant, status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        if request.message.opCode == .setConfig, request.isComplete, isAcceptable(request, held.bytes.span) {
            held.keep()
            owesConfig = true
            return .join
        }
        let action = answerHeldless(request, status: status, outbox: &outbox)
        held.answer(at: now)
        return action
    }

    private mutating func take(
        _ request: Asked, _ bytes: borrowing Span<UInt8>, by central: UInt32, status: JoinStatus,
        outbox: inout Outbox
    ) -> DeviceAction {
        guard request.message.opCode == .setConfig, request.isComplete, isAcceptable(request, bytes),
            bytes.count <= HeldWrite.capacity
        else { return answerHeldless(request, status: status, outbox: &outbox) }
        held.keep(bytes, by: central)
        owesConfig = true
        return .join
    }

    /// Answers a request that brings no credentials to be joined.
    private mutating func answerHeldless(
        _ request: Asked, status: JoinStatus, outbox: inout Outbox
    ) -> DeviceAction {
        guard request.isComplete, let operation = request.message.opCode else {
            answer(request.message.opCode, .invalidProto, outbox: &outbox)
            return .none
        }
        switch operation {
        case .getStatus: sendStatus(status, outbox: &outbox)
        case .startScan: return startScan(request.message.scanParams, outbox: &outbox)
        case .stopScan:
            let wasScanning = isScanning
            isScanning = false
            mustScanAgain = false
            answer(operation, .success, outbox: &outbox)
            return wasScanning ? .stopScan : .none
        case .forgetConfig:
            owesForget = true
            return .forget
        default: answer(operation, .invalidArgument, outbox: &outbox)
        }
        return .none
    }

    private mutating func startScan(_ wanted: NordicWiFi.ScanParams?, outbox: inout Outbox) -> DeviceAction {
        let band = wanted?.band ?? .any
        guard (0...2).contains(band.rawValue) else {
            answer(.startScan, .invalidArgument, outbox: &outbox)
            return .none
        }
        let period = wanted?.periodMs ?? 0
        options = ScanOptions(
            band: Band(band), isPassive: wanted?.passive ?? false, period: period == 0 ? nil : period,
            groupChannels: wanted?.groupChannels)
        answer(.startScan, .success, outbox: &outbox)
        guard !isScanning else {
            mustScanAgain = true
            return .none
        }
        isScanning = true
        return .scan
    }

    // MARK: - Credentials

    /// Whether the credentials are some that could be joined with; not answered where they are.
    private func isAcceptable(_ request: Asked, _ bytes: borrowing Span<UInt8>) -> Bool {
        guard let config = request.message.config, let credentials = Self.credentials(of: config, in: bytes) else {
            return false
        }
        let security =
            config.wifi?.auth.map { Security($0) } ?? .unspecified
        do throws(CredentialFault) {
            try NordicWiFi.credentialLimits.check(
                ssid: credentials.ssid, passphrase: credentials.passphrase, security: security)
            return true
        } catch { return false }
    }

    /// The credentials of a configuration. A typed-in network is called WPA or WPA2 by clients that do not know better.
    private static func credentials(
        of config: NordicWiFi.WifiConfig, in bytes: borrowing Span<UInt8>
    ) -> Credentials? {
        guard let info = config.wifi, let network = NordicWiFi.Network(info, in: bytes) else { return nil }
        let range = config.passphrase?.checked(in: bytes) ?? 0..<0
        guard let passphrase = Passphrase(bytes.extracting(range)) else { return nil }
        let isTypedIn = network.bssid == nil && network.channel == 0
        let security = Security(network.auth)
        return Credentials(
            ssid: network.ssid, passphrase: passphrase,
            security: isTypedIn && security == .wpaPersonal ? .unspecified : security,
            isVolatile: config.isVolatile ?? false, bssid: network.bssid, channel: NordicWiFi.channel(of: info),
            band: Band(network.band), wireSecurity: network.auth.flatMap { UInt8(exactly: $0.rawValue) })
    }

    /// Hands over the credentials that came last, and wipes the bytes they came in.
    public mutating func takeCredentials() -> Credentials? {
        guard held.hasCredentials else { return nil }
        defer { held.drop() }
        let bytes = held.bytes.span.extracting(first: held.count)
        guard let config = Asked(bytes).message.config else { return nil }
        if let info = config.wifi { network = NordicWiFi.Network(info, in: bytes) }
        return Self.credentials(of: config, in: bytes)
    }
}
