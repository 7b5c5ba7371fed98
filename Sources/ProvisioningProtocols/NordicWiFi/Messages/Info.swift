extension NordicWiFi {
    /// What a device tells anybody: the answer to a read of ``Characteristic/info``.
    public struct Info: WireMessage {
        /// The version of the service; required.
        public var version: UInt32?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.Info {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x08: version = try reader.varint(in: bytes).low
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { version != nil }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, version, &target)
    }
}
