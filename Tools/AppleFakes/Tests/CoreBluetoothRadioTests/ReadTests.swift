import BluetoothLE
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

/// CoreBluetooth tells of a read's answer and of a notification by one call.
@Suite("A read of a characteristic that notifies", .timeLimit(.minutes(1)))
struct ReadTests {
    private let air = VirtualAir()
    private static let service = BluetoothUUID(0x1234)
    private static let value = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0001))
    private static let other = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0002))

    private func make() async throws -> (any PublishedPeripheral, any PeripheralConnection) {
        let table = [Self.value, Self.other].map {
            Characteristic(uuid: $0.characteristic, properties: [.read, .notify])
        }
        let device = try await VirtualRadio(air: air).publish(
            [Service(uuid: Self.service, characteristics: table)],
            advertisement: Advertisement(name: "Lamp", services: [Self.service]))
        let central = central(in: air)
        let found = try #require(try await central.discover(services: [Self.service]).next())
        let connection = try await central.connect(to: found.peripheral, deadline: Instant(milliseconds: .max))
        _ = try await connection.services(deadline: Instant(milliseconds: .max))
        try await connection.subscribe(to: Self.value)
        return (device, connection)
    }

    /// Waits for the read and gives `notifications` before it is answered.
    private func answer(
        _ device: any PublishedPeripheral, after notifications: [(CharacteristicID, [UInt8])],
        _ answer: (RequestID) -> Void
    ) async throws {
        while let event = try await device.events.next() {
            guard case .read(_, _, _, let request) = event else { continue }
            for (id, value) in notifications { try await device.notify(value, on: id, to: nil) }
            return answer(request)
        }
    }

    private func notification(_ connection: any PeripheralConnection) async throws -> [UInt8]? {
        guard case .notification(_, let value)? = try await connection.events.next() else { return nil }
        return value
    }

    @Test("A notification that comes while it is under way is neither lost nor doubled")
    func between() async throws {
        let (device, connection) = try await make()
        async let read = connection.read(Self.value)
        try await answer(device, after: [(Self.value, [1])]) { device.respond(to: $0, with: [2]) }
        let values = [try await read, try await notification(connection)]
        // Which of them is which, CoreBluetooth does not tell.
        #expect(Set(values) == [[1], [2]])
        try await device.notify([3], on: Self.value, to: nil)
        #expect(try await notification(connection) == [3])
        await connection.disconnect()
    }

    @Test("A notification of another characteristic is none of its answers")
    func ofAnother() async throws {
        let (device, connection) = try await make()
        async let read = connection.read(Self.other)
        try await answer(device, after: [(Self.value, [1])]) { device.respond(to: $0, with: [2]) }
        #expect(try await read == [2])
        #expect(try await notification(connection) == [1])
        await connection.disconnect()
    }

    @Test("An error is its answer, and what comes after it a notification")
    func error() async throws {
        let (device, connection) = try await make()
        let read = Task { try await connection.read(Self.value) }
        try await answer(device, after: []) { device.respond(to: $0, with: .unlikelyError) }
        await #expect { _ = try await read.value } throws: {
            ($0 as? BluetoothError)?.attributeError == .unlikelyError
        }
        try await device.notify([3], on: Self.value, to: nil)
        #expect(try await notification(connection) == [3])
        await connection.disconnect()
    }
}
