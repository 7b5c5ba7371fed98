import MessageBroker
import ProvisioningProtocols
import Runtime

extension Engine {
    /// How long the good-bye may take, in milliseconds.
    private static let goodbyeLimit: UInt32 = 2000

    /// Says good-bye and ends for good.
    func close() async {
        if case .closed = phase { return }
        await withCheckedContinuation { continuation in
            closers.append(continuation)
            beginClosing()
        }
    }

    private func beginClosing() {
        switch phase {
        case .closing, .closed: return
        case .connected:
            endPublishing(.closed(state: Engine.unknownState))
            phase = .closing(schedule(at: time.now + Self.goodbyeLimit) { $0.finishClosing() })
            library?.sayGoodbye()
            handleEvents()
            if library?.descriptor ?? -1 < 0 { finishClosing() }
        case .waiting(let timer), .resolving(_, _, let timer):
            time.cancel(timer)
            finishClosing()
        case .connecting(let attempt):
            time.cancel(attempt.timer)
            finishClosing()
        case .idle: finishClosing()
        }
    }

    /// The good-bye is written, or its time is up.
    func finishClosing() {
        if case .closed = phase { return }
        if case .closing(let timer) = phase { time.cancel(timer) }
        phase = .closed
        library = nil
        endPublishing(.closed(state: Engine.unknownState))
        endSubscribing(.closed())
        listeners.finish()
        for closer in closers { closer.resume() }
        closers = []
    }
}
