import DeviceCatalogue
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Testing
import WiFiStation

/// A device of several protocols at once, and what decides over which of them it is spoken to.
@Suite("A device of several protocols", .timeLimit(.minutes(1)))
struct SeveralProtocolsTests {
    /// The protocols of a device, what is needed of it, and which protocol is then spoken.
    struct Case: CustomTestStringConvertible {
        var served: [DeviceProtocol]
        var needs = ProvisioningCapabilities()
        var spoken: ProtocolID
        var testDescription: String { served.map(\.name).joined(separator: "+") + ": \(spoken)" }
    }

    private static let topic = ProvisioningCapabilities(carriesControlAddress: true)
    private static let forgetting = ProvisioningCapabilities(forgets: true)

    static let cases: [Case] = [
        Case(served: [.wifiSet, .nordic], spoken: .nordic),
        Case(served: [.json, .nordic], spoken: .nordic),
        Case(served: [.json, .wifiSet], spoken: .wifiSet),
        Case(served: [.json, .wifiSet, .nordic], spoken: .nordic),
        Case(served: [.json, .nordic], needs: topic, spoken: .json),
        Case(served: [.json, .wifiSet], needs: topic, spoken: .json),
        Case(served: [.json, .wifiSet, .nordic], needs: topic, spoken: .json),
        Case(served: [.json, .wifiSet, .nordic], needs: forgetting, spoken: .nordic),
    ]

    @Test("What is needed decides over which it is spoken to, and all of them are told", arguments: cases)
    func chosen(trial: Case) async throws {
        let world = try await World(trial.served[0], beside: Array(trial.served.dropFirst()))
        let device = try await world.find()
        try await world.run { [provisioner = world.provisioner] in
            let session = try await provisioner.connect(to: device, needing: trial.needs)
            #expect(session.protocolID == trial.spoken)
            #expect(Set(session.protocolIDs.map(\.rawValue)) == Set(trial.served.map(\.name)))
            await session.disconnect()
        }
        await world.end()
    }

    @Test(
        "It joins, and is told its topic, over JSON beside any others",
        arguments: [[DeviceProtocol.json, .wifiSet], [.json, .nordic], [.nordic, .wifiSet, .json]])
    func steered(served: [DeviceProtocol]) async throws {
        let world = try await World(served[0], beside: Array(served.dropFirst()))
        let device = try await world.find()
        let address = ControlAddress(
            topic: try TopicName("home/lamp"), id: try #require(DeviceID("00000000-0000-4000-8000-000000000000")))
        let outcome = try await world.run { [provisioner = world.provisioner] in
            let session = try await provisioner.connect(to: device, needing: Self.topic)
            let outcome = try await session.join(World.credentials("Barn", "longenough"), steeredAt: address)
            await session.disconnect()
            return outcome
        }
        #expect(outcome == .accepted)
        #expect(try await world.comeToRest() == SSID("Barn"))
        await world.end()
    }
}
