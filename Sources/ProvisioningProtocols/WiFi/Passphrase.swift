/// A Wi-Fi passphrase or key, 0 to 64 bytes; empty for an open network.
///
/// It has one owner, is never part of a description, and its memory is wiped when it goes.
public struct Passphrase: ~Copyable, Sendable {
    /// The longest that any network takes: a 256-bit key as 64 hex digits.
    public static var maximumLength: Int { 64 }

    private var storage: InlineArray<64, UInt8>
    private var length: UInt8
    /// How many bytes it has, 0 to 64.
    public var count: Int { Int(length) }

    /// The empty passphrase of an open network.
    public init() {
        storage = InlineArray(repeating: 0)
        length = 0
    }

    /// A copy of `bytes`; `nil` when there are more than 64.
    public init?(_ bytes: borrowing Span<UInt8>) {
        guard bytes.count <= Self.maximumLength else { return nil }
        storage = InlineArray(repeating: 0)
        length = UInt8(truncatingIfNeeded: bytes.count)
        var target = storage.mutableSpan
        copyBytes(bytes, from: 0, count: bytes.count, into: &target, at: 0)
    }

    /// `length` bytes that `write` fills in, in place; `nil` when there are more than 64, or where it says `false`.
    static func filled(
        length: Int, _ write: (_ bytes: inout MutableSpan<UInt8>) -> Bool
    ) -> Passphrase? {
        guard length >= 0, length <= maximumLength else { return nil }
        var passphrase = Passphrase()
        passphrase.length = UInt8(truncatingIfNeeded: length)
        var target = passphrase.storage.mutableSpan
        guard write(&target) else { return nil }
        return consume passphrase
    }

    /// Whether it is the empty passphrase of an open network.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(first: count))
    }

    /// A second owner of the same bytes.
    public func copy() -> Passphrase {
        var other = Passphrase()
        for index in 0..<count { other.storage[index] = storage[index] }
        other.length = length
        return other
    }

    deinit { wipe(storage) }
}

/// Overwrites a secret that is about to go; never optimised away.
@inline(never) @_optimize(none)
private func wipe(_ bytes: borrowing InlineArray<64, UInt8>) {
    bytes.span.withUnsafeBufferPointer { buffer in
        let memory = UnsafeMutablePointer(mutating: buffer.baseAddress)
        for index in 0..<buffer.count { memory?[index] = 0 }
    }
}

#if !hasFeature(Embedded)
    extension Passphrase {
        /// The UTF-8 bytes of `text`; `nil` when there are more than 64. The caller's text is not wiped.
        public init?(_ text: String) { self.init(Array(text.utf8).span) }
    }
#endif
