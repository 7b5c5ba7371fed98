import Runtime

/// The feeding end of ``DirectoryChanges``: what a directory tells all its observers of. Kept by the directory, within its own
/// isolation, so that an observer's first batch and the changes after it fit together without a gap.
public struct ChangeFeed: Sendable {
    private var observers: [WaitingBatch] = []

    /// A feed without observers.
    public init() {}

    /// Whether anybody observes; where nobody does, there is no need to make batches.
    public var isObserved: Bool { observers.contains { !$0.isAbandoned } }

    /// A new observer, whose first batch is `whole`.
    public mutating func observe(_ whole: DirectoryContents) -> DirectoryChanges {
        observers.removeAll(where: \.isAbandoned)
        let abandoned = Lock(false)
        let (bell, ringer) = EventStream.make(of: Void.self, failingWith: Never.self, capacity: 1) {
            abandoned.withLock { $0 = true }
        }
        let waiting = WaitingBatch(
            DirectoryBatch(isWhole: true, categories: whole.categories, devices: whole.devices), ringer, abandoned)
        observers.append(waiting)
        return DirectoryChanges(waiting: waiting, bell: bell)
    }

    /// Tells every observer.
    public func tell(_ batch: DirectoryBatch) {
        guard !batch.isEmpty else { return }
        for observer in observers where !observer.isAbandoned { observer.add(batch) }
    }

    /// Ends the changes of every observer, after what waits.
    public mutating func finish() {
        for observer in observers { observer.finish() }
        observers = []
    }
}
