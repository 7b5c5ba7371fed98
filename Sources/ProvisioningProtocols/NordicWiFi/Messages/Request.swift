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
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x08: opCode = NordicWiFi.OpCode(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x52:
                let inner = try reader.submessage(in: bytes)
                var message = scanParams ?? NordicWiFi.ScanParams()
                try message.merge(inner, in: bytes)
                scanParams = message
            case 0x5A:
                let inner = try reader.submessage(in: bytes)
                var message = config ?? NordicWiFi.WifiConfig()
                try message.merge(inner, in: bytes)
                config = message
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(signed: opCode?.rawValue)
            + NordicWiFi.WireSize.field(scanParams)
            + NordicWiFi.WireSize.field(config)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { (scanParams?.isInitialized ?? true) && (config?.isInitialized ?? true) }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { max(scanParams?.sourceEnd ?? 0, config?.sourceEnd ?? 0) }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, signed: opCode?.rawValue, &target)
        writer.field(0x52, scanParams, of: source, &target)
        writer.field(0x5A, config, of: source, &target)
    }
}

extension NordicWiFi {
    /// What a device needs to join a network. Fields 3 to 5 have other meanings in some firmware: what is no boolean
    /// is passed over.
    public struct WifiConfig: WireMessage {
        /// The network.
        public var wifi: WifiInfo?
        /// Its passphrase.
        public var passphrase: ByteRange?
        /// Whether the device forgets it when it restarts.
        public var volatileMemory: Bool?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.WifiConfig {
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
            case 0x12: passphrase = try reader.range(in: bytes)
            case 0x18: volatileMemory = try !reader.varint(in: bytes).isZero
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(wifi)
            + NordicWiFi.WireSize.field(passphrase)
            + NordicWiFi.WireSize.field(volatileMemory)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { wifi?.isInitialized ?? true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { max(passphrase?.range.upperBound ?? 0, wifi?.sourceEnd ?? 0) }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, wifi, of: source, &target)
        writer.field(0x12, passphrase, of: source, &target)
        writer.field(0x18, volatileMemory, &target)
    }
}
