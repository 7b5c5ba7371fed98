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
        /// Resumed by whoever sets the outcome, under the lock, so exactly once: it needs no checking.
        let continuation: UnsafeContinuation<Void, Never>
        let timer: Timer
        /// How it ended. It waits here for its task, which takes it under the lock: what is handed over with a resume that
        /// comes before its await is ordered by atomics that the thread sanitizer does not see.
        var outcome: Outcome?
    }

    private struct State {
        var entries: [Entry] = []
        var lastToken: UInt16 = 0
        var end: BluetoothError?

        /// Sets the outcome of a request that has none yet.
        mutating func end(_ token: UInt16, with outcome: Outcome) -> Entry? {
            guard let index = entries.firstIndex(where: { $0.token == token }), entries[index].outcome == nil else {
                return nil
            }
            entries[index].outcome = outcome
            return entries[index]
        }

        /// Takes the outcome of a request that has one, which is over then.
        mutating func take(_ token: UInt16) -> Outcome? {
            guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
            return entries.remove(at: index).outcome
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
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let timer = time.schedule(at: deadline) { [weak self] in
                    if self?.end(token, with: .failed(failure())) == true { expired() }
                }
                let entry = Entry(token: token, continuation: continuation, timer: timer)
                let isOver = state.withLock { state in
                    if state.end == nil { state.entries.append(entry) }
                    return state.end != nil
                }
                if isOver {
                    time.cancel(timer)
                    continuation.resume()
                } else if Task.isCancelled {
                    end(token, with: .failed(BluetoothError(.cancelled)))
                } else {
                    send(token)
                }
            }
        } onCancel: {
            end(token, with: .failed(BluetoothError(.cancelled)))
        }
        let outcome = state.withLock { state in state.take(token) ?? state.end.map { .failed($0) } }
        switch outcome ?? .failed(failure()) {
        case .answered(let answer): return answer
        case .failed(let error): throw error
        }
    }

    /// Ends request `token`; `false` when it does not wait any more.
    @discardableResult
    func end(_ token: UInt16, with outcome: Outcome) -> Bool {
        guard let entry = state.withLock({ $0.end(token, with: outcome) }) else { return false }
        time.cancel(entry.timer)
        entry.continuation.resume()
        return true
    }

    /// Ends all requests, and those to come, with `reason`. `false` when that was done before.
    @discardableResult
    func endAll(_ reason: BluetoothError) -> Bool {
        let entries = state.withLock { state -> [Entry]? in
            guard state.end == nil else { return nil }
            state.end = reason
            return state.entries.map(\.token).compactMap { state.end($0, with: .failed(reason)) }
        }
        for entry in entries ?? [] {
            time.cancel(entry.timer)
            entry.continuation.resume()
        }
        return entries != nil
    }

    /// Why the requests ended; `nil` while they may be made.
    var ended: BluetoothError? { state.withLock { $0.end } }
}

/// A request that is not answered for so long ends the link (Core Specification 5.4, Vol 3 Part F §3.3.3).
let attributeTimeLimit: UInt32 = 30_000
