import BrokerServer
import MessageBroker
import MosquittoBroker
import Runtime
import Testing

@Suite("A broker that breaks the protocol, or passes on what others break", .timeLimit(.minutes(2)))
struct HostileTests {
    let bench = Bench()

    private func broker(_ server: ScriptedBroker) throws -> MosquittoBroker {
        try bench.broker(BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: server.port)], tls: nil))
    }

    @Test(
        "G7/151: A malformed message ends the connection with an error, which is made again after a wait",
        arguments: [[0x30, 3, 0, 0xFF, 0x61], [0x30, 1, 0], [0x32, 3, 0, 1, 0x61]] as [[UInt8]])
    func malformedMessage(_ bytes: [UInt8]) async throws { try await expectViolation(bytes) }

    @Test(
        "G7/154: A packet of no kind, or of a length that none has, ends the connection with an error",
        arguments: [[0, 0], [0xF0, 0], [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]] as [[UInt8]])
    func noPacket(_ bytes: [UInt8]) async throws { try await expectViolation(bytes) }

    @Test("A topic that is not UTF-8 ends the connection with an error, as the protocol demands")
    func topicOfBytes() async throws { try await expectViolation([0x30, 5, 0, 2, 0xC3, 0x28, 0x31]) }

    private func expectViolation(_ bytes: [UInt8]) async throws {
        let server = try ScriptedBroker { connection, number in
            connection.consent()
            if number == 0 { connection.send(bytes) }
            connection.untilEnd()
        }
        let broker = try broker(server)
        let events = broker.events()
        broker.connect()
        let loss = try #require(await bench.loss(events))
        #expect(loss.error.code == .protocolViolation)
        #expect(loss.wait == 1000)
        bench.time.advance(by: loss.wait)
        #expect(await bench.connection(events) != nil)
        await broker.close()
    }

    @Test("G6/150: A body that is not UTF-8 arrives as it is, and the connection stands")
    func bodyOfBytes() async throws {
        let server = try ScriptedBroker { connection, _ in
            connection.consent()
            connection.send([0x30, 8, 0, 3, 0x68, 0x2F, 0x6C, 0xFC, 0x7E, 0xD7])
            connection.send([0x30, 7, 0, 3, 0x68, 0x2F, 0x6C, 0x7B, 0x7D])
            connection.untilEnd()
        }
        let broker = try broker(server)
        let messages = broker.messages()
        await bench.connect(broker)
        #expect(await take(2, messages).map(\.body) == [[0xFC, 0x7E, 0xD7], [0x7B, 0x7D]])
        guard case .connected = broker.state else { return #expect(Bool(false), "\(broker.state)") }
        await broker.close()
    }

    @Test("G8/155: Refused subscriptions are named, and the others work")
    func refusedSubscriptions() async throws {
        let server = try ScriptedBroker { connection, _ in
            connection.consent()
            connection.answerSubscription([0x80])
            connection.answerSubscription([0, 0x80])
            connection.send([0x30, 6, 0, 3, 0x6F, 0x6B, 0x31, 0x31])
            connection.untilEnd()
        }
        let broker = try broker(server)
        let messages = broker.messages()
        await bench.connect(broker)
        let one = await failure { () throws(BrokerError) in
            try await broker.subscribe([Subscription("secret/#")], deadline: bench.deadline)
        }
        #expect(one?.code == .subscriptionRefused)
        #expect(one?.refusedFilters == ["secret/#"])
        let two = await failure { () throws(BrokerError) in
            try await broker.subscribe([Subscription("ok1"), Subscription("secret/1")], deadline: bench.deadline)
        }
        #expect(two?.refusedFilters == ["secret/1"])
        #expect(two?.summary.contains("secret/1") ?? false)
        #expect(await take(1, messages).map(\.topic) == ["ok1"])
        await broker.close()
    }

    @Test("G8/155: A subscription that is refused at a later connection is told as an event")
    func refusedLater() async throws {
        let server = try ScriptedBroker { connection, number in
            connection.consent()
            connection.answerSubscription([number == 0 ? 1 : 0x80])
            if number > 0 { connection.untilEnd() }
        }
        let broker = try broker(server)
        let events = broker.events()
        broker.connect()
        try await broker.subscribe([Subscription("a")], deadline: bench.deadline)
        _ = await bench.loss(events)
        bench.time.advance(by: 1000)
        while let event = await events.next() {
            guard case .subscriptionsRefused(let error) = event else { continue }
            #expect(error.refusedFilters == ["a"])
            break
        }
        await broker.close()
    }

    @Test("G11/164: A message that comes twice is taken and acknowledged each time")
    func duplicates() async throws {
        let acknowledged = Lock<[[UInt8]]>([])
        let server = try ScriptedBroker { connection, _ in
            connection.consent()
            for first in [0x32, 0x3A] as [UInt8] {
                connection.send([first, 9, 0, 3, 0x68, 0x2F, 0x6C, 0, 7, 0x7B, 0x7D])
                let answer = connection.packet(0x40)
                acknowledged.withLock { $0.append(answer ?? []) }
            }
            connection.send([0x30, 3, 0, 1, 0x65])
            connection.untilEnd()
        }
        let broker = try broker(server)
        let messages = broker.messages()
        await bench.connect(broker)
        #expect(await take(3, messages).map(\.topic) == ["h/l", "h/l", "e"])
        #expect(acknowledged.withLock { $0 } == [[0x40, 2, 0, 7], [0x40, 2, 0, 7]])
        await broker.close()
    }

    @Test(
        "G5/144: A topic that would end the connection is refused here and never sent",
        arguments: ["lamp+cw", "a#b", "", String(repeating: "a", count: 70_000), "a\0b"])
    func topics(_ topic: String) async throws {
        let published = Lock<[[UInt8]]>([])
        let server = try ScriptedBroker { connection, _ in
            connection.consent()
            while let packet = connection.packet() { published.withLock { $0.append(packet) } }
        }
        let broker = try broker(server)
        await bench.connect(broker)
        let error = await failure { () throws(BrokerError) in
            try await broker.publish(Message(topic: topic, text: "on"), deadline: bench.deadline)
        }
        #expect(error?.code == .invalidTopic)
        await broker.close()
        #expect(published.withLock { $0.allSatisfy { $0[0] & 0xF0 != 0x30 } })
    }
}
