import BluetoothLE
import ProvisioningProtocols
import Runtime

/// The peripheral that the contract's cases talk to, with one characteristic of each kind.
enum Bench {
    static let service = BluetoothUUID(high: 0x1B7E_8251_0C1D_4F4A, low: 0x9A5C_44C6_0E4F_7A01)
    static let value = id(1)
    static let log = id(2)
    static let alerts = id(3)
    static let receipts = id(4)
    static let secret = id(5)

    static func id(_ number: UInt64) -> CharacteristicID {
        CharacteristicID(
            service: service, characteristic: BluetoothUUID(high: service.high, low: service.low + number))
    }

    static let services = [
        Service(
            uuid: service,
            characteristics: [
                Characteristic(uuid: value.characteristic, properties: [.read, .write]),
                Characteristic(uuid: log.characteristic, properties: [.writeWithoutResponse]),
                Characteristic(uuid: alerts.characteristic, properties: [.notify]),
                Characteristic(uuid: receipts.characteristic, properties: [.indicate]),
                Characteristic(
                    uuid: secret.characteristic,
                    properties: [.read, .write, .notify, .encryptRead, .encryptWrite, .encryptNotify]),
            ])
    ]

    static let advertisement = Advertisement(
        name: "Bench", services: [service], serviceData: [service: [1, 2, 3]])
}

/// A published bench and what happened at it.
final class BenchDevice: Sendable {
    let peripheral: any PublishedPeripheral
    private let time: any TimeSource
    private let stored = Lock([UInt8]())

    init(_ pair: RadioPair) async throws {
        peripheral = try await pair.host.publish(Bench.services, advertisement: Bench.advertisement)
        time = pair.time
    }

    /// The next event that `pick` takes, answering the reads and writes on the way to it as a well-behaved device does.
    func next<Result: Sendable>(_ pick: (PeripheralEvent) -> Result?) async throws -> Result {
        while true {
            switch await peripheral.events.next(until: time.now + 20_000, on: time) {
            case .event(let event):
                answer(event)
                if let result = pick(event) { return result }
            case let other: throw ContractViolation(description: "the peripheral's events ended: \(other)")
            }
        }
    }

    private func answer(_ event: PeripheralEvent) {
        switch event {
        case .write(_, _, let offset, let value, let request):
            stored.withLock { $0 = Array($0.prefix(offset)) + value.array }
            if let request { peripheral.respond(to: request, with: []) }
        case .read(_, _, let offset, let request):
            let value = stored.withLock { $0 }
            if offset <= value.count {
                peripheral.respond(to: request, with: Array(value.dropFirst(offset)))
            } else {
                peripheral.respond(to: request, with: .invalidOffset)
            }
        default: break
        }
    }

    /// Answers for as long as `body` runs.
    func serving<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for try await event in peripheral.events { answer(event) }
            }
            let result = try await body()
            group.cancelAll()
            return result
        }
    }
}

extension RadioPair {
    /// The address of the bench, found as a program finds it.
    func find(with central: (any Central)? = nil) async throws -> PeripheralID {
        let found = (central ?? self.central).discover(services: [Bench.service])
        guard case .event(let discovery) = await found.next(until: soon, on: time) else {
            throw ContractViolation(description: "the peripheral was not found")
        }
        return discovery.peripheral
    }

    /// A link to the bench with its services known.
    func link(with central: (any Central)? = nil) async throws -> any PeripheralConnection {
        let peripheral = try await find(with: central)
        let connection = try await (central ?? self.central).connect(to: peripheral, deadline: soon)
        _ = try await connection.services(deadline: soon)
        return connection
    }

    /// A link whose end `device` is told of: one that has subscribed, where the host sees no more of links.
    func link(seenBy device: BenchDevice) async throws -> any PeripheralConnection {
        let connection = try await link()
        guard traits.contains(.hostSeesNoLinks) else { return connection }
        try await connection.subscribe(to: Bench.receipts)
        try await device.awaitSubscription(Bench.receipts)
        return connection
    }
}

extension PeripheralConnection {
    /// The next notification.
    func nextNotification(_ pair: RadioPair) async throws -> (CharacteristicID, [UInt8]) {
        while true {
            switch await events.next(until: pair.soon, on: pair.time) {
            case .event(.notification(let id, let value)): return (id, value)
            case .event: continue
            case let other: throw ContractViolation(description: "no notification came: \(other)")
            }
        }
    }
}
