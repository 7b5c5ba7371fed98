extension NordicWiFi {
    /// A message of the service: it is read field by field, and written in the order of its fields' numbers.
    public protocol WireMessage: Equatable, Sendable {
        /// A message without fields.
        init()
        /// Takes what `reader` reads into the fields. As protobuf has it, the last of several values of a field counts, and
        /// several submessages are one; a field that is not known, or has another type than it should, is passed over.
        mutating func merge(
            _ reader: consuming WireReader, in bytes: borrowing Span<UInt8>
        ) throws(DecodingError)
        /// How many bytes the message takes.
        var encodedCount: Int { get }
        /// Whether it holds every field that the schema requires.
        var isInitialized: Bool { get }
        /// Writes the fields; those of bytes lie in `source`.
        func write(
            from source: borrowing Span<UInt8>, _ writer: inout WireWriter, _ target: inout MutableSpan<UInt8>)
        /// Where the last of its bytes in the source ends; 0 where it has none.
        var sourceEnd: Int { get }
    }
}

extension NordicWiFi.WireMessage {
    /// The message in all of `bytes`, which hold its bytes for as long as it is used.
    /// - Throws: where `bytes` are no message. A required field that is missing is not that: ``isInitialized`` tells.
    @inline(__always)
    public init(decoding bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) {
        self.init()
        try merge(NordicWiFi.WireReader(bytes), in: bytes)
    }

    /// Writes the message at the start of `target`; the bytes that it refers to lie in `source`.
    /// - Returns: how many bytes it takes; `nil`, and nothing written, where they do not fit or `source` does not hold them.
    public func encode(from source: borrowing Span<UInt8>, into target: inout MutableSpan<UInt8>) -> Int? {
        guard encodedCount <= target.count, sourceEnd <= source.count else { return nil }
        var writer = NordicWiFi.WireWriter()
        write(from: source, &writer, &target)
        return writer.place
    }
}
