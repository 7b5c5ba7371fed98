import Glibc
import ProvisioningProtocols
import Runtime

/// What a ``PollExecutor`` waits for beside its jobs.
struct Watch {
    /// The descriptor, and the events of `poll` that matter.
    var descriptor: Int32
    var events: Int16
    /// After how many milliseconds without an event to call all the same, whatever jobs come meanwhile; -1 for never.
    var timeout: Int32
}

/// Whose descriptor a ``PollExecutor`` watches; called on its thread.
protocol PollClient: AnyObject, Sendable {
    /// What to wait for now; `nil` for nothing.
    func watch() -> Watch?

    /// `events` came for the descriptor; 0 when the time was out.
    func ready(_ events: Int16)
}

/// A thread as an actor's executor: it runs the actor's jobs, and waits for one descriptor beside them. What arrives on the
/// descriptor is handled on the thread that waited for it, without a change of threads for every message.
final class PollExecutor: SerialExecutor {
    private enum Work: Sendable {
        case job(UnownedJob)
        case action(@Sendable () -> Void)
    }

    private struct State {
        var work: [Work] = []
        var isPolling = false
        var isStopped = false
        var thread: pthread_t?
        weak var client: (any PollClient)?
    }

    private let state = Lock(State())
    private let bell: (reading: Int32, writing: Int32)

    /// An executor whose thread starts with its first client; `nil` where the system gives no descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        bell = (ends[0], ends[1])
    }

    deinit {
        close(bell.reading)
        close(bell.writing)
    }

    /// Starts the thread, which serves `client` until ``stop()``. `false` where the system gives none.
    func start(_ client: any PollClient) -> Bool {
        state.withLock { $0.client = client }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runExecutor, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Lets the thread end after what is queued.
    func stop() {
        state.withLock { $0.isStopped = true }
        ring()
    }

    /// Runs `job` after what is queued already.
    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Runs `action` on the thread, after what is queued already.
    func perform(_ action: @escaping @Sendable () -> Void) { add(.action(action)) }

    /// Traps unless it is called on the thread.
    func checkIsolated() {
        let isHere = state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        precondition(isHere, "called from another thread than the executor's")
    }

    private func add(_ work: Work) {
        let mustRing = state.withLock { state in
            state.work.append(work)
            return state.isPolling
        }
        if mustRing { ring() }
    }

    private func ring() {
        var byte: UInt8 = 1
        _ = write(bell.writing, &byte, 1)
    }

    fileprivate func run() {
        // The library writes to sockets without the flag that keeps a broken one from ending the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        state.withLock { $0.thread = pthread_self() }
        var due: Instant?
        while true {
            let (work, isStopped) = state.withLock { state -> ([Work], Bool) in
                defer { state.work = [] }
                return (state.work, state.isStopped)
            }
            if isStopped, work.isEmpty { return }
            for item in work { run(item) }
            wait(&due)
        }
    }

    private func run(_ work: Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .action(let action): action()
        }
    }

    /// Waits for a job, an event of the client's descriptor, or until `due`: the client is called then even where jobs never let
    /// the thread wait so long. Who publishes all the time would otherwise never ask whether the broker is still there.
    private func wait(_ due: inout Instant?) {
        let client = state.withLock { $0.client }
        let watch = client?.watch()
        let mayWait = state.withLock { state in
            state.isPolling = state.work.isEmpty && !state.isStopped
            return state.isPolling
        }
        due = watch.flatMap { $0.timeout < 0 ? nil : due ?? SystemTime.shared.now + UInt32($0.timeout) }
        let timeout = due.map { Int32(clamping: $0.milliseconds(since: SystemTime.shared.now)) } ?? -1
        var descriptors = [pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0)]
        if let watch { descriptors.append(pollfd(fd: watch.descriptor, events: watch.events, revents: 0)) }
        _ = poll(&descriptors, nfds_t(descriptors.count), mayWait ? timeout : 0)
        state.withLock { $0.isPolling = false }
        if descriptors[0].revents != 0 { silence() }
        let isDue = due.map { $0 <= SystemTime.shared.now } ?? false
        guard watch != nil, descriptors[1].revents != 0 || isDue else { return }
        due = nil
        client?.ready(descriptors[1].revents)
    }

    private func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(bell.reading, &bytes, bytes.count) == bytes.count {}
    }
}

private func runExecutor(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<PollExecutor>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
