import BrokerServer
import CredentialVault
import DefaultControl
import DefaultModel
import DeviceControl
import DeviceDirectory
import Foundation
import GangwayModel
import MessageBroker
import Observation
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("A home in a folder of this machine, over a real broker", .timeLimit(.minutes(1)))
@MainActor
struct FileStoreTests {
    private static let lamp = DeviceID(high: 1, low: 1)

    private func folder() throws -> ControlHome {
        let url = FileManager.default.temporaryDirectory.appending(path: "gangway-model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return ControlHome(path: url.path)
    }

    private func model(_ folder: ControlHome) -> HomeModel {
        HomeModel(
            AppServices(
                store: FileStore(folder), provisioner: Provisioner(central: VirtualRadio(air: VirtualAir()))))
    }

    /// Waits until `condition` holds of what is observed.
    private func wait(_ condition: @escaping @MainActor @Sendable () -> Bool) async {
        for await holds in Observations({ condition() }) where holds { return }
    }

    /// A device that does what it is told.
    private func serve(_ settings: BrokerSettings, _ address: ControlAddress) async throws -> Task<Void, any Error> {
        let device = try DefaultControl.broker(settings)
        let messages = device.messages()
        device.connect()
        let time = SystemTime.shared
        try await device.subscribe([Subscription(address.commandTopic)], deadline: time.now + 20_000)
        try await device.publish(report(address, isOn: false), deadline: time.now + 20_000)
        return Task {
            while let batch = await messages.next() {
                for message in batch {
                    let isOn = String(decoding: message.body, as: UTF8.self).contains("true")
                    try await device.publish(report(address, isOn: isOn), deadline: time.now + 20_000)
                }
            }
        }
    }

    private func report(_ address: ControlAddress, isOn: Bool) -> Message {
        Message(
            topic: address.stateTopic, text: #"{"id":"\#(address.id)","status":\#(isOn),"mode":0}"#, isRetained: true)
    }

    @Test("The broker is set up, tested and kept as the command line keeps it, and a device is switched over it")
    func whole() async throws {
        var setup = BrokerServer.Setup()
        setup.users = ["alice": "s3cret"]
        let server = try BrokerServer(setup)
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let home = model(folder)
        await home.open()
        #expect(home.broker == .notSetUp)

        let settings = AppModel(home).settings
        await settings.load()
        #expect(!settings.hasBroker)
        settings.draft.addresses = "127.0.0.1:\(server.port)"
        settings.draft.isProtected = false
        settings.draft.user = "alice"
        settings.tryBroker(password: BrokerPassword("wrong"))
        await wait { !settings.isTesting }
        guard case .failed(let problem) = settings.test else {
            Issue.record("\(settings.test)")
            return
        }
        #expect(problem.code == "broker.loginRefused")
        await settings.save(password: BrokerPassword("s3cret"))
        #expect(settings.problem == nil)
        await wait { home.broker.isConnected }

        let file = try BrokerFile(path: folder.brokerFile)
        #expect(file.user == "alice")
        #expect(file.passwordFile == nil)
        #expect(try await DefaultControl.vault(folder).names().map(\.kind) == [.broker])

        let address = try ControlAddress(topic: "home/lamp", id: Self.lamp)
        let login = BrokerLogin(user: "alice", password: BrokerPassword("s3cret"))
        let device = try await serve(BrokerSettings(addresses: file.addresses, tls: nil, login: login), address)
        #expect(await home.add(Device(id: Self.lamp, name: "Lamp", topic: "home/lamp")) == nil)
        // It hears the device from here on.
        await wait { home.device(Self.lamp)?.isOn == false }
        #expect(await home.set(Self.lamp, isOn: true) == nil)
        #expect(home.device(Self.lamp)?.isOn == true)
        device.cancel()
        await home.close()

        let next = model(folder)
        await next.open()
        await wait { next.broker.isConnected }
        #expect(next.device(Self.lamp)?.isOn == true, "what was confirmed is there after a restart")
        await next.close()
    }

    @Test("A damaged list is reported and left as it is, and a broker's file that is none is a problem of the settings")
    func damaged() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let garbage = Data(repeating: 0x47, count: 8_192)
        try garbage.write(to: URL(filePath: folder.directory))
        try Data("{".utf8).write(to: URL(filePath: folder.brokerFile))
        let home = model(folder)
        await home.open()
        #expect(home.directoryProblem?.code == "directory.damaged")
        guard case .lost(let problem) = home.broker else {
            Issue.record("\(home.broker)")
            return
        }
        #expect(problem.code == "settings.unreadable")
        #expect(try Data(contentsOf: URL(filePath: folder.directory)) == garbage)
        await home.close()
    }
}
