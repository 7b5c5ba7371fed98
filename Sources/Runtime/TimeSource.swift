public import ProvisioningProtocols

/// A monotonic clock that can call back. Everything above floor 1 that waits takes one, so that tests own the time.
public protocol TimeSource: Sendable {
    /// The present.
    var now: Instant { get }

    /// Calls `action` once, soon after `deadline`, on a thread of the source's own; `action` must not block.
    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer

    /// Drops a timer; one that has fired or is firing is left alone.
    func cancel(_ timer: Timer)
}

/// Names a scheduled action of a ``TimeSource``.
public struct Timer: Hashable, Sendable {
    let number: UInt64
    let deadline: Instant
}

extension TimeSource {
    /// Waits until `deadline`; returns early when the task is cancelled.
    public func sleep(until deadline: Instant) async {
        let (stream, source) = EventStream<Never, Never>.make()
        withExtendedLifetime(source) {}
        _ = await stream.next(until: deadline, on: self)
    }
}
