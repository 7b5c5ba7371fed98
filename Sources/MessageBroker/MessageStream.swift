public import ProvisioningProtocols
public import Runtime

/// Messages in the order of their arrival, as batches: all that came since the last call, so that a burst costs one wake-up
/// and not one for each message. For one consumer at a time. A batch is of one connection.
public struct MessageStream: AsyncSequence, Sendable {
    private let inbox: MessageInbox
    private let bell: EventStream<Void, Never>

    /// A stream and the source that feeds it. From `capacity` messages on that wait, the source says that it is full;
    /// `onRoom` is called when they were taken, and `onTermination` once, when the stream ends or the last reference goes.
    public static func make(
        capacity: Int = 65_536, onRoom: @escaping @Sendable () -> Void = {},
        onTermination: @escaping @Sendable () -> Void = {}
    ) -> (stream: MessageStream, source: MessageSource) {
        let inbox = MessageInbox(capacity: capacity, onRoom: onRoom)
        let (bell, ringer) = EventStream<Void, Never>.make(capacity: 1, onTermination: onTermination)
        return (MessageStream(inbox: inbox, bell: bell), MessageSource(inbox: inbox, bell: ringer))
    }

    /// All that has come, at least one message; waits where nothing has. `nil` when the stream has ended or the waiting task
    /// is cancelled.
    public func next() async -> [Message]? {
        while true {
            if let messages = inbox.take() { return messages }
            guard await bell.next() != nil else { return inbox.take() }
        }
    }

    /// All that has come, waiting no longer than `deadline` on `time`.
    public func next(until deadline: Instant?, on time: any TimeSource) async -> EventOutcome<[Message], Never> {
        while true {
            if let messages = inbox.take() { return .event(messages) }
            switch await bell.next(until: deadline, on: time) {
            case .event: continue
            case .timedOut: return .timedOut
            case .cancelled: return .cancelled
            case .ended: return inbox.take().map { .event($0) } ?? .ended
            }
        }
    }

    /// Which of the connections that were made since the stream began brought the batch that was taken last, counted from 1; 0
    /// for the one that stood then. What the broker had kept is told anew at each: one that came since is newer than what any
    /// connection before has brought.
    public var connection: UInt64 { inbox.connection }

    /// The stream as an iterator; a stream has one consumer at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// What `for await` uses.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: MessageStream

        /// The next batch, or `nil` at the end.
        public func next() async -> [Message]? { await stream.next() }

        /// The next batch, or `nil` at the end.
        public func next(isolation actor: isolated (any Actor)?) async -> [Message]? { await stream.next() }
    }
}

/// The feeding end of a ``MessageStream``.
public struct MessageSource: Sendable {
    let inbox: MessageInbox
    let bell: EventSource<Void, Never>

    /// Adds messages; `false` when so many wait now that no more should come until there is room.
    @discardableResult
    public func yield(_ messages: [Message]) -> Bool {
        let (mustRing, hasRoom) = inbox.put(messages)
        if mustRing { bell.yield(()) }
        return hasRoom
    }

    /// Tells apart what came until now from what comes from now on, over another connection.
    public func beginConnection() { inbox.beginConnection() }

    /// Whether so many wait that no more should come until there is room.
    public var isFull: Bool { inbox.isFull }

    /// Ends the stream after the messages that wait.
    public func finish() { bell.finish() }
}

/// What waits between the two ends.
final class MessageInbox: Sendable {
    /// What one connection brought.
    private struct Part {
        let connection: UInt64
        var messages: [Message]
    }

    private struct State {
        var parts: [Part] = []
        var count = 0
        var isFull = false
        /// The connection that there is, and the one of the part that was taken last.
        var (present, taken): (UInt64, UInt64) = (0, 0)
    }

    private let state = Lock(State())
    private let capacity: Int
    private let onRoom: @Sendable () -> Void

    init(capacity: Int, onRoom: @escaping @Sendable () -> Void) {
        self.capacity = capacity
        self.onRoom = onRoom
    }

    var isFull: Bool { state.withLock { $0.isFull } }

    var connection: UInt64 { state.withLock { $0.taken } }

    func beginConnection() { state.withLock { $0.present += 1 } }

    /// Whether the consumer has to be woken, and whether there is still room.
    func put(_ messages: [Message]) -> (mustRing: Bool, hasRoom: Bool) {
        state.withLock { state in
            let wasEmpty = state.parts.isEmpty
            if let last = state.parts.indices.last, state.parts[last].connection == state.present {
                state.parts[last].messages += messages
            } else if !messages.isEmpty {
                state.parts.append(Part(connection: state.present, messages: messages))
            }
            state.count += messages.count
            state.isFull = state.count >= capacity
            return (wasEmpty && !messages.isEmpty, !state.isFull)
        }
    }

    func take() -> [Message]? {
        let (messages, hasRoomAgain): ([Message]?, Bool) = state.withLock { state in
            guard !state.parts.isEmpty else { return (nil, false) }
            let (part, wasFull) = (state.parts.removeFirst(), state.isFull)
            state.taken = part.connection
            state.count -= part.messages.count
            state.isFull = state.count >= capacity
            return (part.messages, wasFull && !state.isFull)
        }
        if hasRoomAgain { onRoom() }
        return messages
    }
}
