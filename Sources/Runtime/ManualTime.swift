public import ProvisioningProtocols

/// A clock that stands still until it is told to go on: for tests and previews, which then never wait for real time.
public final class ManualTime: TimeSource {
    private struct State {
        var now: Instant
        var heap = TimerHeap()
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Lock<State>

    /// A clock that stands at `start`.
    public init(start: Instant = Instant(milliseconds: 1_000_000)) { state = Lock(State(now: start)) }

    /// Where the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// Keeps `action` until the clock is moved to `deadline`.
    public func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        let (timer, watchers) = state.withLock { state in
            let timer = state.heap.insert(at: deadline, action)
            let watchers = state.watchers
            state.watchers = []
            return (timer, watchers)
        }
        for watcher in watchers { watcher.resume() }
        return timer
    }

    /// Drops a timer.
    public func cancel(_ timer: Timer) { state.withLock { $0.heap.cancel(timer) } }

    /// The earliest deadline that somebody waits for.
    public var nextDeadline: Instant? { state.withLock { $0.heap.nextDeadline() } }

    /// How many timers are waiting.
    public var timerCount: Int { state.withLock { $0.heap.count } }

    /// Moves the clock on by `milliseconds`, firing what falls due, in order.
    public func advance(by milliseconds: UInt32) { advance(to: now + milliseconds) }

    /// Moves the clock on to `end`, firing what falls due, in order.
    public func advance(to end: Instant) {
        while let action = state.withLock({ state -> (@Sendable () -> Void)? in
            guard let next = state.heap.nextDeadline(), next <= end else { return nil }
            state.now = max(state.now, next)
            return state.heap.takeDue(at: next)
        }) { action() }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Waits, without real time, until at least `count` timers are set.
    public func waitForTimers(_ count: Int = 1) async {
        while timerCount < count {
            await withCheckedContinuation { continuation in
                let mustResume = state.withLock { state in
                    if state.heap.count >= count { return true }
                    state.watchers.append(continuation)
                    return false
                }
                if mustResume { continuation.resume() }
            }
        }
    }

    /// Waits, without real time, until somebody has set a timer, then moves the clock to the earliest one.
    public func advanceToNextDeadline() async {
        await waitForTimers()
        if let deadline = nextDeadline { advance(to: deadline) }
    }
}
