import Dispatch
public import ProvisioningProtocols

/// The machine's monotonic clock, with one timer for the whole process however many deadlines it keeps.
public final class SystemTime: TimeSource {
    /// The clock that every program uses unless it brings its own.
    public static let shared = SystemTime()

    private struct State {
        var heap = TimerHeap()
        /// What the dispatch timer is set to, so that it is touched only when an earlier deadline comes.
        var armed: Instant?
    }

    private let state = Lock(State())
    // libdispatch's sources may be used from any thread; its overlay does not say so.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    /// A clock with a timer of its own.
    public init() {
        let queue = DispatchQueue(label: "gangway.time")
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.fire() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Milliseconds since the machine started.
    public var now: Instant { Instant(milliseconds: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    /// Calls `action` once, soon after `deadline`.
    public func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        state.withLock { state in
            let made = state.heap.insert(at: deadline, action)
            if state.armed.map({ deadline < $0 }) ?? true { arm(deadline, &state) }
            return made
        }
    }

    /// Drops a timer.
    public func cancel(_ timer: Timer) { state.withLock { $0.heap.cancel(timer) } }

    /// Under the lock: of two threads that arm it, the one with the later deadline must not be the last.
    private func arm(_ deadline: Instant, _ state: inout State) {
        state.armed = deadline
        let (nanoseconds, overflow) = deadline.milliseconds.multipliedReportingOverflow(by: 1_000_000)
        timer.schedule(deadline: overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds + 999_999))
    }

    private func fire() {
        while let action = state.withLock({ $0.heap.takeDue(at: now) }) { action() }
        state.withLock { state in
            state.armed = nil
            if let next = state.heap.nextDeadline() { arm(next, &state) }
        }
    }
}
