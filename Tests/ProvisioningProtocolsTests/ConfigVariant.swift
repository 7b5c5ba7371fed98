/// What firmware and apps in the field take for a `WifiConfig`: five schemas, the same in fields 1 and 2 only.
///
/// It is read here by hand, field by field, as nanopb does: a field of another wire type than the schema's makes the whole
/// request unreadable, one that the schema does not have is passed over.
enum ConfigVariant: CaseIterable {
    case original
    case android
    case certificatesFourth
    case certificatesThird
    case certificatesFifth

    enum Field { case volatile, anyChannel, certificates }

    /// What fields 3 to 5 are.
    var fields: [Int: Field] {
        switch self {
        case .original: [3: .volatile]
        case .android: [3: .volatile, 4: .anyChannel]
        case .certificatesFourth: [3: .volatile, 4: .certificates]
        case .certificatesThird: [3: .certificates, 4: .volatile]
        case .certificatesFifth: [3: .volatile, 4: .anyChannel, 5: .certificates]
        }
    }

    /// What the firmware understood.
    struct Config: Equatable {
        var ssid: [UInt8] = []
        var passphrase: [UInt8] = []
        var isVolatile = false
        var takesAnyChannel = false
        var hasCertificates = false
    }

    /// The configuration in a request to join; `nil` where this schema cannot read it.
    func read(_ request: [UInt8]) -> Config? {
        guard let outer = Self.fields(of: request), let config = outer.first(where: { $0.number == 11 }),
            let inner = Self.fields(of: config.bytes)
        else { return nil }
        var read = Config()
        for field in inner {
            switch field.number {
            case 1:
                guard let wifi = Self.fields(of: field.bytes), let ssid = wifi.first(where: { $0.number == 1 }),
                    wifi.contains(where: { $0.number == 2 }), wifi.contains(where: { $0.number == 4 })
                else { return nil }
                read.ssid = ssid.bytes
            case 2: read.passphrase = field.bytes
            default:
                guard let kind = fields[field.number] else { continue }
                guard (kind == .certificates) == (field.type == 2) else { return nil }
                switch kind {
                case .volatile: read.isVolatile = field.bytes != [0]
                case .anyChannel: read.takesAnyChannel = field.bytes != [0]
                case .certificates: read.hasCertificates = true
                }
            }
        }
        return read
    }

    /// A request of a client that has this schema, which sends every field of it.
    func request(_ ssid: String, _ passphrase: String, isVolatile: Bool) -> [UInt8] {
        let wifi = Self.field(1, Array(ssid.utf8)) + Self.field(2, []) + [0x20, 0x00, 0x28, 0x04]
        var config = Self.field(1, wifi) + Self.field(2, Array(passphrase.utf8))
        for (number, kind) in fields.sorted(by: { $0.key < $1.key }) {
            switch kind {
            case .volatile: config += [UInt8(number << 3), isVolatile ? 1 : 0]
            case .anyChannel: config += [UInt8(number << 3), 1]
            case .certificates: config += Self.field(number, Self.field(9, Array("somebody".utf8)))
            }
        }
        return [0x08, 0x04] + Self.field(11, config)
    }

    private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        [UInt8(number << 3 | 2), UInt8(bytes.count)] + bytes
    }

    /// The fields of a message, all numbers and lengths of one byte; `nil` where it is none.
    private static func fields(of message: [UInt8]) -> [(number: Int, type: Int, bytes: [UInt8])]? {
        var fields: [(number: Int, type: Int, bytes: [UInt8])] = []
        var rest = message[...]
        while let tag = rest.popFirst() {
            guard let value = rest.popFirst(), value < 0x80, tag < 0x80 else { return nil }
            switch tag & 7 {
            case 0: fields.append((Int(tag >> 3), 0, [value]))
            case 2:
                guard rest.count >= value else { return nil }
                fields.append((Int(tag >> 3), 2, Array(rest.prefix(Int(value)))))
                rest = rest.dropFirst(Int(value))
            default: return nil
            }
        }
        return fields
    }
}
