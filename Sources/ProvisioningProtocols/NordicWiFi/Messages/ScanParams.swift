extension NordicWiFi {
    /// How a device is to look for networks.
    public struct ScanParams: WireMessage {
        /// The band; any where it is left out.
        public var band: FrequencyBand?
        /// Whether it only listens.
        public var passive: Bool?
        /// How long, in milliseconds; 0 for no limit.
        public var periodMs: UInt32?
        /// After how many channels it goes back to the network that it is on.
        public var groupChannels: UInt32?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.ScanParams {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x08: band = try reader.number(in: bytes)
        case 0x10: passive = try !reader.varint(in: bytes).isZero
        case 0x18: periodMs = try reader.varint(in: bytes).low
        case 0x20: groupChannels = try reader.varint(in: bytes).low
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, number: band, &target)
        writer.field(0x10, passive, &target)
        writer.field(0x18, periodMs, &target)
        writer.field(0x20, groupChannels, &target)
    }
}
