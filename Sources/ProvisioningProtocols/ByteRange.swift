/// Some of the bytes that a message was decoded from. What a message carries of any length stays where it arrived.
public struct ByteRange: Equatable, Sendable {
    /// Where they begin, counted from the message's first byte.
    public var offset: UInt16
    /// How many they are.
    public var count: UInt16

    /// `count` bytes from `offset`, both of at most 65,535.
    @inline(__always)
    public init(_ offset: Int, count: Int) {
        self.offset = UInt16(truncatingIfNeeded: offset)
        self.count = UInt16(truncatingIfNeeded: count)
    }

    /// The same as indices of the message's span.
    public var range: Range<Int> { Int(offset)..<Int(offset) + Int(count) }

    /// The range, if `bytes` hold it.
    @inline(__always)
    func checked(in bytes: borrowing Span<UInt8>) -> Range<Int>? { range.upperBound <= bytes.count ? range : nil }
}
