import GangwayModel
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A set-up that nobody looks at", .timeLimit(.minutes(1)))
@MainActor
struct RestTests {
    private func opened(_ served: DeviceProtocol = .wifiSet) async throws -> (Stage, Prop, ConnectModel) {
        let stage = Stage()
        let prop = try await stage.place("Lamp", served)
        try await stage.run { await stage.home.open() }
        return (stage, prop, try await stage.open())
    }

    /// Whether another person gets a link to the device, which has one at a time.
    private func isFree(_ stage: Stage) async throws -> Bool {
        try await stage.run(leap: nil) { () throws in
            let found = stage.home.services.provisioner.discover()
            guard let device = try await found.next() else { return false }
            guard let session = try? await stage.home.services.provisioner.connect(to: device) else { return false }
            await session.disconnect()
            return true
        }
    }

    @Test("It lets the device go at the networks, and links it again for who comes back, with new networks")
    func networks() async throws {
        let (stage, _, connect) = try await opened()
        try await stage.link(connect)
        #expect(connect.rest())
        await stage.settle()
        #expect(connect.stage == .networks && !connect.networks.entries.isEmpty)
        #expect(try await isFree(stage))
        connect.resume()
        #expect(connect.stage == .connecting)
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        #expect(connect.networks.entries.map(\.name) == ["Barn", "Annex"])
        try await stage.end()
    }

    @Test("What was chosen stays, and the next try makes a link of its own")
    func credentials() async throws {
        let (stage, prop, connect) = try await opened()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        #expect(connect.rest())
        await stage.settle()
        #expect(try await isFree(stage))
        connect.resume()
        #expect(connect.stage == .credentials && connect.choice?.name == "Barn")
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        #expect(try await prop.network() == "Barn")
        try await stage.end()
    }

    @Test("A device that joins is seen to its end first")
    func joining() async throws {
        let (stage, prop, connect) = try await opened()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        connect.join(passphrase: nil)
        #expect(connect.problem?.code == "provisioning.passphraseNeeded")
        connect.type(passphrase: SecretBytes(Array("longenough".utf8)))
        connect.join()
        #expect(!connect.rest())
        try await stage.wait { connect.stage == .result }
        #expect(try await prop.network() == "Barn")
        #expect(connect.rest())
        try await stage.end()
    }

    @Test("The search ends, and goes on for who comes back")
    func devices() async throws {
        let (stage, _, connect) = try await opened()
        #expect(connect.rest())
        #expect(!connect.isScanning)
        try await stage.place("Fan", .json)
        await stage.settle()
        #expect(connect.candidates.count == 1)
        connect.resume()
        #expect(connect.isScanning)
        try await stage.wait { connect.candidates.count == 2 }
        try await stage.end()
    }

    @Test("A device whose link was let go is linked again before it is told to forget")
    func forgetting() async throws {
        let (stage, prop, connect) = try await opened(.nordic)
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough")
        #expect(try await prop.network() == "Barn")
        connect.setUpAnother()
        try await stage.wait { connect.candidates.count == 1 }
        try await stage.link(connect)
        #expect(connect.rest())
        connect.forget()
        #expect(connect.stage == .connecting)
        try await stage.wait { connect.stage == .networks }
        connect.forget()
        try await stage.wait { connect.stage != .forgetting }
        #expect(connect.result == .forgotten)
        #expect(try await prop.network() == nil)
        try await stage.end()
    }
}
