import BluetoothLE
import Glibc

/// A socket that the poll watches for its owner, who guards it by a lock: once closed nothing more is done with its descriptor,
/// which may be another file's by then.
struct PolledSocket {
    private let poll: EventPoll
    /// -1 once closed.
    private var descriptor: Int32
    private var number: UInt64 = 0

    /// Takes a non-blocking socket over.
    init(_ descriptor: Int32, poll: EventPoll) {
        self.descriptor = descriptor
        self.poll = poll
    }

    var isOpen: Bool { descriptor >= 0 }

    /// Begins to watch it for reading. The poll keeps `handler` until ``close()``.
    mutating func register(_ handler: any PollHandler) throws(BluetoothError) {
        if isOpen { number = try poll.add(descriptor, handler) }
    }

    /// Watches it for what is named from now on.
    func watch(reading: Bool, writing: Bool) {
        if isOpen { poll.change(descriptor, number: number, reading: reading, writing: writing) }
    }

    /// Does no more with it; whether it was open.
    @discardableResult
    mutating func close() -> Bool {
        guard isOpen else { return false }
        if number > 0 { poll.remove(descriptor, number: number) }
        _ = Glibc.close(descriptor)
        descriptor = -1
        return true
    }

    /// What came of one call on a socket that does not wait.
    enum Outcome<Number> {
        /// It was done, with this result.
        case done(Number)
        /// It would have to wait, or the socket is closed.
        case notNow
        /// It failed, with this error number.
        case failed(Int32)
    }

    /// Does `call` on the descriptor, again where it is interrupted or fails with `passingOver`, which says nothing of the next
    /// call.
    func perform<Number: SignedInteger>(
        passingOver: Int32 = EINTR, _ call: (Int32) -> Number
    ) -> Outcome<Number> {
        guard isOpen else { return .notNow }
        while true {
            let result = call(descriptor)
            if result >= 0 { return .done(result) }
            switch errno {
            case EINTR, passingOver: continue
            case EAGAIN: return .notNow
            case let reason: return .failed(reason)
            }
        }
    }
}
