import DeviceDirectory
public import ProvisioningProtocols
public import Runtime

/// What is learnt of devices, in the order in which it came, as batches: all since the last call. For one consumer at a time.
///
/// Of a consumer that is far behind only the newest of each device is kept, in the order of the newest.
public struct DeviceChanges: AsyncSequence, Sendable {
    private let waiting: WaitingChanges
    private let bell: EventStream<Void, Never>

    static func make(capacity: Int = 65_536) -> (DeviceChanges, ChangeSource) {
        let waiting = WaitingChanges(capacity: capacity)
        let (bell, ringer) = EventStream<Void, Never>.make(capacity: 1) { waiting.end() }
        return (DeviceChanges(waiting: waiting, bell: bell), ChangeSource(waiting: waiting, bell: ringer))
    }

    /// All that was learnt since the last call, at least one change; `nil` at the end, or when the waiting task is cancelled.
    public func next() async -> [DeviceChange]? {
        while true {
            if let changes = waiting.take() { return changes }
            guard await bell.next() != nil else { return waiting.take() }
        }
    }

    /// All that was learnt since the last call, at least one change, waiting no longer than `deadline` on `time`.
    public func next(
        until deadline: Instant?, on time: any TimeSource
    ) async -> EventOutcome<[DeviceChange], Never> {
        while true {
            if let changes = waiting.take() { return .event(changes) }
            switch await bell.next(until: deadline, on: time) {
            case .event: continue
            case .ended: return waiting.take().map { .event($0) } ?? .ended
            case .timedOut: return .timedOut
            case .cancelled: return .cancelled
            }
        }
    }

    /// The changes as an iterator; they have one consumer at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// What `for await` uses.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: DeviceChanges

        /// The next batch, or `nil` at the end.
        public func next() async -> [DeviceChange]? { await changes.next() }

        /// The next batch, or `nil` at the end.
        public func next(isolation actor: isolated (any Actor)?) async -> [DeviceChange]? { await changes.next() }
    }
}

/// The feeding end of ``DeviceChanges``.
struct ChangeSource: Sendable {
    let waiting: WaitingChanges
    let bell: EventSource<Void, Never>

    /// Adds changes; `false` where nobody listens any more.
    func yield(_ changes: [DeviceChange]) -> Bool {
        guard let mustRing = waiting.put(changes) else { return false }
        if mustRing { bell.yield(()) }
        return true
    }

    func finish() { bell.finish() }
}

/// What waits between the two ends.
final class WaitingChanges: Sendable {
    private struct State {
        var changes: [DeviceChange] = []
        var isEnded = false
    }

    private let state = Lock(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Whether the consumer has to be woken; `nil` where there is none.
    func put(_ changes: [DeviceChange]) -> Bool? {
        state.withLock { state in
            if state.isEnded { return nil }
            let wasEmpty = state.changes.isEmpty
            state.changes += changes
            if state.changes.count > capacity { state.changes = Self.newest(of: state.changes) }
            return wasEmpty
        }
    }

    func take() -> [DeviceChange]? {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes.isEmpty ? nil : state.changes
        }
    }

    func end() { state.withLock { $0.isEnded = true } }

    private static func newest(of changes: [DeviceChange]) -> [DeviceChange] {
        var seen: Set<DeviceID> = []
        return changes.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }
}
