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
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x0A:
                let inner = try reader.submessage(in: bytes)
                var message = scanRecord ?? NordicWiFi.ScanRecord()
                try message.merge(inner, in: bytes)
                scanRecord = message
            case 0x10: state = NordicWiFi.ConnectionState(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x18:
                reason = NordicWiFi.ConnectionFailureReason(
                    rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(scanRecord)
            + NordicWiFi.WireSize.field(signed: state?.rawValue)
            + NordicWiFi.WireSize.field(signed: reason?.rawValue)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { scanRecord?.isInitialized ?? true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { scanRecord?.sourceEnd ?? 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, scanRecord, of: source, &target)
        writer.field(0x10, signed: state?.rawValue, &target)
        writer.field(0x18, signed: reason?.rawValue, &target)
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
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x0A:
                let inner = try reader.submessage(in: bytes)
                var message = wifi ?? NordicWiFi.WifiInfo()
                try message.merge(inner, in: bytes)
                wifi = message
            case 0x10: rssi = Int32(bitPattern: try reader.varint(in: bytes).low)
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(wifi)
            + NordicWiFi.WireSize.field(signed: rssi)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { wifi?.isInitialized ?? true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { wifi?.sourceEnd ?? 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, wifi, of: source, &target)
        writer.field(0x10, signed: rssi, &target)
    }
}
