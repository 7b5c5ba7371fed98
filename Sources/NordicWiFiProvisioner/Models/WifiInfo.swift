import Provisioning
import ProvisioningProtocols

/// A network, or one of its access points.
public struct WifiInfo: Hashable, Sendable {
    /// The network's name. One that is no text in UTF-8 is shown with `\xNN` for the bytes that are none; as long as it is
    /// not changed, ``DeviceManager/setConfig(_:)`` sends the bytes as they came.
    public var ssid: String { didSet { if ssid != oldValue { received = nil } } }
    /// The access point; ``MACAddress/none`` for no particular one.
    public var bssid: MACAddress
    /// Its band.
    public var band: Band?
    /// Its channel; 0 for any.
    public var channel: UInt
    /// How it is secured.
    public var auth: AuthMode?
    /// The name as a device sent it.
    private var received: SSID?

    /// A network of these facts.
    public init(ssid: String, bssid: MACAddress, band: Band? = nil, channel: UInt, auth: AuthMode? = nil) {
        self.ssid = ssid
        self.bssid = bssid
        self.band = band
        self.channel = channel
        self.auth = auth
    }

    init(_ point: AccessPoint) {
        self.init(
            point.ssid, bssid: point.bssid, band: point.band, channel: point.channel,
            auth: AuthMode(point.security, wire: point.wireSecurity))
    }

    /// The network that a device has stored; `nil` where it has none.
    init?(_ status: Provisioning.DeviceStatus) {
        guard let ssid = status.ssid else { return nil }
        self.init(
            ssid, bssid: status.bssid, band: status.band, channel: status.channel,
            auth: AuthMode(status.security, wire: status.wireSecurity))
    }

    private init(
        _ ssid: SSID, bssid: HardwareAddress?, band: ProvisioningProtocols.Band, channel: Channel, auth: AuthMode?
    ) {
        self.init(
            ssid: ssid.description, bssid: bssid.map { MACAddress($0) } ?? .none, band: Band(band),
            channel: UInt(channel.rawValue), auth: auth)
        received = ssid
    }

    /// The name's bytes, 1 to 32 of them; `nil` for any other number.
    var name: SSID? {
        let name = received ?? SSID(ssid)
        return name.flatMap { $0.count > 0 ? $0 : nil }
    }
}
