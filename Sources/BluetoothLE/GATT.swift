/// What a characteristic can do (Core Specification 5.4, Vol 3 Part G §3.3.1.1), and what the link must be for it.
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
    /// The set's bits: the low eight as the specification numbers them, those above are ours.
    public let rawValue: UInt16

    /// The set with these bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It can be read.
    public static var read: Self { Self(rawValue: 0x02) }
    /// It can be written without an answer.
    public static var writeWithoutResponse: Self { Self(rawValue: 0x04) }
    /// It can be written, and the write is answered.
    public static var write: Self { Self(rawValue: 0x08) }
    /// It notifies.
    public static var notify: Self { Self(rawValue: 0x10) }
    /// It indicates: like notify, each one acknowledged.
    public static var indicate: Self { Self(rawValue: 0x20) }
    /// Reading needs an encrypted link.
    public static var encryptRead: Self { Self(rawValue: 0x100) }
    /// Writing needs an encrypted link.
    public static var encryptWrite: Self { Self(rawValue: 0x200) }
    /// Subscribing needs an encrypted link.
    public static var encryptNotify: Self { Self(rawValue: 0x400) }
}

/// A characteristic by its own UUID and that of its service.
public struct CharacteristicID: Hashable, Sendable {
    /// The service it belongs to.
    public let service: BluetoothUUID
    /// The characteristic itself.
    public let characteristic: BluetoothUUID

    /// The characteristic `characteristic` of `service`.
    public init(service: BluetoothUUID, characteristic: BluetoothUUID) {
        self.service = service
        self.characteristic = characteristic
    }
}

/// A characteristic of an attribute table, found at a peer or to be served.
public struct Characteristic: Hashable, Sendable {
    /// Which one it is.
    public let uuid: BluetoothUUID
    /// What it can do.
    public let properties: CharacteristicProperties

    /// A characteristic that can do `properties`.
    public init(uuid: BluetoothUUID, properties: CharacteristicProperties) {
        self.uuid = uuid
        self.properties = properties
    }
}

/// A service of an attribute table, found at a peer or to be served.
public struct Service: Hashable, Sendable {
    /// Which one it is.
    public let uuid: BluetoothUUID
    /// Its characteristics, in their order.
    public let characteristics: [Characteristic]

    /// A service of these characteristics.
    public init(uuid: BluetoothUUID, characteristics: [Characteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// An attribute value is at most 512 bytes (Core Specification 5.4, Vol 3 Part F §3.2.9).
public let maximumAttributeLength = 512
