import CMicroHTTPD
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A body that is sent as it comes to be, such as server-sent events. Pieces may be shared by many streams: none is copied
/// before it is sent.
///
/// A reader that does not keep up is not waited for: what waits for it is dropped, and it is brought up to date when it reads again
/// (``whenCaughtUp(_:)``), or let go where nobody does that.
public final class BodyStream: Sendable {
    /// How many bytes may wait for a reader, beside one piece.
    public static let maximumWaiting = 4_194_304

    private struct State {
        var pieces: [[UInt8]] = []
        /// The piece that is being sent, and how much of it was.
        var index = 0
        var offset = 0
        var waiting = 0
        var isEnded = false
        /// Pieces were dropped: nothing more is taken until what is on its way was read.
        var isBehind = false
        var whenCaughtUp: (@Sendable () -> Void)?
        /// The other end is gone, or the server no longer asks.
        var isGone = false
        /// The connection, while it is suspended for want of bytes. Only the server's own calls use it.
        nonisolated(unsafe) var suspended: OpaquePointer?
        var whenGone: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// A stream that nobody reads yet.
    public init() {}

    /// Adds a piece; `false` where it is not sent: the stream has ended, the reader is gone, or too much waits for it. Then all
    /// goes that waits but a piece of which a part was sent, and nothing is taken until the reader has caught up.
    @discardableResult
    public func send(_ piece: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isEnded, !state.isGone, !state.isBehind else { return false }
            guard !piece.isEmpty else { return true }
            guard state.waiting <= Self.maximumWaiting else {
                Self.drop(&state)
                return false
            }
            state.pieces.append(piece)
            state.waiting += piece.count
            Self.resume(&state)
            return true
        }
    }

    /// Ends the body after what waits.
    public func finish() {
        state.withLock { state in
            state.isEnded = true
            Self.resume(&state)
        }
    }

    /// Calls `action` each time that a reader which had lost pieces has read what was on its way: what it is sent from then on is
    /// whole, but what was dropped it never gets. It may be called from the server's thread.
    public func whenCaughtUp(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.whenCaughtUp = action } }

    /// Calls `action` once, when the reader is gone or the body was sent to its end; at once where that is so.
    public func whenGone(_ action: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone { state.whenGone = action }
            return state.isGone
        }
        if isGone { action() }
    }

    /// Copies what waits into `memory`: how many bytes, 0 where the connection was suspended instead, negative at the end.
    func read(into memory: UnsafeMutableRawBufferPointer, for connection: OpaquePointer?) -> Int {
        nonisolated(unsafe) let (memory, connection) = (memory, connection)
        let (count, caughtUp) = state.withLock { state -> (Int, (@Sendable () -> Void)?) in
            let count = Self.take(&state, memory)
            if count > 0 { return (count, nil) }
            if state.isEnded || state.isGone { return (-1, nil) }
            state.suspended = connection
            MHD_suspend_connection(connection)
            guard state.isBehind else { return (0, nil) }
            state.isBehind = false
            return (0, state.whenCaughtUp)
        }
        caughtUp?()
        return count
    }

    /// The connection has ended: it is not touched any more.
    func end() {
        let action = state.withLock { state in
            state.isGone = true
            state.suspended = nil
            state.pieces = []
            state.whenCaughtUp = nil
            defer { state.whenGone = nil }
            return state.whenGone
        }
        action?()
    }

    /// Lets go what waits, up to the end of the piece that is being sent; all of it where nobody brings the reader up to date.
    private static func drop(_ state: inout State) {
        state.isBehind = state.whenCaughtUp != nil
        state.isEnded = !state.isBehind
        if state.isBehind, state.offset > 0, state.index < state.pieces.count {
            state.pieces = [state.pieces[state.index]]
            state.waiting = state.pieces[0].count - state.offset
        } else {
            state.pieces = []
            (state.offset, state.waiting) = (0, 0)
        }
        state.index = 0
        resume(&state)
    }

    private static func resume(_ state: inout State) {
        guard let connection = state.suspended else { return }
        state.suspended = nil
        MHD_resume_connection(connection)
    }

    private static func take(_ state: inout State, _ memory: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < memory.count, state.index < state.pieces.count {
            let piece = state.pieces[state.index]
            let part = min(piece.count - state.offset, memory.count - count)
            piece.withUnsafeBytes { bytes in
                let target = UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + part])
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + part]))
            }
            count += part
            state.offset += part
            if state.offset == piece.count { (state.index, state.offset) = (state.index + 1, 0) }
        }
        state.waiting -= count
        if state.index == state.pieces.count {
            state.pieces.removeAll(keepingCapacity: state.index <= 64)
            state.index = 0
        } else if state.index > 256 {
            state.pieces.removeFirst(state.index)
            state.index = 0
        }
        return count
    }
}
