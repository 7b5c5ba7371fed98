import ProvisioningProtocols

/// How a network is secured.
public enum AuthMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case open = 0
    /// Wired Equivalent Privacy.
    case wep = 1
    /// WPA with a passphrase.
    case wpaPsk = 2
    /// WPA2 with a passphrase.
    case wpa2Psk = 3
    /// WPA or WPA2 with a passphrase.
    case wpaWpa2Psk = 4
    /// WPA2 with a user's own credentials.
    case wpa2Enterprise = 5
    /// WPA3 with a passphrase.
    case wpa3Psk = 6

    /// From what a device told; `nil` where it told none, or one that this library has no word for.
    init?(_ security: Security, wire: UInt8?) {
        if let wire {
            self.init(rawValue: wire)
            return
        }
        switch security {
        case .open: self = .open
        case .wep: self = .wep
        case .wpaPersonal: self = .wpaWpa2Psk
        case .wpa2Enterprise: self = .wpa2Enterprise
        case .wpa3Personal: self = .wpa3Psk
        default: return nil
        }
    }

    var security: Security {
        switch self {
        case .open: .open
        case .wep: .wep
        case .wpaPsk, .wpa2Psk, .wpaWpa2Psk: .wpaPersonal
        case .wpa2Enterprise: .wpa2Enterprise
        case .wpa3Psk: .wpa3Personal
        }
    }
}

extension AuthMode: CustomStringConvertible {
    /// For a person, such as `WPA2-PSK`.
    public var description: String {
        switch self {
        case .open: "Open"
        case .wep: "WEP"
        case .wpaPsk: "WPA-PSK"
        case .wpa2Psk: "WPA2-PSK"
        case .wpaWpa2Psk: "WPA/WPA2-PSK"
        case .wpa2Enterprise: "WPA2-Enterprise"
        case .wpa3Psk: "WPA3-PSK"
        }
    }
}
