import BluetoothLE
public import Foundation
import ProvisioningProtocols
import Runtime
import VirtualRadio

/// documentation/corebluetooth/cbperipheralstate
public enum CBPeripheralState: Int, Sendable {
    case disconnected = 0
    case connecting = 1
    case connected = 2
    case disconnecting = 3
}

/// documentation/corebluetooth/cbpeer
open class CBPeer: NSObject {
    final let peer: UUID

    init(_ peer: UUID) { self.peer = peer }

    /// documentation/corebluetooth/cbpeer/identifier
    open var identifier: UUID { peer }
}

@available(*, unavailable) extension CBPeer: @unchecked Sendable {}

/// documentation/corebluetooth/cbperipheral
open class CBPeripheral: CBPeer {
    /// documentation/corebluetooth/cbperipheral/delegate
    open weak var delegate: (any CBPeripheralDelegate)?
    final weak var manager: CBCentralManager?
    final let queue: DispatchQueue
    final let adapter: Adapter
    final var phase = CBPeripheralState.disconnected
    final var heardName: String?
    final var found: [CBService]?
    final var mtu = 23
    /// How many writes without response wait; as Apple's, it takes some and then says when it takes more.
    final var waitingWrites = 0
    final var attempt: Task<Void, Never>?
    final var link: Link?

    init(_ identifier: UUID, manager: CBCentralManager) {
        self.manager = manager
        queue = manager.queue
        adapter = manager.adapter
        super.init(identifier)
    }

    deinit { attempt?.cancel() }

    /// documentation/corebluetooth/cbperipheral/name
    open var name: String? { heardName }
    /// documentation/corebluetooth/cbperipheral/state
    open var state: CBPeripheralState { phase }
    /// documentation/corebluetooth/cbperipheral/services
    open var services: [CBService]? { found }
    /// documentation/corebluetooth/cbperipheral/cansendwritewithoutresponse
    open var canSendWriteWithoutResponse: Bool { waitingWrites < Self.writesAtOnce }

    private static let writesAtOnce = 4

    /// documentation/corebluetooth/cbperipheral/maximumwritevaluelength(for:)
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        type == .withResponse ? maximumAttributeLength : mtu - 3
    }

    /// documentation/corebluetooth/cbperipheral/discoverservices(_:)
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        let (wanted, limit) = (serviceUUIDs?.map(\.bluetooth), adapter.time.now + 30_000)
        perform { connection throws(BluetoothError) in
            let services = try await connection.services(deadline: limit)
            return { peripheral in
                peripheral.found = services.filter { wanted?.contains($0.uuid) ?? true }
                    .map { CBService($0, of: peripheral) }
                peripheral.delegate?.peripheral(peripheral, didDiscoverServices: nil)
            }
        } failed: { peripheral, error in
            peripheral.delegate?.peripheral(peripheral, didDiscoverServices: error)
        }
    }

    /// documentation/corebluetooth/cbperipheral/discovercharacteristics(_:for:)
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        let (wanted, service) = (characteristicUUIDs?.map(\.bluetooth), OnQueue(service))
        perform { _ in
            { peripheral in
                let service = service.value
                service.found = service.table?.characteristics
                    .filter { wanted?.contains($0.uuid) ?? true }
                    .map { table in
                        // What a link has to be for it is not told to a central.
                        let properties = CBCharacteristicProperties(rawValue: UInt(table.properties.rawValue & 0xFF))
                        let characteristic = CBCharacteristic(CBUUID(table.uuid), properties)
                        characteristic.owner = service
                        return characteristic
                    }
                peripheral.delegate?.peripheral(peripheral, didDiscoverCharacteristicsFor: service, error: nil)
            }
        } failed: { _, _ in
        }
    }

    /// documentation/corebluetooth/cbperipheral/readvalue(for:)-1jgtc
    open func readValue(for characteristic: CBCharacteristic) {
        guard let id = characteristic.id else { return }
        let characteristic = OnQueue(characteristic)
        perform { connection throws(BluetoothError) in
            let value = try await connection.read(id)
            return { $0.updated(characteristic.value, value, nil) }
        } failed: {
            $0.updated(characteristic.value, nil, $1)
        }
    }

    /// documentation/corebluetooth/cbperipheral/writevalue(_:for:type:)
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
        guard let id = characteristic.id else { return }
        let (bytes, characteristic) = (SecretBytes(Array(data)), OnQueue(characteristic))
        guard type == .withResponse else {
            // Too long or too many: they are lost, and nobody is told.
            guard data.count <= mtu - 3, canSendWriteWithoutResponse else { return }
            waitingWrites += 1
            perform { connection throws(BluetoothError) in
                try await connection.write(bytes, to: id, withResponse: false)
                return { $0.sent() }
            } failed: { peripheral, _ in
                peripheral.sent()
            }
            return
        }
        perform { connection throws(BluetoothError) in
            try await connection.write(bytes, to: id, withResponse: true)
            return { $0.delegate?.peripheral($0, didWriteValueFor: characteristic.value, error: nil) }
        } failed: {
            $0.delegate?.peripheral($0, didWriteValueFor: characteristic.value, error: $1)
        }
    }

    /// documentation/corebluetooth/cbperipheral/setnotifyvalue(_:for:)
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        guard let id = characteristic.id else { return }
        let characteristic = OnQueue(characteristic)
        perform { connection throws(BluetoothError) in
            if enabled { try await connection.subscribe(to: id) } else { try await connection.unsubscribe(from: id) }
            return { peripheral in
                characteristic.value.notifies = enabled
                peripheral.delegate?.peripheral(
                    peripheral, didUpdateNotificationStateFor: characteristic.value, error: nil)
            }
        } failed: {
            $0.delegate?.peripheral($0, didUpdateNotificationStateFor: characteristic.value, error: $1)
        }
    }

    private func sent() {
        waitingWrites -= 1
        if waitingWrites == Self.writesAtOnce - 1 { delegate?.peripheralIsReady(toSendWriteWithoutResponse: self) }
    }

    final func updated(_ characteristic: CBCharacteristic, _ value: [UInt8]?, _ error: (any Error)?) {
        if let value { characteristic.newest = Data(value) }
        delegate?.peripheral(self, didUpdateValueFor: characteristic, error: error)
    }
}
