/// Reads numbers from bytes of unknown origin, without ever running past their end: every read that does not fit gives `nil`
/// and takes nothing.
public struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    /// Where the next byte is read: an index of the slice.
    public private(set) var position: Int

    /// Reads `bytes` from their start.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes are left.
    public var remaining: Int { bytes.endIndex - position }

    /// The next `count` bytes; `nil` when there are fewer.
    public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// All that is left.
    public mutating func takeRest() -> ArraySlice<UInt8> {
        defer { position = bytes.endIndex }
        return bytes[position...]
    }

    /// The next byte.
    public mutating func byte() -> UInt8? { take(1)?.first }

    /// Two bytes, the least significant first.
    public mutating func littleEndian16() -> UInt16? {
        take(2).map { UInt16($0[$0.startIndex]) | UInt16($0[$0.startIndex + 1]) << 8 }
    }

    /// Four bytes, the most significant first.
    public mutating func bigEndian32() -> UInt32? { take(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    /// Eight bytes, the most significant first.
    public mutating func bigEndian64() -> UInt64? { take(8).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }
}
