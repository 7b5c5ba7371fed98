/// A Wi-Fi passphrase or key, 0 to 64 bytes; empty for an open network.
///
/// It has one owner, is never part of a description, and its memory is wiped when it goes. On a host its bytes stay where they
/// are when the value moves: a value that moves leaves its own bytes behind.
public struct Passphrase: ~Copyable, Sendable {
    /// The longest that any network takes: a 256-bit key as 64 hex digits.
    public static var maximumLength: Int { 64 }

    private var storage: PassphraseStorage
    private let length: UInt8
    /// How many bytes it has, 0 to 64.
    public var count: Int { Int(length) }

    /// The empty passphrase of an open network.
    public init() {
        storage = PassphraseStorage(isNeeded: false)
        length = 0
    }

    /// A copy of `bytes`; `nil` when there are more than 64.
    public init?(_ bytes: borrowing Span<UInt8>) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.init(copying: bytes)
    }

    private init(copying bytes: borrowing Span<UInt8>) {
        self.init(room: bytes.count)
        storage.withMutableBytes { copyBytes(bytes, from: 0, count: bytes.count, into: &$0, at: 0) }
    }

    /// `length` zeros, at most 64, which are to be overwritten at once.
    private init(room length: Int) {
        storage = PassphraseStorage(isNeeded: length > 0)
        self.length = UInt8(truncatingIfNeeded: length)
    }

    /// `length` bytes that `write` fills in, in place; `nil` when there are more than 64, or where it says `false`.
    static func filled(
        length: Int, _ write: (_ bytes: inout MutableSpan<UInt8>) -> Bool
    ) -> Passphrase? {
        guard length >= 0, length <= maximumLength else { return nil }
        var passphrase = Passphrase(room: length)
        guard passphrase.storage.withMutableBytes(write) else { return nil }
        return consume passphrase
    }

    /// Whether it is the empty passphrase of an open network.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withBytes(count, body)
    }

    // Here and not in the storage: an Embedded build finds no deinit of a type that is not public.
    deinit { storage.end() }

    /// A second owner of the same bytes.
    public func copy() -> Passphrase { withBytes { Passphrase(copying: $0) } }
}

#if !hasFeature(Embedded)
    extension Passphrase {
        /// The UTF-8 bytes of `text`; `nil` when there are more than 64. The caller's text is not wiped.
        public init?(_ text: String) { self.init(text.utf8.span) }
    }
#endif
