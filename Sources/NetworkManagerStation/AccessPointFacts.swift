import DBus
import ProvisioningProtocols

/// An access point as NetworkManager describes it.
struct AccessPointFacts: Equatable {
    var ssid: SSID
    var bssid: HardwareAddress?
    var kind: SecurityKind
    /// Whether it takes passphrases by SAE, be it beside WPA2.
    var offersSAE: Bool
    /// In percent, finer than the estimate in dBm.
    var strength: Int
    var channel: Channel
    var band: Band
    /// When it was last heard, in seconds since the machine started.
    var lastSeen: Int

    /// Reads the properties of an access point; `nil` for what is none: an ad-hoc or mesh peer, or the stand-in that
    /// NetworkManager makes while it looks for a network that no scan has found.
    init?(_ properties: [String: DBusValue]) {
        guard let ssid = SSID(properties["Ssid"]?.byteArray ?? []) else { return nil }
        if let mode = properties["Mode"]?.integer, mode != WirelessMode.infrastructure { return nil }
        lastSeen = properties["LastSeen"]?.integer ?? 0
        if lastSeen < 0 { return nil }
        self.ssid = ssid
        bssid = properties["HwAddress"]?.text.flatMap { HardwareAddress($0) }
        kind = SecurityKind(
            flags: properties["Flags"]?.integer ?? 0, wpa: properties["WpaFlags"]?.integer ?? 0,
            rsn: properties["RsnFlags"]?.integer ?? 0)
        offersSAE = (properties["RsnFlags"]?.integer ?? 0) & SecurityKind.keySAE != 0
        strength = properties["Strength"]?.integer ?? 0
        let megahertz = properties["Frequency"]?.integer ?? 0
        channel = Channel(megahertz: megahertz)
        band = Band(megahertz: megahertz)
    }

    /// The newest of each, in the order of their signal: where an access point was set up anew, NetworkManager still
    /// lists what it was before, for a few minutes.
    static func current(_ all: [AccessPointFacts]) -> [AccessPointFacts] {
        struct Key: Hashable {
            let bssid: HardwareAddress?
            let ssid: SSID
        }
        var newest: [Key: AccessPointFacts] = [:]
        for facts in all {
            let key = Key(bssid: facts.bssid, ssid: facts.ssid)
            if let known = newest[key], known.lastSeen >= facts.lastSeen { continue }
            newest[key] = facts
        }
        return newest.values.sorted {
            ($1.strength, $0.bssid?.value ?? 0) < ($0.strength, $1.bssid?.value ?? 0)
        }
    }

    /// The access point in the words of the contract.
    var accessPoint: AccessPoint {
        AccessPoint(
            ssid: ssid, bssid: bssid, security: kind.security, signal: SignalStrength(percent: strength),
            channel: channel, band: band)
    }
}

extension SignalStrength {
    /// The estimate in dBm that `percent` stands for.
    ///
    /// NetworkManager tells a percentage only, `100 - trunc(100 * (-40 - dBm) / 60)` between -100 and -40 dBm
    /// (`nm_wifi_utils_level_to_quality`, `nm-core-utils.c`). This is its inverse, exact for whole dBm inside that range;
    /// what is stronger reads -40, what is weaker -100.
    init(percent: Int) {
        let loss = 100 - min(max(percent, 0), 100)
        self.init(rawValue: Int8(-40 - (loss * 3 + 4) / 5))
    }
}

extension Channel {
    /// The channel at `megahertz` in the 2.4, 5 and 6 GHz bands (IEEE 802.11-2020 Annex E); unknown elsewhere.
    init(megahertz: Int) {
        let number =
            switch megahertz {
            case 2412...2472 where (megahertz - 2407) % 5 == 0: (megahertz - 2407) / 5
            case 2484: 14
            case 5935: 2
            case 5955...7115 where (megahertz - 5950) % 5 == 0: (megahertz - 5950) / 5
            case 5005...5925 where megahertz % 5 == 0: (megahertz - 5000) / 5
            default: 0
            }
        self.init(rawValue: UInt8(clamping: number))
    }
}

extension Band {
    /// The band at `megahertz` (IEEE 802.11-2020 Annex E); any elsewhere.
    init(megahertz: Int) {
        switch megahertz {
        case 2401...2495: self = .twoPointFourGHz
        case 5000...5925: self = .fiveGHz
        case 5926...7125: self = .sixGHz
        default: self = .any
        }
    }
}
