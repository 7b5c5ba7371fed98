import BrokerServer
import MessageBroker
import MosquittoBroker
import Runtime
import Testing

/// libmosquitto keeps a connection alive by the machine's clock, whatever time the rest is given: these run by themselves, so
/// that what they do in a second is not left waiting for the processor.
@Suite("A connection that is kept alive", .serialized, .timeLimit(.minutes(1)))
struct KeepAliveTests {
    let bench = Bench()

    @Test("G12/169: A broker that reads and says nothing is asked whether it is there, and given up without an answer")
    func silence() async throws {
        let (error, wasAsked, _) = try await giveUp { _, _ in 0 }
        #expect(error.code == .unanswered)
        #expect(wasAsked)
    }

    @Test("G12/169: A broker that reads and says nothing is given up as well while something is published all the time")
    func silenceToTalk() async throws {
        // Each message is published when the one before was read: much more often than the connection is kept alive, so that no
        // moment comes in which nothing has been sent for so long.
        let deadline = bench.deadline
        let (error, wasAsked, published) = try await giveUp { broker, read in
            var count = 0
            let message = Message(
                topic: "home", body: [UInt8](repeating: 0, count: 1 << 16), qualityOfService: .atMostOnce)
            while (try? await broker.publish(message, deadline: deadline)) != nil, await read.next() != nil {
                count += 1
            }
            return count
        }
        #expect(error.code == .unanswered)
        #expect(wasAsked)
        #expect(published > 2)
    }

    /// Connects to a broker that reads and says nothing, and does `work` over that connection: why it ended, whether the broker
    /// was asked whether it is there, and what `work` gives. It learns the length of each message that was read.
    ///
    /// The library counts the keep-alive in whole seconds, and takes no less than 5 s from its user. A broker may ask for less
    /// (MQTT 5 §3.2.2.3.14), so this one does: the least, 1 s.
    private func giveUp(
        _ work: @escaping @Sendable (MosquittoBroker, EventStream<Int, Never>) async -> Int
    ) async throws -> (BrokerError, Bool, Int) {
        let (read, source) = EventStream<Int, Never>.make()
        let asked = Lock(false)
        let server = try ScriptedBroker { connection, number in
            guard number == 0 else { return }
            connection.consent(keepAlive: 1)
            while let packet = connection.packet() {
                if packet[0] & 0xF0 == 0x30 { source.yield(packet.count) }
                if packet[0] & 0xF0 == 0xC0 { asked.withLock { $0 = true } }
            }
            source.finish()
        }
        var settings = BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: server.port)], tls: nil)
        settings.keepAlive = 5
        settings.version = .v5
        let broker = try bench.broker(settings)
        let events = broker.events()
        broker.connect()
        _ = await bench.connection(events)
        let working = Task { await work(broker, read) }
        let loss = try #require(await bench.loss(events))
        await broker.close()
        return (loss.error, asked.withLock { $0 }, await working.value)
    }
}
