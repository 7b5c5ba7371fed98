import ProvisioningProtocols
import Runtime

/// Keeps connecting and pairing apart on one adapter.
///
/// Linux 6.1 misses that a link has come about when another one is encrypted at that moment: it goes on waiting, gives up
/// after 4 s, and from then on does nothing where that link is to be ended, so that bluetoothd waits until the peer ends
/// it. Those that do the same do it at the same time.
actor LinkPhases {
    enum Phase { case connecting, pairing }

    /// How long to wait for those of the other phase, in milliseconds. After that the risk is taken: a peripheral that has
    /// gone must not hold up the rest for as long as it is waited for.
    static let patience: UInt32 = 5_000

    private let time: any TimeSource
    private var phase = Phase.connecting
    private var working = 0
    private var waiting: [EventSource<Never, Never>] = []

    init(time: any TimeSource) { self.time = time }

    /// Does `work` while nobody is in the other phase.
    nonisolated func run<Result: Sendable, Failure>(
        _ phase: Phase, _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let isEntered = await enter(phase)
        let result: Swift.Result<Result, Failure>
        do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
        if isEntered { await leave() }
        return try result.get()
    }

    /// Waits until the phase may be entered; `false` when that took too long, or the task is cancelled.
    private func enter(_ wanted: Phase) async -> Bool {
        let deadline = time.now + Self.patience
        while working > 0, phase != wanted {
            let (bell, source) = EventStream<Never, Never>.make()
            waiting.append(source)
            guard case .ended = await bell.next(until: deadline, on: time) else { return false }
        }
        phase = wanted
        working += 1
        return true
    }

    private func leave() {
        working -= 1
        guard working == 0 else { return }
        for waiter in waiting { waiter.finish() }
        waiting = []
    }
}
