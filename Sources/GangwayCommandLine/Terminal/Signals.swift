import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// Turns SIGINT, SIGTERM and SIGHUP into the cancellation of a task, so that links are closed and the terminal is put back.
final class Signals: Sendable {
    // libdispatch's sources may be used from any thread; its overlay does not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let received = Lock<Int32?>(nil)

    /// The signal that came first, where one came.
    var first: Int32? { received.withLock { $0 } }

    /// Calls `cancel` at the first signal. The second one ends the process at once, the terminal restored.
    init(_ cancel: @escaping @Sendable () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let received = received
        let queue = DispatchQueue(label: "gangway.signals")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = received.withLock { first in
                    if first != nil { return false }
                    first = number
                    return true
                }
                if isFirst { return cancel() }
                Terminal.restore()
                _exit(ExitStatus.interrupted.rawValue)
            }
            source.activate()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
