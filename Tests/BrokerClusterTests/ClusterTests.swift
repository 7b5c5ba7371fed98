import BrokerServer
import DefaultControl
import DeviceControl
import DeviceDirectory
import Foundation
import MessageBroker
import MosquittoBroker
import Runtime
import Testing

@Suite(
    "A cluster of RabbitMQ",
    .enabled(if: BrokerCluster.isThere, "RabbitMQ is not there: run `scripts/bootstrap test`"),
    .serialized, OneCluster(), .timeLimit(.minutes(5)))
struct ClusterTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("A wrong password and an edition of the protocol that it does not speak are told as that")
    func refusals() async throws {
        var wrong = try bench.settings([0])
        wrong.login?.password = BrokerPassword("wrong-Zq7")
        var newer = try bench.settings([0])
        newer.version = .v5
        // It ends a connection of MQTT 5 without a word.
        let cases = [(wrong, BrokerError.Code.loginRefused, "right"), (newer, .connectionLost, "speaks MQTT 5")]
        for (settings, code, advice) in cases {
            let broker = try MosquittoBroker(settings)
            let events = broker.events()
            broker.connect()
            while let event = await events.next() {
                guard case .state(.waiting(let error, _)) = event else { continue }
                #expect(error.code == code && error.advice.contains(advice), "\(error)")
                #expect(!error.description.contains("Zq7"))
                break
            }
            await broker.close()
        }
    }

    @Test("A device whose topic has a dot is heard and steered, though the dot comes back as the end of a level")
    func dot() async throws {
        let home = try await Home(bench, topic: "home.lamps")
        let changes = await home.control.changes()
        #expect(try await home.control.set(.mode(2), of: home.address, deadline: bench.deadline).mode == 2)
        #expect(await changes.next()?.first?.topic == "home/lamps")
        await home.close()
    }

    @Test("A node is killed: nothing that was acknowledged is lost to a session that was kept")
    func nothingIsLost() async throws {
        var settings = try bench.settings([0, 1, 2])
        (settings.session, settings.clientID) = (.kept(seconds: 3600), BrokerSettings.uniqueClientID())
        let listener = try MosquittoBroker(settings)
        _ = try await bench.connected(listener)
        try await listener.subscribe([Subscription("rooms/#")], deadline: bench.deadline)
        await listener.close()
        let sender = try MosquittoBroker(bench.settings([0, 2, 1]))
        #expect(try await bench.connected(sender) == 0)
        let acknowledged = try await send(1000, by: sender) { [cluster = bench.cluster] in
            if $0 == 200 { cluster.kill(0) }
        }
        #expect(try await bench.connected(sender) != 0)
        await sender.close()
        let returned = try MosquittoBroker(settings)
        let messages = returned.messages()
        #expect(try await bench.connected(returned) != 0)
        var missing = acknowledged
        while !missing.isEmpty, let batch = await messages.next() { missing.subtract(batch.map(\.topic)) }
        #expect(acknowledged.count == 1000 && missing.isEmpty)
        await returned.close()
        try bench.cluster.start(0)
    }

    /// Sends messages, all at once; the topics of those that were acknowledged, however often each had to be sent for that.
    private func send(
        _ count: Int, by sender: MosquittoBroker, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Set<String> {
        let deadline = bench.deadline
        return try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let topic = "rooms/\(number)"
                    try await sender.publish(Message(topic: topic, text: "on"), deadline: deadline)
                    return topic
                }
            }
            var topics: Set<String> = []
            while let topic = try await group.next() {
                topics.insert(topic)
                progress(topics.count)
            }
            return topics
        }
    }

    /// Whose node is killed.
    enum End: CaseIterable { case control, device }

    @Test("A node is killed, that of whoever steers or that of the device: control goes on", arguments: End.allCases)
    func controlGoesOn(_ end: End) async throws {
        let home = try await Home(bench, topic: "home/lamps")
        #expect(try await home.control.set(.on, of: home.address, deadline: bench.deadline).isOn)
        let loser = end == .control ? home.broker : home.device
        let node = try await bench.connected(loser)
        let events = loser.events()
        bench.cluster.kill(node)
        while let event = await events.next() { if case .state(.waiting) = event { break } }
        #expect(try await bench.connected(loser) != node)
        let command = DeviceCommand(isOn: false, mode: 3)
        let state = try await home.control.set(command, of: home.address, deadline: bench.deadline, wait: 60_000)
        #expect(!state.isOn && state.mode == 3)
        // The node that was killed takes part again: who knows only that one steers over it a device that is at another.
        try bench.cluster.start(node)
        let returned = try MosquittoBroker(bench.settings([node]))
        let control = DeviceControl(broker: returned, time: bench.time)
        await control.start()
        #expect(try await bench.connected(returned) == node)
        try await control.listen(to: ["home/lamps"], deadline: bench.deadline)
        #expect(try await control.set(.mode(1), of: home.address, deadline: bench.deadline).mode == 1)
        await control.stop()
        await returned.close()
        await home.close()
    }

    @Test("What broker.json says of a cluster's nodes is enough to steer a device over it")
    func brokerFile() async throws {
        let home = try await Home(bench, topic: "home/lamps")
        let (file, folder) = try bench.brokerFile()
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = try await DefaultControl.settings(file, vault: nil)
        let broker = try DefaultControl.broker(settings)
        let control = DeviceControl(broker: broker, time: bench.time)
        await control.start()
        broker.connect()
        try await control.listen(to: ["home/lamps"], deadline: bench.deadline)
        let state = try await control.set(.mode(1), of: home.address, deadline: bench.deadline)
        #expect(state.isOn && state.mode == 1)
        await control.stop()
        await broker.close()
        await home.close()
    }
}
