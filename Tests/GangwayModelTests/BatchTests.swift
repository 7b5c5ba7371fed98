import GangwayModel
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Several devices with one choice of network", .timeLimit(.minutes(1)))
@MainActor
struct BatchTests {
    private func opened(_ count: Int, _ served: DeviceProtocol) async throws -> (Stage, [Prop], ConnectModel) {
        let stage = Stage()
        var props: [Prop] = []
        for number in 1...count { props.append(try await stage.place("Lamp \(number)", served)) }
        try await stage.run { await stage.home.open() }
        let connect = try await stage.open(finding: count)
        for candidate in connect.candidates { connect.toggle(candidate.id) }
        #expect(connect.isBatch)
        connect.setUpSelected()
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        stage.pick("Barn", connect)
        return (stage, props, connect)
    }

    @Test("Each has its result, and the passphrase is typed once", arguments: [DeviceProtocol.wifiSet, .json])
    func all(served: DeviceProtocol) async throws {
        let (stage, props, connect) = try await opened(4, served)
        try await stage.join(connect, "longenough")
        #expect(connect.stage == .result)
        #expect(connect.results.count == 4)
        for entry in connect.results {
            guard case .ended(let result) = entry.state else {
                Issue.record("\(entry)")
                continue
            }
            #expect(result.isSuccess)
        }
        for prop in props { #expect(try await prop.network() == "Barn") }
        #expect(stage.home.devices.count == 4)
        try await stage.end()
    }

    @Test("A wrong passphrase is not tried on all of them, and is corrected in place for all")
    func spared() async throws {
        let (stage, props, connect) = try await opened(3, .wifiSet)
        try await stage.join(connect, "wrong wrong")
        #expect(connect.stage == .credentials)
        #expect(connect.problem?.code == "join.wrongPassphrase")
        #expect(connect.results.map(\.state).suffix(2) == [.spared, .spared])
        try await stage.join(connect, "longenough")
        #expect(connect.stage == .result)
        for prop in props { #expect(try await prop.network() == "Barn") }
        try await stage.end()
    }

    @Test("Stopping leaves those that are done, and says of the others that they were not")
    func stopped() async throws {
        let (stage, _, connect) = try await opened(3, .wifiSet)
        connect.join(passphrase: SecretBytes(Array("longenough".utf8)))
        try await stage.wait { connect.results.count { if case .ended = $0.state { true } else { false } } == 1 }
        connect.cancel()
        #expect(connect.stage == .result)
        #expect(connect.results.contains { if case .ended(.connected) = $0.state { true } else { false } })
        #expect(!connect.results.contains { $0.state == .running })
        connect.retry()
        try await stage.wait { connect.stage != .joining }
        #expect(
            connect.results.allSatisfy { if case .ended(let result) = $0.state { result.isSuccess } else { false } })
        try await stage.end()
    }
}
