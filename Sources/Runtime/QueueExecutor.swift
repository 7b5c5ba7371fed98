public import Dispatch

/// A serial queue as an actor's executor. Actors that share one run one after the other on it, and callbacks that
/// arrive on it may enter them with `assumeIsolated`.
public final class QueueExecutor: SerialExecutor {
    /// The queue, for sources whose handlers enter the actor.
    public let queue: DispatchQueue

    /// An executor with a queue of its own, named `label`.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs `job` after what is queued already.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Traps unless it is called on the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs `action` on the queue, after what is queued already.
    public func perform(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}

extension QueueExecutor {
    /// A source that watches `descriptor` on this executor; it is to be activated, and cancelled before the descriptor is
    /// closed.
    public func readSource(_ descriptor: Int32) -> any DispatchSourceRead {
        DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    }
}
