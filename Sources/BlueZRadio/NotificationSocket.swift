import DBus
import Dispatch
import Glibc
import Runtime

/// The socket over which BlueZ hands notifications on (`AcquireNotify`): one packet each. Belongs to `executor`.
final class NotificationSocket {
    private let descriptor: FileDescriptor
    private let source: any DispatchSourceRead

    /// Calls `received` on the executor for each packet, and `closed` once when BlueZ has closed its end.
    init?(
        _ descriptor: FileDescriptor, on executor: QueueExecutor,
        received: @escaping @Sendable ([UInt8]) -> Void, closed: @escaping @Sendable () -> Void
    ) {
        let number = descriptor.rawValue
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else { return nil }
        self.descriptor = descriptor
        self.received = received
        source = executor.readSource(number)
        source.setEventHandler { if !Self.drain(descriptor, received) { closed() } }
        // The descriptor must outlive the source's last look at it.
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.activate()
    }

    private let received: @Sendable ([UInt8]) -> Void

    deinit { source.cancel() }

    /// Takes what has arrived.
    func drain() { _ = Self.drain(descriptor, received) }

    /// Closes the socket, which ends the subscription at BlueZ.
    func close() { source.cancel() }

    /// Takes what has arrived; `false` when BlueZ has closed its end and nothing is left.
    private static func drain(_ descriptor: FileDescriptor, _ received: ([UInt8]) -> Void) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = read(descriptor.rawValue, &buffer, buffer.count)
            if count > 0 {
                received(Array(buffer[..<count]))
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0 {
                return errno == EAGAIN
            } else {
                // An empty packet and the end look the same to read.
                var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
                if poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLHUP) != 0 { return false }
                received([])
            }
        }
    }
}
