import Runtime
import BluetoothLE
import Glibc

/// The few socket calls that a radio directory needs, all of them without waiting.
enum UnixSocket {
    /// What came of connecting.
    enum Connection {
        case connected(Int32)
        /// Somebody listens, and has too many waiting.
        case busy
        /// The socket is there and nobody listens: its process has ended.
        case dead
        /// There is no socket.
        case missing
        /// Another reason, as an error number.
        case failed(Int32)
    }

    static func connect(to path: String) -> Connection {
        let descriptor = make()
        guard descriptor >= 0 else { return .failed(errno) }
        let status = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        if status == 0 { return .connected(descriptor) }
        let reason = errno
        close(descriptor)
        switch reason {
        case EAGAIN: return .busy
        case ECONNREFUSED: return .dead
        case ENOENT: return .missing
        default: return .failed(reason)
        }
    }

    /// A listening socket; `nil` where there is one at `path` already, alive or dead.
    static func listen(at path: String) throws(BluetoothError) -> Int32? {
        let descriptor = make()
        guard descriptor >= 0 else { throw BluetoothError(.failed, "no socket could be had: \(systemText(errno))") }
        guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            Glibc.listen(descriptor, 128) == 0
        else {
            let reason = errno
            close(descriptor)
            if reason == EADDRINUSE { return nil }
            throw BluetoothError(.advertisementRefused, "no socket can listen at \(path): \(systemText(reason))")
        }
        return descriptor
    }

    private static func make() -> Int32 {
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        return socket(AF_UNIX, kind, 0)
    }

    /// Lends the address of `path`, which the directory's limit keeps short enough.
    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
