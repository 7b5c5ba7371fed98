import CredentialVault
import DeviceCatalogue
import DeviceDirectory
import GangwayModel
import MessageBrokerContract
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

/// What a person does in the set-up, in a few words.
@MainActor
extension Stage {
    /// Opens the set-up and waits until all devices that were placed are found.
    func open(_ purpose: ConnectPurpose = .add(topic: "home/lamp"), finding count: Int = 1) async throws -> ConnectModel
    {
        app.router.navigateToConnect(for: purpose)
        let connect = try #require(app.connect)
        try await wait { connect.candidates.count == count }
        return connect
    }

    /// Chooses the only device and waits for the link, and for its networks where it lists them.
    func link(_ connect: ConnectModel) async throws {
        connect.choose(try #require(connect.candidates.first?.id))
        #expect(connect.stage == .connecting)
        try await wait { connect.stage == .networks && !connect.networks.isLoading }
    }

    /// Picks the network of this name where it is listed, and types it otherwise.
    func pick(_ name: String, _ connect: ConnectModel) {
        if let entry = connect.networks.entries.first(where: { $0.name == name }) {
            connect.pick(entry.id)
        } else {
            connect.type(name)
        }
        #expect(connect.stage == .credentials)
        #expect(connect.choice?.name == name)
    }

    /// Gives the device the passphrase and waits for what becomes of it.
    func join(_ connect: ConnectModel, _ passphrase: String?, leap: UInt32? = 4_000) async throws {
        connect.join(passphrase: passphrase.map { SecretBytes(Array($0.utf8)) })
        #expect(connect.stage == .joining)
        try await wait(leap: leap) { connect.stage != .joining }
    }
}

@Suite("Setting a device up, as a person does it", .timeLimit(.minutes(1)))
@MainActor
struct ConnectTests {
    private func opened(_ served: DeviceProtocol, speaks: Bool = true, hasBroker: Bool = true) async throws -> (
        Stage, Prop
    ) {
        let stage = Stage(hasBroker: hasBroker)
        let prop = try await stage.place("Lamp", served, speaks: speaks)
        try await stage.run { await stage.home.open() }
        if hasBroker { try await stage.wait { stage.home.broker.isConnected } }
        return (stage, prop)
    }

    @Test("A JSON device: typed name, passphrase, each step as it happens, listed, and back to the main screen")
    func json() async throws {
        let (stage, prop) = try await opened(.json)
        let connect = try await stage.open()
        #expect(connect.isScanning)
        #expect(connect.candidates.first?.title == "Lamp")
        try await stage.link(connect)
        #expect(!connect.isScanning)
        #expect(connect.device?.protocolID == .json)
        #expect(connect.device?.capabilities.isEncrypted == false)
        #expect(connect.networks.entries.isEmpty)
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough")
        guard case .listed(let id, "Lamp", isNew: true) = connect.result else {
            Issue.record("\(String(describing: connect.result))")
            return
        }
        #expect(connect.steps.map(\.sentence.word).contains("step.waiting"))
        #expect(connect.steps.last?.sentence == "step.listed")
        #expect(connect.steps.allSatisfy { $0.state == .done })
        #expect(try await prop.network() == "Barn")
        connect.finish()
        #expect(stage.app.router.path.isEmpty)
        #expect(stage.app.connect == nil)
        try await stage.wait { stage.home.device(id)?.isOn == true && stage.home.device(id)?.availability == .online }
        #expect(stage.app.grid.devices.map(\.id) == [id])
        #expect(stage.home.activity.entries.contains { $0.device == id && $0.sentence.word == "activity.setUp" })
        try await stage.end()
    }

    @Test(
        "A device that lists its networks and reports its join: picked, joined, with version and status where there are any",
        arguments: [DeviceProtocol.wifiSet, .nordic])
    func listing(served: DeviceProtocol) async throws {
        let (stage, prop) = try await opened(served)
        let connect = try await stage.open()
        try await stage.link(connect)
        #expect(connect.networks.entries.map(\.name) == ["Barn", "Annex"])
        #expect(connect.networks.entries.map(\.bars) == [4, 3])
        try await stage.wait { connect.device?.standing != nil }
        #expect(connect.device?.standing?.isConfigured == false)
        #expect((connect.device?.version != nil) == (served.name == "nordic"))
        stage.pick("Barn", connect)
        #expect(connect.choice?.needsPassphrase == true)
        try await stage.join(connect, "longenough")
        guard case .connected("Barn", _, _) = connect.result else {
            Issue.record("\(String(describing: connect.result))")
            return
        }
        #expect(try await prop.network() == "Barn")
        connect.setUpAnother()
        #expect(connect.stage == .devices)
        #expect(connect.isScanning)
        try await stage.end()
    }

    @Test(
        "A wrong passphrase is corrected in place, over the same link, with everything else still there",
        arguments: [DeviceProtocol.wifiSet, .nordic])
    func corrected(served: DeviceProtocol) async throws {
        let (stage, prop) = try await opened(served)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "wrong wrong")
        #expect(connect.stage == .credentials)
        #expect(connect.problem?.code == "join.wrongPassphrase")
        #expect(connect.problem?.next == .correctPassphrase)
        #expect(connect.hasTypedPassphrase)
        #expect(connect.choice?.name == "Barn")
        #expect(connect.device != nil)
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        #expect(connect.problem == nil)
        #expect(!connect.steps.contains { $0.sentence.word == "step.connecting" }, "it was connected anew")
        #expect(try await prop.network() == "Barn")
        try await stage.end()
    }

    @Test(
        "A JSON device with a wrong passphrase can only be not heard from, and is corrected under the same identifier")
    func notHeard() async throws {
        let (stage, _) = try await opened(.json)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "wrong wrong", leap: nil)
        guard case .notHeard(let problem) = connect.result else {
            Issue.record("\(String(describing: connect.result))")
            return
        }
        #expect(problem.code == "notHeard.silent")
        #expect(problem.next == .correctPassphrase)
        #expect(connect.result?.isSuccess == false)
        connect.correct()
        #expect(connect.stage == .credentials)
        #expect(connect.hasTypedPassphrase)
        try await stage.join(connect, "longenough")
        guard case .listed(let id, _, _) = connect.result else {
            Issue.record("\(String(describing: connect.result))")
            return
        }
        #expect(problem.detail.contains("\(id)"), "another identifier")
        try await stage.end()
    }

    @Test(
        "Without a broker a JSON device is accepted and nobody listens; a broker that is away leaves the device alone")
    func noBroker() async throws {
        let (without, _) = try await opened(.json, hasBroker: false)
        let connect = try await without.open()
        try await without.link(connect)
        without.pick("Barn", connect)
        try await without.join(connect, "longenough")
        #expect(connect.result == .accepted(network: "Barn"))
        try await without.end()

        let (stage, prop) = try await opened(.json)
        let other = try await stage.open()
        try await stage.link(other)
        stage.pick("Barn", other)
        stage.broker.setAway(true)
        try await stage.join(other, "longenough", leap: nil)
        #expect(other.result?.problem?.code.hasPrefix("broker.") == true)
        #expect(try await prop.network() == nil)
        stage.broker.setAway(false)
        try await stage.wait { stage.home.broker.isConnected }
        other.retry()
        try await stage.wait { other.stage == .result }
        #expect(other.result?.isSuccess == true)
        try await stage.end()
    }

    @Test("What cannot be is told where it was typed, and nothing is sent")
    func typed() async throws {
        let (stage, prop) = try await opened(.json)
        let connect = try await stage.open(.add(topic: nil))
        try await stage.link(connect)
        connect.type("")
        #expect(connect.problem?.code == "networks.nameEmpty")
        connect.type(String(repeating: "ü", count: 17))
        #expect(connect.problem?.code == "networks.nameTooLong")
        #expect(connect.stage == .networks)
        connect.type("Barn")
        connect.join()
        #expect(connect.problem?.code == "provisioning.passphraseNeeded")
        #expect(connect.stage == .credentials)
        #expect(connect.topic == "home/lamp", "it begins with a topic of its name")
        connect.topic = ""
        try await stage.join(connect, "longenough")
        #expect(connect.problem?.code == "connect.topicEmpty")
        #expect(connect.stage == .credentials)
        connect.topic = "home/#"
        try await stage.join(connect, nil)
        #expect(connect.problem?.code == "connect.topicInvalid")
        connect.topic = "home/lamp"
        try await stage.join(connect, String(repeating: "x", count: 70))
        #expect(connect.problem?.code == "provisioning.invalidPassphrase")
        #expect(try await prop.network() == nil)
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        try await stage.end()
    }

    @Test("A passphrase that no network of that security takes is told before anything is sent")
    func tooShort() async throws {
        let (stage, prop) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "short")
        #expect(connect.stage == .credentials)
        #expect(connect.problem?.code == "provisioning.invalidPassphrase")
        #expect(try await prop.network() == nil)
        try await stage.end()
    }

    @Test("It can be stopped at every stage, and goes on from there")
    func cancelled() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        connect.choose(try #require(connect.candidates.first?.id))
        connect.cancel()
        #expect(connect.stage == .devices)
        try await stage.link(connect)
        stage.pick("Barn", connect)
        connect.back()
        #expect(connect.stage == .networks)
        stage.pick("Barn", connect)
        connect.join(passphrase: SecretBytes(Array("longenough".utf8)))
        try await stage.wait { connect.steps.contains { $0.sentence.word == "step.acknowledged" } }
        connect.cancel()
        #expect(connect.result == .cancelled(isSent: true))
        connect.retry()
        try await stage.wait { connect.stage != .joining }
        #expect(connect.result?.isSuccess == true)
        connect.back()
        #expect(connect.stage == .devices)
        connect.back()
        #expect(stage.app.connect == nil)
        try await stage.end()
    }

    @Test("Leaving the set-up lets the link go: another session can have the device")
    func left() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.app.router.popToRoot()
        #expect(connect.device == nil)
        let again = try await stage.open()
        try await stage.link(again)
        #expect(again.networks.entries.count == 2)
        try await stage.end()
    }

    @Test("A device that has a network tells so, forgets it when it is told to, and one that cannot says that")
    func forgotten() async throws {
        let (stage, prop) = try await opened(.nordic)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough")
        connect.setUpAnother()
        try await stage.link(connect)
        try await stage.wait { connect.device?.standing?.network == "Barn" }
        connect.forget()
        #expect(connect.stage == .forgetting)
        try await stage.wait { connect.stage == .result }
        #expect(connect.result == .forgotten)
        #expect(try await prop.network() == nil)
        try await stage.end()

        let (other, _) = try await opened(.wifiSet)
        let cannot = try await other.open()
        try await other.link(cannot)
        cannot.forget()
        #expect(cannot.stage == .networks)
        #expect(cannot.problem?.code == "connect.cannotForget")
        try await other.end()
    }

    @Test("A particular access point, and credentials that go with a restart, are sent where the protocol carries them")
    func wishes() async throws {
        let (stage, prop) = try await opened(.nordic)
        let connect = try await stage.open()
        try await stage.link(connect)
        #expect(connect.device?.capabilities.choosesAccessPoint == true)
        #expect(connect.device?.capabilities.carriesVolatile == true)
        stage.pick("Barn", connect)
        connect.particular = .accessPoint(try #require(connect.choice?.accessPoints.first))
        connect.keepsAfterRestart = false
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        #expect(try await prop.network() == "Barn")
        let wish = try #require(stage.written.withLock { $0 }.last { $0.contains(sequence: Array("Barn".utf8)) })
        // WifiConfig.volatileMemory, true
        #expect(wish.contains(sequence: [0x18, 0x01]))
        try await stage.end()
    }

    @Test("A passphrase is kept in the vault where that is asked for and it worked, and given from there the next time")
    func remembered() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        connect.remembersPassphrase = true
        try await stage.join(connect, "wrong wrong")
        let name = try #require(SecretName.network(Array("Barn".utf8)))
        #expect(await stage.store.secrets.bytes(name) == nil)
        try await stage.join(connect, "longenough")
        #expect(await stage.store.secrets.bytes(name) == Array("longenough".utf8))
        stage.app.router.popToRoot()
        let again = try await stage.open()
        try await stage.link(again)
        stage.pick("Barn", again)
        try await stage.wait { again.hasRememberedPassphrase }
        #expect(!again.hasTypedPassphrase)
        try await stage.join(again, nil)
        #expect(again.result?.isSuccess == true)
        try await stage.end()
    }

    @Test("A vault that is locked is told beside a device that joined all the same")
    func locked() async throws {
        let (stage, _) = try await opened(.wifiSet)
        await stage.store.secrets.fail(
            VaultError(.locked, fault: .data, summary: "Locked.", state: "", advice: "Unlock it."))
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        connect.remembersPassphrase = true
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        #expect(connect.problem?.code == "vault.locked")
        try await stage.end()
    }

    @Test(
        "A device on its network that a full disk keeps out of the list is listed by a retry, and is not told anything again"
    )
    func notListed() async throws {
        let (stage, _) = try await opened(.json)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        stage.store.fail(
            directory: DirectoryError(.diskFull, fault: .system, summary: "Full.", state: "", advice: "Room."))
        try await stage.join(connect, "longenough")
        #expect(connect.result?.problem?.code == "directory.diskFull")
        stage.store.fail(directory: nil)
        connect.retry()
        try await stage.wait { connect.stage == .result }
        #expect(connect.result?.isSuccess == true)
        #expect(connect.steps.map(\.sentence) == ["step.listed"])
        #expect(stage.home.devices.count == 1)
        try await stage.end()
    }

    @Test("No passphrase is in any value or description of the set-up, whatever is looked at")
    func secret() async throws {
        let (stage, _) = try await opened(.wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "wr0ng-s3cret")
        var text = ""
        dump(connect, to: &text)
        text += "\(connect) \(String(reflecting: connect))"
        dump(stage.home.activity, to: &text)
        #expect(!text.contains("wr0ng-s3cret"))
        #expect(!text.contains("119, 114, 48, 110, 103"), "its bytes")
        try await stage.end()
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { dropFirst($0).starts(with: sequence) }
    }
}
