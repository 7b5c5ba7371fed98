import ProvisioningProtocols

/// A wire protocol that a device can serve.
public struct DeviceProtocol: Sendable {
    /// The protocol's name as the command line takes it: `wifiset`, `nordic`, `json`.
    public let name: String
    let make: @Sendable () -> any ServedProtocol

    /// WiFiSet 1.0: binary messages, not encrypted.
    public static let wifiSet = DeviceProtocol(name: "wifiset") { Served<WiFiSet.DeviceMachine>() }

    /// Nordic's Wi-Fi provisioning service: protobuf messages, encrypted.
    public static let nordic = DeviceProtocol(name: "nordic") { Served<NordicWiFi.DeviceMachine>() }

    /// Credentials as a JSON object, with the topic under which the device is steered: not encrypted.
    public static let json = DeviceProtocol(name: "json") { Served<TopicJSON.DeviceMachine>() }

    /// Every protocol there is: a new one is one line above and its name here.
    public static let all: [DeviceProtocol] = [.wifiSet, .nordic, .json]

    /// The protocol called `name`; `nil` where there is none.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    private init(name: String, make: @escaping @Sendable () -> any ServedProtocol) {
        self.name = name
        self.make = make
    }
}
