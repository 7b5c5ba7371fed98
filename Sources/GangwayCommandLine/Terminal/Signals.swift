import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// Turns SIGINT, SIGQUIT, SIGTERM and SIGHUP into the cancellation of a task, so that links are closed and the terminal is put
/// back; a core dump of SIGQUIT's could hold a passphrase.
/// A prompt that hides what is typed stays hidden when the program is stopped and continued.
final class Signals: Sendable {
    // libdispatch's sources may be used from any thread; its overlay does not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private struct State {
        var first: Int32?
        var cancel: (@Sendable (Int32) -> Void)?
    }

    private let state = Lock(State())

    /// The signal that came first, where one came.
    var first: Int32? { state.withLock { $0.first } }

    /// From here on no signal is missed. The second one ends the process at once, the terminal restored.
    init() {
        signal(SIGPIPE, SIG_IGN)
        let state = state
        let queue = DispatchQueue(label: "gangway.signals")
        let registered = DispatchGroup()
        func source(_ number: Int32, _ handle: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handle)
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            return source
        }
        let ends = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].map { number in
            source(number) {
                let (isFirst, cancel) = state.withLock { state in
                    let isFirst = state.first == nil
                    if isFirst { state.first = number }
                    return (isFirst, state.cancel)
                }
                if isFirst {
                    cancel?(number)
                    return
                }
                Terminal.restore()
                _exit(ExitStatus.interrupted.rawValue)
            }
        }
        sources = ends + [source(SIGTSTP, Self.stop), source(SIGCONT, Terminal.resume)]
        registered.wait()
    }

    /// Calls `cancel` with the first signal, at once where it has come.
    func whenFirst(_ cancel: @escaping @Sendable (Int32) -> Void) {
        let first = state.withLock { state in
            state.cancel = cancel
            return state.first
        }
        if let first { cancel(first) }
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
