import Runtime

/// A broker that does what a test says, without TLS: also what no broker should.
public final class ScriptedBroker: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let listener: LoopbackSocket
    private let open = Lock<[LoopbackSocket]>([])

    /// A broker that runs `script` for every connection, on a thread of its own; the number counts connections from 0. When the
    /// script returns the connection is closed.
    public init(_ script: @escaping @Sendable (ScriptedConnection, Int) -> Void) throws {
        let listener = try LoopbackSocket.listening()
        self.listener = listener
        port = listener.port
        inThread { [weak self] in
            var count = 0
            while let socket = listener.accept() {
                self?.open.withLock { $0.append(socket) }
                let number = count
                inThread {
                    script(ScriptedConnection(socket), number)
                    socket.end()
                }
                count += 1
            }
        }
    }

    deinit {
        listener.end()
        for socket in open.withLock({ $0 }) { socket.end() }
    }
}

/// The broker's end of a connection, packet by packet.
public struct ScriptedConnection: Sendable {
    private let socket: LoopbackSocket

    init(_ socket: LoopbackSocket) { self.socket = socket }

    /// The next packet, whole; `nil` at the end, or where what comes is no MQTT: a length has four bytes at most (MQTT 3.1.1,
    /// §2.2.3).
    public func packet() -> [UInt8]? {
        guard let first = socket.read(upTo: 1) else { return nil }
        var packet = first
        var (length, shift) = (0, 0)
        while let byte = socket.read(upTo: 1)?.first {
            packet.append(byte)
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
            if shift == 28 { return nil }
        }
        while length > 0, let bytes = socket.read(upTo: length) {
            packet += bytes
            length -= bytes.count
        }
        return length == 0 ? packet : nil
    }

    /// The next packet of the kind that the upper half of `kind` names; others before it are passed over.
    public func packet(_ kind: UInt8) -> [UInt8]? {
        while let packet = packet() {
            if packet[0] & 0xF0 == kind & 0xF0 { return packet }
        }
        return nil
    }

    /// Sends bytes as they are.
    public func send(_ bytes: [UInt8]) { socket.write(bytes) }

    /// Takes the request to connect, and consents.
    @discardableResult
    public func consent() -> Bool {
        guard packet(0x10) != nil else { return false }
        send([0x20, 2, 0, 0])
        return true
    }

    /// Takes the request of MQTT 5 to connect, and consents where the connection is kept alive every so many seconds.
    public func consent(keepAlive: UInt8) {
        guard packet(0x10) != nil else { return }
        send([0x20, 6, 0, 0, 3, 0x13, 0, keepAlive])
    }

    /// Answers a subscription, one number a filter.
    public func answerSubscription(_ granted: [UInt8]) {
        guard let request = packet(0x80) else { return }
        send([0x90, UInt8(2 + granted.count), request[2], request[3]] + granted)
    }

    /// Reads until the other end is gone, whatever comes.
    public func untilEnd() { while socket.read(upTo: 4096) != nil {} }
}
