extension NordicWiFi {
    /// What is written to ``Characteristic/controlPoint``.
    public struct Request: WireMessage {
        /// What is asked for.
        public var opCode: OpCode?
        /// How to scan.
        public var scanParams: ScanParams?
        /// What to join.
        public var config: WifiConfig?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.Request {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x08: opCode = try reader.number(in: bytes)
        case 0x52: try reader.merge(into: &scanParams, in: bytes)
        case 0x5A: try reader.merge(into: &config, in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { (scanParams?.isInitialized ?? true) && (config?.isInitialized ?? true) }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, number: opCode, &target)
        writer.field(0x52, scanParams, of: source, &target)
        writer.field(0x5A, config, of: source, &target)
    }
}

extension NordicWiFi {
    /// What a device needs to join a network.
    ///
    /// Fields 3 to 5 mean different things to firmware and apps in the field. Where field 3 is a message, which some have for
    /// certificates, field 4 is their *volatile*; otherwise field 4 may be a wish for any channel, or certificates, and says
    /// nothing here.
    public struct WifiConfig: WireMessage {
        /// The network.
        public var wifi: WifiInfo?
        /// Its passphrase.
        public var passphrase: ByteRange?
        /// Whether the device forgets it when it restarts.
        public var volatileMemory: Bool?
        /// Field 4 as a flag, and whether field 3 was a message: read, and never written.
        private var fourth: Bool?
        private var hasMessageAsThird = false

        /// A message without fields.
        public init() {}

        /// Whether the device is to forget it when it restarts, in whichever field that was said; `nil` where it was not.
        public var isVolatile: Bool? { volatileMemory ?? (hasMessageAsThird ? fourth : nil) }
    }
}

extension NordicWiFi.WifiConfig {
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x0A: try reader.merge(into: &wifi, in: bytes)
        case 0x12: passphrase = try reader.range(in: bytes)
        case 0x18: volatileMemory = try !reader.varint(in: bytes).isZero
        case 0x1A:
            _ = try reader.range(in: bytes)
            hasMessageAsThird = true
        case 0x20: fourth = try !reader.varint(in: bytes).isZero
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
        writer.field(0x12, passphrase, of: source, &target)
        writer.field(0x18, volatileMemory, &target)
    }
}
