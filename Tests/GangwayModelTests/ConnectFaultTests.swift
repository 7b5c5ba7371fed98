import BluetoothLE
import GangwayModel
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("What goes wrong while a device is set up", .timeLimit(.minutes(1)))
@MainActor
struct ConnectFaultTests {
    private func opened(
        _ served: DeviceProtocol, _ faults: VirtualRadio.Faults = VirtualRadio.Faults()
    ) async throws -> (Stage, Prop) {
        let stage = Stage(faults: faults)
        let prop = try await stage.place("Lamp", served)
        try await stage.run { await stage.home.open() }
        return (stage, prop)
    }

    @Test(
        "A radio that is missing or off is told with what to do, and devices are found when it is back",
        arguments: [
            (VirtualRadio.Faults.Radio.missing, "provisioning.noAdapter"), (.off, "provisioning.poweredOff"),
        ])
    func radio(radio: VirtualRadio.Faults.Radio, code: String) async throws {
        var faults = VirtualRadio.Faults()
        faults.radio = radio
        let (stage, _) = try await opened(.json, faults)
        stage.app.router.navigateToConnect(with: "home/lamp")
        let connect = try #require(stage.app.connect)
        try await stage.wait { connect.problem != nil }
        #expect(connect.problem?.code == code)
        #expect(!connect.isScanning)
        guard case .unavailable(let problem) = stage.home.radio else {
            Issue.record("\(stage.home.radio)")
            return
        }
        #expect(problem.code == code)
        stage.radio.setState(.ready)
        try await stage.wait { stage.home.radio == .ready }
        try await stage.wait { connect.candidates.count == 1 }
        #expect(connect.problem == nil)
        try await stage.end()
    }

    @Test("A radio that goes while devices are looked for is told, and the search goes on when it is back")
    func radioLost() async throws {
        let (stage, _) = try await opened(.json)
        let connect = try await stage.open()
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.wait { if case .unavailable = stage.home.radio { true } else { false } }
        #expect(stage.home.activity.entries.last?.isProblem == true)
        stage.radio.setState(.ready)
        try await stage.wait { stage.home.radio == .ready }
        #expect(stage.home.activity.entries.last?.sentence.word == "activity.radioBack")
        try await stage.place("Fan", .json)
        try await stage.wait { connect.candidates.count == 2 }
        try await stage.end()
    }

    @Test("A device that cannot be reached brings the person back to the list, with what to do")
    func unreachable() async throws {
        var faults = VirtualRadio.Faults()
        faults.refusals = 100
        let (stage, _) = try await opened(.json, faults)
        let connect = try await stage.open()
        connect.choose(try #require(connect.candidates.first?.id))
        try await stage.wait { connect.stage == .devices }
        #expect(connect.problem?.code == "provisioning.connectionFailed")
        #expect(connect.isScanning)
        try await stage.end()
    }

    @Test("A device that is lost before it was told anything is connected again by a retry")
    func lostBefore() async throws {
        let (stage, prop) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.join(connect, "longenough", leap: nil)
        #expect(connect.result?.problem?.next == .tryAgain)
        #expect(connect.result?.isSuccess == false)
        stage.radio.setState(.ready)
        connect.retry()
        try await stage.wait { connect.stage != .joining }
        #expect(connect.result?.isSuccess == true, "\(String(describing: connect.result))")
        #expect(connect.steps.first?.sentence.word == "step.connecting")
        #expect(try await prop.network() == "Barn")
        try await stage.end()
    }

    @Test("A radio that was away while the passphrase was typed costs nothing: the device is linked anew by itself")
    func radioBetween() async throws {
        let (stage, prop) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.wait { stage.home.radio != .ready }
        stage.radio.setState(.ready)
        try await stage.wait { stage.home.radio == .ready }
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true, "\(String(describing: connect.result))")
        #expect(connect.steps.first?.sentence.word == "step.connecting")
        #expect(try await prop.network() == "Barn")
        try await stage.end()
    }

    @Test("A device that is lost after it took the credentials is neither success nor failure, and can be tried again")
    func unknown() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        connect.join(passphrase: SecretBytes(Array("longenough".utf8)))
        try await stage.wait { connect.steps.contains { $0.sentence.word == "step.acknowledged" } }
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.wait(leap: nil) { connect.stage != .joining }
        guard case .unknown(let problem) = connect.result else {
            Issue.record("\(String(describing: connect.result))")
            return
        }
        #expect(problem.code == "outcome.linkLostAfterAcceptance")
        #expect(connect.result?.isSuccess == false)
        #expect(connect.steps.last?.state == .failed)
        stage.radio.setState(.ready)
        connect.retry()
        try await stage.wait { connect.stage != .joining }
        #expect(connect.result?.isSuccess == true, "\(String(describing: connect.result))")
        try await stage.end()
    }

    @Test("A list of networks that fails keeps what came and is asked for again")
    func list() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        #expect(connect.networks.isComplete)
        connect.listNetworks()
        #expect(connect.networks.isLoading)
        #expect(connect.networks.entries.count == 2, "what is shown stays")
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.wait(leap: nil) { !connect.networks.isLoading }
        #expect(connect.networks.problem != nil)
        #expect(!connect.networks.isComplete)
        try await stage.end()
    }
}
