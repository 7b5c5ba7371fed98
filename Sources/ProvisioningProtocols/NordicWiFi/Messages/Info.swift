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
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x08: version = try reader.varint(in: bytes).low
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(version)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { version != nil }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, version, &target)
    }
}
