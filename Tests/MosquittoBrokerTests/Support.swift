import BrokerServer
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime

/// A clock that a test moves, and connections that follow it.
struct Bench {
    let time = ManualTime()

    /// Later than anything that a test waits for.
    var deadline: Instant { time.now + 3_600_000 }

    /// Settings for the broker of a test: by TLS where it has a certificate.
    static func settings(
        _ server: BrokerServer, secured: Bool = true, host: String = "localhost"
    ) throws -> BrokerSettings {
        let tls = secured ? TLSSettings(authorities: .file(try Certificates.shared.get().authority)) : nil
        return BrokerSettings(addresses: [BrokerAddress(host: host, port: server.port)], tls: tls)
    }

    /// A connection that is not made yet. Its waits leave nothing to chance.
    func broker(_ settings: BrokerSettings, now: Int64? = nil) throws(BrokerError) -> MosquittoBroker {
        try MosquittoBroker(settings, time: time, wallClock: { now ?? MosquittoBroker.now() }, chance: { 1 })
    }

    /// Waits until there is a connection, letting the time go by that attempts wait for.
    @discardableResult
    func connect(_ broker: MosquittoBroker) async -> BrokerConnection? {
        let events = broker.events()
        broker.connect()
        return await connection(events)
    }

    /// Waits until there is a connection, letting the time go by that attempts wait for.
    @discardableResult
    func connection(_ events: EventStream<BrokerEvent, Never>) async -> BrokerConnection? {
        while let event = await events.next() {
            switch event {
            case .state(.connected(let connection)): return connection
            case .state(.waiting(_, let until)): time.advance(to: until)
            default: continue
            }
        }
        return nil
    }

    /// Waits until an attempt has failed or a connection is lost; the error, and for how long the next attempt waits.
    func loss(_ events: EventStream<BrokerEvent, Never>) async -> (error: BrokerError, wait: UInt32)? {
        while let event = await events.next() {
            if case .state(.waiting(let error, let until)) = event {
                return (error, until.milliseconds(since: time.now))
            }
        }
        return nil
    }
}

/// The kind of failure that `body` ends with; `nil` where it does not fail.
func failure(_ body: () async throws(BrokerError) -> Void) async -> BrokerError? {
    do throws(BrokerError) {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// The next `count` messages of a stream, or those there were before its end.
func take(_ count: Int, _ stream: MessageStream) async -> [Message] {
    var taken: [Message] = []
    while taken.count < count, let batch = await stream.next() { taken += batch }
    return taken
}

/// The topics of what comes before a message to `end`.
func topics(before end: String, _ stream: MessageStream) async -> [String] {
    var taken: [String] = []
    while !taken.contains(end), let batch = await stream.next() { taken += batch.map(\.topic) }
    return Array(taken.prefix { $0 != end })
}

extension Message {
    var text: String { String(decoding: body, as: UTF8.self) }
}
