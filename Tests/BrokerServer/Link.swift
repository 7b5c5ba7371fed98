import Glibc
public import Runtime

/// A way to a port of this machine that a test can cut, hold up, or let end in nothing, as a bad network would.
public final class Link: Sendable {
    /// Where it is entered.
    public let port: UInt16
    private let listener: LoopbackSocket
    private struct State {
        var pairs: [(LoopbackSocket, LoopbackSocket)] = []
        /// Where it is told that bytes got lost, while the way is held.
        var held: EventSource<Int, Never>?
    }
    private let state = Lock(State())

    /// A way to `target`.
    public init(to target: UInt16) throws {
        let listener = try LoopbackSocket.listening()
        self.listener = listener
        port = listener.port
        inThread { [weak self] in
            while let entry = listener.accept() {
                guard let exit = LoopbackSocket.connected(to: target) else {
                    entry.end()
                    continue
                }
                guard let self else { return }
                self.join(entry, exit)
            }
        }
    }

    deinit {
        listener.end()
        cut()
    }

    private func join(_ entry: LoopbackSocket, _ exit: LoopbackSocket) {
        state.withLock { $0.pairs.append((entry, exit)) }
        for (from, to) in [(entry, exit), (exit, entry)] {
            inThread { [weak self] in
                while let bytes = from.read(upTo: 65_536) {
                    if let held = self?.state.withLock({ $0.held }) {
                        held.yield(bytes.count)
                    } else if !to.write(bytes) {
                        break
                    }
                }
                from.end()
                to.end()
            }
        }
    }

    /// Ends every connection that goes this way.
    public func cut() {
        let pairs = state.withLock { state in
            defer { state.pairs = [] }
            return state.pairs
        }
        for (entry, exit) in pairs {
            entry.end()
            exit.end()
        }
    }

    /// From now on whatever is sent gets lost, both ways, while the connections look whole. Tells of what got lost, as numbers
    /// of bytes.
    public func hold() -> EventStream<Int, Never> {
        let (stream, source) = EventStream<Int, Never>.make()
        state.withLock { $0.held = source }
        return stream
    }

    /// Lets connections pass that are made from now on; those that were held are ended.
    public func release() {
        state.withLock { $0.held = nil }
        cut()
    }
}

/// Runs `body` on a thread of its own: it waits for sockets.
func inThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Box(body))
    let status = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, context.toOpaque())
    guard status == 0 else { return context.release() }
    pthread_detach(thread)
}
