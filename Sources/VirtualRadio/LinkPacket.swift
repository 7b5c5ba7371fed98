import BluetoothLE
import Runtime

/// The form of a ``LinkMessage`` between processes: kind (1), token, handle, number (2 each, little-endian), then the bytes.
/// Several notifications may share a packet.
///
/// What comes from another process is untrusted: ``decodeAll(_:)`` takes any bytes, and gives `nil` for all that this end would
/// not have sent itself.
enum LinkPacket {
    static let headerLength = 7
    /// The longest attribute table as bytes: 900 characteristics.
    static let maximumTableLength = 16_384
    static let maximumLength = headerLength + maximumTableLength

    private static func encode(_ message: LinkMessage, into bytes: inout [UInt8]) {
        bytes.append(message.kind.rawValue)
        append(message.token, to: &bytes)
        append(message.handle, to: &bytes)
        append(message.number, to: &bytes)
        if message.kind == .table {
            encode(message.table, into: &bytes)
        } else if message.carriesWritten {
            message.written.withBytes { written in for index in written.indices { bytes.append(written[index]) } }
        } else {
            bytes.append(contentsOf: message.value)
        }
    }

    /// The message in a packet; `nil` where it is not one.
    static func decode(_ bytes: ArraySlice<UInt8>) -> LinkMessage? {
        var reader = ByteReader(bytes)
        guard let code = reader.byte(), let kind = LinkMessage.Kind(rawValue: code),
            let token = reader.littleEndian16(),
            let handle = reader.littleEndian16(), let number = reader.littleEndian16()
        else { return nil }
        var message = LinkMessage(kind: kind, token: token, handle: handle, number: number)
        if kind == .table {
            guard let table = decodeTable(&reader) else { return nil }
            message.table = table
        } else {
            guard reader.remaining <= maximumAttributeLength, let value = reader.take(reader.remaining) else {
                return nil
            }
            if message.carriesWritten { message.written = SecretBytes(value) } else { message.value = Array(value) }
        }
        return message
    }

    /// The first byte of a packet of several notifications, each behind its length (2, little-endian): another number than
    /// any kind of message has.
    private static let several: UInt8 = 0xFF
    /// How many notifications one packet holds, of whatever length.
    static let maximumMessages = 24

    /// One packet of `messages`. A single message is a packet as it is; several are notifications.
    static func encode(_ messages: some Collection<LinkMessage>) -> [UInt8] {
        var bytes: [UInt8] = []
        // All of it at once: memory that was given back on the way would keep what a later wipe does not reach.
        bytes.reserveCapacity(messages.reduce(1) { $0 + 2 + length(of: $1) })
        let isSingle = messages.count == 1
        if !isSingle { bytes.append(several) }
        for message in messages {
            if !isSingle { append(UInt16(clamping: length(of: message)), to: &bytes) }
            encode(message, into: &bytes)
        }
        return bytes
    }

    private static func length(of message: LinkMessage) -> Int {
        headerLength
            + (message.kind == .table ? length(of: message.table) : message.value.count + message.written.count)
    }

    /// The messages in a packet, one or several; `nil` where any of them is none.
    static func decodeAll(_ bytes: [UInt8]) -> [LinkMessage]? {
        guard bytes.first == several else { return decode(bytes[...]).map { [$0] } }
        var reader = ByteReader(bytes.dropFirst())
        var messages: [LinkMessage] = []
        while reader.remaining > 0 {
            guard let length = reader.littleEndian16(), let part = reader.take(Int(length)), let message = decode(part),
                message.kind == .notification, messages.count < maximumMessages
            else { return nil }
            messages.append(message)
        }
        return messages.count > 1 ? messages : nil
    }

    /// How many bytes `table` takes in a packet.
    static func length(of table: [Service]) -> Int {
        table.reduce(1) { $0 + 18 + 18 * $1.characteristics.count }
    }

    private static func encode(_ table: [Service], into bytes: inout [UInt8]) {
        bytes.append(UInt8(clamping: table.count))
        for service in table.prefix(255) {
            append(service.uuid, to: &bytes)
            append(UInt16(clamping: service.characteristics.count), to: &bytes)
            for characteristic in service.characteristics {
                append(characteristic.uuid, to: &bytes)
                append(characteristic.properties.rawValue, to: &bytes)
            }
        }
    }

    private static func decodeTable(_ reader: inout ByteReader) -> [Service]? {
        guard let count = reader.byte(), reader.remaining <= maximumTableLength else { return nil }
        var table: [Service] = []
        for _ in 0..<count {
            guard let uuid = reader.uuid(), let length = reader.littleEndian16(), reader.remaining >= Int(length) * 18
            else {
                return nil
            }
            var characteristics: [Characteristic] = []
            for _ in 0..<length {
                guard let uuid = reader.uuid(), let properties = reader.littleEndian16() else { return nil }
                characteristics.append(
                    Characteristic(uuid: uuid, properties: CharacteristicProperties(rawValue: properties)))
            }
            table.append(Service(uuid: uuid, characteristics: characteristics))
        }
        return reader.remaining == 0 ? table : nil
    }
}

/// Appends a number, little-endian.
func append(_ number: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
}

/// Appends a UUID as it is written.
func append(_ uuid: BluetoothUUID, to bytes: inout [UInt8]) {
    for half in [uuid.high, uuid.low] {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: half >> shift))
        }
    }
}

extension ByteReader {
    /// The next UUID, as it is written; `nil`, and nothing taken, when there are fewer than its sixteen bytes.
    mutating func uuid() -> BluetoothUUID? {
        guard remaining >= 16, let high = bigEndian64(), let low = bigEndian64() else { return nil }
        return BluetoothUUID(high: high, low: low)
    }
}
