import BluetoothLE
import ProvisioningProtocols
import Runtime

/// One end of a link: what this end sends goes through its faults to the path, what the path brings through them to the end.
final class LinkChannel: Sendable {
    private struct State {
        var path: (any LinkPath)?
        weak var receiver: (any LinkReceiver)?
        var isClosed = false
    }

    private let state = Lock(State())
    private let injector: FaultInjector?
    private let latency: UInt32
    private let time: any TimeSource

    /// `faults` are applied to both directions at this end; `link` tells one link of the radio from the next.
    init(faults: VirtualRadio.Faults, link: UInt64, time: any TimeSource) {
        injector = faults.changesMessages ? FaultInjector(faults, link: link) : nil
        latency = faults.latency
        self.time = time
    }

    /// Joins the channel with its end and its way.
    func attach(_ path: any LinkPath, to receiver: any LinkReceiver) {
        state.withLock {
            $0.path = path
            $0.receiver = receiver
        }
    }

    /// Sends to the other end; `false` when messages have piled up.
    @discardableResult
    func send(_ message: LinkMessage) -> Bool {
        guard injector != nil || latency > 0 else { return state.withLock { $0.path }?.send(message) ?? true }
        pass(message, outward: true)
        return true
    }

    /// Sends several to the other end, in their order; `false` when messages have piled up.
    func send(_ messages: [LinkMessage]) -> Bool {
        guard injector != nil || latency > 0 else { return state.withLock { $0.path }?.send(messages) ?? true }
        for message in messages { pass(message, outward: true) }
        return true
    }

    /// A message came from the other end.
    func arrived(_ message: LinkMessage) {
        guard injector != nil || latency > 0 else {
            state.withLock { $0.isClosed ? nil : $0.receiver }?.received(message)
            return
        }
        pass(message, outward: false)
    }

    /// Waits until what piled up has gone, the link has ended or the task is cancelled.
    func drained() async { await state.withLock { $0.path }?.drained() }

    /// Ends the link by this end's wish, after what it has sent.
    func close() {
        guard let path = takePath() else { return }
        after(latency) { path.close() }
    }

    /// The other end has ended the link, or its process has; or it does not take what is sent, as `reason` says then.
    func pathEnded(_ reason: BluetoothError = BluetoothError(.disconnected, "the other end has ended the link")) {
        after(latency) { [self] in end(reason) }
    }

    private func end(_ reason: BluetoothError) {
        let receiver = state.withLock { $0.isClosed ? nil : $0.receiver }
        takePath()?.close()
        receiver?.linkEnded(reason)
    }

    private func takePath() -> (any LinkPath)? {
        state.withLock { state in
            let path = state.path
            state.path = nil
            state.isClosed = true
            return path
        }
    }

    private func pass(_ message: LinkMessage, outward: Bool) {
        guard let injector else { return deliver(message, outward: outward) }
        let plan = injector.plan(message, outward: outward)
        if plan.cut == .before { return end(BluetoothError(.disconnected, "the link was cut, as its faults say")) }
        for message in plan.messages { deliver(message, outward: outward) }
        if let wait = plan.releaseAfter {
            after(wait) { [self] in
                if let held = injector.release(outward: outward) { deliver(held, outward: outward) }
            }
        }
        if plan.cut == .after {
            after(latency) { [self] in end(BluetoothError(.disconnected, "the link was cut, as its faults say")) }
        }
    }

    private func deliver(_ message: LinkMessage, outward: Bool) {
        after(latency) { [self] in
            let (path, receiver) = state.withLock { ($0.path, $0.isClosed ? nil : $0.receiver) }
            if outward { _ = path?.send(message) } else { receiver?.received(message) }
        }
    }

    /// Runs `action` after `milliseconds`, at once where there are none.
    private func after(_ milliseconds: UInt32, _ action: @escaping @Sendable () -> Void) {
        guard milliseconds > 0 else { return action() }
        _ = time.schedule(at: time.now + milliseconds, action)
    }
}
