import CMicroHTTPD
import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the library's calls work on: the handler, and the connections with the time since which each owes a request.
final class ServerCore: Sendable {
    let settings: WebServerSettings
    let handler: @Sendable (WebRequest) async -> WebResponse
    let time: any TimeSource

    private struct Link {
        let descriptor: Int32
        /// `nil` while its request is answered.
        var owesSince: Instant?
    }

    private struct State {
        /// By the address of what the library keeps of a connection.
        var links: [Int: Link] = [:]
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var nextTask: UInt64 = 0
        var isStopping = false
        var whenIdle: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    init(
        settings: WebServerSettings, time: any TimeSource,
        handler: @escaping @Sendable (WebRequest) async -> WebResponse
    ) {
        self.settings = settings
        self.time = time
        self.handler = handler
    }

    // MARK: Handlers

    /// Has the handler answer; `reply` is called once, from a task.
    func ask(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void) {
        let refused = state.withLock { state in
            guard !state.isStopping else { return true }
            let number = state.nextTask
            state.nextTask += 1
            state.tasks[number] = Task { [self] in
                let answer = await handler(request)
                reply(answer)
                finished(number)
            }
            return false
        }
        if refused { reply(.text(503, "The server is stopping.")) }
    }

    private func finished(_ number: UInt64) {
        let idle = state.withLock { state in
            state.tasks[number] = nil
            return state.tasks.isEmpty ? state.whenIdle : nil
        }
        idle?()
    }

    /// Refuses what comes from now on, cancels the handlers, and calls `whenIdle` when none runs any more.
    func stop(whenIdle: @escaping @Sendable () -> Void) {
        let idle = state.withLock { state in
            state.isStopping = true
            for task in state.tasks.values { task.cancel() }
            guard state.tasks.isEmpty else {
                state.whenIdle = whenIdle
                return false
            }
            return true
        }
        if idle { whenIdle() }
    }

    // MARK: Connections

    func opened(_ connection: OpaquePointer, _ descriptor: Int32) {
        let now = time.now
        let key = Int(bitPattern: connection)
        state.withLock { $0.links[key] = Link(descriptor: descriptor, owesSince: now) }
    }

    func closed(_ connection: OpaquePointer) {
        let key = Int(bitPattern: connection)
        state.withLock { $0.links[key] = nil }
    }

    /// The connection owes a request from now on, or none.
    func owes(_ connection: OpaquePointer, _ owes: Bool) {
        let now = time.now
        let key = Int(bitPattern: connection)
        state.withLock { $0.links[key]?.owesSince = owes ? now : nil }
    }

    /// Cuts the connections whose request has not arrived in time. The library then closes them; a descriptor is not closed
    /// before ``closed(_:)``, so none is another's.
    func cutLateOnes() {
        let now = time.now
        state.withLock { state in
            for (key, link) in state.links {
                guard let since = link.owesSince, since + settings.patience < now else { continue }
                shutdown(link.descriptor, Int32(SHUT_RDWR))
                state.links[key]?.owesSince = nil
            }
        }
    }

    /// How many connections are open.
    var connections: Int { state.withLock { $0.links.count } }
}
