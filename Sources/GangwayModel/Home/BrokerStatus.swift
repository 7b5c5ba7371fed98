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
