public import ProvisioningProtocols

/// A bounded stream of events with a typed end, for one consumer at a time.
///
/// Callbacks feed it through its ``EventSource``; one loop drains it. Events come in the order they were fed, and those
/// that are waiting when the stream ends are still delivered. Cancelling the task that waits ends its `next()` with
/// `nil`; the stream itself goes on.
public struct EventStream<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    @usableFromInline let queue: EventQueue<Element, Failure>

    /// A stream and the source that feeds it. `capacity` is how many events may wait; `onTermination` is called once,
    /// when the stream ends or the last reference to it goes.
    @inlinable public static func make(
        of: Element.Type = Element.self, failingWith: Failure.Type = Failure.self, capacity: Int = 256,
        onTermination: @escaping @Sendable () -> Void = {}
    ) -> (stream: EventStream, source: EventSource<Element, Failure>) {
        let queue = EventQueue<Element, Failure>(capacity: capacity)
        let lifetime = EventStreamLifetime(queue: queue, onTermination: onTermination)
        return (EventStream(queue: queue, lifetime: lifetime), EventSource(queue: queue))
    }

    @usableFromInline let lifetime: EventStreamLifetime<Element, Failure>

    @inlinable init(queue: EventQueue<Element, Failure>, lifetime: EventStreamLifetime<Element, Failure>) {
        self.queue = queue
        self.lifetime = lifetime
    }

    /// The next event, or `nil` when the stream has ended or the waiting task is cancelled.
    /// - Throws: the failure that ended the stream, once.
    @inlinable @inline(never) public func next() async throws(Failure) -> Element? {
        var (outcome, wait) = queue.begin()
        if outcome == nil, await queue.wake(wait) == .ready { outcome = queue.take() }
        switch outcome {
        case .event(let element): return element
        case .failed(let failure): throw failure
        case .ended, .timedOut, .cancelled, nil: return nil
        }
    }

    /// Calls `body` with every event, until the stream has ended or the waiting task is cancelled. A loop that lives for long
    /// needs less memory so than with ``next()``: no event is kept in the task while it waits.
    /// - Throws: the failure that ended the stream, once.
    @inlinable @inline(never) public func forEach(_ body: (Element) -> Void) async throws(Failure) {
        while let wait = try queue.drain(body) {
            guard await queue.wake(wait) == .ready else { return }
        }
    }

    /// The next event, waiting no longer than `deadline` on `time`.
    @inlinable public func next(
        until deadline: Instant?, on time: any TimeSource
    ) async -> EventOutcome<Element, Failure> {
        let (ready, wait) = queue.begin()
        if let ready { return ready }
        let timer = deadline.map { time.schedule(at: $0) { [queue] in queue.end(wait, .timedOut) } }
        let wake = await queue.wake(wait)
        if let timer { time.cancel(timer) }
        switch wake {
        case .ready: return queue.take() ?? .cancelled
        case .timedOut: return .timedOut
        case .cancelled: return .cancelled
        }
    }

    /// The stream as an iterator; a stream has one consumer at a time.
    @inlinable public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// What `for await` uses.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let stream: EventStream

        @inlinable init(stream: EventStream) { self.stream = stream }

        /// The next event, or `nil` at the end.
        @inlinable public func next() async throws(Failure) -> Element? { try await stream.next() }

        /// The next event, or `nil` at the end.
        @inlinable public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await stream.next()
        }
    }
}

/// What waiting for an event with a deadline came to.
public enum EventOutcome<Element: Sendable, Failure: Error>: Sendable {
    /// An event.
    case event(Element)
    /// The deadline passed first.
    case timedOut
    /// The waiting task was cancelled.
    case cancelled
    /// The stream has ended.
    case ended
    /// The stream ended with this failure.
    case failed(Failure)
}

/// The feeding end of an ``EventStream``.
public struct EventSource<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline let queue: EventQueue<Element, Failure>

    @inlinable init(queue: EventQueue<Element, Failure>) { self.queue = queue }

    /// Adds an event; `false` when the stream has ended or is full, and the event is lost.
    @discardableResult
    @inlinable public func yield(_ element: Element) -> Bool { queue.put(element) }

    /// Ends the stream after the events that wait.
    @inlinable public func finish() { queue.finish(nil) }

    /// Ends the stream with `failure` after the events that wait.
    @inlinable public func finish(throwing failure: Failure) { queue.finish(failure) }
}

/// Ends the queue and tells the feeding end when the last copy of a stream goes.
@usableFromInline final class EventStreamLifetime<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline let queue: EventQueue<Element, Failure>

    @inlinable init(queue: EventQueue<Element, Failure>, onTermination: @escaping @Sendable () -> Void) {
        self.queue = queue
        queue.setTermination(onTermination)
    }

    @inlinable deinit { queue.finish(nil) }
}
