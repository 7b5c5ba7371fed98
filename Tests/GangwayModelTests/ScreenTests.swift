import CredentialVault
import DeviceCatalogue
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBroker
import MessageBrokerContract
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import Testing

@Suite("The router, a device's screen and the settings", .timeLimit(.minutes(1)))
@MainActor
struct ScreenTests {
    private static let lamp = DeviceID(high: 1, low: 1)

    private func opened() async throws -> Stage {
        let kind = DeviceKind(
            id: "ceiling", name: "Ceiling lamp", advertised: .beginning("La"), topic: try TopicName("home/lamp"),
            modes: [DeviceKind.Mode(number: 1, name: "Dim"), DeviceKind.Mode(number: 2, name: "Bright")])
        let device = Device(id: Self.lamp, name: "Lamp", kind: "ceiling", topic: "home/lamp")
        let stage = Stage([device], catalogue: DeviceCatalogue([kind]))
        try await stage.run { await stage.home.open() }
        try await stage.wait { stage.home.broker.isConnected }
        return stage
    }

    @Test("Each route opens its screen, going back closes it, and a navigation view may write the path")
    func router() async throws {
        let stage = try await opened()
        let router = stage.app.router
        let lamp = try #require(stage.home.device(Self.lamp))
        router.navigateToDevice(with: lamp)
        router.navigateToDevice(with: lamp)
        #expect(router.path == [.device(Self.lamp)])
        #expect(stage.app.device?.device === lamp)
        stage.app.device?.changeWiFi()
        #expect(router.path == [.device(Self.lamp), .connect(.again(Self.lamp))])
        #expect(stage.app.connect?.subject === lamp)
        #expect(stage.app.connect?.topic == "home/lamp")
        router.path = [.device(Self.lamp)]
        #expect(stage.app.connect == nil)
        router.pop()
        router.pop()
        #expect(stage.app.device == nil)
        router.navigateToConnect(with: "home/fan")
        #expect(stage.app.connect?.topic == "home/fan")
        router.popToRoot()
        router.navigateToSettings()
        router.navigateToActivity()
        #expect(router.top == .activity)
        try await stage.end()
        #expect(router.path.isEmpty)
    }

    @Test(
        "A device's screen: its modes by name, a switch, a plot that ends with what it said last, a new name and category"
    )
    func device() async throws {
        let stage = try await opened()
        let samples = [SignalSample(time: WallTime(milliseconds: 1_000), strength: -60)]
        try await stage.store.memory.record(samples, of: Self.lamp)
        stage.broker.pass(Message(topic: "home/lamp/\(Self.lamp)/signal", text: "-57"))
        let lamp = try #require(stage.home.device(Self.lamp))
        try await stage.wait { lamp.facts.signal != nil }
        stage.app.router.navigateToDevice(with: Self.lamp)
        let screen = try #require(stage.app.device)
        #expect(screen.device?.modes.map(\.name) == ["Dim", "Bright"])
        try await stage.wait { if case .samples = screen.plot { true } else { false } }
        guard case .samples(let plotted) = screen.plot else { return }
        #expect(plotted.map(\.strength) == [-60, -57])
        let command = Task { await screen.set(mode: 2) }
        try await stage.wait { lamp.isBusy }
        Prop.speak(stage.broker, try #require(lamp.address), isOn: true, mode: 2)
        try await stage.wait { !lamp.isBusy }
        #expect(await command.value == nil)
        #expect(lamp.mode == 2)
        try await stage.run { await screen.rename(to: "By the window") }
        try await stage.run { await screen.move(to: "Kitchen") }
        try await stage.wait { lamp.name == "By the window" && lamp.category == "Kitchen" }
        #expect(screen.categories == ["Kitchen"])
        try await stage.run { await screen.rename(to: " ") }
        #expect(screen.problem?.code == "directory.invalidValue")
        try await stage.run { await screen.remove() }
        #expect(stage.app.router.path.isEmpty)
        try await stage.wait { stage.home.devices.isEmpty }
        try await stage.end()
    }

    @Test("A listed device gets another Wi-Fi and keeps its identifier and name")
    func again() async throws {
        let stage = try await opened()
        let prop = try await stage.place("Lamp", .json)
        let connect = try await stage.open(.again(Self.lamp))
        try await stage.link(connect)
        stage.pick("Annex", connect)
        try await stage.join(connect, "different1")
        #expect(connect.result == .listed(Self.lamp, name: "Lamp", isNew: false))
        #expect(try await prop.network() == "Annex")
        try await stage.wait { stage.home.device(Self.lamp)?.facts.provisioning?.network == "Annex" }
        try await stage.end()
    }

    @Test(
        "The broker's settings: what is wrong is named, a test beside the home's connection, and a save that connects with them"
    )
    func settings() async throws {
        let stage = try await opened()
        stage.app.router.navigateToSettings()
        let settings = stage.app.settings
        try await stage.run { await settings.load() }
        #expect(settings.hasBroker)
        #expect(settings.draft.addresses == "memory:1883")
        settings.draft.addresses = "  "
        try await stage.run { await settings.save() }
        #expect(settings.problem?.code == "settings.addressEmpty")
        settings.draft.addresses = "home.example, nonsense:x"
        try await stage.run { await settings.save() }
        #expect(settings.problem?.summary.arguments == ["nonsense:x"])
        settings.draft.addresses = "home.example other.example:1884"
        settings.draft.listensToEverything = true
        settings.draft.user = "alice"
        settings.tryBroker(password: BrokerPassword("s3cret"))
        try await stage.wait { !settings.isTesting }
        guard case .succeeded = settings.test else {
            Issue.record("\(settings.test)")
            return
        }
        #expect(stage.home.broker.isConnected)
        settings.draft.user = "bob"
        #expect(settings.test == .untried)
        try await stage.run { await settings.save(password: BrokerPassword("s3cret")) }
        #expect(settings.problem == nil)
        #expect(stage.store.plan?.addresses.map(\.description) == ["home.example:1883", "other.example:1884"])
        #expect(stage.store.plan?.listensToEverything == true)
        #expect(stage.store.hasPassword)
        try await stage.wait { stage.home.broker.isConnected }
        var text = ""
        dump(settings, to: &text)
        #expect(!text.contains("s3cret"))
        try await stage.end()
    }

    @Test("A test of a broker that is away says why, and can be stopped")
    func settingsFail() async throws {
        let stage = try await opened()
        let settings = stage.app.settings
        try await stage.run { await settings.load() }
        stage.broker.setAway(true)
        settings.tryBroker()
        try await stage.wait { !settings.isTesting }
        guard case .failed(let problem) = settings.test else {
            Issue.record("\(settings.test)")
            return
        }
        #expect(problem.code == "broker.connectionLost")
        settings.tryBroker()
        settings.cancelTest()
        #expect(settings.test == .untried)
        let unwritable = Problem(
            "settings.unwritable", summary: "settings.unwritable", advice: "settings.unwritable.next")
        stage.store.fail(plan: unwritable)
        try await stage.run { await settings.save() }
        #expect(settings.problem == unwritable)
        try await stage.end()
    }

    @Test("Remembered networks are listed and forgotten, and a vault that is locked says so")
    func networks() async throws {
        let stage = try await opened()
        let name = try #require(SecretName.network(Array("Barn".utf8)))
        await stage.store.secrets.put("longenough", as: name)
        let settings = stage.app.settings
        try await stage.run { await settings.load() }
        #expect(settings.networks == ["Barn"])
        try await stage.run { await settings.forgetNetwork("Barn") }
        #expect(settings.networks.isEmpty)
        #expect(await stage.store.secrets.bytes(name) == nil)
        await stage.store.secrets.fail(
            VaultError(.locked, fault: .data, summary: "Locked.", state: "", advice: "Unlock it."))
        try await stage.run { await settings.loadNetworks() }
        #expect(settings.vaultProblem?.code == "vault.locked")
        try await stage.end()
    }
}
