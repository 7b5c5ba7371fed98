import DBus
import ProvisioningProtocols
import Runtime

/// A connection profile as NetworkManager's settings interface takes and gives it: `a{sa{sv}}`.
struct ProfileSettings: Sendable {
    private(set) var sections: [String: [String: DBusValue]]

    /// Settings as they came from NetworkManager, which leaves the secrets out.
    init(_ value: DBusValue?) { sections = value?.interfaces ?? [:] }

    /// A new profile for `credentials`, a candidate that never connects by itself.
    ///
    /// It is pinned to no access point: the next one of the same network must do as well. IPv4 must come up, because its
    /// address is what the wire protocols carry. It is tried for ever, since nobody stands beside a device to retry.
    init(
        for credentials: borrowing Credentials, keyManagement: KeyManagement, mark: ProfileMark, interface: String?
    ) {
        sections = [
            "connection": [
                "id": .string("Gangway \(credentials.ssid)"), "type": .string("802-11-wireless"),
                "autoconnect": .boolean(false), "autoconnect-retries": .int32(0),
            ],
            "802-11-wireless": [
                "ssid": .bytes(credentials.ssid.bytes), "mode": .string("infrastructure"),
                "hidden": .boolean(credentials.isHidden),
            ],
            "ipv4": ["method": .string("auto"), "may-fail": .boolean(false)],
            "ipv6": ["method": .string("auto")],
        ]
        if let interface { sections["connection"]?["interface-name"] = .string(interface) }
        if mark.isVolatile { sections["connection"]?["autoconnect-priority"] = .int32(1) }
        self.mark = mark
        self.keyManagement = keyManagement
        setSecret(credentials.passphrase, for: keyManagement)
    }

    /// The settings as a D-Bus argument.
    var value: DBusValue {
        var entries: [DBusValue: DBusValue] = [:]
        for (name, section) in sections { entries[.string(name)] = .properties(section) }
        return .dictionary(entries, key: "s", value: "a{sv}")
    }

    /// The network's name.
    var ssid: SSID? {
        guard let bytes = sections["802-11-wireless"]?["ssid"]?.byteArray else { return nil }
        return SSID(bytes)
    }

    /// The interface that the profile is bound to.
    var interface: String? { sections["connection"]?["interface-name"]?.text }

    /// Whether NetworkManager connects it by itself; it leaves the default, yes, out.
    var connectsByItself: Bool {
        get { sections["connection"]?["autoconnect"]?.bool ?? true }
        set { sections["connection", default: [:]]["autoconnect"] = .boolean(newValue) }
    }

    /// Whether the network is asked for by name.
    var isHidden: Bool {
        get { sections["802-11-wireless"]?["hidden"]?.bool ?? false }
        set { sections["802-11-wireless", default: [:]]["hidden"] = .boolean(newValue) }
    }

    /// How the profile proves itself. A secret that NetworkManager keeps stays when the settings come without one.
    var keyManagement: KeyManagement {
        get {
            let name = sections["802-11-wireless-security"]?["key-mgmt"]?.text ?? ""
            return KeyManagement(rawValue: name) ?? .open
        }
        set {
            guard newValue != .open else {
                sections["802-11-wireless-security"] = nil
                return
            }
            sections["802-11-wireless-security", default: [:]]["key-mgmt"] = .string(newValue.rawValue)
        }
    }

    /// The mark that makes a profile ours.
    var mark: ProfileMark? {
        get { sections["user"]?["data"].flatMap { ProfileMark($0) } }
        set { sections["user"] = newValue.map { ["data": $0.value] } }
    }

    private mutating func setSecret(_ passphrase: borrowing Passphrase, for keyManagement: KeyManagement) {
        let name: String
        switch keyManagement {
        case .open, .owe: return
        case .wep:
            name = "wep-key"
            sections["802-11-wireless-security"]?["wep-key-type"] = .uint32(1)  // a key, not a passphrase to be hashed
            sections["802-11-wireless-security"]?["wep-tx-keyidx"] = .uint32(0)
        case .psk, .sae: name = "psk"
        }
        let text = passphrase.withBytes { SecretBytes($0) }
        sections["802-11-wireless-security"]?[keyManagement == .wep ? "wep-key0" : name] = .secretText(text)
        // Stored by NetworkManager itself, so that a device connects with nobody there.
        sections["802-11-wireless-security"]?["\(name)-flags"] = .uint32(0)
    }
}
