public import BluetoothLE
public import DeviceCatalogue
public import ProvisioningProtocols

/// Names a wire protocol. An open set: protocols register themselves.
public struct ProtocolID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name a person types, such as `wifiset`.
    public let rawValue: String

    /// The protocol of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// WiFiSet 1.0.
    public static var wifiSet: ProtocolID { ProtocolID(rawValue: "wifiset") }

    /// Nordic's Wi-Fi provisioning.
    public static var nordic: ProtocolID { ProtocolID(rawValue: "nordic") }

    /// Credentials as a JSON object, for devices that are steered over MQTT.
    public static var json: ProtocolID { ProtocolID(rawValue: "json") }

    /// What the protocol can do; `nil` where it is not registered.
    public var capabilities: ProvisioningCapabilities? {
        RegisteredProtocol.all.first { $0.id == self }?.capabilities
    }

    /// The name.
    public var description: String { rawValue }
}

/// A device in range that may be provisioned: its advertisement says so, its attribute table decides when it is connected.
public struct FoundDevice: Hashable, Identifiable, Sendable {
    /// Tells it from every other, also from one of the same name.
    public var id: PeripheralID
    /// Its name, once one was heard.
    public var name: String?
    /// How strongly it is received, where the platform says so.
    public var signal: SignalStrength?
    /// The protocols it may speak, the likeliest first.
    public var protocols: [ProtocolID]
    /// Its address; `nil` on platforms that hide it.
    public var address: HardwareAddress?
    /// What it says of itself to anybody, in protocols that advertise it. It may be old, and it may be a lie: only a link
    /// tells for sure.
    public var advertised: AdvertisedState?
    /// Its kind, by the name it advertises; `nil` where the provisioner's catalogue has none of that name.
    public var kind: DeviceKind?

    /// A device of these facts.
    public init(
        id: PeripheralID, name: String? = nil, signal: SignalStrength? = nil, protocols: [ProtocolID] = [],
        address: HardwareAddress? = nil, advertised: AdvertisedState? = nil, kind: DeviceKind? = nil
    ) {
        self.id = id
        self.name = name
        self.signal = signal
        self.protocols = protocols
        self.address = address
        self.advertised = advertised
        self.kind = kind
    }
}

/// What a product calls the attributes of a protocol, where it has UUIDs of its own.
public struct AttributeNames: Hashable, Sendable {
    /// The service; `nil` for the protocol's own.
    public var service: BluetoothUUID?
    /// The characteristics, by the protocol's own numbers; those left out have the protocol's UUIDs.
    public var characteristics: [UInt8: BluetoothUUID]

    /// Names of attributes.
    public init(service: BluetoothUUID? = nil, characteristics: [UInt8: BluetoothUUID] = [:]) {
        self.service = service
        self.characteristics = characteristics
    }
}
