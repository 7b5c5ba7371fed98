import BluetoothLE
import ProvisioningProtocols
import Runtime

/// The requests of one end that wait for their answer, each with its limit.
///
/// A request ends by its answer, its limit, the cancellation of its task or the end of the link, whichever is first.
final class PendingRequests: Sendable {
    /// How a request ended.
    enum Outcome: Sendable {
        case answered(LinkMessage)
        case failed(BluetoothError)
    }

    private struct Entry {
        let token: UInt16
        /// Resumed by whoever takes the entry out of the state, under the lock, so exactly once: it needs no checking.
        let continuation: UnsafeContinuation<Outcome, Never>
        let timer: Timer
    }

    private struct State {
        var entries: [Entry] = []
        var lastToken: UInt16 = 0
        var end: BluetoothError?

        mutating func take(_ token: UInt16) -> Entry? {
            guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
            return entries.remove(at: index)
        }
    }

    private let state = Lock(State())
    private let time: any TimeSource

    init(time: any TimeSource) { self.time = time }

    /// Sends a request by `send`, with a token of its own, and waits for its end. `expired` is called when the limit passes.
    func perform(
        until deadline: Instant, failingWith failure: @escaping @Sendable () -> BluetoothError,
        expired: @escaping @Sendable () -> Void = {},
        send: (UInt16) -> Void
    ) async throws(BluetoothError) -> LinkMessage {
        let token = state.withLock { state in
            state.lastToken = state.lastToken == .max ? 1 : state.lastToken + 1
            return state.lastToken
        }
        let outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let timer = time.schedule(at: deadline) { [weak self] in
                    if self?.end(token, with: .failed(failure())) == true { expired() }
                }
                let entry = Entry(token: token, continuation: continuation, timer: timer)
                let reason = state.withLock { state in
                    if state.end == nil { state.entries.append(entry) }
                    return state.end
                }
                if let reason {
                    time.cancel(timer)
                    continuation.resume(returning: .failed(reason))
                } else if Task.isCancelled {
                    end(token, with: .failed(BluetoothError(.cancelled)))
                } else {
                    send(token)
                }
            }
        } onCancel: {
            end(token, with: .failed(BluetoothError(.cancelled)))
        }
        switch outcome {
        case .answered(let answer): return answer
        case .failed(let error): throw error
        }
    }

    /// Ends request `token`; `false` when it does not wait any more.
    @discardableResult
    func end(_ token: UInt16, with outcome: Outcome) -> Bool {
        guard let entry = state.withLock({ $0.take(token) }) else { return false }
        time.cancel(entry.timer)
        entry.continuation.resume(returning: outcome)
        return true
    }

    /// Ends all requests, and those to come, with `reason`. `false` when that was done before.
    @discardableResult
    func endAll(_ reason: BluetoothError) -> Bool {
        let entries = state.withLock { state -> [Entry]? in
            guard state.end == nil else { return nil }
            state.end = reason
            let entries = state.entries
            state.entries = []
            return entries
        }
        for entry in entries ?? [] {
            time.cancel(entry.timer)
            entry.continuation.resume(returning: .failed(reason))
        }
        return entries != nil
    }

    /// Why the requests ended; `nil` while they may be made.
    var ended: BluetoothError? { state.withLock { $0.end } }
}

/// A request that is not answered for so long ends the link (Core Specification 5.4, Vol 3 Part F §3.3.3).
let attributeTimeLimit: UInt32 = 30_000
