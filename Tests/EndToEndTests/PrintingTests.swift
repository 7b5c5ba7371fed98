import BluetoothLE
import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import VirtualRadio
import WiFiStation

/// What holds a passphrase on its way, at rest or in a queue, and can be printed by an app or a test that has it.
@Suite("Nothing shows a passphrase when it is printed")
struct PrintingTests {
    private static let secret = "Zq7-canary-Zq7"
    private static let characteristic = CharacteristicID(
        service: BluetoothUUID(0x1810), characteristic: BluetoothUUID(0x2A35))
    private static let write = PeripheralEvent.write(
        characteristic, CentralID("phone"), offset: 0, value: SecretBytes(Array(secret.utf8)), nil)

    /// All that Swift shows of a value: description, debug description, and its mirror down to the last child.
    private func printed(_ value: Any) -> String {
        var text = "\(value)\n" + String(reflecting: value) + "\n"
        dump(value, to: &text)
        return text
    }

    /// Whether a text shows the passphrase, or four bytes of it in a row as numbers.
    private func shows(_ text: String) -> Bool {
        if text.contains("canary") { return true }
        let numbers = text.split { !$0.isNumber }.compactMap { UInt8($0) }
        let bytes = Array(Self.secret.utf8)
        return numbers.indices.contains { start in
            bytes.indices.dropLast(3).contains { numbers[start...].starts(with: bytes[$0..<$0 + 4]) }
        }
    }

    @Test("The passphrase is found where it is shown, as text and as numbers")
    func findsIt() {
        let bytes = Array(Self.secret.utf8)
        #expect(shows(printed(Self.secret)))
        #expect(shows(printed(bytes)))
        #expect(shows(printed([["value": bytes.dropFirst(5)]])))
        #expect(!shows(printed("Zq7")))
    }

    @Test("E5/117: A simulated station and its world show how many bytes a passphrase has, and nothing of it")
    func station() async throws {
        var simulation = Simulation()
        simulation.networks = [World.network("Barn", Self.secret, -45)]
        let station = try SimulatedStation(simulation)
        try await station.stage(World.credentials("Barn", Self.secret))
        try await station.commit()
        try await station.stage(World.credentials("Barn", Self.secret))
        #expect(printed(simulation).contains("14 bytes"))
        for value in [simulation, simulation.networks, station] as [Any] { #expect(!shows(printed(value))) }
    }

    @Test("E5/117: A write on its way to a device shows its length, and nothing of its value")
    func event() {
        #expect(printed(Self.write).contains("14 bytes"))
        #expect(!shows(printed(Self.write)))
        #expect(!shows(printed([Self.write])))
    }

    @Test("E5/117: A lock and a queue show nothing of what they hold")
    func queue() async throws {
        let (stream, source) = EventStream<PeripheralEvent, Never>.make()
        source.yield(Self.write)
        let lock = Lock(Array(Self.secret.utf8))
        for value in [stream, source, lock] as [Any] { #expect(!shows(printed(value))) }
        #expect(await stream.next() != nil)
    }

    @Test("E5/117: Radios, links and peripherals show nothing of a write that waits in them")
    func radio() async throws {
        let air = VirtualAir()
        let host = VirtualRadio(air: air)
        let central = VirtualRadio(air: air)
        let attribute = Characteristic(
            uuid: Self.characteristic.characteristic, properties: .writeWithoutResponse)
        let service = Service(uuid: Self.characteristic.service, characteristics: [attribute])
        let peripheral = try await host.publish(
            [service], advertisement: Advertisement(name: "Lamp", services: [service.uuid]))
        let found = central.discover(services: [service.uuid])
        let id = try #require(try await found.next()).peripheral
        let deadline = SystemTime.shared.now + 60_000
        let connection = try await central.connect(to: id, deadline: deadline)
        _ = try await connection.services(deadline: deadline)
        try await connection.write(Array(Self.secret.utf8), to: Self.characteristic, withResponse: false)
        // What the link answers by itself comes after the write: from here on that waits for the device.
        _ = try await connection.services(deadline: deadline)
        for value in [air, host, central, peripheral, connection, peripheral.events] as [Any] {
            #expect(!shows(printed(value)))
        }
        var hasWaited = false
        while !hasWaited, let event = try await peripheral.events.next() {
            if case .write(_, _, _, let value, _) = event { hasWaited = value == Array(Self.secret.utf8) }
        }
        #expect(hasWaited)
        await connection.disconnect()
        await peripheral.stop()
    }
}
