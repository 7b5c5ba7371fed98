import BluetoothLE
import Glibc
import Runtime
import SerialLink

/// A frame that came over a serial port.
struct SerialFrame: Sendable {
    let kind: UInt8
    let rest: [UInt8]
}

/// A serial port, or a socket in the place of one, over which frames pass.
final class SerialPort: PollHandler {
    /// How many bytes may wait to be sent before the other end is taken to be gone.
    private static let maximumBacklog = 65_536

    private struct State {
        var socket: PolledSocket
        var backlog: [UInt8] = []
    }

    /// What has come of a frame; the poll's thread alone uses it.
    private final class Reader {
        var decoder = LinkDecoder()
    }

    /// What comes, for one consumer; it ends with the port.
    let frames: EventStream<SerialFrame, BluetoothError>
    private let source: EventSource<SerialFrame, BluetoothError>
    private let state: Lock<State>
    // Unchecked: it is used in `ready` only, which the poll's one thread calls.
    nonisolated(unsafe) private let reader = Reader()

    /// Opens the port at `path`, a terminal at 115,200 baud or a socket that listens, and begins to read.
    /// - Throws: `notFound` or `failed` with the system's reason.
    init(path: String) throws(BluetoothError) {
        (frames, source) = EventStream.make(capacity: 4_096)
        let poll = try EventPoll.shared()
        state = Lock(State(socket: PolledSocket(try Self.open(path), poll: poll)))
        try state.withLock { state throws(BluetoothError) in try state.socket.register(self) }
    }

    private static func open(_ path: String) throws(BluetoothError) -> Int32 {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw BluetoothError(.notFound, "there is no serial port at \(path): \(systemText(errno))")
        }
        let isSocket = facts.st_mode & S_IFMT == S_IFSOCK
        let descriptor =
            isSocket ? UnixSocket.connectStream(to: path) : Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BluetoothError(.failed, "the serial port at \(path) cannot be opened: \(systemText(errno))")
        }
        var settings = termios()
        if tcgetattr(descriptor, &settings) == 0 {
            cfmakeraw(&settings)
            cfsetspeed(&settings, speed_t(B115200))
            settings.c_cflag |= tcflag_t(CREAD | CLOCAL)
            tcsetattr(descriptor, TCSANOW, &settings)
        }
        return descriptor
    }

    /// Sends a frame of what `fill` adds. Its bytes may be secret, and are wiped once they are sent.
    func send(_ kind: LinkFrame.Request, _ content: [UInt8] = []) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count * 2 + 8)
        let put = { (byte: UInt8) in bytes.append(byte) }
        var encoder = LinkEncoder(kind.rawValue, put)
        encoder.add(content.span, put)
        encoder.end(put)
        let isGone = state.withLock { state in
            guard state.socket.isOpen else { return false }
            state.backlog.append(contentsOf: bytes)
            Self.flush(&state)
            return state.backlog.count > Self.maximumBacklog
        }
        wipe(&bytes)
        if isGone { fail("the device takes nothing of what is sent to it") }
    }

    /// Sends what waits, as much as the port takes now.
    private static func flush(_ state: inout State) {
        while !state.backlog.isEmpty {
            guard case .done(let count) = state.socket.perform({ write($0, state.backlog, state.backlog.count) }),
                count > 0
            else {
                state.socket.watch(reading: true, writing: true)
                return
            }
            var rest = Array(state.backlog.dropFirst(count))
            swap(&rest, &state.backlog)
            wipe(&rest)
        }
        state.socket.watch(reading: true, writing: false)
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        if isWritable { state.withLock { Self.flush(&$0) } }
        guard isReadable else { return }
        switch receive(into: scratch) {
        case .nothing: return
        case .end(let text): return fail(text)
        case .bytes(let count):
            for byte in scratch.prefix(count) where reader.decoder.take(byte) {
                let frame = reader.decoder.withFrame { kind, rest in
                    SerialFrame(kind: kind, rest: rest.indices.map { rest[$0] })
                }
                guard source.yield(frame) else { return fail("the device says more than can be taken") }
            }
        }
    }

    private enum Received {
        case bytes(Int)
        case nothing
        case end(String)
    }

    private func receive(into scratch: UnsafeMutableRawBufferPointer) -> Received {
        // Under the lock, so that the descriptor cannot be closed and given to another file meanwhile.
        state.withLock { state in
            let outcome = state.socket.perform { read($0, scratch.baseAddress, scratch.count) }
            return switch outcome {
            case .done(let count) where count > 0: .bytes(count)
            case .done: .end("the serial port has ended")
            case .notNow: .nothing
            case .failed(let reason): .end("the serial port failed: \(systemText(reason))")
            }
        }
    }

    private func fail(_ text: String) {
        close()
        source.finish(throwing: BluetoothError(.disconnected, text))
    }

    /// Ends it.
    func close() {
        state.withLock { state in
            state.socket.close()
            wipe(&state.backlog)
        }
        source.finish()
    }
}

extension UnixSocket {
    /// A connection to a socket that carries a stream; below 0, with `errno`, where there is none.
    fileprivate static func connectStream(to path: String) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return -1 }
        let status = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        guard status == 0 else {
            let reason = errno
            Glibc.close(descriptor)
            errno = reason
            return -1
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }
}
