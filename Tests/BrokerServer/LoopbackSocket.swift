import Foundation
import Glibc

/// A TCP socket on the loopback interface. Its calls wait; it is closed when the last reference goes.
final class LoopbackSocket: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// One that listens at `port`, or at one that was free.
    static func listening(at port: UInt16 = 0) throws -> LoopbackSocket {
        let socket = LoopbackSocket(Glibc.socket(AF_INET, Self.kind, 0))
        let status = withAddress(port: port) { bind(socket.descriptor, $0, $1) }
        guard status == 0, listen(socket.descriptor, 16) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
        }
        return socket
    }

    /// One that is connected to `port`; `nil` where nobody listens.
    static func connected(to port: UInt16) -> LoopbackSocket? {
        let socket = LoopbackSocket(Glibc.socket(AF_INET, Self.kind, 0))
        return withAddress(port: port) { connect(socket.descriptor, $0, $1) } == 0 ? socket : nil
    }

    private static var kind: Int32 { Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) }

    private static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The port it has here.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// Waits for a connection; `nil` when it was ended.
    func accept() -> LoopbackSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return LoopbackSocket(accepted)
    }

    /// Waits for bytes; `nil` at the end.
    func read(upTo limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &bytes, limit, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    /// Writes all of `bytes`; `false` where the other end is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends it, both ways; calls that wait return.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
