import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import SimulatedStation
import VirtualRadio

/// The world of every device: twenty networks, the first of which is joined.
enum World {
    static let ssid = "Network 00"
    static let passphrase = "correct horse"
    static let address = IPv4Address(192, 168, 1, 100)

    static let simulation: Simulation = {
        var simulation = Simulation()
        simulation.networks = (0..<20).compactMap { number in
            SSID("Network \(number < 10 ? "0" : "")\(number)").map {
                Simulation.Network(
                    ssid: $0, security: .wpaPersonal, passphrase: Array(passphrase.utf8),
                    signal: SignalStrength(rawValue: Int8(-40 - number)),
                    channel: Channel(rawValue: UInt8(1 + number % 13)))
            }
        }
        for index in simulation.networks.indices { simulation.networks[index].address = address }
        return simulation
    }()

    static func address(_ number: Int) -> HardwareAddress { HardwareAddress(0xC000_0000_0000 | UInt64(number)) }
}

/// Many devices that run until they are stopped.
final class Devices: Sendable {
    private let tasks: [Task<Void, Never>]

    /// `count` devices, each with a radio that `radio` makes for its number.
    init(count: Int, radio: (Int) throws -> VirtualRadio) throws {
        tasks = try (0..<count).map { number in
            let device = ProvisionableDevice(
                host: try radio(number), station: try SimulatedStation(World.simulation),
                configuration: DeviceConfiguration(name: "Device \(number)"))
            return Task { do { try await device.run() } catch { print("a device ended: \(error)") } }
        }
    }

    func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
