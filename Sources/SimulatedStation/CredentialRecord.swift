import ProvisioningProtocols
import Runtime

/// Credentials that are kept: shared, never changed, wiped when the last holder goes.
final class KeptCredentials: Sendable {
    let credentials: Credentials
    /// Where the device is to be steered once it is on that network.
    let address: ControlAddress?

    init(_ credentials: consuming Credentials, steeredAt address: ControlAddress? = nil) {
        self.credentials = credentials
        self.address = address
    }
}

/// Credentials as the bytes of a file: a mark, lengths and bytes, and a checksum that tells a damaged one.
enum CredentialRecord {
    /// Bytes in a buffer.
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private static let mark = Array("gangway credentials 1\n".utf8)
    /// The longest record: mark, name, passphrase, security, two flags, BSSID, channel, checksum, and two lengths; and the
    /// topic with its length and the id, which a record has only where it has them.
    static let maximumLength =
        22 + 1 + 32 + 1 + 64 + 2 + 1 + 7 + 1 + 8 + 1 + TopicName.maximumLength + DeviceID.textLength

    static func encode(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress? = nil
    ) -> RecordWriter {
        var bytes = RecordWriter()
        bytes.append(mark)
        bytes.append(UInt8(credentials.ssid.count))
        bytes.append(credentials.ssid.bytes)
        bytes.append(UInt8(credentials.passphrase.count))
        credentials.passphrase.withBytes { passphrase in
            for index in passphrase.indices { bytes.append(passphrase[index]) }
        }
        bytes.append(UInt8(truncatingIfNeeded: credentials.security.rawValue))
        bytes.append(UInt8(truncatingIfNeeded: credentials.security.rawValue >> 8))
        bytes.append(credentials.isHidden ? 1 : 0)
        bytes.append(credentials.bssid == nil ? 0 : 1)
        append(credentials.bssid?.value ?? 0, count: 6, to: &bytes)
        bytes.append(credentials.channel.rawValue)
        if let address {
            bytes.append(UInt8(address.topic.count))
            bytes.append(Array(address.topic.text.utf8))
            bytes.append(Array(address.id.description.utf8))
        }
        append(bytes.withWritten { checksum($0) }, count: 8, to: &bytes)
        return bytes
    }

    /// The credentials in `bytes`; `nil` where they are damaged.
    static func decode(_ bytes: Bytes) -> KeptCredentials? {
        guard bytes.count > 8, bytes.starts(with: mark),
            number(bytes.suffix(8)) == checksum(bytes.dropLast(8))
        else { return nil }
        var rest = bytes.dropLast(8).dropFirst(mark.count)
        func take(_ count: Int) -> Bytes? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        guard let nameLength = take(1)?.first, let name = take(Int(nameLength)), let ssid = SSID(Array(name)),
            let length = take(1)?.first, let secret = take(Int(length)),
            let passphrase = Passphrase(UnsafeBufferPointer(rebasing: secret).span), let security = take(2),
            let isHidden = take(1)?.first, let hasBSSID = take(1)?.first, let bssid = take(6),
            let channel = take(1)?.first, isHidden <= 1, hasBSSID <= 1, hasBSSID == 1 || number(bssid) == 0
        else { return nil }
        var address: ControlAddress?
        if !rest.isEmpty {
            guard let topicLength = take(1)?.first, let topic = take(Int(topicLength)), let id = take(36), rest.isEmpty,
                let topic = try? TopicName(Array(topic).span), let uuid = DeviceID(Array(id).span),
                id.elementsEqual(uuid.description.utf8)
            else { return nil }
            address = ControlAddress(topic: topic, id: uuid)
        }
        return KeptCredentials(
            Credentials(
                ssid: ssid, passphrase: passphrase, security: Security(rawValue: UInt16(number(security))),
                isHidden: isHidden != 0, bssid: hasBSSID == 0 ? nil : HardwareAddress(number(bssid)),
                channel: Channel(rawValue: channel)), steeredAt: address)
    }

    private static func append(_ number: UInt64, count: Int, to bytes: inout RecordWriter) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }

    private static func number(_ bytes: Bytes) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FNV-1a with 64 bits: it is to tell damage, not tampering.
    private static func checksum(_ bytes: Bytes) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Puts a record together in memory that is wiped.
struct RecordWriter {
    private let buffer = SecretBuffer(count: CredentialRecord.maximumLength)
    private var count = 0

    /// Lends what was written to `body`, for as long as it runs.
    func withWritten<Result>(_ body: (CredentialRecord.Bytes) -> Result) -> Result {
        withExtendedLifetime(buffer) { body(UnsafeBufferPointer(buffer.bytes)[..<count]) }
    }

    mutating func append(_ byte: UInt8) {
        buffer.bytes[count] = byte
        count += 1
    }

    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes { append(byte) }
    }
}
