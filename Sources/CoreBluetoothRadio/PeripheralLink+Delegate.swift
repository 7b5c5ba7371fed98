import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

extension PeripheralLink: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        if let error { return answerServices(.failure(BluetoothError(error, doing: "asking for services"))) }
        let services = peripheral.services ?? []
        undiscovered = services.count
        for service in services { peripheral.discoverCharacteristics(nil, for: service) }
        if services.isEmpty { finishDiscovery() }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        if let error { return answerServices(.failure(BluetoothError(error, doing: "asking for characteristics"))) }
        undiscovered -= 1
        if undiscovered == 0 { finishDiscovery() }
    }

    private func finishDiscovery() {
        var table: [CharacteristicID: CBCharacteristic] = [:]
        for service in peripheral.services ?? [] {
            for characteristic in service.characteristics ?? [] {
                if let id = CharacteristicID(characteristic, of: service) { table[id] = characteristic }
            }
        }
        // An empty table is not remembered: the peer may have been asked too early.
        self.table = table.isEmpty ? nil : table
        answerServices(.success([]))
    }

    /// Answers all who wait for the services.
    private func answerServices(_ outcome: Result<[UInt8], BluetoothError>) {
        while answer(.services, outcome) {}
    }

    /// A read's answer and a notification come by the same call, and nothing in it tells which it is. An error is an answer: a
    /// notification has none. Where no read of the characteristic is under way, the value is a notification. Otherwise the
    /// oldest read has the first value that comes, and those behind it are delivered, so that none is lost and none comes twice;
    /// where notifications are on as well, the answer may thus change places with a notification that was just before it.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let id = CharacteristicID(characteristic) else { return }
        if let error {
            answer(.read(id), .failure(BluetoothError(error, doing: "reading")))
            return
        }
        let value = Array(characteristic.value ?? Data())
        if answer(.read(id), .success(value)) { return }
        deliver(.notification(id, value))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let id = CharacteristicID(characteristic) else { return }
        answer(.write(id), error.map { .failure(BluetoothError($0, doing: "writing")) } ?? .success([]))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let id = CharacteristicID(characteristic) else { return }
        let outcome = error.map { Result<[UInt8], BluetoothError>.failure(BluetoothError($0, doing: "subscribing")) }
        answer(.subscription(id), outcome ?? .success([]))
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { sendWaiting() }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        table = nil
        deliver(.servicesChanged)
    }
}
