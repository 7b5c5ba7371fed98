import BluetoothLE
import Runtime

/// A radio on which the attributes of a device have UUIDs of a product's own.
struct RenamingHost: PeripheralHost {
    let base: any PeripheralHost
    /// The product's UUIDs, by those that the device thinks it has.
    let names: [BluetoothUUID: BluetoothUUID]

    func states() -> EventStream<RadioState, Never> { base.states() }

    func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral {
        let renamed = services.map { service in
            Service(
                uuid: names[service.uuid] ?? service.uuid,
                characteristics: service.characteristics.map {
                    Characteristic(uuid: names[$0.uuid] ?? $0.uuid, properties: $0.properties)
                })
        }
        return RenamedPeripheral(try await base.publish(renamed, advertisement: advertisement), names)
    }
}

private final class RenamedPeripheral: PublishedPeripheral {
    let events: EventStream<PeripheralEvent, BluetoothError>
    private let base: any PublishedPeripheral
    private let names: [BluetoothUUID: BluetoothUUID]

    init(_ base: any PublishedPeripheral, _ names: [BluetoothUUID: BluetoothUUID]) {
        self.base = base
        self.names = names
        let own = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
        let (stream, source) = EventStream<PeripheralEvent, BluetoothError>.make()
        events = stream
        Task {
            do throws(BluetoothError) {
                while let event = try await base.events.next() { source.yield(event.renamed(by: own)) }
                source.finish()
            } catch {
                source.finish(throwing: error)
            }
        }
    }

    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        try await base.notify(value, on: characteristic.renamed(by: names), to: central)
    }

    func respond(to request: RequestID, with value: [UInt8]) { base.respond(to: request, with: value) }
    func respond(to request: RequestID, with error: ATTError) { base.respond(to: request, with: error) }
    func update(_ advertisement: Advertisement) async throws(BluetoothError) { try await base.update(advertisement) }
    func disconnect(_ central: CentralID) async { await base.disconnect(central) }
    func stop() async { await base.stop() }
}

extension CharacteristicID {
    fileprivate func renamed(by names: [BluetoothUUID: BluetoothUUID]) -> CharacteristicID {
        CharacteristicID(
            service: names[service] ?? service, characteristic: names[characteristic] ?? characteristic)
    }
}

extension PeripheralEvent {
    fileprivate func renamed(by names: [BluetoothUUID: BluetoothUUID]) -> PeripheralEvent {
        switch self {
        case .connected, .disconnected, .radio: self
        case .subscribed(let id, let central, let maximum):
            .subscribed(id.renamed(by: names), central, maximumLength: maximum)
        case .unsubscribed(let id, let central): .unsubscribed(id.renamed(by: names), central)
        case .read(let id, let central, let offset, let request):
            .read(id.renamed(by: names), central, offset: offset, request)
        case .write(let id, let central, let offset, let value, let request):
            .write(id.renamed(by: names), central, offset: offset, value: value, request)
        }
    }
}
