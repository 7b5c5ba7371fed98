public import ProvisioningProtocols

/// Bytes on the wire, and what they are to be read as.
public struct Vector: Sendable {
    /// What it shows.
    public let name: StaticString
    /// The bytes, as pairs of hex digits with spaces between them.
    public let hex: StaticString
    /// The message that the bytes are; `nil` where they are none.
    public let message: (type: WiFiSet.MessageType, fields: Expected)?
    /// Why they are none.
    public let fault: (kind: WiFiSet.DecodingError.Kind, offset: UInt16)?

    init(_ name: StaticString, _ hex: StaticString, _ type: Name, _ fields: Expected) {
        self.name = name
        self.hex = hex
        message = (WiFiSet.MessageType(rawValue: type.rawValue ?? UInt8(truncatingIfNeeded: fields.number)), fields)
        fault = nil
    }

    init(_ name: StaticString, _ hex: StaticString, fault: WiFiSet.DecodingError.Kind, at offset: UInt16) {
        self.name = name
        self.hex = hex
        message = nil
        self.fault = (fault, offset)
    }

    /// The bytes.
    public var bytes: [UInt8] { hexBytes(hex) }

    /// Whether the vector is one of the field case with this id.
    func belongs(to fieldCase: StaticString) -> Bool {
        name.withUTF8Buffer { name in fieldCase.withUTF8Buffer { name.starts(with: $0) } }
    }

    /// The types by the names that the vector file has for them, with numbers that are not taken from the code under test.
    enum Name {
        case listStart, networkEntry, listEnd, credentialWrite, credentialAck, statusRequest, statusResponse, error
        case unknown

        var rawValue: UInt8? {
            switch self {
            case .listStart: 0x01
            case .networkEntry: 0x02
            case .listEnd: 0x03
            case .credentialWrite: 0x10
            case .credentialAck: 0x11
            case .statusRequest: 0x20
            case .statusResponse: 0x21
            case .error: 0xFF
            case .unknown: nil
            }
        }
    }
}

/// The fields of a message; which ones count depends on its type.
public struct Expected: Sendable {
    var sequence: UInt8
    var ssid: StaticString = ""
    var rssi: Int8 = 0
    /// Security, state, status, count, code or type, as the wire numbers it.
    var number = 0
    var channel: UInt8 = 0
    var address: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    /// How many bytes the passphrase has.
    var length = 0
}

/// The bytes that pairs of hex digits stand for; everything else in the text is passed over.
public func hexBytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { text in
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x37
            case 0x61...0x66: digit = character - 0x57
            default: continue
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}
