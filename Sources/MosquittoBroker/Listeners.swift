import MessageBroker
import Runtime

/// Those who listen to a connection: its state, events and messages, each to be had from any thread.
final class Listeners: Sendable {
    private struct State {
        var present = BrokerState.idle
        var events: [Int: EventSource<BrokerEvent, Never>] = [:]
        var messages: [Int: MessageSource] = [:]
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Lock(State())

    var present: BrokerState { state.withLock { $0.present } }

    func events() -> EventStream<BrokerEvent, Never> {
        let number = nextNumber()
        let (stream, source) = EventStream<BrokerEvent, Never>.make { [weak self] in
            self?.state.withLock { _ = $0.events.removeValue(forKey: number) }
        }
        state.withLock { state in
            source.yield(.state(state.present))
            if state.isFinished { source.finish() } else { state.events[number] = source }
        }
        return stream
    }

    /// `onRoom` is called when a listener that was full has taken what it had.
    func messages(onRoom: @escaping @Sendable () -> Void) -> MessageStream {
        let number = nextNumber()
        let (stream, source) = MessageStream.make(
            onRoom: onRoom,
            onTermination: { [weak self] in
                self?.state.withLock { _ = $0.messages.removeValue(forKey: number) }
                onRoom()
            })
        let isFinished = state.withLock { state in
            if !state.isFinished { state.messages[number] = source }
            return state.isFinished
        }
        if isFinished { source.finish() }
        return stream
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func set(_ present: BrokerState) {
        let (events, messages) = state.withLock { state in
            state.present = present
            return (Array(state.events.values), Array(state.messages.values))
        }
        if case .connected = present { for source in messages { source.beginConnection() } }
        for source in events { source.yield(.state(present)) }
    }

    func tell(_ event: BrokerEvent) {
        for source in state.withLock({ Array($0.events.values) }) { source.yield(event) }
    }

    func deliver(_ messages: [Message]) {
        for source in state.withLock({ Array($0.messages.values) }) { source.yield(messages) }
    }

    /// Whether somebody has so much to take that no more should come.
    var areFull: Bool { state.withLock { Array($0.messages.values) }.contains { $0.isFull } }

    /// Ends all streams; the state is closed then.
    func finish() {
        let (events, messages) = state.withLock { state in
            state.isFinished = true
            state.present = .closed
            defer {
                state.events = [:]
                state.messages = [:]
            }
            return (Array(state.events.values), Array(state.messages.values))
        }
        for source in events {
            source.yield(.state(.closed))
            source.finish()
        }
        for source in messages { source.finish() }
    }
}
