import Provisioning

/// Where a device stands, as far as it says so.
public struct DeviceStatus: Hashable, Sendable {
    /// Its state; `nil` where it has no network.
    public var state: ConnectionState?
    /// The network that it has stored.
    public var provisioningInfo: WifiInfo?
    /// How it is reached on that network.
    public var connectionInfo: ConnectionInfo?
    /// How it scans.
    public var scanInfo: ScanParams?

    /// A status of these facts.
    public init(
        state: ConnectionState? = nil, provisioningInfo: WifiInfo? = nil, connectionInfo: ConnectionInfo? = nil,
        scanInfo: ScanParams? = nil
    ) {
        self.state = state
        self.provisioningInfo = provisioningInfo
        self.connectionInfo = connectionInfo
        self.scanInfo = scanInfo
    }

    init(_ status: Provisioning.DeviceStatus) {
        self.init(
            state: ConnectionState(status.state), provisioningInfo: WifiInfo(status),
            connectionInfo: status.address.map { ConnectionInfo(ip: IPAddress($0)) })
    }
}
