public import MessageBroker
import ProvisioningProtocols
public import Runtime

/// Two connections to one broker, for one run of one ``BrokerContractCase``.
public struct BrokerBench: Sendable {
    /// The connection that is held to the contract, not yet made. Its last will is `will/left`, retained, on `will/topic`.
    public let broker: any Broker
    /// The other one, not yet made.
    public let other: any Broker
    /// The clock of both, which the case moves.
    public let time: ManualTime
    /// Cuts the first connection as a broken network would; it can be made again at once.
    public let cut: @Sendable () async throws -> Void

    /// A bench of these.
    public init(
        broker: any Broker, other: any Broker, time: ManualTime, cut: @escaping @Sendable () async throws -> Void
    ) {
        self.broker = broker
        self.other = other
        self.time = time
        self.cut = cut
    }
}

/// One thing that every back end of `MessageBroker` does, as a run that throws where it does not.
public struct BrokerContractCase: Sendable, CustomStringConvertible {
    /// What is claimed.
    public let description: String
    /// Holds the claim to a broker.
    public let run: @Sendable (BrokerBench) async throws -> Void

    /// All of them.
    public static let all: [BrokerContractCase] = connecting + messaging
}

/// What a broker did that the contract does not allow.
public struct BrokerContractViolation: Error, CustomStringConvertible {
    /// What was claimed, and what came instead.
    public let description: String
}

func claim(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    if !holds { throw BrokerContractViolation(description: text()) }
}

/// The kind of failure that `body` ends with; `nil` where it does not fail.
func failure(_ body: () async throws(BrokerError) -> Void) async -> BrokerError.Code? {
    do throws(BrokerError) {
        try await body()
        return nil
    } catch {
        return error.code
    }
}

extension BrokerBench {
    /// Later than anything that a case waits for.
    var deadline: Instant { time.now + 3_600_000 }

    /// Connects and waits until it is.
    @discardableResult
    func connect(_ broker: any Broker) async throws -> BrokerConnection {
        let events = broker.events()
        broker.connect()
        return try await awaitConnection(events)
    }

    /// Waits for a connection, letting the time go by that attempts wait for.
    @discardableResult
    func awaitConnection(_ events: EventStream<BrokerEvent, Never>) async throws -> BrokerConnection {
        while let event = await events.next() {
            switch event {
            case .state(.connected(let connection)): return connection
            case .state(.waiting(_, let until)): time.advance(to: until)
            default: continue
            }
        }
        throw BrokerContractViolation(description: "the connection did not come about")
    }

    /// Waits until there is no connection.
    func awaitLoss(_ events: EventStream<BrokerEvent, Never>) async throws -> BrokerError {
        while let event = await events.next() {
            if case .state(.waiting(let error, _)) = event { return error }
        }
        throw BrokerContractViolation(description: "the loss of the connection was not told")
    }

    /// The next `count` messages.
    func take(_ count: Int, _ stream: MessageStream) async throws -> [Message] {
        var taken: [Message] = []
        while taken.count < count {
            guard let batch = await stream.next() else {
                throw BrokerContractViolation(description: "the messages ended after \(taken.count) of \(count)")
            }
            try claim(!batch.isEmpty, "an empty batch came")
            taken += batch
        }
        return taken
    }
}
