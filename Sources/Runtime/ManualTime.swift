public import ProvisioningProtocols

/// A clock that stands still until it is told to go on: for tests and previews, which then never wait for real time.
public final class ManualTime: TimeSource {
    private struct State {
        var now: Instant
        var heap = TimerHeap()
        /// How often a timer was set, dropped or fired, or the clock moved.
        var changes = 0
        var watchers: [CheckedContinuation<Void, Never>] = []

        mutating func change() -> [CheckedContinuation<Void, Never>] {
            changes += 1
            defer { watchers = [] }
            return watchers
        }
    }

    private let state: Lock<State>

    /// A clock that stands at `start`.
    public init(start: Instant = Instant(milliseconds: 1_000_000)) { state = Lock(State(now: start)) }

    /// Where the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// Keeps `action` until the clock is moved to `deadline`.
    public func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        let (timer, watchers) = state.withLock { ($0.heap.insert(at: deadline, action), $0.change()) }
        for watcher in watchers { watcher.resume() }
        return timer
    }

    /// Drops a timer.
    public func cancel(_ timer: Timer) {
        tellWatchers { $0.heap.cancel(timer) }
    }

    private func tellWatchers(of change: (inout State) -> Void = { _ in }) {
        let watchers = state.withLock { state in
            change(&state)
            return state.change()
        }
        for watcher in watchers { watcher.resume() }
    }

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
        tellWatchers { $0.now = max($0.now, end) }
    }

    /// Waits, without real time, until at least `count` timers are set, or the task is cancelled.
    public func waitForTimers(_ count: Int = 1) async { await wait { $0.timerCount >= count } }

    /// Waits, without real time, until `holds` says yes, or the task is cancelled. It is asked anew whenever a timer is set,
    /// dropped or fired, or the clock is moved.
    public func wait(until holds: @Sendable (ManualTime) -> Bool) async {
        while !Task.isCancelled {
            let seen = state.withLock { $0.changes }
            if holds(self) { return }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let mustResume = state.withLock { state in
                        if state.changes != seen || Task.isCancelled { return true }
                        state.watchers.append(continuation)
                        return false
                    }
                    if mustResume { continuation.resume() }
                }
            } onCancel: {
                tellWatchers()
            }
        }
    }

    /// Waits, without real time, until somebody has set a timer, then moves the clock to the earliest one.
    public func advanceToNextDeadline() async {
        await waitForTimers()
        if let deadline = nextDeadline { advance(to: deadline) }
    }
}
