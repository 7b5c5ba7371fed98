import CSecretMemory

/// Memory of a fixed size in which a secret is put together, or read from a file: wiped when it goes.
///
/// It belongs to whoever made it: what is written and read at the same time is for the owner to keep apart.
public final class SecretBuffer {
    /// The bytes, all zero at first. They go with the buffer: keep it alive (`withExtendedLifetime`) while they are used.
    public let bytes: UnsafeMutableBufferPointer<UInt8>

    /// A buffer of `count` bytes.
    public init(count: Int) {
        bytes = .allocate(capacity: count)
        bytes.initialize(repeating: 0)
    }

    deinit {
        wipe(0..<bytes.count)
        bytes.deallocate()
    }

    /// Writes zeros over a part of it.
    public func wipe(_ range: Range<Int>) {
        let part = UnsafeMutableBufferPointer(rebasing: bytes[range])
        if let start = part.baseAddress, !part.isEmpty { gangway_wipe(start, part.count) }
    }
}
