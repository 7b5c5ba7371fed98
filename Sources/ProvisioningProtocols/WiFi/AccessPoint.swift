/// One access point as a scan found it.
public struct AccessPoint: Hashable, Sendable {
    /// The access point's own address, where the wire carries one.
    public var bssid: HardwareAddress?
    /// The name of its network; empty or zero bytes where it is hidden.
    public var ssid: SSID
    /// How it is secured.
    public var security: Security
    /// How strongly it is received.
    public var signal: SignalStrength
    /// Its channel.
    public var channel: Channel
    /// The band of its channel, where the wire says so.
    public var band: Band
    /// The wire's own number for how it is secured, in protocols that tell more kinds apart than ``security`` does.
    public var wireSecurity: UInt8?

    /// An access point of these facts.
    public init(
        ssid: SSID, bssid: HardwareAddress? = nil, security: Security, signal: SignalStrength, channel: Channel,
        band: Band = .any, wireSecurity: UInt8? = nil
    ) {
        self.ssid = ssid
        self.bssid = bssid
        self.security = security
        self.signal = signal
        self.channel = channel
        self.band = band
        self.wireSecurity = wireSecurity
    }
}
