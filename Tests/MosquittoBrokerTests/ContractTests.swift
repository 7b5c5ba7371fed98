import BrokerServer
import MessageBroker
import MessageBrokerContract
import MosquittoBroker
import Runtime
import Testing

@Suite("A connection over libmosquitto keeps the contract of MessageBroker", .timeLimit(.minutes(2)))
struct ContractTests {
    @Test("With MQTT 3.1.1 over TLS", arguments: BrokerContractCase.all)
    func v311(_ contract: BrokerContractCase) async throws { try await run(contract, .v3_1_1) }

    @Test("With MQTT 5 over TLS", arguments: BrokerContractCase.all)
    func v5(_ contract: BrokerContractCase) async throws { try await run(contract, .v5) }

    private func run(_ contract: BrokerContractCase, _ version: BrokerSettings.Version) async throws {
        let server = try BrokerServer(.secured())
        let link = try Link(to: server.port)
        let bench = Bench()
        var settings = try Bench.settings(server)
        settings.version = version
        let other = try bench.broker(settings)
        settings.addresses = [BrokerAddress(host: "localhost", port: link.port)]
        settings.lastWill = Message(topic: "will/topic", text: "left", isRetained: true)
        let broker = try bench.broker(settings)
        try await contract.run(BrokerBench(broker: broker, other: other, time: bench.time) { link.cut() })
        await broker.close()
        await other.close()
    }
}
