import BrokerServer
import MessageBroker
import MosquittoBroker
import Runtime
import Testing

@Suite("What a broker answers to the request to connect", .timeLimit(.minutes(2)))
struct AnswerTests {
    let bench = Bench()

    private func settings(_ server: ScriptedBroker) -> BrokerSettings {
        BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: server.port)], tls: nil)
    }

    @Test(
        "G9/158: A refused login is told as that, and tried again no sooner than after a minute",
        arguments: [UInt8(4), 5])
    func refusedLogin(_ code: UInt8) async throws {
        let server = try ScriptedBroker { connection, _ in
            _ = connection.packet(0x10)
            connection.send([0x20, 2, 0, code])
            connection.untilEnd()
        }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        broker.connect()
        for _ in 0..<2 {
            let loss = try #require(await bench.loss(events))
            #expect(loss.error.code == .loginRefused)
            #expect(loss.error.fault == .caller)
            #expect(loss.wait >= 60_000)
            bench.time.advance(by: loss.wait)
        }
        await broker.close()
    }

    @Test("G15/176: A refused client id is told as that, and not tried again at once")
    func refusedClientID() async throws {
        let server = try ScriptedBroker { connection, _ in
            _ = connection.packet(0x10)
            connection.send([0x20, 2, 0, 2])
        }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        broker.connect()
        let loss = try #require(await bench.loss(events))
        #expect(loss.error.code == .clientIDRefused)
        #expect(loss.wait >= 60_000)
        await broker.close()
    }

    @Test("G15/176: A client id of our own has at most 23 characters, which every broker takes, and is no other's")
    func clientID() {
        let ids = (0..<100).map { _ in BrokerSettings.uniqueClientID() }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.hasPrefix("gangway-") && id.utf8.count == 23)
            #expect(id.dropFirst(8).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
    }

    /// Which client id was asked for, in which session, and whether the next connection has the same.
    typealias Identity = (clientID: String?, session: BrokerSettings.Session, stays: Bool)

    @Test(
        "A broker that ends the connection over a subscription sees another client id next, if that was free to be chosen",
        arguments: [
            (nil, .clean, false), ("lamp", .clean, true), (nil, .kept(seconds: 60), true),
        ] as [Identity])
    func endedOverSubscription(_ identity: Identity) async throws {
        let (ids, source) = EventStream<String, Never>.make()
        let server = try ScriptedBroker { connection, number in
            guard let request = connection.packet(0x10) else { return }
            source.yield(String(decoding: request[14..<14 + Int(request[13])], as: UTF8.self))
            connection.send([0x20, 2, 0, 0])
            if number == 0 {
                _ = connection.packet(0x80)
            } else {
                connection.answerSubscription([1])
                connection.untilEnd()
            }
        }
        var settings = settings(server)
        (settings.clientID, settings.session) = (identity.clientID, identity.session)
        let broker = try bench.broker(settings)
        let events = broker.events()
        broker.connect()
        let call = Task { try await broker.subscribe([Subscription("home/#")], deadline: bench.deadline) }
        _ = await bench.connection(events)
        _ = await bench.loss(events).map { bench.time.advance(by: $0.wait) }
        try await call.value
        let (first, second) = (await ids.next(), await ids.next())
        #expect((first == second) == identity.stays)
        #expect(identity.clientID == nil || first == identity.clientID)
        await broker.close()
    }

    @Test("G9/160: A broker that cannot serve now is tried again by itself, until it can")
    func unavailable() async throws {
        let server = try ScriptedBroker { connection, number in
            _ = connection.packet(0x10)
            connection.send([0x20, 2, 0, number < 2 ? 3 : 0])
            connection.untilEnd()
        }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        broker.connect()
        for wait in [1000, 2000] as [UInt32] {
            let loss = try #require(await bench.loss(events))
            #expect(loss.error.code == .brokerUnavailable)
            #expect(loss.wait == wait)
            bench.time.advance(by: wait)
        }
        #expect(await bench.connection(events) != nil)
        await broker.close()
    }

    @Test("G9/160: After refusals the program may ask again at once, and gets in when the broker has changed its mind")
    func asksAgain() async throws {
        let server = try ScriptedBroker { connection, number in
            _ = connection.packet(0x10)
            connection.send([0x20, 2, 0, number < 2 ? 5 : 0])
            connection.untilEnd()
        }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        for _ in 0..<2 {
            broker.connect()
            #expect(await bench.loss(events)?.error.code == .loginRefused)
        }
        broker.connect()
        #expect(await bench.connection(events) != nil)
        await broker.close()
    }

    @Test("A broker that takes the connection and closes it at once is tried again ever more slowly")
    func acceptsAndCloses() async throws {
        let server = try ScriptedBroker { _, _ in }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        broker.connect()
        for wait in [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000] as [UInt32] {
            let loss = try #require(await bench.loss(events))
            #expect(loss.error.code == .connectionLost)
            #expect(loss.wait == wait)
            bench.time.advance(by: wait)
        }
        await broker.close()
    }

    @Test("So is one that consents and closes then; a connection that held begins the waits anew")
    func consentsAndCloses() async throws {
        let server = try ScriptedBroker { connection, number in
            connection.consent()
            if number == 3 { _ = connection.packet(0xE0) }
        }
        let broker = try bench.broker(settings(server))
        let events = broker.events()
        broker.connect()
        for wait in [1000, 2000, 4000] as [UInt32] {
            let loss = try #require(await bench.loss(events))
            #expect(loss.wait == wait)
            bench.time.advance(by: wait)
        }
        #expect(await bench.connection(events) != nil)
        bench.time.advance(by: 10_000)
        await broker.close()
    }

    @Test("A broker that never answers is given up when the limit has passed")
    func neverAnswers() async throws {
        let server = try ScriptedBroker { connection, _ in connection.untilEnd() }
        var settings = settings(server)
        settings.connectLimit = 7000
        let broker = try bench.broker(settings)
        let events = broker.events()
        broker.connect()
        while let event = await events.next() {
            if case .state(.connecting(_, .loggingIn)) = event { break }
        }
        bench.time.advance(by: 7000)
        let loss = try #require(await bench.loss(events))
        #expect(loss.error.code == .timedOut)
        await broker.close()
    }

    @Test("Addresses are tried in turn, and the next one is taken when a connection is lost")
    func severalAddresses() async throws {
        let closing = try ScriptedBroker { _, _ in }
        let (first, second) = (try BrokerServer(), try BrokerServer())
        let ports = [closing.port, first.port, second.port]
        let settings = BrokerSettings(
            addresses: ports.map { BrokerAddress(host: "localhost", port: $0) }, tls: nil)
        let broker = try bench.broker(settings)
        #expect(await bench.connect(broker)?.address.port == first.port)
        let events = broker.events()
        _ = await events.next()
        first.kill()
        #expect(await bench.connection(events)?.address.port == second.port)
        await broker.close()
    }

    @Test("A host that is not known, and a port where nobody listens, are told apart")
    func notThere() async throws {
        let server = try BrokerServer()
        let port = server.port
        server.kill()
        for (host, code) in [("localhost", BrokerError.Code.connectionRefused), ("no.host.invalid", .hostNotFound)] {
            let settings = BrokerSettings(addresses: [BrokerAddress(host: host, port: port)], tls: nil)
            let broker = try bench.broker(settings)
            let events = broker.events()
            broker.connect()
            #expect(await bench.loss(events)?.error.code == code)
            await broker.close()
        }
    }
}
