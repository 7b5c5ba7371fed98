import BluetoothLE
public import Foundation

/// documentation/corebluetooth/cbcharacteristicproperties
public struct CBCharacteristicProperties: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt

    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// documentation/corebluetooth/cbcharacteristicproperties/broadcast
    public static var broadcast: Self { Self(rawValue: 0x01) }
    /// documentation/corebluetooth/cbcharacteristicproperties/read
    public static var read: Self { Self(rawValue: 0x02) }
    /// documentation/corebluetooth/cbcharacteristicproperties/writewithoutresponse
    public static var writeWithoutResponse: Self { Self(rawValue: 0x04) }
    /// documentation/corebluetooth/cbcharacteristicproperties/write
    public static var write: Self { Self(rawValue: 0x08) }
    /// documentation/corebluetooth/cbcharacteristicproperties/notify
    public static var notify: Self { Self(rawValue: 0x10) }
    /// documentation/corebluetooth/cbcharacteristicproperties/indicate
    public static var indicate: Self { Self(rawValue: 0x20) }
    /// documentation/corebluetooth/cbcharacteristicproperties/notifyencryptionrequired
    public static var notifyEncryptionRequired: Self { Self(rawValue: 0x100) }
    /// documentation/corebluetooth/cbcharacteristicproperties/indicateencryptionrequired
    public static var indicateEncryptionRequired: Self { Self(rawValue: 0x200) }
}

/// documentation/corebluetooth/cbattributepermissions
public struct CBAttributePermissions: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt

    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// documentation/corebluetooth/cbattributepermissions/readable
    public static var readable: Self { Self(rawValue: 0x01) }
    /// documentation/corebluetooth/cbattributepermissions/writeable
    public static var writeable: Self { Self(rawValue: 0x02) }
    /// documentation/corebluetooth/cbattributepermissions/readencryptionrequired
    public static var readEncryptionRequired: Self { Self(rawValue: 0x04) }
    /// documentation/corebluetooth/cbattributepermissions/writeencryptionrequired
    public static var writeEncryptionRequired: Self { Self(rawValue: 0x08) }
}

/// documentation/corebluetooth/cbcharacteristicwritetype
public enum CBCharacteristicWriteType: Int, Sendable {
    case withResponse = 0
    case withoutResponse = 1
}

/// documentation/corebluetooth/cbattribute
open class CBAttribute: NSObject {
    final let type: CBUUID

    init(_ type: CBUUID) { self.type = type }

    /// documentation/corebluetooth/cbattribute/uuid
    open var uuid: CBUUID { type }
}

/// documentation/corebluetooth/cbservice
open class CBService: CBAttribute {
    final var found: [CBCharacteristic]?
    final weak var owner: CBPeripheral?
    /// What its characteristics will be once they are asked for.
    final let table: Service?

    init(_ table: Service, of owner: CBPeripheral) {
        self.owner = owner
        self.table = table
        super.init(CBUUID(table.uuid))
    }

    init(type: CBUUID) {
        table = nil
        super.init(type)
    }

    /// documentation/corebluetooth/cbservice/peripheral
    open weak var peripheral: CBPeripheral? { owner }
    /// documentation/corebluetooth/cbservice/characteristics
    open var characteristics: [CBCharacteristic]? { found }
}

/// documentation/corebluetooth/cbcharacteristic
open class CBCharacteristic: CBAttribute {
    final var can: CBCharacteristicProperties
    final var newest: Data?
    final var notifies = false
    final weak var owner: CBService?

    init(_ uuid: CBUUID, _ can: CBCharacteristicProperties) {
        self.can = can
        super.init(uuid)
    }

    /// documentation/corebluetooth/cbcharacteristic/service
    open weak var service: CBService? { owner }
    /// documentation/corebluetooth/cbcharacteristic/properties
    open var properties: CBCharacteristicProperties { can }
    /// documentation/corebluetooth/cbcharacteristic/value
    open var value: Data? { newest }
    /// documentation/corebluetooth/cbcharacteristic/isnotifying
    open var isNotifying: Bool { notifies }
}

@available(*, unavailable) extension CBAttribute: @unchecked Sendable {}

extension CBCharacteristic {
    /// Which one it is in the air.
    final var id: CharacteristicID? {
        owner.map { CharacteristicID(service: $0.type.bluetooth, characteristic: type.bluetooth) }
    }
}
