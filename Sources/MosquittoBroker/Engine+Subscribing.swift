import MessageBroker
import ProvisioningProtocols
import Runtime

extension Engine {
    /// Asks for messages; see ``Broker/subscribe(_:deadline:)``.
    func subscribe(_ subscriptions: [Subscription], deadline: Instant) async throws(BrokerError) {
        for subscription in subscriptions {
            if let fault = TopicFault.ofFilter(subscription.filter) { throw .invalidTopic(subscription.filter, fault) }
        }
        try refuseWhenClosed()
        guard !subscriptions.isEmpty else { return }
        subscribing.want(subscriptions)
        let filters = Set(subscriptions.map(\.filter))
        try await wait(for: filters, isForMore: true, until: deadline) { $0.request(subscriptions) }
    }

    /// Asks for the messages of these filters no more; see ``Broker/unsubscribe(_:deadline:)``.
    func unsubscribe(_ filters: [String], deadline: Instant) async throws(BrokerError) {
        try refuseWhenClosed()
        subscribing.wanted.removeAll { filters.contains($0.filter) }
        subscribing.granted.subtract(filters)
        guard case .connected = phase, !filters.isEmpty else { return }
        try await wait(for: Set(filters), isForMore: false, until: deadline) { $0.requestEnd(of: filters) }
    }

    private func refuseWhenClosed() throws(BrokerError) {
        switch phase {
        case .closing, .closed: throw .closed()
        default: return
        }
    }

    private func wait(
        for filters: Set<String>, isForMore: Bool, until deadline: Instant, _ begin: (isolated Engine) -> Void
    ) async throws(BrokerError) {
        subscribing.lastNumber += 1
        let number = subscribing.lastNumber
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let timer = schedule(at: deadline) { $0.subscriptionTimedOut(number) }
                subscribing.calls[number] = Subscribing.Call(
                    filters: filters, isForMore: isForMore, timer: timer, continuation: continuation)
                begin(self)
            }
        } onCancel: {
            enter { $0.endCall(number, .cancelled("a subscription", state: Engine.standing)) }
        }
        if let error { throw error }
    }

    private static let standing = "It is asked for again at the next connection."

    private func subscriptionTimedOut(_ number: UInt64) {
        endCall(number, .timedOut("a subscription", lastError, state: Self.standing))
    }

    private func endCall(_ number: UInt64, _ error: BrokerError?) {
        guard let call = subscribing.calls.removeValue(forKey: number) else { return }
        time.cancel(call.timer)
        call.continuation.resume(returning: error)
    }

    /// After a new connection: all that the broker does not have already.
    func subscribeAnew(isSessionPresent: Bool) {
        if !isSessionPresent { subscribing.granted = [] }
        let missing = subscribing.wanted.filter { !subscribing.granted.contains($0.filter) }
        request(missing)
        // The end of a subscription that the connection before did not live to see is kept from coming back by this.
        for (number, call) in subscribing.calls where !call.isForMore { endCall(number, nil) }
    }

    private func request(_ subscriptions: [Subscription]) {
        guard case .connected = phase, let library else { return }
        for quality in [QualityOfService.atMostOnce, .atLeastOnce, .exactlyOnce] {
            var filters = subscriptions.filter { $0.qualityOfService == quality }.map(\.filter)[...]
            while !filters.isEmpty {
                let some = Array(filters.prefix(Subscribing.filtersInRequest))
                filters = filters.dropFirst(some.count)
                guard case .success(let identifier) = library.subscribe(some, quality) else { continue }
                subscribing.requests[identifier] = Subscribing.Request(filters: some, isForMore: true)
            }
        }
        handleEvents()
    }

    private func requestEnd(of filters: [String]) {
        guard let library, case .success(let identifier) = library.unsubscribe(filters) else { return }
        subscribing.requests[identifier] = Subscribing.Request(filters: filters, isForMore: false)
        handleEvents()
    }

    /// The broker answered a subscription. Filters that it says nothing of count as refused.
    func subscribed(_ identifier: Int32, _ granted: [Int32]) {
        guard let request = subscribing.requests.removeValue(forKey: identifier), request.isForMore else { return }
        var refused: [String] = []
        for (index, filter) in request.filters.enumerated() {
            if index < granted.count, granted[index] < 0x80 {
                subscribing.granted.insert(filter)
                settle(filter, isForMore: true)
            } else {
                refused.append(filter)
            }
        }
        let unexpected = refused.filter { !refuse($0) }
        if !unexpected.isEmpty { listeners.tell(.subscriptionsRefused(.subscriptionRefused(unexpected))) }
        endSettledCalls()
    }

    /// The broker answered the end of a subscription.
    func unsubscribed(_ identifier: Int32) {
        guard let request = subscribing.requests.removeValue(forKey: identifier), !request.isForMore else { return }
        for filter in request.filters { settle(filter, isForMore: false) }
        endSettledCalls()
    }

    private func settle(_ filter: String, isForMore: Bool) {
        for number in subscribing.calls.keys where subscribing.calls[number]?.isForMore == isForMore {
            subscribing.calls[number]?.filters.remove(filter)
        }
    }

    /// Tells a refusal to the calls that wait for it, and drops the filter then. Whether there was one.
    private func refuse(_ filter: String) -> Bool {
        var wasAwaited = false
        for (number, call) in subscribing.calls where call.isForMore && call.filters.contains(filter) {
            subscribing.calls[number]?.filters.remove(filter)
            subscribing.calls[number]?.refused.append(filter)
            wasAwaited = true
        }
        if wasAwaited { subscribing.wanted.removeAll { $0.filter == filter } }
        return wasAwaited
    }

    private func endSettledCalls() {
        for (number, call) in subscribing.calls where call.filters.isEmpty {
            endCall(number, call.refused.isEmpty ? nil : .subscriptionRefused(call.refused.sorted()))
        }
    }

    /// Ends all calls.
    func endSubscribing(_ error: BrokerError) {
        for number in subscribing.calls.keys { endCall(number, error) }
    }
}
