extension NordicWiFi {
    /// A network, or one of its access points.
    public struct WifiInfo: WireMessage {
        /// The network's name, of any length; required.
        public var ssid: ByteRange?
        /// The access point's address; required, and empty for none in particular.
        public var bssid: ByteRange?
        /// The band of its channel.
        public var band: FrequencyBand?
        /// Its channel; required, 0 or 255 for any.
        public var channel: UInt32?
        /// How it is secured.
        public var auth: AuthMode?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.WifiInfo {
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x0A: ssid = try reader.range(in: bytes)
            case 0x12: bssid = try reader.range(in: bytes)
            case 0x18: band = NordicWiFi.FrequencyBand(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x20: channel = try reader.varint(in: bytes).low
            case 0x28: auth = NordicWiFi.AuthMode(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(ssid)
            + NordicWiFi.WireSize.field(bssid)
            + NordicWiFi.WireSize.field(signed: band?.rawValue)
            + NordicWiFi.WireSize.field(channel)
            + NordicWiFi.WireSize.field(signed: auth?.rawValue)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { ssid != nil && bssid != nil && channel != nil }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { max(ssid?.range.upperBound ?? 0, bssid?.range.upperBound ?? 0) }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, ssid, of: source, &target)
        writer.field(0x12, bssid, of: source, &target)
        writer.field(0x18, signed: band?.rawValue, &target)
        writer.field(0x20, channel, &target)
        writer.field(0x28, signed: auth?.rawValue, &target)
    }
}
