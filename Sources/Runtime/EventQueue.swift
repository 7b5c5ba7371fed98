public import ProvisioningProtocols

/// The buffer between an ``EventSource`` and its ``EventStream``. All of it can be inlined, so that each element's type has
/// code of its own: generic code would look types up at run time for every event.
@usableFromInline final class EventQueue<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Outcome = EventOutcome<Element, Failure>
    /// Each is resumed by whoever takes it out of the state, under the lock, so exactly once: it needs no checking.
    @usableFromInline typealias Consumer = UnsafeContinuation<Outcome, Never>

    @usableFromInline struct State {
        @usableFromInline var waiting: [Element] = []
        @usableFromInline var head = 0
        @usableFromInline var isFinished = false
        /// What ended the stream, until it is told.
        @usableFromInline var failure: Failure?
        @usableFromInline var consumer: Consumer?
        /// Tells the present wait from earlier ones, so that a late timer or cancellation does not end another.
        @usableFromInline var wait: UInt64 = 0
        /// What ended a wait before its consumer was there.
        @usableFromInline var earlyEnd: (wait: UInt64, isByTime: Bool)?
        @usableFromInline var onTermination: (@Sendable () -> Void)?

        @usableFromInline init() {}

        @inlinable mutating func take() -> Outcome? {
            if head < waiting.count {
                let element = waiting[head]
                head += 1
                if head == waiting.count {
                    // A burst's memory is not kept for the quiet after it.
                    waiting.removeAll(keepingCapacity: waiting.count <= 4)
                    head = 0
                }
                return .event(element)
            }
            guard isFinished else { return nil }
            defer { failure = nil }
            return failure.map { .failed($0) } ?? .ended
        }
    }

    @usableFromInline let state: Lock<State>
    @usableFromInline let capacity: Int

    @inlinable init(capacity: Int) {
        state = Lock(State())
        self.capacity = capacity
    }

    @inlinable func setTermination(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onTermination = action }
    }

    @inlinable func put(_ element: Element) -> Bool {
        let (accepted, consumer) = state.withLock { state -> (Bool, Consumer?) in
            if state.isFinished { return (false, nil) }
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

    @inlinable func finish(_ failure: Failure?) {
        let (consumer, action) = state.withLock { state -> (Consumer?, (@Sendable () -> Void)?) in
            guard !state.isFinished else { return (nil, nil) }
            let consumer = state.consumer
            let action = state.onTermination
            state.consumer = nil
            state.onTermination = nil
            state.isFinished = true
            if consumer == nil { state.failure = failure }
            return (consumer, action)
        }
        consumer?.resume(returning: failure.map { .failed($0) } ?? .ended)
        action?()
    }

    @inlinable func next() async -> Outcome {
        let (ready, wait) = begin()
        if let ready { return ready }
        return await outcome(of: wait)
    }

    @inlinable func next(until deadline: Instant, on time: any TimeSource) async -> Outcome {
        let (ready, wait) = begin()
        if let ready { return ready }
        let timer = time.schedule(at: deadline) { [self] in end(wait, isByTime: true) }
        defer { time.cancel(timer) }
        return await outcome(of: wait)
    }

    /// Begins a wait, and says what there is for it already.
    @inlinable func begin() -> (Outcome?, UInt64) {
        state.withLock { state in
            state.wait += 1
            return (state.take(), state.wait)
        }
    }

    @inlinable func outcome(of wait: UInt64) async -> Outcome {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { consumer in
                if let ready = enter(consumer, wait) { consumer.resume(returning: ready) }
            }
        } onCancel: {
            end(wait, isByTime: false)
        }
    }

    /// Lets `consumer` wait, unless there is something for it now.
    @inlinable func enter(_ consumer: Consumer, _ wait: UInt64) -> Outcome? {
        state.withLock { state in
            if let early = state.earlyEnd, early.wait == wait { return early.isByTime ? .timedOut : .cancelled }
            if let ready = state.take() { return ready }
            precondition(state.consumer == nil, "an event stream has one consumer at a time")
            state.consumer = consumer
            return nil
        }
    }

    /// Ends wait number `wait`, if it is still the one that waits.
    @inlinable func end(_ wait: UInt64, isByTime: Bool) {
        let consumer = state.withLock { state -> Consumer? in
            guard state.wait == wait else { return nil }
            guard let consumer = state.consumer else {
                state.earlyEnd = (wait, isByTime)
                return nil
            }
            state.consumer = nil
            return consumer
        }
        consumer?.resume(returning: isByTime ? .timedOut : .cancelled)
    }
}
