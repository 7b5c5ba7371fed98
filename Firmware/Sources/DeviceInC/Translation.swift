internal import CGangwayDevice
internal import DeviceFirmware
internal import ProvisioningProtocols

// The types of the C header and of the machines, each out of the other.

extension SSID {
    init(_ name: gangway_ssid) {
        self = withUnsafeBytes(of: name.bytes) { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            return SSID(bytes.extracting(0..<min(Int(name.length), bytes.count)).span) ?? SSID()
        }
    }
}

extension gangway_ssid {
    init(_ ssid: SSID) {
        self.init()
        length = UInt8(truncatingIfNeeded: ssid.count)
        ssid.withBytes { copy($0, into: &bytes) }
    }
}

extension Credentials {
    init(_ credentials: borrowing gangway_credentials) {
        let count = min(Int(credentials.passphrase_length), Passphrase.maximumLength)
        let passphrase = withUnsafeBytes(of: credentials.passphrase) { raw in
            Passphrase(raw.bindMemory(to: UInt8.self).extracting(0..<count).span)
        }
        self.init(
            ssid: SSID(credentials.ssid), passphrase: passphrase ?? Passphrase(),
            security: Security(rawValue: credentials.security), isHidden: credentials.is_hidden,
            isVolatile: credentials.is_volatile,
            bssid: credentials.has_bssid ? HardwareAddress(credentials.bssid) : nil,
            channel: Channel(rawValue: credentials.channel), band: Band(rawValue: credentials.band))
    }
}

extension gangway_credentials {
    init(_ credentials: borrowing Credentials) {
        self.init()
        ssid = gangway_ssid(credentials.ssid)
        security = credentials.security.rawValue
        is_hidden = credentials.isHidden
        is_volatile = credentials.isVolatile
        passphrase_length = UInt8(truncatingIfNeeded: credentials.passphrase.count)
        credentials.passphrase.withBytes { copy($0, into: &passphrase) }
        if let address = credentials.bssid {
            has_bssid = true
            bssid = address.octets
        }
        channel = credentials.channel.rawValue
        band = credentials.band.rawValue
    }
}

/// The six bytes of an address as C has them, the first byte first.
private typealias SixBytes = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

extension HardwareAddress {
    fileprivate init(_ b: SixBytes) {
        let octets: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (b.5, b.4, b.3, b.2, b.1, b.0, 0, 0)
        self.init(UInt64(littleEndian: unsafeBitCast(octets, to: UInt64.self)))
    }

    fileprivate var octets: SixBytes {
        let b = unsafeBitCast(value.bigEndian, to: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8).self)
        return (b.2, b.3, b.4, b.5, b.6, b.7)
    }
}

extension AccessPoint {
    init(_ point: gangway_access_point) {
        let said = Band(rawValue: point.band)
        let byChannel: Band = point.channel == 0 ? .any : point.channel > 14 ? .fiveGHz : .twoPointFourGHz
        self.init(
            ssid: SSID(point.ssid),
            bssid: point.has_bssid ? HardwareAddress(point.bssid) : nil,
            security: Security(rawValue: point.security),
            signal: SignalStrength(rawValue: point.signal), channel: Channel(rawValue: point.channel),
            band: said == .any ? byChannel : said)
    }
}

extension JoinStatus {
    init(_ status: gangway_status) {
        let a = status.address
        let state: StationState =
            switch status.state {
            case GANGWAY_NOT_CONFIGURED: .notConfigured
            case GANGWAY_ASSOCIATING: .associating
            case GANGWAY_AUTHENTICATING: .authenticating
            case GANGWAY_OBTAINING_ADDRESS: .obtainingAddress
            case GANGWAY_CONNECTED: .connected(IPv4Address(a.0, a.1, a.2, a.3))
            case GANGWAY_FAILED: .failed(JoinFailure(rawValue: UInt16(truncatingIfNeeded: status.reason.rawValue)))
            default: .disconnected
            }
        self.init(
            state: state, ssid: SSID(status.ssid),
            signal: status.has_signal ? SignalStrength(rawValue: status.signal) : nil)
    }
}

extension gangway_status {
    init(_ status: JoinStatus) {
        self.init()
        ssid = gangway_ssid(status.ssid)
        is_provisioned = status.isProvisioned
        if let strength = status.signal {
            signal = strength.rawValue
            has_signal = true
        }
        switch status.state {
        case .notConfigured: state = GANGWAY_NOT_CONFIGURED
        case .disconnected: state = GANGWAY_DISCONNECTED
        case .associating: state = GANGWAY_ASSOCIATING
        case .authenticating: state = GANGWAY_AUTHENTICATING
        case .obtainingAddress: state = GANGWAY_OBTAINING_ADDRESS
        case .connected(let octets):
            state = GANGWAY_CONNECTED
            address = octets.octets
        case .failed(let failure):
            state = GANGWAY_FAILED
            reason = gangway_reason(failure)
        }
    }
}

extension gangway_reason {
    init(_ failure: JoinFailure) { self.init(RawValue(failure.rawValue)) }
}

extension gangway_scan_options {
    init(_ options: ScanOptions) {
        self.init()
        band = options.band.rawValue
        is_passive = options.isPassive
        period = options.period ?? 0
        channel_group = UInt16(truncatingIfNeeded: min(options.groupChannels ?? 0, 0xFFFF))
    }
}

extension gangway_control_address {
    init(_ address: ControlAddress) {
        self.init()
        address.topic.withBytes { copy($0, into: &topic) }
        address.id.withText { copy($0, into: &id) }
    }
}

extension ControlAddress {
    /// `nil` where the texts are not what they should be.
    init?(_ address: borrowing gangway_control_address) {
        let topic = withUnsafeBytes(of: address.topic) { raw in
            let bytes = text(in: raw)
            return try? TopicName(bytes.span)
        }
        let id = withUnsafeBytes(of: address.id) { raw in DeviceID(text(in: raw).span) }
        guard let topic, let id else { return nil }
        self.init(topic: topic, id: id)
    }
}

/// The bytes before the terminator.
private func text(in raw: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while count < raw.count, raw[count] != 0 { count += 1 }
    return raw.bindMemory(to: UInt8.self).extracting(0..<count)
}

/// Copies as many bytes as there is room for, at the start of a C array.
func copy<Target>(_ bytes: borrowing Span<UInt8>, into target: inout Target) {
    withUnsafeMutableBytes(of: &target) { room in
        for index in 0..<min(bytes.count, room.count) { room[index] = bytes[index] }
    }
}
