import CSystemd
import Glibc
import Runtime

/// Secret bytes in a memory file of their own, in which sd-bus sends them.
///
/// The rest of a message moves while it grows, and what it leaves behind nobody wipes. A file stays where it is, and its memory
/// goes back to the system with its last descriptor. The same for texts, `sd_bus_message_append_string_memfd`, takes a wrong
/// descriptor for the file's (seen with 252).
struct SecretFile: ~Copyable {
    private let descriptor: Int32
    private let count: Int

    /// A file with `bytes`, of which there must be one at least.
    /// - Throws: why the system gives no such file.
    init(_ bytes: SecretBytes) throws(DBusError) {
        descriptor = memfd_create("gangway-secret", UInt32(MFD_CLOEXEC | MFD_ALLOW_SEALING))
        count = bytes.count
        guard descriptor >= 0 else { throw DBusError(status: -errno) }
        // Not mapped: sd-bus seals the file, which it cannot do once somebody has mapped it for writing.
        let written = bytes.withCString { pwrite(descriptor, $0, count, 0) }
        guard written == count else { throw DBusError(status: written < 0 ? -errno : -ENOSPC) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends it as an `ay`.
    func append(to message: OpaquePointer) throws(DBusError) {
        let type = CChar(bitPattern: UInt8(ascii: "y"))
        try check(sd_bus_message_append_array_memfd(message, type, descriptor, 0, UInt64(count)))
    }
}
