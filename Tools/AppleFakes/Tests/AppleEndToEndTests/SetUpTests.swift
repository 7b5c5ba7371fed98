import BluetoothLE
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import DefaultPlatform
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import VirtualRadio
import WiFiStation

@Suite("A device that is set up over CoreBluetooth, from end to end", .timeLimit(.minutes(1)))
struct SetUpTests {
    /// Which end stands on CoreBluetooth; the other one has a virtual radio.
    enum Side: CaseIterable { case central, peripheral, both }

    /// Its protocol, by name.
    static let protocols = DeviceProtocol.all.map(\.name)

    private let air = VirtualAir()
    private let station: SimulatedStation
    private let barn: SSID

    init() throws {
        barn = try #require(SSID("Barn"))
        var simulation = Simulation()
        simulation.networks = [
            Simulation.Network(
                ssid: barn, security: .wpaPersonal, passphrase: Array("longenough".utf8),
                signal: SignalStrength(rawValue: -45))
        ]
        station = try SimulatedStation(simulation)
    }

    /// What a program on Apple's systems takes.
    private func central(_ side: Side) throws -> any Central {
        guard side != .peripheral else { return VirtualRadio(air: air) }
        return try Adapter.$current.withValue(Adapter(air: air)) { () throws(BluetoothError) in
            try DefaultPlatform.central(.standard)
        }
    }

    private func host(_ side: Side) throws -> any PeripheralHost {
        guard side != .central else { return VirtualRadio(air: air) }
        return try Adapter.$current.withValue(Adapter(air: air)) { () throws(BluetoothError) in
            try DefaultPlatform.peripheralHost(.standard)
        }
    }

    /// What came of the device's join, as the device tells it.
    private func end(of device: ProvisionableDevice) async -> Bool? {
        while let event = await device.events.next() {
            switch event {
            case .connected(barn, _): return true
            case .joinFailed(barn, _): return false
            default: continue
            }
        }
        return nil
    }

    @Test(
        "A wrong passphrase is told as such where the protocol tells, and the right one takes the device onto its network",
        arguments: Side.allCases, protocols)
    func setUp(_ side: Side, _ name: String) async throws {
        let served = try #require(DeviceProtocol(named: name))
        let device = ProvisionableDevice(
            host: try host(side), station: station,
            configuration: DeviceConfiguration(name: "Lamp", protocols: [served]))
        let service = Task { try await device.run() }
        let provisioner = Provisioner(central: try central(side))
        let found = try #require(try await provisioner.discover().next())
        #expect(found.name == "Lamp")
        let address = ControlAddress(topic: try TopicName("home/lamp"), id: DeviceID.random())
        for (text, isRight) in [("wrong wrong", false), ("longenough", true)] {
            let outcome = try await provisioner.withDevice(found) { session in
                if name != "json" {
                    let networks = try await session.networks()
                    #expect(networks.accessPoints.map(\.ssid) == [barn])
                }
                let passphrase = Passphrase(text) ?? Passphrase()
                return try await session.join(
                    Credentials(ssid: barn, passphrase: passphrase, security: .wpaPersonal),
                    steeredAt: name == "json" ? address : nil)
            }
            switch outcome {
            case .accepted: #expect(name == "json")
            case .connected: #expect(isRight)
            case .failed(let reason, _): #expect(!isRight && reason == .wrongPassphrase)
            case .unknown: Issue.record("the outcome is not known: \(outcome)")
            }
            #expect(await end(of: device) == isRight)
        }
        #expect(try await station.stored().committed == barn)
        service.cancel()
        _ = try? await service.value
    }
}
