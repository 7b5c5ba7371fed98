import DeviceDirectory
import GangwayModel
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A device of the home that is reached over Bluetooth alone", .timeLimit(.minutes(1)))
@MainActor
struct BluetoothDeviceTests {
    /// A home with a device that was set up and is steered by nobody.
    private func listed(_ served: DeviceProtocol) async throws -> (Stage, Prop, DeviceModel) {
        let stage = Stage()
        let prop = try await stage.place("Lamp", served)
        try await stage.run { await stage.home.open() }
        let connect = try await stage.open(.add(topic: nil))
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        try await stage.wait { stage.home.devices.count == 1 }
        connect.finish()
        return (stage, prop, try #require(stage.home.devices.first))
    }

    @Test(
        "It is on the grid with its protocol and network, without a switch, and is the same one when it is set up again",
        arguments: [DeviceProtocol.wifiSet, .nordic])
    func listing(served: DeviceProtocol) async throws {
        let (stage, _, lamp) = try await listed(served)
        #expect(lamp.name == "Lamp" && !lamp.isSteered && lamp.address == nil)
        #expect(lamp.protocolID?.rawValue == served.name)
        #expect(lamp.networkSentence == Sentence("device.onNetwork", "Barn"))
        #expect(lamp.facts.provisioning?.peripheral != nil)
        #expect(stage.home.broker.isConnected)
        #expect(await stage.app.grid.toggle(lamp.id)?.code == "control.notSteered")
        _ = try await stage.run { await stage.home.rename(lamp.id, to: "Porch") }
        let connect = try await stage.open(.add(topic: nil))
        #expect(connect.candidates.first.flatMap { connect.listedName($0) } == "Porch")
        #expect(stage.home.device(peripheral: try #require(connect.candidates.first?.id))?.id == lamp.id)
        try await stage.link(connect)
        stage.pick("Annex", connect)
        try await stage.join(connect, "different1")
        try await stage.wait { lamp.facts.provisioning?.network == "Annex" }
        #expect(stage.home.devices.map(\.name) == ["Porch"])
        try await stage.end()
    }

    @Test("It tells from its screen how it stands, over a link that ends with the answer")
    func asking() async throws {
        let (stage, _, lamp) = try await listed(.nordic)
        stage.app.router.navigateToDevice(with: lamp.id)
        let link = try #require(stage.app.device?.link)
        #expect(link.canAsk && link.canForget && link.standing == nil)
        link.ask()
        #expect(link.state == .looking && link.isWorking)
        try await stage.wait { !link.isWorking }
        #expect(link.state == .idle)
        #expect(link.standing?.sentence == Sentence("standing.connected", "Barn"))
        #expect(link.isOffered && link.problem == nil)
        #expect(link.told.first == Sentence("standing.connected", "Barn"))
        #expect(link.told.last == Sentence("connect.version", "\(try #require(link.version))"))
        #expect(lamp.protocolSentence?.text(.english) == "Nordic")
        #expect(link.version != nil)
        link.ask()
        try await stage.wait { !link.isWorking }
        #expect(link.state == .idle)
        try await stage.end()
    }

    @Test("It forgets its Wi-Fi from its screen, without a set-up, and stays in the home without a network")
    func forgetting() async throws {
        let (stage, prop, lamp) = try await listed(.nordic)
        stage.app.router.navigateToDevice(with: lamp.id)
        let screen = try #require(stage.app.device)
        #expect(screen.offersForgetting)
        screen.forgetWiFi()
        #expect(stage.app.connect == nil)
        try await stage.wait { screen.link.state == .forgotten && lamp.facts.provisioning?.network == nil }
        #expect(try await prop.network() == nil)
        #expect(lamp.networkSentence == "device.noNetwork")
        #expect(stage.home.activity.entries.last?.sentence == Sentence("activity.forgot", "Lamp"))
        try await stage.end()
    }

    @Test("One that is out of range is told to be so, with what to do, and can be stopped to be looked for")
    func outOfRange() async throws {
        let (stage, prop, lamp) = try await listed(.nordic)
        prop.leave()
        try await stage.run { await prop.gone() }
        stage.app.router.navigateToDevice(with: lamp.id)
        let link = try #require(stage.app.device?.link)
        link.ask()
        link.cancel()
        #expect(link.state == .idle)
        link.ask()
        try await stage.wait(leap: nil) { !link.isWorking }
        guard case .failed(let problem) = link.state else {
            Issue.record("\(link.state)")
            return
        }
        #expect(problem.code == "provisioning.notFound")
        try await stage.end()
    }

    @Test(
        "Another Wi-Fi is given without looking for it in the list: it is chosen by itself, until the person goes back")
    func again() async throws {
        let (stage, _, lamp) = try await listed(.wifiSet)
        stage.app.router.navigateToConnect(for: .again(lamp.id))
        let connect = try #require(stage.app.connect)
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        connect.back()
        #expect(connect.stage == .devices)
        try await stage.wait { connect.isScanning && connect.candidates.count == 1 }
        #expect(connect.stage == .devices)
        connect.choose(try #require(connect.candidates.first?.id))
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        stage.pick("Annex", connect)
        try await stage.join(connect, "different1")
        try await stage.wait { lamp.facts.provisioning?.network == "Annex" }
        try await stage.end()
    }
}
