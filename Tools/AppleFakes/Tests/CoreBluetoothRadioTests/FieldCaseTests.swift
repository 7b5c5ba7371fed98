import BluetoothLE
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import Foundation
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("What went wrong for others, over CoreBluetooth", .timeLimit(.minutes(1)))
struct FieldCaseTests {
    private let air = VirtualAir()
    private let time = ManualTime()

    /// A device with one characteristic that can do all and one that needs pairing.
    private static let service = BluetoothUUID(0x1234)
    private static let value = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0001))
    private static let secret = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0002))

    private func publish(
        _ radio: VirtualRadio? = nil, name: String = "Lamp"
    ) async throws -> any PublishedPeripheral {
        let characteristics = [
            Characteristic(uuid: Self.value.characteristic, properties: [.read, .write, .notify]),
            Characteristic(uuid: Self.secret.characteristic, properties: [.write, .encryptWrite]),
        ]
        return try await (radio ?? VirtualRadio(air: air)).publish(
            [Service(uuid: Self.service, characteristics: characteristics)],
            advertisement: Advertisement(name: name, services: [Self.service]))
    }

    private func central(_ adapter: Adapter? = nil) -> CoreBluetoothCentral {
        Adapter.$current.withValue(adapter ?? Adapter(air: air)) { CoreBluetoothCentral(time: time) }
    }

    private var soon: Instant { time.now + 10_000 }

    private func find(_ central: CoreBluetoothCentral) async throws -> PeripheralID {
        try #require(try await central.discover(services: [Self.service]).next()).peripheral
    }

    @Test(
        "C4/60, C4/63: A bond that the device has lost ends the connection with an error of its own, and nothing waits")
    func bondLost() async throws {
        let radio = VirtualRadio(air: air)
        let device = try await publish(radio)
        let central = central()
        let peripheral = try await find(central)
        let first = try await central.connect(to: peripheral, deadline: soon)
        _ = try await first.services(deadline: soon)
        // The system pairs by itself.
        async let written: Void = first.write([1], to: Self.secret, withResponse: true)
        while let event = try await device.events.next() {
            guard case .write(_, _, _, _, let request?) = event else { continue }
            device.respond(to: request, with: [])
            break
        }
        try await written
        await first.disconnect()
        radio.faults.forgetsBonds = true
        for _ in 0..<2 {
            await #expect { _ = try await central.connect(to: peripheral, deadline: soon) } throws: {
                let error = $0 as? BluetoothError
                return error?.code == .bondLost && error?.detail.contains("settings") == true
            }
        }
        await device.stop()
    }

    @Test("C4/63, C7/74: A connection that is given up ends at once, and the device is free for the next")
    func cancelled() async throws {
        let central = central()
        let device = try await publish()
        let peripheral = try await find(central)
        await device.stop()  // no longer there: the system would wait for it for ever
        let attempt = Task { () async -> BluetoothError? in
            do throws(BluetoothError) {
                _ = try await central.connect(to: peripheral, deadline: Instant(milliseconds: .max))
                return nil
            } catch { return error }
        }
        attempt.cancel()
        #expect(await attempt.value?.code == .cancelled)
        let back = try await publish()
        let connection = try await central.connect(to: peripheral, deadline: soon)
        await connection.disconnect()
        await back.stop()
    }

    @Test("C2/53: After five reconnections each notification still comes once")
    func reconnections() async throws {
        let device = try await publish()
        let central = central()
        let peripheral = try await find(central)
        for round in UInt8(0)..<5 {
            let connection = try await central.connect(to: peripheral, deadline: soon)
            _ = try await connection.services(deadline: soon)
            try await connection.subscribe(to: Self.value)
            while let event = try await device.events.next() { if case .subscribed = event { break } }
            try await device.notify(each: [[round], [255]], on: Self.value, to: nil)
            var heard: [[UInt8]] = []
            while heard.last != [255], let event = try await connection.events.next() {
                if case .notification(_, let value) = event { heard.append(value) }
            }
            #expect(heard == [[round], [255]])
            await connection.disconnect()
        }
        await device.stop()
    }

    @Test("C6/71: A device that appears after another one was connected is found")
    func scanWhileConnected() async throws {
        let device = try await publish()
        let central = central()
        let found = central.discover(services: [Self.service])
        let first = try #require(try await found.next()).peripheral
        let connection = try await central.connect(to: first, deadline: soon)
        let other = try await publish(name: "Barn lamp")
        while try await found.next()?.name != "Barn lamp" {}
        await connection.disconnect()
        await device.stop()
        await other.stop()
    }

    @Test("C11/83, C11/86: Two devices of one name are two, and one that changes its name stays one")
    func names() async throws {
        let devices = [try await publish(), try await publish()]
        let found = central().discover(services: [Self.service])
        var heard: Set<PeripheralID> = []
        while heard.count < 2, let discovery = try await found.next() {
            #expect(discovery.name == "Lamp")
            heard.insert(discovery.peripheral)
        }
        try await devices[0].update(Advertisement(name: "Lamp-2", services: [Self.service]))
        while let discovery = try await found.next() {
            #expect(heard.contains(discovery.peripheral))
            if discovery.name == "Lamp-2" { break }
        }
        for device in devices { await device.stop() }
    }

    @Test("A second connection to one device is refused, and after the first has ended it is not")
    func second() async throws {
        let device = try await publish()
        let central = central()
        let peripheral = try await find(central)
        let connection = try await central.connect(to: peripheral, deadline: soon)
        await #expect { _ = try await central.connect(to: peripheral, deadline: soon) } throws: {
            ($0 as? BluetoothError)?.code == .inUse
        }
        await connection.disconnect()
        await (try await central.connect(to: peripheral, deadline: soon)).disconnect()
        await device.stop()
    }

    @Test("A link of an earlier run is told, and taken up")
    func restoration() async throws {
        let device = try await publish()
        let peripheral = try await find(central())
        let adapter = Adapter(air: air)
        adapter.keep([try #require(UUID(uuidString: peripheral.rawValue))], for: "set-up")
        let central = Adapter.$current.withValue(adapter) {
            CoreBluetoothCentral(restorationIdentifier: "set-up", time: time)
        }
        #expect(await central.restored() == [peripheral])
        let connection = try await central.connect(to: peripheral, deadline: soon)
        #expect(try await connection.services(deadline: soon).map(\.uuid) == [Self.service])
        await connection.disconnect()
        await device.stop()
    }
}
