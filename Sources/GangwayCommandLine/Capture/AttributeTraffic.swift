import BluetoothLE
import Runtime

/// A value that went over the air.
struct AttributeValue: Equatable {
    /// Which way on which link.
    let link: LinkDirection
    /// The attribute's handle.
    let attribute: UInt16
    /// The value.
    let bytes: [UInt8]
    /// Where the record that completed it begins in the file.
    let offset: Int
    /// How it went.
    let kind: Kind

    /// How a value travels.
    enum Kind {
        case written, read
        /// Notified or indicated.
        case notified
    }

    /// Whether it begins a message: what is notified may go on with one.
    var isWhole: Bool { kind != .notified }
}

/// Follows the attribute protocol on the links of a capture (Core Specification 5.4, Vol 3 Part F §3.4) and gives out the
/// values that were written, notified, indicated and read.
struct AttributeTraffic {
    /// What is pending on one side of a link.
    private struct Pending {
        /// The attribute and offset of a read that waits for its answer.
        var read: (attribute: UInt16, offset: Int)?
        /// A value that is being read in parts.
        var partialRead: (attribute: UInt16, bytes: [UInt8], offset: Int)?
        /// Parts of a long write, by attribute.
        var prepared: [UInt16: [UInt8]] = [:]
        /// Whether the request waiting is a search for characteristics.
        var searchesCharacteristics = false
    }

    private static let maximumValue = 512
    private var pending: [LinkDirection: Pending] = [:]
    /// The UUIDs of attributes as the capture's discovery told them, by the direction that asked.
    private(set) var discovered: [LinkDirection: [UInt16: BluetoothUUID]] = [:]

    /// Takes a unit of the protocol, and returns the values that it completes.
    mutating func take(_ bytes: [UInt8], on link: LinkDirection, offset: Int) -> [AttributeValue] {
        var reader = ByteReader(bytes[...])
        guard let opcode = reader.byte() else { return [] }
        let finished = Self.requests.contains(opcode) ? finishRead(askedOn: link) : []
        return finished + take(opcode, &reader, on: link, offset: offset)
    }

    /// Gives out the reads that the end of the capture leaves open.
    mutating func finish() -> [AttributeValue] {
        pending.keys.flatMap { finishRead(askedOn: $0) }.sorted { $0.offset < $1.offset }
    }

    /// Forgets what is pending on a connection that has ended, and gives out its last read.
    mutating func end(_ links: [LinkDirection]) -> [AttributeValue] {
        links.flatMap { link in
            defer { pending[link] = nil }
            return finishRead(askedOn: link)
        }
    }

    /// The requests that show that a read before them has ended; reading on is not one.
    private static let requests: Set<UInt8> = [0x04, 0x06, 0x08, 0x0A, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20, 0x52]

    private mutating func take(
        _ opcode: UInt8, _ reader: inout ByteReader, on link: LinkDirection, offset: Int
    ) -> [AttributeValue] {
        func value(_ attribute: UInt16, _ bytes: some Sequence<UInt8>) -> [AttributeValue] {
            let kind: AttributeValue.Kind = [0x1B, 0x1D, 0x23].contains(opcode) ? .notified : .written
            return [
                AttributeValue(link: link, attribute: attribute, bytes: Array(bytes), offset: offset, kind: kind)
            ]
        }
        switch opcode {
        case 0x12, 0x52, 0x1B, 0x1D:  // write request and command, notification, indication
            return reader.littleEndian16().map { value($0, reader.takeRest()) } ?? []
        case 0x23:  // several notifications
            return several(&reader).flatMap { value($0.0, $0.1) }
        case 0x16:  // a part of a long write
            prepare(&reader, on: link)
            return []
        case 0x18:  // execute
            defer { pending[link]?.prepared = [:] }
            guard reader.byte() == 1 else { return [] }
            return (pending[link]?.prepared ?? [:]).sorted { $0.key < $1.key }.flatMap { value($0.key, $0.value) }
        default:
            return takeRead(opcode, &reader, on: link, offset: offset)
        }
    }

    private mutating func several(_ reader: inout ByteReader) -> [(UInt16, ArraySlice<UInt8>)] {
        var values: [(UInt16, ArraySlice<UInt8>)] = []
        while let attribute = reader.littleEndian16(), let length = reader.littleEndian16(),
            let bytes = reader.take(Int(length))
        {
            values.append((attribute, bytes))
        }
        return values
    }

    private mutating func prepare(_ reader: inout ByteReader, on link: LinkDirection) {
        guard let attribute = reader.littleEndian16(), let offset = reader.littleEndian16() else { return }
        let part = reader.takeRest()
        var bytes = pending[link]?.prepared[attribute] ?? []
        guard Int(offset) == bytes.count, bytes.count + part.count <= Self.maximumValue else { return }
        bytes += part
        pending[link, default: Pending()].prepared[attribute] = bytes
    }

    private mutating func takeRead(
        _ opcode: UInt8, _ reader: inout ByteReader, on link: LinkDirection, offset: Int
    ) -> [AttributeValue] {
        switch opcode {
        case 0x0A:  // read
            pending[link, default: Pending()].read = reader.littleEndian16().map { ($0, 0) }
        case 0x0C:  // read on, from an offset
            guard let attribute = reader.littleEndian16(), let start = reader.littleEndian16() else { return [] }
            pending[link, default: Pending()].read = (attribute, Int(start))
        case 0x0B, 0x0D:
            answerRead(reader.takeRest(), askedOn: link.reversed, offset: offset)
        case 0x08:  // search by type: characteristics have 0x2803
            let type = reader.take(4) == nil ? nil : reader.littleEndian16()
            pending[link, default: Pending()].searchesCharacteristics = type == 0x2803
        case 0x09:
            learn(&reader, for: link.reversed)
        default:
            break
        }
        return []
    }

    /// Keeps the answer to a read, after the parts before it: more may follow.
    private mutating func answerRead(_ bytes: ArraySlice<UInt8>, askedOn asking: LinkDirection, offset: Int) {
        guard let read = pending[asking]?.read else { return }
        pending[asking]?.read = nil
        let before = pending[asking]?.partialRead
        pending[asking]?.partialRead = nil
        var whole: [UInt8] = []
        if read.offset > 0 {
            guard let before, before.attribute == read.attribute, before.bytes.count == read.offset else { return }
            whole = before.bytes
        }
        guard whole.count + bytes.count <= Self.maximumValue else { return }
        pending[asking]?.partialRead = (read.attribute, whole + bytes, offset)
    }

    /// Gives out the read on `asking` that no further part follows.
    private mutating func finishRead(askedOn asking: LinkDirection) -> [AttributeValue] {
        guard let read = pending[asking]?.partialRead else { return [] }
        pending[asking]?.partialRead = nil
        return [
            AttributeValue(
                link: asking.reversed, attribute: read.attribute, bytes: read.bytes, offset: read.offset, kind: .read)
        ]
    }

    /// Keeps the characteristics that a search found: handle, properties, handle of the value, UUID.
    private mutating func learn(_ reader: inout ByteReader, for asking: LinkDirection) {
        guard pending[asking]?.searchesCharacteristics == true, let length = reader.byte(), length == 21 || length == 7
        else { return }
        while let entry = reader.take(Int(length)) {
            var fields = ByteReader(entry)
            guard fields.take(3) != nil, let attribute = fields.littleEndian16() else { return }
            discovered[asking, default: [:]][attribute] = uuid(fields.takeRest())
        }
    }

    private func uuid(_ bytes: ArraySlice<UInt8>) -> BluetoothUUID {
        let value = bytes.reversed()
        guard value.count == 16 else { return BluetoothUUID(value.reduce(0) { $0 << 8 | UInt16($1) }) }
        return BluetoothUUID(
            high: value.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: value.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
