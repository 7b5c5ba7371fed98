public import MessageBroker
import ProvisioningProtocols
public import Runtime

/// A broker in memory, for tests of what stands on the contract: it keeps retained messages and last wills, and can be told to
/// cut a connection, to be away, and to refuse filters.
public final class MemoryBroker: Sendable {
    struct State {
        var retained: [String: Message] = [:]
        var connections: [Int: MemoryConnection] = [:]
        var isAway = false
        var refused: Set<String> = []
        var lastNumber = 0
    }

    let state = Lock(State())

    /// A broker with nothing in it.
    public init() {}

    /// A connection to it that is not made yet; `time` is the clock of its waits and limits.
    public func connection(lastWill: Message? = nil, time: any TimeSource) -> MemoryConnection {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return MemoryConnection(broker: self, number: number, lastWill: lastWill, time: time)
    }

    /// Refuses subscriptions to these filters from now on.
    public func refuse(_ filters: Set<String>) { state.withLock { $0.refused = filters } }

    /// From now on nobody gets in, and those who are in are cut off, or everybody may come again.
    public func setAway(_ isAway: Bool) {
        let connections = state.withLock { state in
            state.isAway = isAway
            return Array(state.connections.values)
        }
        if isAway { for connection in connections { cut(connection) } }
    }

    /// Ends a connection as a broken network would.
    public func cut(_ connection: MemoryConnection) {
        guard leave(connection) else { return }
        if let will = connection.lastWill { pass(will) }
        connection.lost()
    }

    /// Whether it let the connection in.
    func enter(_ connection: MemoryConnection) -> Bool {
        state.withLock { state in
            if state.isAway { return false }
            state.connections[connection.number] = connection
            return true
        }
    }

    /// Whether the connection was in.
    func leave(_ connection: MemoryConnection) -> Bool {
        state.withLock { $0.connections.removeValue(forKey: connection.number) != nil }
    }

    /// Passes a message on to everybody who wants it, and keeps it where it is to be retained.
    public func pass(_ message: Message) {
        let connections = state.withLock { state in
            if message.isRetained { state.retained[message.topic] = message.body.isEmpty ? nil : message }
            return state.connections.values.sorted { $0.number < $1.number }
        }
        var live = message
        live.isRetained = false
        for connection in connections { connection.receive([live]) }
    }

    /// What is kept of the topics of `filter`.
    public func retained(_ filter: String) -> [Message] { answer([filter]).retained }

    /// What is kept for `filters`, and which of them are refused.
    func answer(_ filters: [String]) -> (retained: [Message], refused: [String]) {
        state.withLock { state in
            let refused = filters.filter(state.refused.contains)
            let granted = filters.filter { !state.refused.contains($0) }
            let retained = state.retained.values.filter { message in
                granted.contains { Subscription.filter($0, matches: message.topic) }
            }
            return (retained.sorted { $0.topic < $1.topic }, refused)
        }
    }
}
