extension NordicWiFi {
    /// What is indicated on ``Characteristic/controlPoint``.
    public struct Response: WireMessage {
        /// What it answers; not there where the request could not be read.
        public var requestOpCode: OpCode?
        /// How the request went.
        public var status: Status?
        /// Where the device stands, where that was asked.
        public var deviceStatus: DeviceStatus?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.Response {
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x08: requestOpCode = NordicWiFi.OpCode(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x10: status = NordicWiFi.Status(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x52:
                let inner = try reader.submessage(in: bytes)
                var message = deviceStatus ?? NordicWiFi.DeviceStatus()
                try message.merge(inner, in: bytes)
                deviceStatus = message
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(signed: requestOpCode?.rawValue)
            + NordicWiFi.WireSize.field(signed: status?.rawValue)
            + NordicWiFi.WireSize.field(deviceStatus)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { deviceStatus?.isInitialized ?? true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { deviceStatus?.sourceEnd ?? 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, signed: requestOpCode?.rawValue, &target)
        writer.field(0x10, signed: status?.rawValue, &target)
        writer.field(0x52, deviceStatus, of: source, &target)
    }
}

extension NordicWiFi {
    /// Where a device stands.
    public struct DeviceStatus: WireMessage {
        /// Its state.
        public var state: ConnectionState?
        /// The network that it has stored.
        public var provisioningInfo: WifiInfo?
        /// How it is reached there.
        public var connectionInfo: ConnectionInfo?
        /// How it scans.
        public var scanInfo: ScanParams?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.DeviceStatus {
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x08: state = NordicWiFi.ConnectionState(rawValue: Int32(bitPattern: try reader.varint(in: bytes).low))
            case 0x52:
                let inner = try reader.submessage(in: bytes)
                var message = provisioningInfo ?? NordicWiFi.WifiInfo()
                try message.merge(inner, in: bytes)
                provisioningInfo = message
            case 0x5A:
                let inner = try reader.submessage(in: bytes)
                var message = connectionInfo ?? NordicWiFi.ConnectionInfo()
                try message.merge(inner, in: bytes)
                connectionInfo = message
            case 0x62:
                let inner = try reader.submessage(in: bytes)
                var message = scanInfo ?? NordicWiFi.ScanParams()
                try message.merge(inner, in: bytes)
                scanInfo = message
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(signed: state?.rawValue)
            + NordicWiFi.WireSize.field(provisioningInfo)
            + NordicWiFi.WireSize.field(connectionInfo)
            + NordicWiFi.WireSize.field(scanInfo)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool {
        (provisioningInfo?.isInitialized ?? true) && (connectionInfo?.isInitialized ?? true)
            && (scanInfo?.isInitialized ?? true)
    }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int {
        max(provisioningInfo?.sourceEnd ?? 0, connectionInfo?.sourceEnd ?? 0)
    }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, signed: state?.rawValue, &target)
        writer.field(0x52, provisioningInfo, of: source, &target)
        writer.field(0x5A, connectionInfo, of: source, &target)
        writer.field(0x62, scanInfo, of: source, &target)
    }
}

extension NordicWiFi {
    /// How a device is reached on its network.
    public struct ConnectionInfo: WireMessage {
        /// Its address: four bytes, in network order.
        public var ip4Addr: ByteRange?

        /// A message without fields.
        public init() {}
    }
}

extension NordicWiFi.ConnectionInfo {
    /// Takes what `reader` reads into the fields.
    public mutating func merge(
        _ reader: consuming NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        while true {
            let tag = try reader.nextTag(in: bytes)
            switch tag {
            case 0: return
            case 0x0A: ip4Addr = try reader.range(in: bytes)
            default: try reader.skip(tag, in: bytes)
            }
        }
    }

    /// How many bytes the message takes.
    public var encodedCount: Int {
        NordicWiFi.WireSize.field(ip4Addr)
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { true }

    /// Where the last of its bytes in the source ends.
    public var sourceEnd: Int { ip4Addr?.range.upperBound ?? 0 }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, ip4Addr, of: source, &target)
    }
}
