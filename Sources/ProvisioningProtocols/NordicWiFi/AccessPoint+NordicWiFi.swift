extension NordicWiFi {
    /// The access point that a record tells of; `nil` where its name has more bytes than a network's, or is missing.
    public static func accessPoint(in record: ScanRecord, of bytes: borrowing Span<UInt8>) -> AccessPoint? {
        guard let wifi = record.wifi, let ssid = ssid(of: wifi, in: bytes) else { return nil }
        return AccessPoint(
            ssid: ssid, bssid: bssid(of: wifi, in: bytes), security: Security(wifi.auth),
            signal: SignalStrength(rawValue: Int8(clamping: record.rssi ?? -128)), channel: channel(of: wifi),
            band: Band(wifi.band), wireSecurity: wifi.auth.flatMap { UInt8(exactly: $0.rawValue) })
    }

    /// The name of a network; `nil` where it is missing or has more than 32 bytes.
    public static func ssid(of wifi: WifiInfo, in bytes: borrowing Span<UInt8>) -> SSID? {
        guard let range = wifi.ssid?.checked(in: bytes) else { return nil }
        return SSID(bytes.extracting(range))
    }

    /// The address of an access point; `nil` where there is none, or not one of six bytes.
    public static func bssid(of wifi: WifiInfo, in bytes: borrowing Span<UInt8>) -> HardwareAddress? {
        guard let range = wifi.bssid?.checked(in: bytes), range.count == 6 else { return nil }
        return HardwareAddress(bytes.extracting(range))
    }

    /// The channel; unknown where it is 0, 255 or none that Wi-Fi has.
    public static func channel(of wifi: WifiInfo) -> Channel {
        guard let number = wifi.channel, number < 255 else { return .unknown }
        return Channel(rawValue: UInt8(truncatingIfNeeded: number))
    }
}

extension Security {
    /// The kind that the service numbers so; *unspecified* where it told none.
    init(_ mode: NordicWiFi.AuthMode?) {
        switch mode {
        case nil: self = .unspecified
        case .some(.open): self = .open
        case .some(.wep): self = .wep
        case .some(.wpaPSK), .some(.wpa2PSK), .some(.wpaWPA2PSK): self = .wpaPersonal
        case .some(.wpa2Enterprise): self = .wpa2Enterprise
        case .some(.wpa3PSK): self = .wpa3Personal
        case .some(let other): self = .unknown(UInt8(truncatingIfNeeded: other.rawValue))
        }
    }

    /// The service's kind for it, a number that is not known as it came; `nil` where it has none.
    var authMode: NordicWiFi.AuthMode? {
        switch self {
        case .open: .open
        case .wep: .wep
        case .wpaPersonal: .wpaWPA2PSK
        case .wpa2Enterprise: .wpa2Enterprise
        case .wpa3Personal: .wpa3PSK
        default: (0x107..<0x200).contains(rawValue) ? NordicWiFi.AuthMode(rawValue: Int32(rawValue & 0xFF)) : nil
        }
    }
}

extension Band {
    /// The band that the service numbers so. Firmware says *any* of 6 GHz.
    init(_ band: NordicWiFi.FrequencyBand?) {
        switch band {
        case .some(.twoPointFourGHz): self = .twoPointFourGHz
        case .some(.fiveGHz): self = .fiveGHz
        default: self = .any
        }
    }

    /// The service's number for it; any for those that it has none for.
    var frequencyBand: NordicWiFi.FrequencyBand {
        switch self {
        case .twoPointFourGHz: .twoPointFourGHz
        case .fiveGHz: .fiveGHz
        default: .any
        }
    }
}

// Masking shifts: those that check how far refer to a heap type on 32-bit targets.
extension HardwareAddress {
    /// The address of six bytes, the first the most significant.
    init(_ bytes: borrowing Span<UInt8>) {
        var value: UInt64 = 0
        for index in 0..<6 { value = value &<< 8 | UInt64(widening: UInt32(bytes[index])) }
        self.init(value)
    }

    /// Writes the six bytes into `target` from `place`, where the caller has checked that they fit.
    func write(into target: inout MutableSpan<UInt8>, at place: Int) {
        var rest = value
        for index in 0..<6 {
            target[place + 5 - index] = UInt8(truncatingIfNeeded: rest.lowHalf)
            rest = rest &>> 8
        }
    }
}
