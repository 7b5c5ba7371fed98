import CMicroHTTPD
import Runtime

/// One request and its answer, on the way through libmicrohttpd. All but the handler's task runs on the server's thread.
final class Exchange: @unchecked Sendable {  // `answer` is under a lock; only the server's thread touches the rest
    private enum Progress {
        case reading
        case asked
        case answered
    }

    private let server: ServerCore
    private let connection: OpaquePointer
    private let head: WebRequest?
    private var body: [UInt8] = []
    private var isTooLong = false
    private var progress = Progress.reading
    private let answer = Lock<WebResponse?>(nil)
    private var stream: BodyStream?

    /// The request whose header has just arrived.
    init(_ server: ServerCore, _ connection: OpaquePointer, head: WebRequest?) {
        self.server = server
        self.connection = connection
        self.head = head
    }

    /// After the header: refuses what need not be read. `nil` to go on.
    func refusal() -> WebResponse? {
        guard let head else { return .text(400, "The request is not valid.") }
        guard let text = head.values("Content-Length").last else { return nil }
        guard let length = UInt64(text) else { return .text(400, "Content-Length is not valid.") }
        return length > UInt64(server.settings.maximumBody) ? Self.tooLong : nil
    }

    private static let tooLong = WebResponse.text(413, "The body is too long.")

    /// Takes a piece of the body; `false` where the connection is to be cut.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isTooLong, body.count + bytes.count <= server.settings.maximumBody else {
            // What is a little too long is read to its end, so that it can be answered.
            isTooLong = true
            body = []
            excess += bytes.count
            return excess <= 16 * server.settings.maximumBody
        }
        body.append(contentsOf: bytes)
        return true
    }

    private var excess = 0

    /// The request is whole, or its answer has come.
    func proceed() -> MHD_Result {
        switch progress {
        case .reading:
            guard let head else { return .NO }
            if isTooLong { return send(Self.tooLong) }
            progress = .asked
            let request = WebRequest(
                method: head.method, path: head.path, query: head.query, fields: head.fields, body: body,
                isFromLoopback: head.isFromLoopback, peer: head.peer, isSecure: head.isSecure)
            body = []
            MHD_suspend_connection(connection)
            server.ask(request) { [self] response in
                answer.withLock { $0 = response }
                MHD_resume_connection(connection)
            }
            return .YES
        case .asked:
            // Called without having been resumed by the answer: there is nothing to say yet.
            guard let response = answer.withLock({ $0 }) else { return .YES }
            return send(response)
        case .answered: return .YES
        }
    }

    /// Queues an answer.
    func send(_ response: WebResponse) -> MHD_Result {
        progress = .answered
        guard let made = make(response.body) else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.fields where MHD_add_response_header(made, name, value) != .YES { return .NO }
        return MHD_queue_response(connection, UInt32(truncatingIfNeeded: response.status), made)
    }

    private func make(_ body: WebResponse.Body) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .stream(let stream):
            self.stream = stream
            let feed = Feed(stream: stream, connection: connection)
            return MHD_create_response_from_callback(
                UInt64.max, 8_192, readStream, Unmanaged.passRetained(feed).toOpaque(), releaseFeed)
        }
    }

    /// The request is done, in whatever way.
    func end() {
        stream?.end()
        stream = nil
    }
}

/// What the library keeps of a stream.
private final class Feed {
    let stream: BodyStream
    let connection: OpaquePointer

    init(stream: BodyStream, connection: OpaquePointer) {
        self.stream = stream
        self.connection = connection
    }
}

private func readStream(
    _ feed: UnsafeMutableRawPointer?, _: UInt64, _ memory: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
    guard let feed, let memory else { return -1 }
    let it = Unmanaged<Feed>.fromOpaque(feed).takeUnretainedValue()
    return it.stream.read(into: UnsafeMutableRawBufferPointer(start: memory, count: count), for: it.connection)
}

private func releaseFeed(_ feed: UnsafeMutableRawPointer?) {
    guard let feed else { return }
    let it = Unmanaged<Feed>.fromOpaque(feed).takeRetainedValue()
    it.stream.end()
}
