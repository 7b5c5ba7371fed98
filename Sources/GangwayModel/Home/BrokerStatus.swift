public import MessageBroker

/// How the home stands with its broker, as a person is told it.
public enum BrokerStatus: Hashable, Sendable {
    /// No broker was set up; devices can be set up and listed, and not be steered.
    case notSetUp
    /// A connection is being made, to this address.
    case connecting(address: String, step: ConnectionStep)
    /// There is one.
    case connected(BrokerConnection)
    /// There is none, for this reason; it is tried again by itself.
    case lost(Problem)
    /// The home is closed, or its settings are being changed.
    case closed

    init(_ state: BrokerState) {
        switch state {
        case .idle, .closed: self = .closed
        case .connecting(let address, let step): self = .connecting(address: address.description, step: step)
        case .connected(let connection): self = .connected(connection)
        case .waiting(let error, _): self = .lost(Problem(error))
        }
    }

    /// Whether devices can be heard and steered.
    public var isConnected: Bool { if case .connected = self { true } else { false } }

    /// Whether a connection is being made.
    public var isConnecting: Bool { if case .connecting = self { true } else { false } }

    /// What is wrong with it; `nil` for nothing.
    public var problem: Problem? { if case .lost(let problem) = self { problem } else { nil } }

    /// What to say of it.
    public var sentence: Sentence {
        switch self {
        case .notSetUp: "broker.state.notSetUp"
        case .connecting(let address, _): Sentence("broker.state.connecting", address)
        case .connected(let connection): Sentence("broker.state.connected", connection.address.description)
        case .lost(let problem): problem.summary
        case .closed: "broker.state.closed"
        }
    }
}

/// Whether devices in range can be found, as a person is told it.
public enum RadioStatus: Hashable, Sendable {
    /// Not known yet.
    case unknown
    /// They can.
    case ready
    /// They cannot, for this reason; it goes on by itself when that changes.
    case unavailable(Problem)
}
