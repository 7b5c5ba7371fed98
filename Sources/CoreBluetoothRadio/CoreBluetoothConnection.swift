import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// A link that the system holds for this program.
final class CoreBluetoothConnection: PeripheralConnection {
    private let name: LinkName
    private let core: CentralCore
    let peripheral: PeripheralID
    let events: EventStream<ConnectionEvent, BluetoothError>

    /// The longest that a request may take: that of the attribute protocol is 30 s (Core Specification 5.4, Vol 3 Part F
    /// §3.3.3), and before it the system may have a person confirm that it pairs.
    private static let requestLimit: UInt32 = 65_000

    init(_ name: LinkName, events: EventStream<ConnectionEvent, BluetoothError>, core: CentralCore) {
        self.name = name
        self.core = core
        self.events = events
        peripheral = PeripheralID(name.identifier.uuidString)
    }

    deinit {
        core.perform { [name] core in
            if let link = core.link(name) { core.close(link, nil) }
        }
    }

    /// What a write without response carries, and three bytes for its head.
    var mtu: Int {
        get async {
            let (stream, source) = EventStream<Int, Never>.make(capacity: 1)
            core.perform { [name] in
                source.yield($0.link(name)?.peripheral.maximumWriteValueLength(for: .withoutResponse) ?? 20)
            }
            return min(max((await stream.next() ?? 20) + 3, 23), 517)
        }
    }

    func services(deadline: Instant) async throws(BluetoothError) -> [Service] {
        _ = try await request(until: deadline) { link, answer in
            guard link.table == nil else { return _ = answer.yield([]) }
            let isFirst = !link.isPending(.services)
            link.begin(.services, answer)
            if isFirst { link.peripheral.discoverServices(nil) }
        }
        return try await known(until: deadline)
    }

    private func known(until deadline: Instant) async throws(BluetoothError) -> [Service] {
        let found = Lock<[Service]>([])
        _ = try await request(until: deadline) { link, answer in
            found.withLock { $0 = link.services }
            answer.yield([])
        }
        return found.withLock { $0 }
    }

    func read(_ characteristic: CharacteristicID) async throws(BluetoothError) -> [UInt8] {
        try await request(characteristic, can: .read) { link, found, answer in
            link.begin(.read(characteristic), answer)
            link.peripheral.readValue(for: found)
        }
    }

    func write(
        _ value: SecretBytes, to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError) {
        guard value.count <= maximumAttributeLength else {
            throw BluetoothError(.valueTooLong, "\(value.count) bytes; an attribute takes \(maximumAttributeLength)")
        }
        _ = try await request(characteristic, can: withResponse ? .write : .writeWithoutResponse) {
            link, found, answer in
            let limit = link.peripheral.maximumWriteValueLength(for: withResponse ? .withResponse : .withoutResponse)
            guard value.count <= limit else {
                let text = "\(value.count) bytes; a write takes \(limit) here"
                return answer.finish(throwing: BluetoothError(.valueTooLong, text))
            }
            guard withResponse else {
                return link.wait(.init(value: value, characteristic: characteristic, answer: answer))
            }
            link.begin(.write(characteristic), answer)
            link.peripheral.writeValue(Data(lending: value), for: found, type: .withResponse)
        }
    }

    func subscribe(to characteristic: CharacteristicID) async throws(BluetoothError) {
        try await setNotifications(characteristic, true)
    }

    func unsubscribe(from characteristic: CharacteristicID) async throws(BluetoothError) {
        try await setNotifications(characteristic, false)
    }

    private func setNotifications(_ id: CharacteristicID, _ isOn: Bool) async throws(BluetoothError) {
        _ = try await request(id, can: [.notify, .indicate]) { link, found, answer in
            link.begin(.subscription(id), answer)
            link.peripheral.setNotifyValue(isOn, for: found)
        }
    }

    /// Does nothing while the link lasts: there is no way to ask the system to pair. It does so by itself, and asks the person
    /// where that is needed, when an attribute is touched that needs an encrypted link.
    func pair(deadline: Instant) async throws(BluetoothError) {
        _ = try await request(until: deadline) { _, answer in answer.yield([]) }
    }

    func disconnect() async {
        let (stream, source) = EventStream<Never, Never>.make()
        core.perform { [name] core in
            guard let link = core.link(name) else { return source.finish() }
            core.close(link, nil)
            guard core.radio == .ready else { return source.finish() }
            link.whenGone(source)
        }
        let (core, name) = (core, name)
        // Also where the calling task is cancelled.
        await Task {
            if case .timedOut = await stream.next(until: core.time.now + CentralCore.endLimit, on: core.time) {
                core.perform { $0.drop(name) }
            }
        }.value
    }

    // MARK: Asking

    private typealias Answer = EventSource<[UInt8], BluetoothError>

    /// Asks something of a characteristic that can do one of `properties`.
    private func request(
        _ id: CharacteristicID, can properties: CharacteristicProperties,
        _ begin: @escaping @Sendable (PeripheralLink, CBCharacteristic, Answer) -> Void
    ) async throws(BluetoothError) -> [UInt8] {
        try await request(until: core.time.now + Self.requestLimit) { link, answer in
            do throws(BluetoothError) { begin(link, try link.characteristic(id, can: properties), answer) } catch {
                answer.finish(throwing: error)
            }
        }
    }

    private func request(
        until deadline: Instant, _ begin: @escaping @Sendable (PeripheralLink, Answer) -> Void
    ) async throws(BluetoothError) -> [UInt8] {
        if Task.isCancelled { throw BluetoothError(.cancelled) }
        let (stream, source) = EventStream<[UInt8], BluetoothError>.make(capacity: 1)
        core.perform { [name] core in
            guard let link = core.link(name) else {
                return source.finish(throwing: BluetoothError(.disconnected, "the link has ended"))
            }
            if let ended = link.ended { source.finish(throwing: ended) } else { begin(link, source) }
        }
        switch await stream.next(until: deadline, on: core.time) {
        case .event(let value): return value
        case .failed(let error): throw error
        case .timedOut: throw BluetoothError(.timedOut, "the peripheral has not answered")
        case .cancelled, .ended: throw BluetoothError(.cancelled)
        }
    }
}

extension PeripheralLink {
    /// The attribute table as it was discovered, in its order.
    var services: [Service] {
        (peripheral.services ?? []).compactMap { service in
            BluetoothUUID(service.uuid).map { Service(uuid: $0, characteristics: Self.characteristics(of: service)) }
        }
    }

    private static func characteristics(of service: CBService) -> [Characteristic] {
        (service.characteristics ?? []).compactMap { found in
            BluetoothUUID(found.uuid).map {
                Characteristic(uuid: $0, properties: CharacteristicProperties(found.properties))
            }
        }
    }

    /// A characteristic of the peer that can do one of `properties`.
    func characteristic(
        _ id: CharacteristicID, can properties: CharacteristicProperties
    ) throws(BluetoothError) -> CBCharacteristic {
        guard let table else {
            throw BluetoothError(.unsupported, "the services of this link are not known yet: ask for them first")
        }
        guard let found = table[id] else {
            throw BluetoothError(.unsupported, "the peripheral has no characteristic \(id.characteristic)")
        }
        guard !CharacteristicProperties(found.properties).isDisjoint(with: properties) else {
            throw BluetoothError(.unsupported, "characteristic \(id.characteristic) cannot do that")
        }
        return found
    }
}
