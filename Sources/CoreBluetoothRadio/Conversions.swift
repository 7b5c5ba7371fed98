import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

extension BluetoothUUID {
    /// The same UUID; `nil` for one of 32 bits, which the Bluetooth SIG has not given out.
    init?(_ uuid: CBUUID) { self.init(uuid.uuidString) }
}

extension CBUUID {
    convenience init(_ uuid: BluetoothUUID) { self.init(string: uuid.description) }
}

extension CharacteristicID {
    init?(_ characteristic: CBCharacteristic, of service: CBService) {
        guard let service = BluetoothUUID(service.uuid), let own = BluetoothUUID(characteristic.uuid) else {
            return nil
        }
        self.init(service: service, characteristic: own)
    }

    init?(_ characteristic: CBCharacteristic) {
        guard let service = characteristic.service else { return nil }
        self.init(characteristic, of: service)
    }
}

extension CharacteristicProperties {
    /// What a peer's characteristic can do; whether that needs encryption is not told.
    init(_ properties: CBCharacteristicProperties) {
        self = []
        let kinds: [(CBCharacteristicProperties, CharacteristicProperties)] = [
            (.read, .read), (.writeWithoutResponse, .writeWithoutResponse), (.write, .write), (.notify, .notify),
            (.indicate, .indicate),
        ]
        for (theirs, ours) in kinds where properties.contains(theirs) { insert(ours) }
    }
}

extension CBMutableCharacteristic {
    /// A characteristic that is to be served: its value is asked for each time.
    convenience init(_ characteristic: Characteristic) {
        let can = characteristic.properties
        var properties: CBCharacteristicProperties = []
        var permissions: CBAttributePermissions = []
        if can.contains(.read) {
            properties.insert(.read)
            permissions.insert(can.contains(.encryptRead) ? .readEncryptionRequired : .readable)
        }
        if can.contains(.write) { properties.insert(.write) }
        if can.contains(.writeWithoutResponse) { properties.insert(.writeWithoutResponse) }
        if !can.isDisjoint(with: [.write, .writeWithoutResponse]) {
            permissions.insert(can.contains(.encryptWrite) ? .writeEncryptionRequired : .writeable)
        }
        if can.contains(.notify) { properties.insert(.notify) }
        if can.contains(.indicate) { properties.insert(.indicate) }
        if can.contains(.encryptNotify) {
            if can.contains(.notify) { properties.insert(.notifyEncryptionRequired) }
            if can.contains(.indicate) { properties.insert(.indicateEncryptionRequired) }
        }
        self.init(
            type: CBUUID(characteristic.uuid), properties: properties, value: nil, permissions: permissions)
    }
}

extension Data {
    /// The same memory, not a copy of it, so that it is wiped when `bytes` go. What CoreBluetooth copies is the system's.
    init(lending bytes: SecretBytes) {
        self = bytes.withBytes { span in
            span.withUnsafeBytes { memory in
                guard let base = memory.baseAddress, !memory.isEmpty else { return Data() }
                // Never written to: CoreBluetooth only reads it, and a change of a Data that is shared copies it first.
                return Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: memory.count,
                    deallocator: .custom { _, _ in withExtendedLifetime(bytes) {} })
            }
        }
    }
}

extension RadioState {
    /// What a manager's state means. The system says *resetting* while its Bluetooth service starts anew.
    init(_ state: CBManagerState) {
        switch state {
        case .poweredOn: self = .ready
        case .poweredOff:
            self = .unavailable(
                BluetoothError(.poweredOff, "Bluetooth is off: a person switches it on in the system's settings"))
        case .unauthorized:
            self = .unavailable(
                BluetoothError(
                    .notPermitted,
                    "this program may not use Bluetooth: a person allows it in the system's settings, under Privacy"))
        case .unsupported:
            self = .unavailable(BluetoothError(.noAdapter, "this machine has no Bluetooth LE"))
        case .resetting:
            self = .unavailable(BluetoothError(.serviceUnavailable, "the system's Bluetooth service starts anew"))
        default: self = .unknown
        }
    }

    /// The kind of its error, for people.
    var reason: String {
        if case .unavailable(let error) = self { error.code.rawValue } else { "unknown" }
    }
}

extension CBManagerState {
    /// Whether what a manager knew of peripherals is void (below *powered off*).
    var invalidatesPeripherals: Bool { self != .poweredOn && self != .poweredOff }
}
