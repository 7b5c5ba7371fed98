/// The buffer between an ``EventSource`` and its ``EventStream``. All of it can be inlined, so that each element's type has
/// code of its own: generic code would look types up at run time for every event.
@usableFromInline final class EventQueue<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Outcome = EventOutcome<Element, Failure>
    /// Each is resumed by whoever takes it out of the state, under the lock, so exactly once: it needs no checking.
    @usableFromInline typealias Consumer = UnsafeContinuation<Wake, Never>

    /// Why a consumer goes on. What came for it is not handed over with that but taken from the queue: a task that waits
    /// then has no room for an event in its memory.
    @usableFromInline enum Wake: Sendable {
        case ready
        case timedOut
        case cancelled
    }

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
        @usableFromInline var earlyEnd: (wait: UInt64, wake: Wake)?
        @usableFromInline var onTermination: (@Sendable () -> Void)?

        @usableFromInline init() {}

        @inlinable var isReady: Bool { head < waiting.count || isFinished }

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
            if state.isFinished || state.waiting.count - state.head >= capacity { return (false, nil) }
            state.waiting.append(element)
            defer { state.consumer = nil }
            return (true, state.consumer)
        }
        consumer?.resume(returning: .ready)
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
            state.failure = failure
            return (consumer, action)
        }
        consumer?.resume(returning: .ready)
        action?()
    }

    /// What there is now; otherwise the number of a wait that begins.
    @inlinable func begin() -> (Outcome?, UInt64) {
        state.withLock { state in
            state.wait += 1
            return (state.take(), state.wait)
        }
    }

    /// What there is, without waiting.
    @inlinable func take() -> Outcome? { state.withLock { $0.take() } }

    /// Calls `body` with all that there is. The number of a wait that begins then; `nil` where the stream has ended.
    @inlinable @inline(never) func drain(_ body: (Element) -> Void) throws(Failure) -> UInt64? {
        while true {
            let (outcome, wait) = begin()
            switch outcome {
            case nil: return wait
            case .event(let element): body(element)
            case .failed(let failure): throw failure
            case .ended, .timedOut, .cancelled: return nil
            }
        }
    }

    /// Waits, as number `wait`, until there is something to take or the task is cancelled.
    @inlinable func wake(_ wait: UInt64) async -> Wake {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { consumer in
                if let wake = enter(consumer, wait) { consumer.resume(returning: wake) }
            }
        } onCancel: {
            end(wait, .cancelled)
        }
    }

    /// Lets `consumer` wait, unless it need not.
    @inlinable func enter(_ consumer: Consumer, _ wait: UInt64) -> Wake? {
        state.withLock { state in
            if let early = state.earlyEnd, early.wait == wait { return early.wake }
            if state.isReady { return .ready }
            precondition(state.consumer == nil, "an event stream has one consumer at a time")
            state.consumer = consumer
            return nil
        }
    }

    /// Ends wait number `wait`, if it is still the one that waits.
    @inlinable func end(_ wait: UInt64, _ wake: Wake) {
        let consumer = state.withLock { state -> Consumer? in
            guard state.wait == wait else { return nil }
            guard let consumer = state.consumer else {
                state.earlyEnd = (wait, wake)
                return nil
            }
            state.consumer = nil
            return consumer
        }
        consumer?.resume(returning: wake)
    }
}
