import Dispatch
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// SIGINT, SIGTERM and SIGHUP as the order to end. A second one ends the process at once.
final class StopOrders: Sendable {
    // libdispatch's sources may be used from any thread; its overlay does not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let orders: EventStream<Int32, Never>

    /// From here on no order is missed.
    init() {
        let (stream, source) = EventStream<Int32, Never>.make()
        orders = stream
        let queue = DispatchQueue(label: "gangway.hub.signals")
        let count = Lock(0)
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let made = DispatchSource.makeSignalSource(signal: number, queue: queue)
            made.setEventHandler {
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { _exit(130) }
                source.yield(number)
            }
            made.activate()
            return made
        }
    }

    /// Returns at the first order: its signal.
    func first() async -> Int32 { await orders.next() ?? SIGTERM }

    deinit { for source in sources { source.cancel() } }
}
