public import MessageBroker
public import ProvisioningProtocols
public import Runtime

/// A connection to a ``MemoryBroker``.
public final class MemoryConnection: Broker {
    private struct State {
        var present = BrokerState.idle
        var wanted: [Subscription] = []
        var events: [EventSource<BrokerEvent, Never>] = []
        var messages: [MessageSource] = []
        /// Calls that wait for a connection.
        var waiting: [EventSource<Void, Never>] = []
        var timer: Timer?
    }

    let broker: MemoryBroker
    let number: Int
    let lastWill: Message?
    private let time: any TimeSource
    private let lock = Lock(State())

    init(broker: MemoryBroker, number: Int, lastWill: Message?, time: any TimeSource) {
        self.broker = broker
        self.number = number
        self.lastWill = lastWill
        self.time = time
    }

    /// Where it stands now.
    public var state: BrokerState { lock.withLock { $0.present } }

    /// What happens, the present state first.
    public func events() -> EventStream<BrokerEvent, Never> {
        let (stream, source) = EventStream<BrokerEvent, Never>.make()
        lock.withLock { state in
            source.yield(.state(state.present))
            if case .closed = state.present { source.finish() } else { state.events.append(source) }
        }
        return stream
    }

    /// All messages that arrive from now on.
    public func messages() -> MessageStream {
        let (stream, source) = MessageStream.make()
        lock.withLock { state in
            if case .closed = state.present { source.finish() } else { state.messages.append(source) }
        }
        return stream
    }

    /// Connects at once, or waits where the broker is away.
    public func connect() {
        switch state {
        case .connected, .closed: return
        default: break
        }
        guard broker.enter(self) else { return lost() }
        let address = BrokerAddress(host: "memory", port: BrokerAddress.defaultPort)
        let present = BrokerState.connected(BrokerConnection(address: address, numericHost: "memory"))
        // All at once: a subscription of the same moment is either among those that are answered here, or sees a connection.
        let (wanted, waiting) = lock.withLock { state in
            defer { state.waiting = [] }
            state.present = present
            for source in state.messages { source.beginConnection() }
            return (state.wanted, state.waiting)
        }
        tell(.state(present))
        let answer = broker.answer(wanted.map(\.filter))
        if !answer.refused.isEmpty { tell(.subscriptionsRefused(.subscriptionRefused(answer.refused))) }
        deliver(answer.retained)
        for call in waiting { call.yield(()) }
    }

    /// The connection is gone, or did not come about: it is tried again after a second.
    func lost() {
        let until = time.now + 1000
        let error = BrokerError(
            .connectionLost, fault: .network, summary: "The connection was cut.", state: "", advice: "Wait.")
        let timer = time.schedule(at: until) { [weak self] in self?.connect() }
        lock.withLock { state in
            if let earlier = state.timer { time.cancel(earlier) }
            state.timer = timer
        }
        set(.waiting(error, until: until))
    }

    private func set(_ present: BrokerState) {
        lock.withLock { $0.present = present }
        tell(.state(present))
    }

    private func tell(_ event: BrokerEvent) {
        for source in lock.withLock({ $0.events }) { source.yield(event) }
    }

    private func deliver(_ messages: [Message]) {
        guard !messages.isEmpty else { return }
        for source in lock.withLock({ $0.messages }) { source.yield(messages) }
    }

    func receive(_ messages: [Message]) {
        let wanted = lock.withLock { $0.wanted }
        deliver(messages.filter { message in wanted.contains { $0.matches(message.topic) } })
    }

    /// Asks for messages.
    public func subscribe(_ subscriptions: [Subscription], deadline: Instant) async throws(BrokerError) {
        for subscription in subscriptions {
            if let fault = TopicFault.ofFilter(subscription.filter) { throw .invalidTopic(subscription.filter, fault) }
        }
        let filters = subscriptions.map(\.filter)
        let (connected, source) = EventStream<Void, Never>.make(capacity: 1)
        let present = lock.withLock { state in
            state.wanted.removeAll { filters.contains($0.filter) }
            state.wanted += subscriptions
            switch state.present {
            case .closed, .connected: break
            default: state.waiting.append(source)
            }
            return state.present
        }
        switch present {
        case .closed: throw .closed()
        case .connected: deliver(broker.answer(filters).retained)
        default: try await wait(for: connected, deadline)
        }
        let refused = broker.answer(filters).refused
        guard !refused.isEmpty else { return }
        lock.withLock { state in state.wanted.removeAll { refused.contains($0.filter) } }
        throw .subscriptionRefused(refused)
    }

    private func wait(
        for connected: EventStream<Void, Never>, _ deadline: Instant
    ) async throws(BrokerError) {
        switch await connected.next(until: deadline, on: time) {
        case .event: return
        case .timedOut: throw .timedOut("a subscription", nil, state: "")
        case .cancelled: throw .cancelled("a subscription", state: "")
        case .ended: throw .closed()
        }
    }

    /// Asks for the messages of these filters no more.
    public func unsubscribe(_ filters: [String], deadline: Instant) async throws(BrokerError) {
        if case .closed = state { throw .closed() }
        lock.withLock { state in state.wanted.removeAll { filters.contains($0.filter) } }
    }

    /// Sends a message.
    public func publish(_ message: Message, deadline: Instant) async throws(BrokerError) {
        if let fault = TopicFault.ofTopic(message.topic) { throw .invalidTopic(message.topic, fault) }
        switch state {
        case .connected: broker.pass(message)
        case .closed: throw .closed()
        default: throw .notConnected(nil)
        }
    }

    /// Ends for good.
    public func close() async {
        _ = broker.leave(self)
        let (events, messages, waiting) = lock.withLock { state in
            defer { (state.events, state.messages, state.waiting) = ([], [], []) }
            if let timer = state.timer { time.cancel(timer) }
            state.present = .closed
            return (state.events, state.messages, state.waiting)
        }
        for source in events {
            source.yield(.state(.closed))
            source.finish()
        }
        for source in messages { source.finish() }
        for source in waiting { source.finish() }
    }
}
