import Runtime
import WiFiStation

/// Hands events to every reader, each of whom gets the present state first.
final class Broadcast: Sendable {
    private struct State {
        var present: StationEvent?
        var readers: [UInt64: EventSource<StationEvent, Never>] = [:]
        var lastReader: UInt64 = 0
    }

    private let state = Lock(State())

    /// A stream that begins with the present state, or as soon as it is known.
    func stream() -> EventStream<StationEvent, Never> {
        let id = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        let (stream, source) = EventStream<StationEvent, Never>.make { [weak self] in
            self?.state.withLock { $0.readers[id] = nil }
        }
        state.withLock { state in
            state.readers[id] = source
            if let present = state.present { source.yield(present) }
        }
        return stream
    }

    /// Tells `event`; one that says what the present already is, is not repeated unless `isForced`.
    func tell(_ event: StationEvent, isForced: Bool = false) {
        let readers = state.withLock { state -> [EventSource<StationEvent, Never>] in
            let isNews = state.present != event || isForced
            if event != .available, event != .trying { state.present = event }
            return isNews ? Array(state.readers.values) : []
        }
        for reader in readers where !reader.yield(event) { reader.finish() }
    }

    /// The last state that was told.
    var present: StationEvent? { state.withLock { $0.present } }
}
