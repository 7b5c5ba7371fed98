public import BluetoothLE
public import ProvisioningProtocols

/// A kind of devices, as a catalogue defines it: how one is recognised, where it is steered, and what it can be told.
public struct DeviceKind: Hashable, Sendable, Identifiable {
    /// By what a device of the kind is recognised.
    public enum AdvertisedName: Hashable, Sendable {
        /// It advertises this name.
        case exactly(String)
        /// It advertises a name that begins so.
        case beginning(String)
    }

    /// One of the things that a device of the kind can do while it is on.
    public struct Mode: Hashable, Sendable {
        /// The number that commands and reports carry.
        public var number: Int
        /// What a person calls it.
        public var name: String

        /// The mode that commands call `number` and people `name`.
        public init(number: Int, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// What the catalogue calls it, for programs; unlike the name it never changes.
    public var id: String
    /// What a person calls it.
    public var name: String
    /// By what a device of the kind is recognised.
    public var advertised: AdvertisedName
    /// The category in which its devices are listed; `nil` for none.
    public var category: String?
    /// The topic under which its devices are steered.
    public var topic: TopicName
    /// The service that takes the credentials, where it is not this project's own.
    public var service: BluetoothUUID?
    /// The characteristic of that service that takes them, where it is not this project's own.
    public var characteristic: BluetoothUUID?
    /// What its devices can do, in the catalogue's order; none where they can be on and off alone.
    public var modes: [Mode]
    /// The name of its picture; `nil` for none.
    public var picture: String?

    /// A kind of these facts.
    public init(
        id: String, name: String, advertised: AdvertisedName, category: String? = nil, topic: TopicName,
        service: BluetoothUUID? = nil, characteristic: BluetoothUUID? = nil, modes: [Mode] = [], picture: String? = nil
    ) {
        self.id = id
        self.name = name
        self.advertised = advertised
        self.category = category
        self.topic = topic
        self.service = service
        self.characteristic = characteristic
        self.modes = modes
        self.picture = picture
    }

    /// What a person calls the mode `number`; `nil` where the kind has none of that number.
    public func modeName(_ number: Int) -> String? { modes.first { $0.number == number }?.name }
}
