import BluetoothLE
public import Foundation

/// documentation/corebluetooth/cbmutableservice
open class CBMutableService: CBService {
    /// documentation/corebluetooth/cbmutableservice/init(type:primary:)
    public init(type UUID: CBUUID, primary isPrimary: Bool) {
        super.init(type: UUID)
    }

    /// documentation/corebluetooth/cbmutableservice/characteristics
    open override var characteristics: [CBCharacteristic]? {
        get { found }
        set {
            found = newValue
            for characteristic in newValue ?? [] { characteristic.owner = self }
        }
    }
}

/// documentation/corebluetooth/cbmutablecharacteristic
open class CBMutableCharacteristic: CBCharacteristic {
    final var subscribers: [CBCentral] = []

    /// documentation/corebluetooth/cbmutablecharacteristic/init(type:properties:value:permissions:). As there, a value that the
    /// system keeps is for a characteristic that can be read and nothing else; another is the caller's mistake and traps.
    public init(
        type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?, permissions: CBAttributePermissions
    ) {
        precondition(
            value == nil
                || (properties == .read && permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired])),
            "Characteristics with cached values must be read-only")
        self.permissions = permissions
        super.init(UUID, properties)
        newest = value
    }

    /// documentation/corebluetooth/cbmutablecharacteristic/permissions
    open var permissions: CBAttributePermissions
    /// documentation/corebluetooth/cbmutablecharacteristic/subscribedcentrals
    open var subscribedCentrals: [CBCentral]? { subscribers }

    /// documentation/corebluetooth/cbmutablecharacteristic/properties
    open override var properties: CBCharacteristicProperties {
        get { can }
        set { can = newValue }
    }

    /// documentation/corebluetooth/cbmutablecharacteristic/value
    open override var value: Data? {
        get { newest }
        set { newest = newValue }
    }
}

/// documentation/corebluetooth/cbcentral
open class CBCentral: CBPeer {
    final let inAir: CentralID
    final var limit = 20

    init(_ inAir: CentralID) {
        self.inAir = inAir
        super.init(Adapter.identifier(of: PeripheralID(inAir.rawValue)))
    }

    /// documentation/corebluetooth/cbcentral/maximumupdatevaluelength
    open var maximumUpdateValueLength: Int { limit }
}

/// documentation/corebluetooth/cbattrequest
open class CBATTRequest: NSObject {
    final let sender: CBCentral
    final let attribute: CBCharacteristic
    final let start: Int
    /// What it is in the air; `nil` for a write that wants no answer.
    final let inAir: RequestID?
    final let isRead: Bool

    init(_ sender: CBCentral, _ attribute: CBCharacteristic, at start: Int, inAir: RequestID?, value: Data?) {
        self.sender = sender
        self.attribute = attribute
        self.start = start
        self.inAir = inAir
        self.value = value
        isRead = value == nil
    }

    /// documentation/corebluetooth/cbattrequest/central
    open var central: CBCentral { sender }
    /// documentation/corebluetooth/cbattrequest/characteristic
    open var characteristic: CBCharacteristic { attribute }
    /// documentation/corebluetooth/cbattrequest/offset
    open var offset: Int { start }
    /// documentation/corebluetooth/cbattrequest/value
    open var value: Data?
}

@available(*, unavailable) extension CBATTRequest: @unchecked Sendable {}

extension CBMutableService {
    /// The service as it is served in the air.
    final var inAir: Service {
        Service(
            uuid: type.bluetooth,
            characteristics: (found ?? []).compactMap { ($0 as? CBMutableCharacteristic)?.inAir })
    }
}

extension CBMutableCharacteristic {
    /// The characteristic as it is served in the air: the properties say what is offered, the permissions what is let through.
    fileprivate final var inAir: Characteristic {
        var properties = CharacteristicProperties(rawValue: UInt16(can.rawValue & 0x3E))
        if permissions.isDisjoint(with: [.readable, .readEncryptionRequired]) { properties.remove(.read) }
        if permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired]) {
            properties.subtract([.write, .writeWithoutResponse])
        }
        if permissions.contains(.readEncryptionRequired) { properties.insert(.encryptRead) }
        if permissions.contains(.writeEncryptionRequired) { properties.insert(.encryptWrite) }
        if !can.isDisjoint(with: [.notifyEncryptionRequired, .indicateEncryptionRequired]) {
            properties.insert(.encryptNotify)
        }
        return Characteristic(uuid: type.bluetooth, properties: properties)
    }
}
