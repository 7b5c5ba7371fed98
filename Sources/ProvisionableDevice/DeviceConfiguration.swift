/// How a device presents itself.
public struct DeviceConfiguration: Sendable {
    /// The name it advertises; cut or moved to the scan response where it does not fit.
    public var name: String
    /// The wire protocols it serves, all of them at the same time.
    public var protocols: [DeviceProtocol]
    /// Whether it can still be found and set up anew once it has a network. True by default: a device whose network is
    /// gone, or whose owner changed the passphrase, must be reachable without a button.
    public var advertisesWhenProvisioned: Bool
    /// Whether a radio that cannot be used at the start is waited for, as one that goes away later always is. False by
    /// default: a person at a terminal wants to be told.
    public var waitsForRadio: Bool

    /// A device called `name` that serves `protocols`.
    public init(
        name: String, protocols: [DeviceProtocol] = [.wifiSet], advertisesWhenProvisioned: Bool = true,
        waitsForRadio: Bool = false
    ) {
        self.name = name
        self.protocols = protocols
        self.advertisesWhenProvisioned = advertisesWhenProvisioned
        self.waitsForRadio = waitsForRadio
    }
}
