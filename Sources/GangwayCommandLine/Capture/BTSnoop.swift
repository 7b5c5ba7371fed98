import Runtime

/// A capture of a Bluetooth controller's traffic in the btsnoop format, as `btmon -w` and Android write it.
///
/// The format: a header (magic, version 1, datalink type) and records (original length, included length, flags, drops,
/// 64-bit time), all big-endian. Attributes travel in ACL data, and events tell when a connection's handle changes hands;
/// everything else is passed over.
struct BTSnoop {
    /// An ACL data packet.
    struct Packet: Equatable {
        /// The adapter's number where the capture tells.
        let adapter: UInt16
        /// Whether this machine sent it.
        let isSent: Bool
        /// The packet, from its connection handle on.
        let bytes: ArraySlice<UInt8>
        /// Where its record begins in the file.
        let offset: Int
    }

    /// A handle that from here on means another connection, or none.
    struct Renewal: Equatable {
        /// The adapter's number where the capture tells.
        let adapter: UInt16
        /// The connection's handle.
        let handle: UInt16
    }

    /// What a record holds.
    enum Record: Equatable {
        case data(Packet)
        case renewal(Renewal)
    }

    /// Why a file cannot be read on.
    struct Failure: Error, Equatable {
        let message: String
        let offset: Int
    }

    private enum Datalink: UInt32 {
        /// HCI without a type byte, the kind in the flags.
        case unencapsulated = 1001
        /// HCI with the UART transport's type byte before each packet.
        case uart = 1002
        /// The Linux monitor: adapter and kind in the flags.
        case monitor = 2001
    }

    private let datalink: Datalink
    private var reader: ByteReader

    /// Reads the header of a file.
    init(_ file: [UInt8]) throws(Failure) {
        reader = ByteReader(file[...])
        guard let magic = reader.take(8), magic.elementsEqual(Array("btsnoop\0".utf8)) else {
            throw Failure(message: "not a btsnoop capture", offset: 0)
        }
        guard let version = reader.bigEndian32(), let kind = reader.bigEndian32() else {
            throw Failure(message: "the capture's header is cut", offset: file.count)
        }
        guard version == 1 else { throw Failure(message: "btsnoop version \(version) is not known", offset: 8) }
        guard let datalink = Datalink(rawValue: kind) else {
            throw Failure(message: "datalink type \(kind) is not known", offset: 12)
        }
        self.datalink = datalink
    }

    /// The next record that matters; `nil` at the end.
    mutating func next() throws(Failure) -> Record? {
        while reader.remaining > 0 {
            let offset = reader.position
            guard reader.bigEndian32() != nil, let included = reader.bigEndian32(), let flags = reader.bigEndian32(),
                reader.take(12) != nil, let bytes = reader.take(Int(included))
            else { throw Failure(message: "the capture ends inside a record", offset: offset) }
            if let record = record(bytes, flags: flags, offset: offset) { return record }
        }
        return nil
    }

    private func record(_ bytes: ArraySlice<UInt8>, flags: UInt32, offset: Int) -> Record? {
        switch datalink {
        case .monitor:
            let adapter = UInt16(flags >> 16)
            switch flags & 0xFFFF {
            case 3: return Self.renewal(bytes, adapter: adapter)
            case 4: return .data(Packet(adapter: adapter, isSent: true, bytes: bytes, offset: offset))
            case 5: return .data(Packet(adapter: adapter, isSent: false, bytes: bytes, offset: offset))
            default: return nil
            }
        case .uart:
            switch bytes.first {
            case 0x02?:
                return .data(Packet(adapter: 0, isSent: flags & 1 == 0, bytes: bytes.dropFirst(), offset: offset))
            case 0x04?: return Self.renewal(bytes.dropFirst(), adapter: 0)
            default: return nil
            }
        case .unencapsulated:
            switch flags & 3 {
            case 3: return Self.renewal(bytes, adapter: 0)
            case 2: return nil  // a command
            default: return .data(Packet(adapter: 0, isSent: flags & 1 == 0, bytes: bytes, offset: offset))
            }
        }
    }

    private static func renewal(_ event: ArraySlice<UInt8>, adapter: UInt16) -> Record? {
        HCIEvent.renewedHandle(event).map { .renewal(Renewal(adapter: adapter, handle: $0)) }
    }
}
