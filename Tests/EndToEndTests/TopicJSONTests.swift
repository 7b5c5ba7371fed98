import BluetoothLE
import DeviceCatalogue
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import VirtualRadio
import WiFiStation

@Suite("Credentials as JSON, from end to end", .timeLimit(.minutes(1)))
struct TopicJSONTests {
    private let id = DeviceID.random()

    private func address(_ topic: String = "home/lamp") throws -> ControlAddress {
        ControlAddress(topic: try TopicName(topic), id: id)
    }

    @Test(
        "B3/35: The object arrives as one value whatever the link carries at once, and the device joins and is steered as it says",
        arguments: [23, 185, 517])
    func whole(mtu: Int) async throws {
        var faults = VirtualRadio.Faults()
        faults.mtu = mtu
        let world = try await World(.json, faults: faults)
        let found = try await world.find()
        #expect(found.protocols == [.json])
        let address = try address()
        let outcome = try await world.run { [world] in
            try await world.provisioner.withDevice(found) { session in
                try await session.join(World.credentials("Barn", "longenough"), steeredAt: address)
            }
        }
        #expect(outcome == .accepted)
        #expect(try await world.comeToRest() == SSID("Barn"))
        #expect(try await world.station.stored().controlAddress == address)
        await world.end()
    }

    @Test("A network that fails takes the device back to the one before, and to where it was steered")
    func failed() async throws {
        let world = try await World(.json)
        let found = try await world.find()
        let (first, second) = (try address("home/lamp"), try address("barn/lamp"))
        for (passphrase, address) in [("longenough", first), ("wrong wrong", second)] {
            let outcome = try await world.run { [world] in
                try await world.provisioner.withDevice(found) { session in
                    try await session.join(World.credentials("Barn", passphrase), steeredAt: address)
                }
            }
            #expect(outcome == .accepted)
            #expect(try await world.comeToRest() == SSID("Barn"))
        }
        #expect(try await world.station.stored().controlAddress == first)
        await world.end()
    }

    @Test("The same credentials with another topic steer the device there")
    func moved() async throws {
        let world = try await World(.json)
        let found = try await world.find()
        for topic in ["home/lamp", "barn/lamp"] {
            let address = try address(topic)
            _ = try await world.run { [world] in
                try await world.provisioner.withDevice(found) { session in
                    try await session.join(World.credentials("Barn", "longenough"), steeredAt: address)
                }
            }
            #expect(try await world.comeToRest() == SSID("Barn"))
            #expect(try await world.station.stored().controlAddress == address)
        }
        await world.end()
    }

    @Test("Without an address, and with more than a message holds, nothing is written")
    func refused() async throws {
        let stranger = try await Stranger(name: "Lamp", services: [Stranger.ours])
        let found = try await stranger.found(by: Provisioner(central: stranger.radio))
        let long = try address(String(repeating: "\\", count: 200))
        let codes = try await Provisioner(central: stranger.radio).withDevice(found) { session in
            var codes: [ProvisioningError.Code] = []
            do throws(ProvisioningError) {
                _ = try await session.join(World.credentials("Barn", "longenough"))
            } catch { codes.append(error.code) }
            do throws(ProvisioningError) {
                _ = try await session.join(
                    World.credentials(String(repeating: "\u{1}", count: 32), "longenough"), steeredAt: long)
            } catch { codes.append(error.code) }
            return codes
        }
        #expect(codes == [.topicNeeded, .tooLong])
        #expect(stranger.writes.isEmpty)
        await stranger.end()
    }

    // MARK: - Devices of others

    private static let vendor = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    private static let writable = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    private static let other = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

    private func catalogue(service: String? = nil, characteristic: String? = nil) throws -> DeviceCatalogue {
        DeviceCatalogue([
            DeviceKind(
                id: "lamp", name: "Lamp", advertised: .beginning("Lamp"), topic: try TopicName("home/lamp"),
                service: service.flatMap { BluetoothUUID($0) },
                characteristic: characteristic.flatMap { BluetoothUUID($0) })
        ])
    }

    private func service(_ uuid: String, _ characteristics: (String, CharacteristicProperties)...) throws -> Service {
        Service(
            uuid: try #require(BluetoothUUID(uuid)),
            characteristics: try characteristics.map {
                Characteristic(uuid: try #require(BluetoothUUID($0.0)), properties: $0.1)
            })
    }

    private func join(_ stranger: Stranger, _ catalogue: DeviceCatalogue) async throws -> JoinOutcome {
        let provisioner = Provisioner(central: stranger.radio, catalogue: catalogue)
        let found = try await stranger.found(by: provisioner)
        let kind = try #require(found.kind)
        let address = ControlAddress(topic: kind.topic, id: id)
        do {
            return try await provisioner.withDevice(found) { session in
                try await session.join(World.credentials("Barn", "longenough"), steeredAt: address)
            }
        } catch {
            throw error.provisioning ?? ProvisioningError(.failed, fault: .system, summary: "", state: "", advice: "")
        }
    }

    @Test("A device of a kind is found by its name, and takes the object at the attributes that its kind names")
    func kind() async throws {
        let table = [
            try service(Self.vendor, (Self.writable, [.write]), (Self.other, [.write])),
            try service("180F", ("2A19", .write)),
        ]
        let stranger = try await Stranger(name: "Lamp-7", services: table)
        let outcome = try await join(stranger, try catalogue(service: Self.vendor, characteristic: Self.other))
        #expect(outcome == .accepted)
        #expect(stranger.writes.map(\.characteristic) == [try #require(BluetoothUUID(Self.other))])
        await stranger.end()
    }

    @Test("A kind that names none has it at the only writable characteristic of a vendor's service")
    func onlyWritable() async throws {
        let table = [
            try service("180A", ("2A29", .write)),
            try service(Self.vendor, (Self.other, .notify), (Self.writable, .write)),
        ]
        let stranger = try await Stranger(name: "Lamp", services: table)
        #expect(try await join(stranger, try catalogue()) == .accepted)
        #expect(stranger.writes.map(\.characteristic) == [try #require(BluetoothUUID(Self.writable))])
        await stranger.end()
    }

    @Test(
        "Where more than one could be meant, they are listed and nothing is written; where none can, it is not the device"
    )
    func ambiguous() async throws {
        let two = try await Stranger(
            name: "Lamp", services: [try service(Self.vendor, (Self.writable, .write), (Self.other, .write))])
        let error = await #expect(throws: ProvisioningError.self) { try await join(two, try catalogue()) }
        #expect(error?.code == .ambiguous)
        #expect(error?.summary.contains(Self.writable) ?? false)
        #expect(error?.summary.contains(Self.other) ?? false)
        #expect(two.writes.isEmpty)
        await two.end()
        let none = try await Stranger(name: "Lamp", services: [try service(Self.vendor, (Self.other, .notify))])
        let missing = await #expect(throws: ProvisioningError.self) { try await join(none, try catalogue()) }
        #expect(missing?.code == .notRecognized)
        await none.end()
    }
}

/// A peripheral that takes any write and keeps it.
private final class Stranger: Sendable {
    struct Write: Sendable {
        let characteristic: BluetoothUUID
        let bytes: [UInt8]
    }

    static let ours = Service(
        uuid: BluetoothUUID(high: TopicJSON.serviceUUID.high, low: TopicJSON.serviceUUID.low),
        characteristics: [
            Characteristic(
                uuid: BluetoothUUID(
                    high: TopicJSON.Characteristic.credentials.uuid.high,
                    low: TopicJSON.Characteristic.credentials.uuid.low),
                properties: .write)
        ])

    let radio: VirtualRadio
    private let peripheral: any PublishedPeripheral
    private let kept = Lock<[Write]>([])
    private let serving: Task<Void, Never>

    var writes: [Write] { kept.withLock { $0 } }

    init(name: String, services: [Service]) async throws {
        let air = VirtualAir()
        radio = VirtualRadio(air: air)
        let peripheral = try await VirtualRadio(air: air).publish(
            services, advertisement: Advertisement(name: name, services: services.map(\.uuid)))
        self.peripheral = peripheral
        let kept = kept
        serving = Task {
            try? await peripheral.events.forEach { event in
                guard case .write(let id, _, _, let value, let request) = event else { return }
                kept.withLock { $0.append(Write(characteristic: id.characteristic, bytes: value.array)) }
                if let request { peripheral.respond(to: request, with: []) }
            }
        }
    }

    func found(by provisioner: Provisioner) async throws -> FoundDevice {
        let found = provisioner.discover()
        guard let device = try await found.next() else { throw World.NotFound() }
        return device
    }

    func end() async {
        await peripheral.stop()
        await serving.value
    }
}
