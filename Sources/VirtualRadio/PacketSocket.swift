import BluetoothLE
import Glibc
import Runtime

/// The way between two ends in two processes: a connected socket that keeps packets apart.
final class PacketSocket: LinkPath, PollHandler {
    /// How many packets may wait in this process before senders of notifications are held back, and before the link ends.
    private static let congestion = 16
    private static let maximumBacklog = 1_024

    private struct State {
        /// -1 once closed.
        var descriptor: Int32
        var number: UInt64 = 0
        var backlog: [[UInt8]] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var buffer: [UInt8] = []
    }

    private let state: Lock<State>
    private let poll: EventPoll
    private let channel: LinkChannel

    /// Takes a connected, non-blocking socket over; what it brings goes to `channel`. See ``start()``.
    init(_ descriptor: Int32, channel: LinkChannel, poll: EventPoll) {
        state = Lock(State(descriptor: descriptor))
        self.channel = channel
        self.poll = poll
    }

    /// Begins to read. Until ``close()`` the poll keeps the socket.
    func start() throws(BluetoothError) {
        let descriptor = state.withLock { $0.descriptor }
        let number = try poll.add(descriptor, self)
        let isOpen = state.withLock { state in
            state.number = number
            return state.descriptor >= 0
        }
        if !isOpen { poll.remove(descriptor, number: number) }
    }

    func send(_ message: LinkMessage) -> Bool {
        let (isFree, isBroken) = state.withLock { state -> (Bool, Bool) in
            guard state.descriptor >= 0 else { return (true, false) }
            state.buffer.removeAll(keepingCapacity: true)
            LinkPacket.encode(message, into: &state.buffer)
            if state.backlog.isEmpty {
                switch Self.transmit(state.buffer, on: state.descriptor) {
                case .sent: return (true, false)
                case .broken: return (true, false)  // Reading finds the end, and what came before it.
                case .full: poll.change(state.descriptor, number: state.number, reading: true, writing: true)
                }
            }
            state.backlog.append(state.buffer)
            return (state.backlog.count < Self.congestion, state.backlog.count > Self.maximumBacklog)
        }
        if isBroken {
            close()
            channel.pathEnded()
        }
        return isFree
    }

    func drained() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.descriptor < 0 || state.backlog.count < Self.congestion { return true }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func close() {
        let waiting = state.withLock { state in
            guard state.descriptor >= 0 else { return [CheckedContinuation<Void, Never>]() }
            poll.remove(state.descriptor, number: state.number)
            _ = Glibc.close(state.descriptor)
            state.descriptor = -1
            state.backlog = []
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        if isWritable { drain() }
        guard isReadable else { return }
        // A few at a time, so that one busy link does not hold up the others; epoll tells again of what is left.
        for _ in 0..<16 {
            switch receive(into: scratch) {
            case .packet(let count):
                guard count <= LinkPacket.maximumLength,
                    let message = LinkPacket.decode(Array(scratch[..<count]))
                else { return fail() }
                channel.arrived(message)
            case .nothing: return
            case .end: return fail()
            }
        }
    }

    private func fail() {
        close()
        channel.pathEnded()
    }

    private enum Received {
        case packet(Int)
        case nothing
        case end
    }

    private func receive(into scratch: UnsafeMutableRawBufferPointer) -> Received {
        // Under the lock, so that the descriptor cannot be closed and given to another file meanwhile.
        state.withLock { state in
            guard state.descriptor >= 0 else { return .nothing }
            while true {
                let count = recv(
                    state.descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
                if count > 0 { return .packet(count) }
                if count == 0 { return .end }
                switch errno {
                case EINTR, ECONNRESET: continue  // A reset is told once, before the packets that came first.
                case EAGAIN: return .nothing
                default: return .end
                }
            }
        }
    }

    private enum Transmission { case sent, full, broken }

    private static func transmit(_ bytes: [UInt8], on descriptor: Int32) -> Transmission {
        while true {
            let count = Glibc.send(
                descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            if count >= 0 { return .sent }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return .full
            default: return .broken
            }
        }
    }

    private func drain() {
        let waiting = state.withLock { state in
            guard state.descriptor >= 0 else { return [CheckedContinuation<Void, Never>]() }
            var sent = 0
            while sent < state.backlog.count, Self.transmit(state.backlog[sent], on: state.descriptor) != .full {
                sent += 1
            }
            state.backlog.removeFirst(sent)
            if state.backlog.isEmpty {
                poll.change(state.descriptor, number: state.number, reading: true, writing: false)
            }
            guard state.backlog.count < Self.congestion else { return [] }
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
