extension NordicWiFi {
    /// What is notified on ``Characteristic/dataOut``.
    public struct Result: WireMessage {
        /// An access point.
        public var scanRecord: ScanRecord?
        /// A state that the join has come to.
        public var state: ConnectionState?
        /// Why it failed.
        public var reason: ConnectionFailureReason?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.Result {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x0A: try reader.merge(into: &scanRecord, in: bytes)
        case 0x10: state = try reader.number(in: bytes)
        case 0x18: reason = try reader.number(in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { scanRecord?.isInitialized ?? true }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, scanRecord, of: source, &target)
        writer.field(0x10, number: state, &target)
        writer.field(0x18, number: reason, &target)
    }
}

extension NordicWiFi {
    /// An access point that a scan found.
    public struct ScanRecord: WireMessage {
        /// The access point.
        public var wifi: WifiInfo?
        /// How strongly it is received, in dBm.
        public var rssi: Int32?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.ScanRecord {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x0A: try reader.merge(into: &wifi, in: bytes)
        case 0x10: rssi = try Int32(bitPattern: reader.varint(in: bytes).low)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { wifi?.isInitialized ?? true }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, wifi, of: source, &target)
        writer.field(0x10, signed: rssi, &target)
    }
}
