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
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x08: requestOpCode = try reader.number(in: bytes)
        case 0x10: status = try reader.number(in: bytes)
        case 0x52: try reader.merge(into: &deviceStatus, in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool { deviceStatus?.isInitialized ?? true }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, number: requestOpCode, &target)
        writer.field(0x10, number: status, &target)
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
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x08: state = try reader.number(in: bytes)
        case 0x52: try reader.merge(into: &provisioningInfo, in: bytes)
        case 0x5A: try reader.merge(into: &connectionInfo, in: bytes)
        case 0x62: try reader.merge(into: &scanInfo, in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Whether every required field is there.
    public var isInitialized: Bool {
        (provisioningInfo?.isInitialized ?? true) && (connectionInfo?.isInitialized ?? true)
            && (scanInfo?.isInitialized ?? true)
    }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x08, number: state, &target)
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
    /// Takes the field of this tag from `reader`.
    @inline(__always)
    public mutating func take(
        _ tag: UInt32, from reader: inout NordicWiFi.WireReader, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        switch tag {
        case 0x0A: ip4Addr = try reader.range(in: bytes)
        default: try reader.skip(tag, in: bytes)
        }
    }

    /// Writes the fields in the order of their numbers.
    public func write(
        from source: borrowing Span<UInt8>, _ writer: inout NordicWiFi.WireWriter, _ target: inout MutableSpan<UInt8>
    ) {
        writer.field(0x0A, ip4Addr, of: source, &target)
    }
}
