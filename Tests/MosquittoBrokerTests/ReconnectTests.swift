import BrokerServer
import Glibc
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Connections that end, and come back", .timeLimit(.minutes(2)))
struct ReconnectTests {
    let bench = Bench()

    private func keptSettings(_ server: BrokerServer, port: UInt16? = nil) throws -> BrokerSettings {
        var settings = try Bench.settings(server)
        (settings.session, settings.clientID) = (.kept(seconds: 3600), BrokerSettings.uniqueClientID())
        if let port { settings.addresses = [BrokerAddress(host: "localhost", port: port)] }
        return settings
    }

    private func persistent() throws -> BrokerServer {
        var setup = try BrokerServer.Setup.secured()
        setup.lines = ["persistence true"]
        return try BrokerServer(setup)
    }

    private func send(_ topic: String, _ text: String, by broker: MosquittoBroker) async throws {
        try await broker.publish(Message(topic: topic, text: text), deadline: bench.deadline)
    }

    @Test("G2/136: After the broker was killed and restarted without its sessions, both subscriptions are there again")
    func restartedWithoutSessions() async throws {
        let server = try BrokerServer(.secured())
        let broker = try bench.broker(Bench.settings(server))
        let events = broker.events()
        let messages = broker.messages()
        broker.connect()
        let wanted = [Subscription("home/1/state"), Subscription("home/2/state")]
        try await broker.subscribe(wanted, deadline: bench.deadline)
        server.kill()
        let loss = try #require(await bench.loss(events))
        #expect(loss.error.code == .connectionLost && loss.error.fault == .network)
        try server.start()
        bench.time.advance(by: loss.wait)
        #expect(await bench.connection(events)?.isSessionPresent == false)
        let other = try bench.broker(Bench.settings(server))
        await bench.connect(other)
        // What the first connection asked for before this is granted when this is.
        try await broker.subscribe([Subscription("sentinel")], deadline: bench.deadline)
        for topic in ["home/1/state", "home/2/state", "sentinel"] { try await send(topic, "on", by: other) }
        #expect(await topics(before: "sentinel", messages) == ["home/1/state", "home/2/state"])
        await broker.close()
        await other.close()
    }

    @Test(
        "A broker that was restarted with its sessions gives what came meanwhile, and is not asked anew",
        arguments: [BrokerSettings.Version.v3_1_1, .v5])
    func restartedWithSessions(_ version: BrokerSettings.Version) async throws {
        let server = try persistent()
        let link = try Link(to: server.port)
        var settings = try keptSettings(server, port: link.port)
        settings.version = version
        let broker = try bench.broker(settings)
        let (events, messages) = (broker.events(), broker.messages())
        broker.connect()
        try await broker.subscribe([Subscription("home/#")], deadline: bench.deadline)
        link.cut()
        let loss = try #require(await bench.loss(events))
        let other = try bench.broker(Bench.settings(server))
        await bench.connect(other)
        try await send("home/1", "meanwhile", by: other)
        await other.close()
        server.stop()
        try server.start()
        bench.time.advance(by: loss.wait)
        #expect(await bench.connection(events)?.isSessionPresent == true)
        #expect(await take(1, messages).map(\.text) == ["meanwhile"])
        await broker.close()
    }

    @Test("A session that the program kept and the broker lost is made again")
    func sessionLost() async throws {
        let server = try BrokerServer(.secured())
        let broker = try bench.broker(keptSettings(server))
        let (events, messages) = (broker.events(), broker.messages())
        broker.connect()
        try await broker.subscribe([Subscription("home/#")], deadline: bench.deadline)
        server.kill()
        let loss = try #require(await bench.loss(events))
        try server.start()
        bench.time.advance(by: loss.wait)
        #expect(await bench.connection(events)?.isSessionPresent == false)
        try await broker.subscribe([Subscription("sentinel")], deadline: bench.deadline)
        for topic in ["home/1", "sentinel"] { try await send(topic, "on", by: broker) }
        #expect(await topics(before: "sentinel", messages) == ["home/1"])
        await broker.close()
    }

    @Test("G10/163: A broker that stops reading is found out by the first message that it should acknowledge")
    func stopsReading() async throws {
        let server = try BrokerServer(.secured())
        let broker = try bench.broker(Bench.settings(server))
        await bench.connect(broker)
        let events = broker.events()
        _ = await events.next()
        server.signal(SIGSTOP)
        let call = Task { [bench] () async -> BrokerError? in
            await failure { () throws(BrokerError) in
                try await broker.publish(Message(topic: "a", text: "on"), deadline: bench.time.now + 10_000)
            }
        }
        await bench.time.advanceToNextDeadline()
        let error = await call.value
        #expect(error?.code == .timedOut)
        #expect(error?.state.contains("not known") ?? false)
        #expect(await bench.loss(events)?.error.code == .unanswered)
        server.signal(SIGCONT)
        broker.connect()
        #expect(await bench.connection(events) != nil)
        try await send("a", "off", by: broker)
        await broker.close()
    }

    @Test(
        "G10/161: A message whose time ran out on a dead connection is not sent later, whatever session there is",
        arguments: [BrokerSettings.Session.clean, .kept(seconds: 3600)])
    func neverLater(_ session: BrokerSettings.Session) async throws {
        let server = try BrokerServer(.secured())
        let link = try Link(to: server.port)
        var settings = try keptSettings(server, port: link.port)
        settings.session = session
        let broker = try bench.broker(settings)
        let other = try bench.broker(Bench.settings(server))
        let messages = other.messages()
        await bench.connect(other)
        try await other.subscribe([Subscription("lamp")], deadline: bench.deadline)
        await bench.connect(broker)
        let events = broker.events()
        _ = await events.next()
        let lost = link.hold()
        let call = Task { [bench] () async -> BrokerError? in
            await failure { () throws(BrokerError) in
                try await broker.publish(Message(topic: "lamp", text: "old"), deadline: bench.time.now + 10_000)
            }
        }
        #expect(await lost.next() != nil)
        bench.time.advance(by: 10_000)
        #expect(await call.value?.code == .timedOut)
        let again = await failure { () throws(BrokerError) in
            try await broker.publish(Message(topic: "lamp", text: "offline"), deadline: bench.deadline)
        }
        #expect(again?.code == .notConnected)
        link.release()
        broker.connect()
        await bench.connection(events)
        try await send("lamp", "new", by: broker)
        #expect(await take(1, messages).map(\.text) == ["new"])
        await broker.close()
        await other.close()
    }

    @Test("G12/166: A message right after the connection died unnoticed arrives by the next one")
    func sentOnTheNext() async throws {
        let server = try BrokerServer(.secured())
        let link = try Link(to: server.port)
        let broker = try bench.broker(keptSettings(server, port: link.port))
        let other = try bench.broker(Bench.settings(server))
        let messages = other.messages()
        await bench.connect(other)
        try await other.subscribe([Subscription("lamp")], deadline: bench.deadline)
        await bench.connect(broker)
        let events = broker.events()
        _ = await events.next()
        let lost = link.hold()
        let call = Task { try await send("lamp", "on", by: broker) }
        #expect(await lost.next() != nil)
        link.release()
        await bench.connection(events)
        try await call.value
        #expect(await take(1, messages).map(\.text) == ["on"])
        await broker.close()
        await other.close()
    }

    @Test("With QoS 2 and kept sessions every message of a connection that was cut arrives once")
    func exactlyOnce() async throws {
        let server = try BrokerServer(.secured())
        let link = try Link(to: server.port)
        let broker = try bench.broker(keptSettings(server, port: link.port))
        let other = try bench.broker(Bench.settings(server))
        let messages = other.messages()
        await bench.connect(other)
        let wanted = Subscription("count", qualityOfService: .exactlyOnce)
        try await other.subscribe([wanted], deadline: bench.deadline)
        await bench.connect(broker)
        let events = broker.events()
        _ = await events.next()
        let deadline = bench.deadline
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let message = Message(topic: "count", text: "\(number)", qualityOfService: .exactlyOnce)
                group.addTask { try await broker.publish(message, deadline: deadline) }
            }
            try await group.next()
            link.cut()
            await bench.connection(events)
            try await group.waitForAll()
        }
        try await send("count", "end", by: broker)
        let taken = await take(201, messages).map(\.text)
        #expect(taken.count == 201)
        #expect(Set(taken).count == 201)
        await broker.close()
        await other.close()
    }

    @Test("Two connections with one client id throw each other out ever more slowly")
    func duplicateClientID() async throws {
        let server = try BrokerServer(.secured())
        var settings = try Bench.settings(server)
        settings.clientID = "lamp"
        let (first, second) = (try bench.broker(settings), try bench.broker(settings))
        var events = (first.events(), second.events())
        await bench.connect(first)
        second.connect()
        for wait in [1000, 1000, 2000, 2000, 4000] as [UInt32] {
            #expect(await bench.loss(events.0)?.wait == wait)
            bench.time.advance(by: wait)
            events = (events.1, events.0)
        }
        await first.close()
        await second.close()
    }

    @Test("A broker that says that the client id was taken over is not asked again for a minute")
    func takenOver() async throws {
        let server = try ScriptedBroker { connection, _ in
            _ = connection.packet(0x10)
            connection.send([0x20, 3, 0, 0, 0])
            connection.send([0xE0, 2, 0x8E, 0])
            connection.untilEnd()
        }
        var settings = BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: server.port)], tls: nil)
        settings.version = .v5
        let broker = try bench.broker(settings)
        let events = broker.events()
        broker.connect()
        let loss = try #require(await bench.loss(events))
        #expect(loss.error.code == .takenOver)
        #expect(loss.error.advice.contains("client id"))
        #expect(loss.wait >= 60_000)
        await broker.close()
    }

    @Test("G1/134: Two programs with default settings stay connected side by side")
    func twoPrograms() async throws {
        let server = try BrokerServer(.secured())
        let brokers = [try bench.broker(Bench.settings(server)), try bench.broker(Bench.settings(server))]
        for broker in brokers { await bench.connect(broker) }
        for _ in 0..<3 {
            for broker in brokers { try await send("a", "still here", by: broker) }
        }
        for broker in brokers { await broker.close() }
    }

    @Test("G9/158: A wrong password is refused by a real broker as that, and the right one lets in")
    func passwords() async throws {
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["anna": "correct horse"]
        let server = try BrokerServer(setup)
        for version in [BrokerSettings.Version.v3_1_1, .v5] {
            var settings = try Bench.settings(server)
            settings.version = version
            settings.login = BrokerLogin(user: "anna", password: BrokerPassword("wrong-Zq7"))
            let broker = try bench.broker(settings)
            let events = broker.events()
            broker.connect()
            let loss = try #require(await bench.loss(events))
            #expect(loss.error.code == .loginRefused)
            #expect(loss.error.advice.contains("password") && loss.error.advice.contains("let "), "\(version)")
            #expect(loss.wait >= 60_000)
            #expect(!"\(loss.error)\(String(reflecting: settings))".contains("Zq7"))
            await broker.close()
            settings.login = BrokerLogin(user: "anna", password: BrokerPassword("correct horse"))
            let other = try bench.broker(settings)
            #expect(await bench.connect(other) != nil)
            await other.close()
        }
    }

    @Test("A message that access rules forbid is refused, where the protocol can say so")
    func forbidden() async throws {
        var setup = try BrokerServer.Setup.secured()
        setup.rules = ["topic read #"]
        let server = try BrokerServer(setup)
        var settings = try Bench.settings(server)
        settings.version = .v5
        let broker = try bench.broker(settings)
        await bench.connect(broker)
        let error = await failure { () throws(BrokerError) in
            try await broker.publish(Message(topic: "secret", text: ""), deadline: bench.deadline)
        }
        #expect(error?.code == .publishRefused && error?.fault == .broker)
        await broker.close()
    }

    @Test("Twenty thousand states that wait in a session are taken whole, in far fewer batches")
    func burst() async throws {
        let server = try BrokerServer(.secured())
        let settings = try keptSettings(server)
        let first = try bench.broker(settings)
        await bench.connect(first)
        try await first.subscribe([Subscription("state/#")], deadline: bench.deadline)
        await first.close()
        let sender = try bench.broker(Bench.settings(server))
        await bench.connect(sender)
        let deadline = bench.deadline
        try await withThrowingTaskGroup { group in
            for number in 0..<20_000 {
                let message = Message(topic: "state/\(number)", text: "on")
                group.addTask { try await sender.publish(message, deadline: deadline) }
            }
            try await group.waitForAll()
        }
        await sender.close()
        let second = try bench.broker(settings)
        let messages = second.messages()
        second.connect()
        var (topics, batches): (Set<String>, Int) = ([], 0)
        while topics.count < 20_000, let batch = await messages.next() {
            topics.formUnion(batch.map(\.topic))
            batches += 1
        }
        #expect(topics.count == 20_000)
        #expect(batches < 10_000)
        await second.close()
    }
}
