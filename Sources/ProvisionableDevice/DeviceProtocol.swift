/// A wire protocol that a device can serve.
public struct DeviceProtocol: Hashable, Sendable {
    /// The protocol's name as the command line takes it: `wifiset`.
    public let name: String

    /// WiFiSet 1.0: binary messages, not encrypted.
    public static let wifiSet = DeviceProtocol(name: "wifiset")

    /// Every protocol there is: a new one is one line here.
    public static let all: [DeviceProtocol] = [.wifiSet]

    /// The protocol called `name`; `nil` where there is none.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    private init(name: String) { self.name = name }
}
