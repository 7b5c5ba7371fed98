import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import ProvisioningProtocols
import Runtime

/// Reads lines from a descriptor, waiting in a way that cancellation ends. What it read is wiped when it goes.
///
/// One caller at a time.
actor LineReader {
    /// What a line may be at most: far above any passphrase, so that a longer one is refused and not cut.
    static let maximumLine = 4096

    private let descriptor: Int32
    private let buffer = SecretBuffer(count: LineReader.maximumLine)
    private var count = 0
    private var isAtEnd = false

    /// Why no line came.
    enum Failure: Error, Equatable {
        case cancelled
        case tooLong
        case unreadable
    }

    /// Reads from `descriptor`, which stays the caller's.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Lends the next line, without its end, to `body`; `nil` when there is none. The last one needs no line end.
    func withNextLine<Result: ~Copyable & Sendable>(
        _ body: @Sendable (borrowing Span<UInt8>) -> Result
    ) async throws(Failure) -> Result? {
        while true {
            if let end = buffer.bytes[..<count].firstIndex(of: 0x0A) { return take(line: end, next: end + 1, body) }
            if isAtEnd { return count == 0 ? nil : take(line: count, next: count, body) }
            guard count < buffer.bytes.count else { throw .tooLong }
            try await fill()
        }
    }

    /// Lends the next line to `body` where it is there already, and leaves it there; `nil` where it is still to come.
    func withLineThatIsThere<Result: ~Copyable & Sendable>(
        _ body: @Sendable (borrowing Span<UInt8>) -> Result
    ) -> Result? {
        while true {
            if let end = buffer.bytes[..<count].firstIndex(of: 0x0A) { return lend(end, body) }
            if isAtEnd { return count == 0 ? nil : lend(count, body) }
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard count < buffer.bytes.count, poll(&poller, 1, 0) > 0, take() else { return nil }
        }
    }

    /// Whether there is another line; waits until that is known.
    func hasLine() async throws(Failure) -> Bool {
        while count == 0 {
            if isAtEnd { return false }
            try await fill()
        }
        return true
    }

    /// The next line as text that is no secret.
    func nextText() async throws(Failure) -> String? {
        try await withNextLine { line in
            var bytes: [UInt8] = []
            for index in line.indices { bytes.append(line[index]) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func take<Result: ~Copyable>(
        line end: Int, next: Int, _ body: (borrowing Span<UInt8>) -> Result
    ) -> Result {
        let bytes = buffer.bytes
        let result = lend(end, body)
        for index in next..<count { bytes[index - next] = bytes[index] }
        buffer.wipe((count - next)..<count)
        count -= next
        return result
    }

    private func lend<Result: ~Copyable>(_ end: Int, _ body: (borrowing Span<UInt8>) -> Result) -> Result {
        let bytes = buffer.bytes
        let length = end > 0 && bytes[end - 1] == 0x0D ? end - 1 : end
        return body(UnsafeBufferPointer(rebasing: bytes[..<length]).span)
    }

    private func fill() async throws(Failure) {
        guard await waitUntilReadable(descriptor) else { throw .cancelled }
        guard take() || errno == EINTR || errno == EAGAIN else { throw .unreadable }
    }

    /// Reads what is there; `false` with `errno` set where that fails.
    private func take() -> Bool {
        let free = UnsafeMutableBufferPointer(rebasing: buffer.bytes[count...])
        let got = read(descriptor, free.baseAddress, free.count)
        guard got >= 0 else { return false }
        if got == 0 { isAtEnd = true }
        count += got
        return true
    }
}

/// Waits until `descriptor` has something to read or is at its end; `false` when the task is cancelled first.
func waitUntilReadable(_ descriptor: Int32) async -> Bool {
    if Task.isCancelled { return false }
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&poller, 1, 0) != 0 { return true }  // files and closed ends cannot be waited for: they are always ready
    let (stream, source) = EventStream<Void, Never>.make(capacity: 1)
    let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    reader.setEventHandler { source.yield(()) }
    reader.activate()
    defer { reader.cancel() }
    return await stream.next() != nil
}
