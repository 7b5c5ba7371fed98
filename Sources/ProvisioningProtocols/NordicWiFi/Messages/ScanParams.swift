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
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x08: band = NordicWiFi.FrequencyBand(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x10: passive = try !reader.varint(in: bytes).isZero
            case 0x18: periodMs = try reader.varint(in: bytes).low
            case 0x20: groupChannels = try reader.varint(in: bytes).low
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(signed: band?.rawValue)
            + NordicWiFi.WireSize.field(passive)
            + NordicWiFi.WireSize.field(periodMs)
            + NordicWiFi.WireSize.field(groupChannels)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, signed: band?.rawValue, &target)
        writer.field(0x10, passive, &target)
        writer.field(0x18, periodMs, &target)
        writer.field(0x20, groupChannels, &target)
    }
}
