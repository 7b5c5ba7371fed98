#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An address and a port, as the system takes them.
struct SocketAddress {
    private var storage = sockaddr_storage()
    let isSix: Bool

    /// The address that `text` writes in numbers; `nil` for any other text.
    init?(_ text: String, port: UInt16) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            isSix = false
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: &four) { target.copyMemory(from: $0) }
            }
        } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            isSix = true
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: &six) { target.copyMemory(from: $0) }
            }
        } else {
            return nil
        }
    }

    private var length: socklen_t {
        socklen_t(isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    }

    /// Lends it to `body` as the system's functions take it.
    func withPointer<Result, Failure: Error>(
        _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var copy = storage
        return try withUnsafeMutablePointer(to: &copy) { pointer throws(Failure) in
            try body(UnsafeMutableRawPointer(pointer))
        }
    }

    /// Binds a socket to it, and lets go.
    /// - Throws: why nothing can listen there.
    func check() throws(WebServerError) {
        let descriptor = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let status = withPointer { bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), length) }
        guard status == 0, listen(descriptor, 1) == 0 else { throw Self.error(errno) }
    }

    private static func error(_ number: Int32) -> WebServerError {
        switch number {
        case EADDRINUSE:
            WebServerError(
                code: .inUse, summary: "Another program listens there already.", advice: "End it, or name another port."
            )
        case EACCES, EPERM:
            WebServerError(
                code: .notPermitted, summary: "This program may not listen there.",
                advice: "Name a port from 1024 on.")
        case EADDRNOTAVAIL:
            WebServerError(
                code: .noSuchAddress, summary: "This machine does not have that address.",
                advice: "`ip address` shows which it has.")
        default:
            WebServerError(
                code: .failed, summary: "The system refuses to listen there: \(String(cString: strerror(number))).",
                advice: "Name another address or port.")
        }
    }
}
