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
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x0A: ssid = try reader.range(in: bytes)
        case 0x12: bssid = try reader.range(in: bytes)
        case 0x18: band = try reader.number(in: bytes)
        case 0x20: channel = try reader.varint(in: bytes).low
        case 0x28: auth = try reader.number(in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { ssid != nil && bssid != nil && channel != nil }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, ssid, of: source, &target)
        writer.field(0x12, bssid, of: source, &target)
        writer.field(0x18, number: band, &target)
        writer.field(0x20, channel, &target)
        writer.field(0x28, number: auth, &target)
    }
}
