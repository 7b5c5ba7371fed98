import ProvisioningProtocols

/// How an access point lets stations in, as far as it decides what a profile has to say.
enum SecurityKind: Hashable, Sendable {
    case open
    /// Encrypted without a passphrase (opportunistic wireless encryption).
    case owe
    case wep
    /// WPA or WPA2 with a passphrase, perhaps beside WPA3.
    case psk
    /// WPA3 with a passphrase and nothing older.
    case sae
    case enterprise
    /// Some suite that is not known; never taken for open.
    case unknown

    /// `NM_802_11_AP_SEC_KEY_MGMT_SAE`
    static let keySAE = 0x400

    /// Reads the three words of flags of an access point (`NM80211ApFlags`, `NM80211ApSecurityFlags`). All three count:
    /// WPA2 shows in `rsn` alone, and WEP in `flags` alone.
    init(flags: Int, wpa: Int, rsn: Int) {
        let privacy = 0x1
        let keyPSK = 0x100
        let key8021X = 0x200 | 0x2000
        let keyOWE = 0x800
        let keyOWETransition = 0x1000
        let either = wpa | rsn
        self =
            if either & keyPSK != 0 {
                .psk
            } else if either & Self.keySAE != 0 {
                .sae
            } else if either & key8021X != 0 {
                .enterprise
            } else if either & keyOWE != 0 {
                .owe
            } else if flags & privacy != 0, either & ~keyOWETransition == 0 {
                .wep
            } else if either & ~keyOWETransition == 0 {
                .open
            } else {
                .unknown
            }
    }

    /// What a client needs to know to join: for OWE nothing, and where WPA2 and WPA3 are both offered a WPA2 passphrase.
    var security: Security {
        switch self {
        case .open, .owe: .open
        case .wep: .wep
        case .psk: .wpaPersonal
        case .sae: .wpa3Personal
        case .enterprise: .wpa2Enterprise
        case .unknown: .unspecified
        }
    }
}

/// How a profile proves itself; the raw value is NetworkManager's `key-mgmt`.
enum KeyManagement: String, Sendable {
    /// No security section at all.
    case open = ""
    case owe
    case wep = "none"
    /// NetworkManager then uses SAE too, where the access point offers both.
    case psk = "wpa-psk"
    case sae

    /// Whether an access point of `kind` lets a profile like this in.
    func fits(_ kind: SecurityKind) -> Bool {
        switch kind {
        case .open: self == .open
        case .owe: self == .owe
        case .wep: self == .wep
        case .psk: self == .psk
        case .sae: self == .sae
        case .enterprise, .unknown: false
        }
    }

    /// What fits `kind` with the same secret, or with the same lack of one.
    func adapted(to kind: SecurityKind) -> KeyManagement? {
        if fits(kind) { return self }
        switch (self, kind) {
        case (.open, .owe): return .owe
        case (.owe, .open): return .open
        case (.psk, .sae): return .sae
        case (.sae, .psk): return .psk
        default: return nil
        }
    }
}
