import Glibc
import Runtime

/// A file descriptor that is closed when its last reference goes, unless it was taken.
public final class FileDescriptor: Sendable, Hashable {
    private let state: Lock<Int32>

    /// Owns `descriptor` from now on.
    public init(owning descriptor: Int32) { state = Lock(descriptor) }

    /// Owns a new descriptor for what `descriptor` stands for.
    /// - Throws: why the system gives none, such as that this process has no room for more.
    convenience init(duplicating descriptor: Int32) throws(DBusError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw DBusError(status: -errno) }
        self.init(owning: copy)
    }

    deinit {
        let descriptor = take()
        if descriptor >= 0 { close(descriptor) }
    }

    /// The descriptor, which stays owned; -1 when it was taken.
    public var rawValue: Int32 { state.withLock { $0 } }

    /// Hands the descriptor over to the caller, who closes it; -1 when it was taken before.
    public func take() -> Int32 {
        state.withLock { descriptor in
            let taken = descriptor
            descriptor = -1
            return taken
        }
    }

    /// Whether both are the same object.
    public static func == (left: FileDescriptor, right: FileDescriptor) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
