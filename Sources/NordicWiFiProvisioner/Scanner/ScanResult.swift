public import Foundation
import Provisioning
import ProvisioningProtocols

/// A device that was found, as it describes itself to anybody.
public struct ScanResult: Sendable {
    /// Tells it from every other, also after a restart of this program.
    public var id: UUID
    /// Its name; empty where it has told none.
    public var name: String
    /// How strongly it is received, in dBm; 127, as CoreBluetooth has it, where the platform does not say.
    public var rssi: Int
    /// Whether it has a network stored. `false` also where it does not say.
    public var provisioned: Bool
    /// Whether it is on its network. `false` also where it does not say.
    public var connected: Bool
    /// The version of its protocol, where it says so.
    public var version: Int?
    /// How strongly it receives its network, in dBm, where it is on one.
    public var wifiRSSI: Int?

    /// A result of these facts.
    public init(
        id: UUID, name: String, rssi: Int, provisioned: Bool, connected: Bool, version: Int? = nil, wifiRSSI: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.rssi = rssi
        self.provisioned = provisioned
        self.connected = connected
        self.version = version
        self.wifiRSSI = wifiRSSI
    }

    init(_ device: FoundDevice) {
        self.init(
            id: UUID(naming: device.id), name: device.name ?? "", rssi: device.signal.map { Int($0.rawValue) } ?? 127,
            provisioned: device.advertised?.isProvisioned ?? false, connected: device.advertised?.isConnected ?? false,
            version: device.advertised.map { Int($0.version) },
            wifiRSSI: device.advertised?.signal.map { Int($0.rawValue) })
    }
}
