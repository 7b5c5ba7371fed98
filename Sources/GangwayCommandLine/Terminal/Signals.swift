import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// Turns SIGINT, SIGTERM and SIGHUP into the cancellation of a task, so that links are closed and the terminal is put back.
/// A prompt that hides what is typed stays hidden when the program is stopped and continued.
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
        func source(_ number: Int32, _ handle: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handle)
            source.activate()
            return source
        }
        let ends = [SIGINT, SIGTERM, SIGHUP].map { number in
            source(number) {
                let isFirst = received.withLock { first in
                    if first != nil { return false }
                    first = number
                    return true
                }
                if isFirst { return cancel() }
                Terminal.restore()
                _exit(ExitStatus.interrupted.rawValue)
            }
        }
        sources = ends + [source(SIGTSTP, Self.stop), source(SIGCONT, Terminal.resume)]
    }

    /// Stops the process as Ctrl-Z does, with the terminal's echo on meanwhile. The default action does it, because only that
    /// leaves a process alone that nobody could continue.
    private static func stop() {
        Terminal.pause()
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(SIGTSTP)
        signal(SIGTSTP, SIG_IGN)
        Terminal.resume()
    }

    deinit { for source in sources { source.cancel() } }
}
