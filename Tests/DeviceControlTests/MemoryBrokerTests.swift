import MessageBroker
import MessageBrokerContract
import Runtime
import Testing

@Suite("The broker in memory, which the tests stand on, keeps the contract of MessageBroker", .timeLimit(.minutes(1)))
struct MemoryBrokerTests {
    @Test("In every case", arguments: BrokerContractCase.all)
    func contract(_ contract: BrokerContractCase) async throws {
        let time = ManualTime()
        let broker = MemoryBroker()
        let will = Message(topic: "will/topic", text: "left", isRetained: true)
        let (first, other) = (broker.connection(lastWill: will, time: time), broker.connection(time: time))
        try await contract.run(BrokerBench(broker: first, other: other, time: time) { broker.cut(first) })
    }
}
