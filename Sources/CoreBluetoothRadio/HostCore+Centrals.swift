import BluetoothLE
import CoreBluetooth
import Foundation
import Runtime

extension HostCore {
    // MARK: Subscriptions and values

    func subscribed(_ central: CBCentral, _ characteristic: CBCharacteristic) {
        guard let served, let id = CharacteristicID(characteristic) else { return }
        let name = served.touched(central)
        served.centrals[central.identifier]?.subscriptions.insert(id)
        served.source.yield(.subscribed(id, name, maximumLength: central.maximumUpdateValueLength))
    }

    /// Also told of each subscription of a central whose link has ended.
    func unsubscribed(_ central: CBCentral, _ characteristic: CBCharacteristic) {
        guard let served, let id = CharacteristicID(characteristic),
            served.centrals[central.identifier]?.subscriptions.remove(id) != nil
        else { return }
        served.source.yield(.unsubscribed(id, CentralID(central.identifier.uuidString)))
        if served.centrals[central.identifier]?.subscriptions.isEmpty ?? false { served.left(central.identifier) }
        // What waited for it would hold up what is behind.
        sendUpdates()
    }

    func notify(_ number: Int, _ update: ValueUpdate, _ central: CentralID?) {
        guard let served = served(number) else {
            return update.answer.finish(throwing: BluetoothError(.disconnected, "the peripheral was stopped"))
        }
        guard let found = served.characteristics[update.id],
            !CharacteristicProperties(found.properties).isDisjoint(with: [.notify, .indicate])
        else {
            let text = "characteristic \(update.id.characteristic) does not notify"
            return update.answer.finish(throwing: BluetoothError(.unsupported, text))
        }
        var update = update
        if let central {
            update.central = UUID(uuidString: central.rawValue)
            guard let identifier = update.central, served.centrals[identifier] != nil else {
                let text = "\(central) is not connected"
                return update.answer.finish(throwing: BluetoothError(.disconnected, text))
            }
        }
        served.updates.append(update)
        sendUpdates()
    }

    func giveUp(_ update: Int, of number: Int) { served(number)?.updates.removeAll { $0.number == update } }

    /// Sends what waits, in its order, as far as the system takes it. It says when it takes more.
    func sendUpdates() {
        guard let served, radio == .ready else { return }
        while let next = served.updates.first {
            if served.hasSubscriber(for: next), let characteristic = served.characteristics[next.id] {
                let receivers = next.central.flatMap { served.centrals[$0] }.map { [$0.central] }
                let isTaken = manager?.updateValue(
                    Data(next.value), for: characteristic, onSubscribedCentrals: receivers)
                guard isTaken ?? true else { return }
            }
            served.updates.removeFirst()
            next.answer.yield(())
        }
    }

    // MARK: Requests

    func read(_ request: CBATTRequest) {
        guard let served, let id = CharacteristicID(request.characteristic) else {
            return manager?.respond(to: request, withResult: .invalidHandle) ?? ()
        }
        let central = served.touched(request.central)
        let number = open(Served.Open(request, parts: 1))
        if !served.source.yield(.read(id, central, offset: request.offset, number)) {
            respond(served.number, number, .error(.insufficientResources))
        }
    }

    /// The system takes several writes as one, which has one answer.
    func written(_ requests: [CBATTRequest]) {
        guard let first = requests.first else { return }
        guard let served else { return manager?.respond(to: first, withResult: .invalidHandle) ?? () }
        let writes = Self.joined(requests)
        let awaited = writes.filter(\.isAwaited).count
        let answer = Served.Open(first, parts: awaited)
        for write in writes {
            let central = served.touched(write.central)
            let number = write.isAwaited ? open(answer) : nil
            let isTaken = served.source.yield(
                .write(write.id, central, offset: write.offset, value: SecretBytes(write.value), number))
            if !isTaken, let number { respond(served.number, number, .error(.insufficientResources)) }
        }
        // The system wants an answer in any case; of a write that has none it is not sent.
        if awaited == 0 { manager?.respond(to: first, withResult: .success) }
    }

    private struct Write {
        let id: CharacteristicID
        let central: CBCentral
        let offset: Int
        var value: [UInt8]
        /// Whether the central may wait for an answer: where a characteristic can be written in both ways, it is not told.
        let isAwaited: Bool
    }

    /// The writes with those joined of which one goes on where the one before it has ended.
    private static func joined(_ requests: [CBATTRequest]) -> [Write] {
        var writes: [Write] = []
        for request in requests {
            guard let id = CharacteristicID(request.characteristic) else { continue }
            let value = Array(request.value ?? Data())
            if let last = writes.last, last.id == id, last.offset + last.value.count == request.offset {
                writes[writes.count - 1].value += value
                continue
            }
            writes.append(
                Write(
                    id: id, central: request.central, offset: request.offset, value: value,
                    isAwaited: request.characteristic.properties.contains(.write)))
        }
        return writes
    }

    private func open(_ open: Served.Open) -> RequestID {
        lastRequest += 1
        let number = RequestID(rawValue: lastRequest)
        served?.requests[number] = open
        return number
    }

    func respond(_ served: Int, _ request: RequestID, _ answer: RequestAnswer) {
        guard let served = self.served(served), let open = served.requests.removeValue(forKey: request) else { return }
        switch answer {
        case .value(let value):
            open.parts -= 1
            guard open.parts == 0 else { return }
            open.request.value = Data(value)
            manager?.respond(to: open.request, withResult: .success)
        case .error(let error):
            // One that fails is the end of all that the system takes as one.
            for (number, other) in served.requests where other === open { served.requests[number] = nil }
            let code = CBATTError.Code(rawValue: Int(error.rawValue)) ?? .unlikelyError
            manager?.respond(to: open.request, withResult: code)
        }
    }
}
