/// What a device needs to join a network. It has one owner; the passphrase is wiped when it goes.
public struct Credentials: ~Copyable, Sendable {
    /// The network's name, 1 to 32 bytes.
    public var ssid: SSID
    /// The passphrase, empty for an open network.
    public var passphrase: Passphrase
    /// How the network is secured, where that is known; ``Security/unspecified`` for a typed-in one.
    public var security: Security
    /// Whether the network hides its name, so that it has to be asked for.
    public var isHidden: Bool
    /// Whether they are to be forgotten when the device restarts.
    public var isVolatile: Bool
    /// A particular access point to join, where one was picked and the protocol carries it.
    public var bssid: HardwareAddress?
    /// A particular channel, or ``Channel/unknown`` for any.
    public var channel: Channel
    /// A particular band, or ``Band/any``.
    public var band: Band
    /// The wire's own number for how the network is secured, as a picked ``AccessPoint`` brought it.
    public var wireSecurity: UInt8?

    /// Credentials for a network; what is left out is *not known* or *any*.
    public init(
        ssid: SSID, passphrase: consuming Passphrase, security: Security = .unspecified, isHidden: Bool = false,
        isVolatile: Bool = false, bssid: HardwareAddress? = nil, channel: Channel = .unknown, band: Band = .any,
        wireSecurity: UInt8? = nil
    ) {
        self.ssid = ssid
        self.passphrase = passphrase
        self.security = security
        self.isHidden = isHidden
        self.isVolatile = isVolatile
        self.bssid = bssid
        self.channel = channel
        self.band = band
        self.wireSecurity = wireSecurity
    }

    /// A second owner of the same facts.
    public func copy() -> Credentials {
        Credentials(
            ssid: ssid, passphrase: passphrase.copy(), security: security, isHidden: isHidden, isVolatile: isVolatile,
            bssid: bssid, channel: channel, band: band, wireSecurity: wireSecurity)
    }
}
