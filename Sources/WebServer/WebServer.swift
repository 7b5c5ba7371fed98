import CMicroHTTPD
import ProvisioningProtocols
public import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An HTTP/1.1 server over libmicrohttpd: one thread of its own however many connections there are, bounded in every
/// direction, with a handler that may take its time.
///
/// A request reaches the handler when it has arrived whole. The handler has to end by itself; when the server stops, its task
/// is cancelled.
public final class WebServer: Sendable {
    private enum Phase {
        case idle
        case serving(LibraryDaemon, sweep: Timer)
        case stopped
    }

    private let core: ServerCore
    private let phase = Lock(Phase.idle)

    /// A server that does nothing before it is told to start. `handler` is called for each request, from any thread.
    public init(
        _ settings: WebServerSettings, time: any TimeSource = SystemTime.shared,
        handler: @escaping @Sendable (WebRequest) async -> WebResponse
    ) {
        core = ServerCore(settings: settings, time: time, handler: handler)

    }

    /// Listens, and returns the port. SIGPIPE is ignored in this process from then on.
    /// - Throws: ``WebServerError``; nothing listens then.
    @discardableResult
    public func start() throws(WebServerError) -> UInt16 {
        signal(SIGPIPE, SIG_IGN)
        let daemon = LibraryDaemon(pointer: try startDaemon(core))
        let port = gangway_daemon_port(daemon.pointer)
        scheduleSweep(of: daemon)
        return port == 0 ? core.settings.port : port
    }

    /// How many connections are open.
    public var connections: Int { core.connections }

    /// Takes no more connections, lets the handlers end, closes what is open, and returns when the thread has ended. Streams
    /// are to be finished by who feeds them, before.
    public func stop() async {
        let serving: (daemon: LibraryDaemon, sweep: Timer)? = phase.withLock { phase in
            defer { phase = .stopped }
            if case .serving(let daemon, let sweep) = phase { return (daemon, sweep) }
            return nil
        }
        guard let serving else { return }
        core.time.cancel(serving.sweep)
        let listening = MHD_quiesce_daemon(serving.daemon.pointer)
        if listening >= 0 { close(listening) }
        await withCheckedContinuation { done in core.stop { done.resume() } }
        // It joins a thread: not on one of the few that tasks share.
        await withCheckedContinuation { done in
            QueueExecutor(label: "gangway.web.stop").perform {
                MHD_stop_daemon(serving.daemon.pointer)
                done.resume()
            }
        }
    }

    private func scheduleSweep(of daemon: LibraryDaemon) {
        let sweep = core.time.schedule(at: core.time.now + max(core.settings.patience / 4, 1)) { [weak self] in
            guard let self, phase.withLock({ if case .serving = $0 { true } else { false } }) else { return }
            core.cutLateOnes()
            scheduleSweep(of: daemon)
        }
        phase.withLock { phase in
            if case .stopped = phase { return }
            phase = .serving(daemon, sweep: sweep)
        }
    }
}

/// The library's server. Its functions may be called from any thread; it is stopped once.
private struct LibraryDaemon: @unchecked Sendable {
    let pointer: OpaquePointer
}
