import BluetoothLE
import Glibc
import ProvisioningProtocols
import Runtime

/// The way between two ends in two processes: a connected socket that keeps packets apart.
final class PacketSocket: LinkPath, PollHandler {
    /// How many packets may wait in this process before senders of notifications are held back, and before the link ends.
    private static let congestion = 16
    private static let maximumBacklog = 1_024

    private struct State {
        var socket: PolledSocket
        var backlog: [[UInt8]] = []
        /// Who waits until the backlog is short, by a number of their own.
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWait: UInt64 = 0
        /// Looks again whether the other end takes what is sent, while too much waits.
        var watch: Timer?
        var hasMoved = false

        /// Those who need not wait any more.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            let freed = Array(waiting.values)
            waiting = [:]
            return freed
        }
    }

    private let state: Lock<State>
    private let channel: LinkChannel
    private let time: any TimeSource

    /// Takes a connected, non-blocking socket over; what it brings goes to `channel`. See ``start()``.
    init(_ descriptor: Int32, channel: LinkChannel, poll: EventPoll, time: any TimeSource) {
        state = Lock(State(socket: PolledSocket(descriptor, poll: poll)))
        self.channel = channel
        self.time = time
    }

    /// Begins to read. Until ``close()`` the poll keeps the socket.
    func start() throws(BluetoothError) {
        try state.withLock { state throws(BluetoothError) in try state.socket.register(self) }
    }

    func send(_ message: LinkMessage) -> Bool { send(all: CollectionOfOne(message)) }

    func send(_ messages: [LinkMessage]) -> Bool {
        var isFree = true
        for start in stride(from: 0, to: messages.count, by: LinkPacket.maximumMessages) {
            isFree = send(all: messages[start...].prefix(LinkPacket.maximumMessages))
        }
        return isFree
    }

    private func send(all messages: some Collection<LinkMessage>) -> Bool {
        let (isFree, isBroken) = state.withLock { state -> (Bool, Bool) in
            guard state.socket.isOpen else { return (true, false) }
            if state.backlog.isEmpty {
                var packet = LinkPacket.encode(messages)
                defer { wipe(&packet) }
                if Self.transmit(packet, on: state.socket) { return (true, false) }
                state.socket.watch(reading: true, writing: true)
            }
            for message in messages { state.backlog.append(LinkPacket.encode(CollectionOfOne(message))) }
            if state.backlog.count >= Self.congestion, state.watch == nil { watch(&state) }
            return (state.backlog.count < Self.congestion, state.backlog.count > Self.maximumBacklog)
        }
        if isBroken { fail(BluetoothError(.disconnected, "the other end does not take what is sent to it")) }
        return isFree
    }

    func drained() async {
        let number = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    // Asked under the lock: a cancellation after this finds the continuation.
                    if Task.isCancelled || !state.socket.isOpen || state.backlog.count < Self.congestion { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    /// Looks again when an answer would be overdue, too.
    private func watch(_ state: inout State) {
        state.hasMoved = false
        state.watch = time.schedule(at: time.now + attributeTimeLimit) { [weak self] in self?.lookAgain() }
    }

    private func lookAgain() {
        let isStalled = state.withLock { state in
            state.watch = nil
            guard state.socket.isOpen, state.backlog.count >= Self.congestion else { return false }
            if state.hasMoved { watch(&state) }
            return !state.hasMoved
        }
        guard isStalled else { return }
        fail(BluetoothError(.disconnected, "the other end took nothing of what was sent to it for 30 s"))
    }

    func close() {
        let (waiting, watch) = state.withLock { state -> ([CheckedContinuation<Void, Never>], Timer?) in
            guard state.socket.close() else { return ([], nil) }
            for index in state.backlog.indices { wipe(&state.backlog[index]) }
            state.backlog = []
            return (state.takeWaiting(), state.watch)
        }
        if let watch { time.cancel(watch) }
        for continuation in waiting { continuation.resume() }
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        if isWritable { drain() }
        guard isReadable else { return }
        // One at a time: a busy link does not hold up the others, and epoll tells again of what is left.
        switch receive(into: scratch) {
        case .packet(let count):
            guard let messages = messages(in: scratch, count: count) else { return fail(Self.ended) }
            for message in messages { channel.arrived(message) }
        case .nothing: return
        case .end: return fail(Self.ended)
        }
    }

    /// The messages of a packet, whose bytes are wiped where it may be a write: it may carry a passphrase.
    private func messages(in scratch: UnsafeMutableRawBufferPointer, count: Int) -> [LinkMessage]? {
        guard count <= LinkPacket.maximumLength else { return nil }
        var bytes = Array(scratch[..<count])
        defer {
            if let kind = bytes.first.flatMap(LinkMessage.Kind.init(rawValue:)), LinkMessage(kind: kind).carriesWritten
            {
                wipe(&bytes)
                UnsafeMutableRawBufferPointer(rebasing: scratch[..<count]).initializeMemory(
                    as: UInt8.self, repeating: 0)
            }
        }
        return LinkPacket.decodeAll(bytes)
    }

    private static let ended = BluetoothError(.disconnected, "the other end has ended the link")

    private func fail(_ reason: BluetoothError) {
        close()
        channel.pathEnded(reason)
    }

    private enum Received {
        case packet(Int)
        case nothing
        case end
    }

    private func receive(into scratch: UnsafeMutableRawBufferPointer) -> Received {
        // Under the lock, so that the descriptor cannot be closed and given to another file meanwhile.
        state.withLock { state in
            // A reset is told once, before the packets that came first.
            let outcome = state.socket.perform(passingOver: ECONNRESET) {
                recv($0, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
            }
            return switch outcome {
            case .done(let count) where count > 0: .packet(count)
            case .notNow: .nothing
            case .done, .failed: .end
            }
        }
    }

    /// Sends a packet; `false` where it has to wait. A socket that is broken takes all: reading finds its end, and what came
    /// before it.
    private static func transmit(_ bytes: [UInt8], on socket: PolledSocket) -> Bool {
        let outcome = socket.perform { Glibc.send($0, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
        return switch outcome {
        case .notNow, .failed(ENOBUFS): false
        case .done, .failed: true
        }
    }

    private func drain() {
        let waiting = state.withLock { state in
            guard state.socket.isOpen else { return [CheckedContinuation<Void, Never>]() }
            var sent = 0
            while sent < state.backlog.count, Self.transmit(state.backlog[sent], on: state.socket) {
                wipe(&state.backlog[sent])
                sent += 1
            }
            if sent > 0 { state.hasMoved = true }
            state.backlog.removeFirst(sent)
            if state.backlog.isEmpty { state.socket.watch(reading: true, writing: false) }
            return state.backlog.count < Self.congestion ? state.takeWaiting() : []
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Overwrites bytes that may have carried a passphrase, and empties the array; its memory is kept for the next ones.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
    bytes.removeAll(keepingCapacity: true)
}
