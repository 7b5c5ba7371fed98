import Runtime

/// The changes of a home from a moment on, in batches: all since the last call. For one consumer at a time.
///
/// A consumer that is slow gets fewer and larger batches; at most one entry a device waits for it.
public struct HomeChanges: AsyncSequence, Sendable {
    private let waiting: Lock<WaitingChange>
    private let bell: EventStream<Void, Never>

    static func make() -> (HomeChanges, HomeChangeSource) {
        let waiting = Lock(WaitingChange())
        let (bell, ringer) = EventStream<Void, Never>.make(capacity: 1) { waiting.withLock { $0.isEnded = true } }
        return (HomeChanges(waiting: waiting, bell: bell), HomeChangeSource(waiting: waiting, bell: ringer))
    }

    /// All that changed since the last call, at least something; `nil` at the home's end, or when the waiting task is cancelled.
    public func next() async -> HomeChange? {
        while true {
            if let change = take() { return change }
            guard await bell.next() != nil else { return take() }
        }
    }

    private func take() -> HomeChange? {
        waiting.withLock { waiting in
            guard !waiting.change.isEmpty else { return nil }
            defer { waiting.change = HomeChange(sequence: waiting.change.sequence) }
            return waiting.change
        }
    }

    /// The changes as an iterator; they have one consumer at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// What `for await` uses.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: HomeChanges

        /// The next batch, or `nil` at the end.
        public func next() async -> HomeChange? { await changes.next() }

        /// The next batch, or `nil` at the end.
        public func next(isolation actor: isolated (any Actor)?) async -> HomeChange? { await changes.next() }
    }
}

/// What waits between the two ends.
struct WaitingChange: Sendable {
    var change = HomeChange()
    /// Whether nobody listens any more.
    var isEnded = false
}

/// The feeding end of ``HomeChanges``.
struct HomeChangeSource: Sendable {
    let waiting: Lock<WaitingChange>
    let bell: EventSource<Void, Never>

    /// Adds a batch; `false` where nobody listens any more.
    func yield(_ change: HomeChange) -> Bool {
        let (isHeard, mustRing) = waiting.withLock { waiting in
            if waiting.isEnded { return (false, false) }
            let wasEmpty = waiting.change.isEmpty
            waiting.change.merge(change)
            return (true, wasEmpty)
        }
        if mustRing { bell.yield(()) }
        return isHeard
    }

    func finish() { bell.finish() }
}
