import BrokerServer
import ControllableDevice
import DeviceControl
import DeviceDirectory
import Foundation
import MessageBroker
import MosquittoBroker
import Onboarding
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
import SimulatedStation
import Testing
import VirtualRadio

/// A device in range, both ends real: virtual radio, mosquitto with TLS and accounts, SQLite.
private final class SteeredDevice: Sendable {
    private let serving: Task<Void, any Error>
    private let following: Task<Void, Never>

    init(_ air: VirtualAir, _ broker: BrokerSettings) throws {
        var simulation = Simulation()
        simulation.networks = [World.network("Barn", "longenough", -45)]
        let device = ProvisionableDevice(
            host: VirtualRadio(air: air), station: try SimulatedStation(simulation),
            configuration: DeviceConfiguration(name: "Lamp", protocols: [.json]))
        let control = ControllableDevice(DeviceDescription(name: "Lamp"), switching: Lamp()) {
            _, lastWill throws(BrokerError) in
            var settings = broker
            settings.lastWill = lastWill
            return try MosquittoBroker(settings)
        }
        serving = Task { try await device.run() }
        following = Task {
            var reporting = JoinReporting()
            while let event = await device.events.next() {
                let report = reporting.take(event)
                switch event {
                case .assigned(let address): await control.assign(address)
                case .connected: await control.reconnect(saying: report)
                default: continue
                }
            }
            await control.stop()
        }
    }

    func end() async {
        serving.cancel()
        _ = await serving.result
        following.cancel()
        await following.value
    }

    private actor Lamp: Switch {
        private var now = SwitchState(isOn: false)

        func state() -> SwitchState { now }

        func apply(_ command: SwitchCommand) -> SwitchState {
            now = command.applied(to: now)
            return now
        }
    }
}

@Suite("Set-up and control at a real broker", .timeLimit(.minutes(2)))
struct OnboardingBrokerTests {
    private let server: BrokerServer

    init() throws {
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["gangway": "hay", "device": "oats"]
        server = try BrokerServer(setup)
    }

    private func settings(_ user: String, _ password: String) throws -> BrokerSettings {
        BrokerSettings(
            addresses: [BrokerAddress(host: "localhost", port: server.port)],
            tls: TLSSettings(authorities: .file(try Certificates.shared.get().authority)),
            login: BrokerLogin(user: user, password: BrokerPassword(password)))
    }

    @Test("A device is given network and topic, is heard from over TLS, listed, switched, and set up once more")
    func whole() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gangway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let air = VirtualAir()
        let device = try SteeredDevice(air, try settings("device", "oats"))
        let directory = try SQLiteDirectory(path: folder.appending(path: "devices.sqlite").path)
        let broker = try MosquittoBroker(try settings("gangway", "hay"))
        let control = DeviceControl(broker: broker, directory: directory)
        await control.start()
        broker.connect()
        let provisioner = Provisioner(central: VirtualRadio(air: air))
        let onboarding = Onboarding(directory: directory, control: control)
        let assignment = Assignment.new(under: try TopicName("home/lamp"))

        let first = try await setUp(onboarding, provisioner, assignment)
        let entry = try #require(first.entry)
        #expect(entry.isNew)
        #expect(entry.device.name == "Lamp")

        let deadline = SystemTime.shared.now + 20_000
        let state = try await control.set(.on, of: assignment.address, deadline: deadline)
        #expect(state.isOn)

        // Once more with a wrong passphrase: it is there before and after, and that is no success.
        let wrong = try await setUp(onboarding, provisioner, Assignment(assignment.address), "not so long")
        #expect(wrong.joinEnd == .failed(.wrongPassphrase, message: ""), "\(wrong)")

        // The same once more: it is there already, joins again and says so.
        let second = try await setUp(onboarding, provisioner, Assignment(assignment.address))
        #expect(second.entry?.isNew == false, "\(second)")
        #expect(second.entry?.device.state?.isOn == true)
        #expect(try await directory.devices().count == 1)
        await control.stop()
        await broker.close()
        await device.end()
    }

    private func setUp(
        _ onboarding: Onboarding, _ provisioner: Provisioner, _ assignment: Assignment,
        _ passphrase: String = "longenough"
    ) async throws -> OnboardingOutcome {
        let found = provisioner.discover()
        let lamp = try #require(try await found.next())
        return try await onboarding.setUp(
            lamp, over: provisioner, with: World.credentials("Barn", passphrase), at: assignment)
    }
}
