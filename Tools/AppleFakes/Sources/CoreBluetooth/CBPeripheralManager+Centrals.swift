import BluetoothLE
import Foundation
import Runtime

extension CBPeripheralManager {
    /// What centrals do. Of their links the delegate hears only by the end of their subscriptions.
    final func took(_ event: PeripheralEvent) {
        switch event {
        case .connected, .radio: break
        case .disconnected(let central): gone(central)
        case .subscribed(let id, let central?, let limit):
            guard let characteristic = characteristic(id) else { return }
            let central = self.central(central)
            central.limit = limit ?? 20
            characteristic.subscribers.append(central)
            delegate?.peripheralManager(self, central: central, didSubscribeTo: characteristic)
        case .unsubscribed(let id, let central?):
            guard let characteristic = characteristic(id), let central = centrals[central] else { return }
            unsubscribe(central, characteristic)
        case .read(let id, let central?, let offset, let number):
            guard let characteristic = characteristic(id) else { return }
            delegate?.peripheralManager(
                self,
                didReceiveRead: CBATTRequest(
                    self.central(central), characteristic, at: offset, inAir: number, value: nil))
        case .write(let id, let central?, let offset, let value, let number):
            guard let characteristic = characteristic(id) else { return }
            delegate?.peripheralManager(
                self,
                didReceiveWrite: [
                    CBATTRequest(
                        self.central(central), characteristic, at: offset, inAir: number, value: Data(value.array))
                ])
        case .subscribed, .unsubscribed, .read, .write: break
        }
    }

    final func gone(_ central: CentralID) {
        guard let central = centrals.removeValue(forKey: central) else { return }
        let characteristics = services.flatMap { $0.found ?? [] }.compactMap { $0 as? CBMutableCharacteristic }
        for characteristic in characteristics { unsubscribe(central, characteristic) }
    }

    private func unsubscribe(_ central: CBCentral, _ characteristic: CBMutableCharacteristic) {
        guard let index = characteristic.subscribers.firstIndex(where: { $0 === central }) else { return }
        characteristic.subscribers.remove(at: index)
        delegate?.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
    }

    private func central(_ name: CentralID) -> CBCentral {
        if let known = centrals[name] { return known }
        let made = CBCentral(name)
        centrals[name] = made
        return made
    }

    private func characteristic(_ id: CharacteristicID) -> CBMutableCharacteristic? {
        services.flatMap { $0.found ?? [] }.first { $0.id == id } as? CBMutableCharacteristic
    }
}
