import BluetoothLE
import ProvisioningProtocols
import Runtime
import SerialLink

/// A central and a characteristic.
struct Subscriber: Hashable {
    let central: CentralID?
    let characteristic: CharacteristicID
}

/// A request of a central that the device is asked about.
struct PendingRequest {
    let id: RequestID
    let reader: Subscriber
    let offset: Int
    let isRead: Bool
}

/// A service as the device describes it.
struct ServedService {
    let service: Service
    /// The protocol's own numbers of its characteristics, in their order.
    let numbers: [UInt8]

    /// What the device says of a service; `nil` where that is not whole.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 17, (bytes.count - 17) % 19 == 0 else { return nil }
        var characteristics: [Characteristic] = []
        var numbers: [UInt8] = []
        for start in stride(from: 17, to: bytes.count, by: 19) {
            numbers.append(bytes[start])
            let properties = UInt16(bytes[start + 1]) | UInt16(bytes[start + 2]) << 8
            characteristics.append(
                Characteristic(
                    uuid: Self.uuid(bytes, at: start + 3), properties: CharacteristicProperties(rawValue: properties)))
        }
        service = Service(uuid: Self.uuid(bytes, at: 1), characteristics: characteristics)
        self.numbers = numbers
    }

    private static func uuid(_ bytes: [UInt8], at place: Int) -> BluetoothUUID {
        func half(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        return BluetoothUUID(high: half(place), low: half(place + 8))
    }
}

extension SerialBridge {
    /// The characteristic of this number in the service at `place`.
    func characteristic(_ number: UInt8, of place: UInt8) -> CharacteristicID? {
        guard Int(place) < services.count, let index = services[Int(place)].numbers.firstIndex(of: number) else {
            return nil
        }
        let service = services[Int(place)].service
        return CharacteristicID(service: service.uuid, characteristic: service.characteristics[index].uuid)
    }

    /// The place of its service and the number of a characteristic.
    private func place(of id: CharacteristicID) -> [UInt8]? {
        for (place, served) in services.enumerated() where served.service.uuid == id.service {
            let index = served.service.characteristics.firstIndex { $0.uuid == id.characteristic }
            guard let index else { return nil }
            return [UInt8(truncatingIfNeeded: place), served.numbers[index]]
        }
        return nil
    }

    /// Tells the device what a central did.
    func handle(_ event: PeripheralEvent, of published: any PublishedPeripheral) {
        switch event {
        case .connected(let central): _ = number(of: central)
        case .disconnected(let central): left(central)
        case .subscribed(let id, let central, let length):
            subscriptions[Subscriber(central: central, characteristic: id)] = length ?? 20
            guard let place = place(of: id) else { return }
            port?.send(.subscribed, number(of: central) + place)
        case .unsubscribed(let id, let central):
            subscriptions[Subscriber(central: central, characteristic: id)] = nil
        case .read(let id, let central, let offset, let request):
            read(Subscriber(central: central, characteristic: id), at: offset, request, of: published)
        case .write(let id, let central, let offset, let value, let request):
            guard let place = place(of: id), offset >= 0, offset <= maximumAttributeLength,
                value.count <= maximumAttributeLength
            else {
                if let request { published.respond(to: request, with: .writeNotPermitted) }
                return
            }
            let reader = Subscriber(central: central, characteristic: id)
            let asked = ask(request, reader, offset, isRead: false)
            var bytes = number(of: central) + place + asked + two(UInt16(offset))
            bytes.reserveCapacity(bytes.count + value.count)
            value.withBytes { for index in $0.indices { bytes.append($0[index]) } }
            port?.send(.write, bytes)
            wipe(&bytes)
        case .radio: break
        }
    }

    private func read(
        _ reader: Subscriber, at offset: Int, _ request: RequestID, of published: any PublishedPeripheral
    ) {
        let client = number(of: reader.central)
        if offset > 0, let longRead, longRead.reader == reader {
            guard offset <= longRead.value.count else { return published.respond(to: request, with: .invalidOffset) }
            return published.respond(to: request, with: Array(longRead.value[offset...]))
        }
        guard offset >= 0, let place = place(of: reader.characteristic) else {
            return published.respond(to: request, with: .readNotPermitted)
        }
        port?.send(.read, client + place + ask(request, reader, offset, isRead: true))
    }

    /// Takes the device's answer to a request.
    func answer(_ bytes: [UInt8]) {
        guard bytes.count >= 3 else { return }
        let number = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
        guard let request = requests.removeValue(forKey: number), let peripheral else { return }
        guard bytes[2] == 0 else { return peripheral.respond(to: request.id, with: ATTError(rawValue: bytes[2])) }
        guard request.isRead else { return peripheral.respond(to: request.id, with: []) }
        let value = Array(bytes.dropFirst(3))
        guard request.offset <= value.count else { return peripheral.respond(to: request.id, with: .invalidOffset) }
        if request.offset == 0 { longRead = (request.reader, value) }
        peripheral.respond(to: request.id, with: Array(value.dropFirst(request.offset)))
    }

    /// A number for a request that the device will answer with, as two bytes; 0 for one that waits for no answer.
    private func ask(_ request: RequestID?, _ reader: Subscriber, _ offset: Int, isRead: Bool) -> [UInt8] {
        guard let request else { return two(0) }
        lastRequest = lastRequest == .max ? 1 : lastRequest + 1
        requests[lastRequest] = PendingRequest(id: request, reader: reader, offset: offset, isRead: isRead)
        return two(lastRequest)
    }

    private func two(_ number: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }

    /// The number by which the device knows a central, which is hereby connected, as four bytes.
    private func number(of central: CentralID?) -> [UInt8] {
        guard let central else { return [0, 0, 0, 0] }
        if let known = clients[central] { return four(known) }
        lastClient = lastClient == .max ? 1 : lastClient + 1
        clients[central] = lastClient
        reporter.yield(.connected(central))
        port?.send(.connected, four(lastClient))
        return four(lastClient)
    }

    private func four(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    private func left(_ central: CentralID) {
        subscriptions = subscriptions.filter { $0.key.central != central }
        if longRead?.reader.central == central { longRead = nil }
        guard let number = clients.removeValue(forKey: central) else { return }
        reporter.yield(.left(central))
        port?.send(.left, four(number))
    }
}
