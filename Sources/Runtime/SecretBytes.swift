import CSecretMemory

/// Bytes that may hold a secret, such as what is written to a device: shared by all who have them, never changed, and wiped
/// when the last one lets them go.
///
/// No description or mirror shows them. What ``array`` gives is a copy that nobody wipes.
public struct SecretBytes: Sendable {
    // Unsafe: written while it is made and never after.
    private nonisolated(unsafe) let storage: SecretStorage?

    /// A copy of `bytes`, which stay the caller's to wipe.
    public init(_ bytes: borrowing Span<UInt8>) { self = bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

    /// A copy of `bytes`, which stay the caller's to wipe.
    public init(_ bytes: ArraySlice<UInt8>) { self = bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

    /// A copy of `bytes`, which stay the caller's to wipe.
    public init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

    /// A copy of the memory at `bytes`.
    public init(copying bytes: UnsafeRawBufferPointer) {
        storage = bytes.isEmpty ? nil : SecretStorage.make(bytes)
    }

    /// How many bytes there are.
    public var count: Int { storage?.header ?? 0 }

    /// Whether there are none.
    public var isEmpty: Bool { storage == nil }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withMemory { memory throws(Failure) in
            try body(UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : count).span)
        }
    }

    /// Lends the bytes to `body` as a C string: one NUL is behind them, and any among them ends it early.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withMemory { memory throws(Failure) in
            var empty: CChar = 0
            guard let memory else {
                return try withUnsafePointer(to: &empty) { pointer throws(Failure) in try body(pointer) }
            }
            return try memory.withMemoryRebound(to: CChar.self, capacity: count + 1) { text throws(Failure) in
                try body(text)
            }
        }
    }

    private func withMemory<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let storage else { return try body(nil) }
        return try storage.withUnsafeMutablePointerToElements { memory throws(Failure) in
            try body(UnsafePointer(memory))
        }
    }

    /// A copy as an array, which nobody wipes: for bytes that are known to be no secret.
    public var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

/// The bytes and a NUL behind them.
private final class SecretStorage: ManagedBuffer<Int, UInt8> {
    static func make(_ bytes: UnsafeRawBufferPointer) -> SecretStorage {
        let made = create(minimumCapacity: bytes.count + 1) { _ in bytes.count }
        made.withUnsafeMutablePointerToElements { memory in
            UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
            memory[bytes.count] = 0
        }
        gangway_wipe_registers()
        return unsafeDowncast(made, to: SecretStorage.self)
    }

    deinit {
        withUnsafeMutablePointers { count, memory in gangway_wipe(memory, count.pointee) }
    }
}

extension SecretBytes: Hashable, ExpressibleByArrayLiteral {
    /// These bytes.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }

    /// Whether both are the same bytes.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                guard left.count == right.count else { return false }
                for index in left.indices where left[index] != right[index] { return false }
                return true
            }
        }
    }

    /// Whether both are the same bytes.
    public static func == (left: SecretBytes, right: [UInt8]) -> Bool {
        left.withBytes { left in
            guard left.count == right.count else { return false }
            for index in left.indices where left[index] != right[index] { return false }
            return true
        }
    }

    /// Hashes how many there are: a hash of what they are would tell of them.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// How many there are.
    public var description: String { "<\(count) bytes>" }
    /// No children: ``description`` tells what may be seen.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
