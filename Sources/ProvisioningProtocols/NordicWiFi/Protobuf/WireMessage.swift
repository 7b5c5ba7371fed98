extension NordicWiFi {
    /// A message of the service: it is read field by field, and written in the order of its fields' numbers.
    public protocol WireMessage: Equatable, Sendable {
        /// A message without fields.
        init()
        /// Takes the field whose tag `reader` has just read. As protobuf has it, the last of several values of a field counts,
        /// and several submessages are one; a field that is not known, or has another type than it should, is passed over.
        mutating func take(
            _ tag: UInt32, from reader: inout WireReader, in bytes: borrowing Span<UInt8>
        ) throws(DecodingError)
        /// Whether it holds every field that the schema requires; so by default.
        var isInitialized: Bool { get }
        /// Writes the fields; those of bytes lie in `source`.
        func write(
            from source: borrowing Span<UInt8>, _ writer: inout WireWriter, _ target: inout MutableSpan<UInt8>)

        /// Takes all that `reader` reads into the fields: the same for all, and here so that each has machine code of its own.
        mutating func merge(_ reader: consuming WireReader, in bytes: borrowing Span<UInt8>) throws(DecodingError)
    }

    /// An enumeration's number. Those that have no name are kept as they are.
    public protocol WireNumber: RawRepresentable, Hashable, Sendable where RawValue == Int32 {
        /// The value with this number.
        init(rawValue: Int32)
    }
}

extension NordicWiFi.WireMessage {
    /// The message in all of `bytes`, which hold its bytes for as long as it is used.
    /// - Throws: where `bytes` are no message. A required field that is missing is not that: ``isInitialized`` tells.
    @inlinable
    public init(decoding bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) {
        self.init()
        try merge(try NordicWiFi.WireReader(bytes), in: bytes)
    }

    /// Takes all that `reader` reads into the fields.
    @inline(__always)
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            if tag == 0 { return }
            try take(tag, from: &reader, in: bytes)
        }
    }

    /// It requires none.
    public var isInitialized: Bool { true }

    /// Writes the message at the start of `target`; the bytes that it refers to lie in `source`.
    /// - Returns: how many bytes it takes; `nil` where they do not fit or `source` does not hold them. What was written until
    ///   then is overwritten with zeros.
    @inlinable
    public func encode(from source: borrowing Span<UInt8>, into target: inout MutableSpan<UInt8>) -> Int? {
        var writer = NordicWiFi.WireWriter()
        write(from: source, &writer, &target)
        return writer.end(&target)
    }
}
