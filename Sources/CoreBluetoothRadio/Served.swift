import BluetoothLE
import CoreBluetooth
import Foundation
import Runtime

/// A value that waits for room in the system's queue.
struct ValueUpdate: Sendable {
    let number: Int
    let value: [UInt8]
    let id: CharacteristicID
    let answer: EventSource<Void, BluetoothError>
    /// To whom it goes; `nil` for all who have subscribed.
    var central: UUID?
}

/// What a central's request is answered with.
enum RequestAnswer: Sendable {
    case value([UInt8])
    case error(ATTError)
}

/// The peripheral that a host serves, on the queue of its manager.
final class Served {
    /// A central that has asked for something.
    struct Known {
        let central: CBCentral
        var subscriptions: Set<CharacteristicID> = []
    }

    /// What is to be answered once: a read, or the writes that the system takes as one.
    final class Open {
        let request: CBATTRequest
        /// How many of its parts are not answered.
        var parts: Int

        init(_ request: CBATTRequest, parts: Int) {
            self.request = request
            self.parts = parts
        }
    }

    let number: Int
    let services: [Service]
    var advertisement: Advertisement
    let source: EventSource<PeripheralEvent, BluetoothError>
    /// Calls that wait until it is on the air.
    var waiting: [EventSource<Void, BluetoothError>] = []
    /// Whether it has been on the air, so that it is a peripheral to its user.
    var isPublished = false
    /// Services that the system has not taken yet.
    var adding: [CBMutableService] = []
    /// How many calls to advertise have not been answered.
    var starts = 0
    var characteristics: [CharacteristicID: CBMutableCharacteristic] = [:]
    var centrals: [UUID: Known] = [:]
    var requests: [RequestID: Open] = [:]
    var updates: [ValueUpdate] = []

    init(
        number: Int, services: [Service], advertisement: Advertisement,
        source: EventSource<PeripheralEvent, BluetoothError>
    ) {
        self.number = number
        self.services = services
        self.advertisement = advertisement
        self.source = source
    }

    /// Answers all who wait until it is on the air.
    func settle(_ error: BluetoothError?) {
        for source in waiting {
            if let error { source.finish(throwing: error) } else { source.yield(()) }
        }
        waiting = []
    }

    /// The services as the system takes them, made anew.
    func makeServices() -> [CBMutableService] {
        characteristics = [:]
        adding = services.map { service in
            let made = CBMutableService(type: CBUUID(service.uuid), primary: true)
            made.characteristics = service.characteristics.map { characteristic in
                let id = CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
                let made = CBMutableCharacteristic(characteristic)
                characteristics[id] = made
                return made
            }
            return made
        }
        return adding
    }

    /// A central is heard: the first time it counts as connected.
    func touched(_ central: CBCentral) -> CentralID {
        let id = CentralID(central.identifier.uuidString)
        if centrals[central.identifier] == nil {
            centrals[central.identifier] = Known(central: central)
            source.yield(.connected(id))
        }
        return id
    }

    func left(_ identifier: UUID) {
        guard centrals.removeValue(forKey: identifier) != nil else { return }
        source.yield(.disconnected(CentralID(identifier.uuidString)))
    }

    /// Whether somebody is there for a value.
    func hasSubscriber(for update: ValueUpdate) -> Bool {
        if let central = update.central { return centrals[central]?.subscriptions.contains(update.id) ?? false }
        return centrals.values.contains { $0.subscriptions.contains(update.id) }
    }

    /// The radio has gone, or the peripheral is stopped: nothing that waits for a central will come about.
    func loseCentrals(_ reason: BluetoothError) {
        for update in updates { update.answer.finish(throwing: reason) }
        (updates, requests, adding, starts) = ([], [:], [], 0)
        for identifier in centrals.keys.sorted(by: { $0.uuidString < $1.uuidString }) { left(identifier) }
    }
}
