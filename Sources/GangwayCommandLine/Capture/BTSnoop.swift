/// A capture of a Bluetooth controller's traffic in the btsnoop format, as `btmon -w` and Android write it.
///
/// The format: a header (magic, version 1, datalink type) and records (original length, included length, flags, drops,
/// 64-bit time), all big-endian. Packets of attributes are ACL data; everything else is passed over.
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

    /// The next ACL data packet; `nil` at the end.
    mutating func next() throws(Failure) -> Packet? {
        while reader.remaining > 0 {
            let offset = reader.position
            guard reader.bigEndian32() != nil, let included = reader.bigEndian32(), let flags = reader.bigEndian32(),
                reader.take(12) != nil, let bytes = reader.take(Int(included))
            else { throw Failure(message: "the capture ends inside a record", offset: offset) }
            if let packet = packet(bytes, flags: flags, offset: offset) { return packet }
        }
        return nil
    }

    private func packet(_ bytes: ArraySlice<UInt8>, flags: UInt32, offset: Int) -> Packet? {
        switch datalink {
        case .monitor:
            let kind = flags & 0xFFFF  // 4: ACL data sent, 5: received
            guard kind == 4 || kind == 5 else { return nil }
            return Packet(adapter: UInt16(flags >> 16), isSent: kind == 4, bytes: bytes, offset: offset)
        case .uart:
            guard bytes.first == 0x02 else { return nil }
            return Packet(adapter: 0, isSent: flags & 1 == 0, bytes: bytes.dropFirst(), offset: offset)
        case .unencapsulated:
            guard flags & 2 == 0 else { return nil }
            return Packet(adapter: 0, isSent: flags & 1 == 0, bytes: bytes, offset: offset)
        }
    }
}
