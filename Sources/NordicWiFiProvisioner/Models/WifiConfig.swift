import ProvisioningProtocols

/// What a device needs to join a network.
public struct WifiConfig: Sendable {
    /// The network.
    public var wifi: WifiInfo?
    /// Its passphrase; `nil` for an open network.
    public var passphrase: String?
    /// Whether the device forgets it when it restarts.
    public var volatileMemory: Bool?

    /// A configuration of these facts.
    public init(wifi: WifiInfo? = nil, passphrase: String? = nil, volatileMemory: Bool? = nil) {
        self.wifi = wifi
        self.passphrase = passphrase
        self.volatileMemory = volatileMemory
    }

    /// The same for a session; `nil` where a part is missing or longer than a network takes.
    var credentials: Credentials? {
        guard let wifi, let name = wifi.name, let passphrase = Passphrase(self.passphrase ?? ""),
            let channel = UInt8(exactly: wifi.channel)
        else { return nil }
        let isOpen = passphrase.isEmpty
        return Credentials(
            ssid: name, passphrase: passphrase, security: wifi.auth?.security ?? (isOpen ? .open : .unspecified),
            isVolatile: volatileMemory ?? false, bssid: wifi.bssid == .none ? nil : wifi.bssid.address,
            channel: Channel(rawValue: channel), band: wifi.band?.band ?? .any, wireSecurity: wifi.auth?.rawValue)
    }
}

extension WifiConfig: CustomStringConvertible, CustomReflectable {
    /// The network, and whether there is a passphrase; never the passphrase.
    public var description: String {
        "\(wifi?.ssid ?? "no network"), \(passphrase == nil ? "no passphrase" : "a passphrase")"
    }

    /// What ``description`` tells.
    public var customMirror: Mirror { Mirror(self, children: ["wifi": wifi as Any]) }
}
