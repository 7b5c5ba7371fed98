import Runtime

/// The changes of a directory for one observer, in batches: first all that is listed, then what changed.
///
/// An observer that is slow gets fewer and larger batches, each with the newest of every device, and never more than one
/// entry a device waits: nothing is lost and nothing piles up.
public struct DirectoryChanges: AsyncSequence, Sendable {
    private let waiting: WaitingBatch
    private let bell: EventStream<Void, Never>

    init(waiting: WaitingBatch, bell: EventStream<Void, Never>) {
        self.waiting = waiting
        self.bell = bell
    }

    /// What changed since the last call, as soon as something has; `nil` when the directory is gone or the waiting task is
    /// cancelled.
    public func next() async -> DirectoryBatch? {
        while true {
            if let batch = waiting.take() { return batch }
            guard await bell.next() != nil else { return nil }
        }
    }

    /// The changes as an iterator; they have one consumer at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// What `for await` uses.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let changes: DirectoryChanges

        /// The next batch, or `nil` at the end.
        public func next() async -> DirectoryBatch? { await changes.next() }

        /// The next batch, or `nil` at the end.
        public func next(isolation actor: isolated (any Actor)?) async -> DirectoryBatch? { await changes.next() }
    }
}
