/// The name of a Wi-Fi network: 0 to 32 bytes, not text (IEEE 802.11-2020 §9.4.2.2).
///
/// Stored inline, so that it can be kept and compared without a heap.
public struct SSID: Sendable {
    /// IEEE 802.11 stores an SSID in at most 32 octets.
    public static var maximumLength: Int { 32 }

    // The wide field first keeps the whole value aligned; bytes past the length are zero.
    private var length: UInt32
    private var storage: InlineArray<32, UInt8>

    /// The empty name, which a hidden network broadcasts.
    public init() {
        length = 0
        storage = InlineArray(repeating: 0)
    }

    /// The bytes as they came; `nil` when there are more than 32.
    public init?(_ bytes: borrowing Span<UInt8>) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.init(copying: bytes, from: 0, count: bytes.count)
    }

    /// `count` bytes of `bytes` from `start`, which the caller has checked to be there and at most 32.
    @inline(__always)
    init(copying bytes: borrowing Span<UInt8>, from start: Int, count: Int) {
        storage = InlineArray(repeating: 0)
        length = UInt32(truncatingIfNeeded: count)
        var target = storage.mutableSpan
        copyBytes(bytes, from: start, count: count, into: &target, at: 0)
    }

    /// How many bytes the name has, 0 to 32.
    public var count: Int { Int(truncatingIfNeeded: length) }

    /// The byte at `index`, which is below ``count``.
    public subscript(index: Int) -> UInt8 {
        precondition(index < count)
        return storage[index]
    }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(first: count))
    }

    /// Writes the bytes into `target` from `place`, where the caller has checked that they fit.
    @inline(__always)
    func write(into target: inout MutableSpan<UInt8>, at place: Int) {
        copyBytes(storage.span, from: 0, count: count, into: &target, at: place)
    }

    /// Whether the name is empty or all zero bytes: both are how access points hide it.
    public var isHidden: Bool {
        for index in 0..<count where storage[index] != 0 { return false }
        return true
    }
}

extension SSID: Hashable {
    /// Whether both names have the same bytes.
    public static func == (left: SSID, right: SSID) -> Bool {
        guard left.length == right.length else { return false }
        for index in 0..<left.count where left.storage[index] != right.storage[index] { return false }
        return true
    }

    /// Feeds the bytes of the name to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<count { hasher.combine(storage[index]) }
    }
}

#if !hasFeature(Embedded)
    extension SSID: CustomStringConvertible {
        /// The UTF-8 bytes of `text`; `nil` when there are more than 32.
        public init?(_ text: String) { self.init(Array(text.utf8)) }

        /// The bytes as they came; `nil` when there are more than 32.
        public init?(_ bytes: [UInt8]) { self.init(bytes.span) }

        /// The bytes of the name.
        public var bytes: [UInt8] { (0..<count).map { storage[$0] } }

        /// The name as text, control characters escaped, and `\xNN` for each byte that is no part of valid UTF-8.
        public var description: String { escapedText(bytes) }
    }
#endif
