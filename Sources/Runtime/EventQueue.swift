import ProvisioningProtocols

/// The buffer between an ``EventSource`` and its ``EventStream``.
final class EventQueue<Element: Sendable, Failure: Error>: Sendable {
    typealias Outcome = EventOutcome<Element, Failure>

    private struct State {
        var waiting: [Element] = []
        var head = 0
        var end: Outcome?
        var consumer: CheckedContinuation<Outcome, Never>?
        /// Tells the present wait from earlier ones, so that a late timer or cancellation does not end another.
        var wait: UInt64 = 0
        /// What ended a wait before its consumer was there.
        var earlyEnd: (wait: UInt64, outcome: Outcome)?
        var onTermination: (@Sendable () -> Void)?

        mutating func take() -> Outcome? {
            if head < waiting.count {
                let element = waiting[head]
                head += 1
                if head == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    head = 0
                }
                return .event(element)
            }
            guard let end else { return nil }
            self.end = .ended
            return end
        }
    }

    private let state = Lock(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    func setTermination(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onTermination = action } }

    func put(_ element: Element) -> Bool {
        let (accepted, consumer) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
            if state.end != nil { return (false, nil) }
            if let consumer = state.consumer {
                state.consumer = nil
                return (true, consumer)
            }
            if state.waiting.count - state.head >= capacity { return (false, nil) }
            state.waiting.append(element)
            return (true, nil)
        }
        consumer?.resume(returning: .event(element))
        return accepted
    }

    func finish(_ failure: Failure?) {
        let end: Outcome = failure.map { .failed($0) } ?? .ended
        let (consumer, action) = state.withLock {
            state -> (CheckedContinuation<Outcome, Never>?, (@Sendable () -> Void)?) in
            guard state.end == nil else { return (nil, nil) }
            let consumer = state.consumer
            let action = state.onTermination
            state.consumer = nil
            state.onTermination = nil
            state.end = consumer == nil ? end : .ended
            return (consumer, action)
        }
        consumer?.resume(returning: end)
        action?()
    }

    func next(until deadline: (Instant, any TimeSource)?) async -> Outcome {
        let (ready, wait) = state.withLock { state -> (Outcome?, UInt64) in
            state.wait += 1
            return (state.take(), state.wait)
        }
        if let ready { return ready }
        let timer = deadline.map { deadline, time in
            (time.schedule(at: deadline) { [self] in end(wait, with: .timedOut) }, time)
        }
        defer { if let (timer, time) = timer { time.cancel(timer) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Outcome? in
                    if let early = state.earlyEnd, early.wait == wait { return early.outcome }
                    if let ready = state.take() { return ready }
                    precondition(state.consumer == nil, "an event stream has one consumer at a time")
                    state.consumer = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            end(wait, with: .cancelled)
        }
    }

    /// Ends wait number `wait`, if it is still the one that waits.
    private func end(_ wait: UInt64, with outcome: Outcome) {
        let consumer = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.wait == wait else { return nil }
            guard let consumer = state.consumer else {
                state.earlyEnd = (wait, outcome)
                return nil
            }
            state.consumer = nil
            return consumer
        }
        consumer?.resume(returning: outcome)
    }
}
