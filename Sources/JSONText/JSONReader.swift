/// Reads a JSON text (RFC 8259), strictly: no comments, no trailing commas, no key twice.
///
/// Foundation's decoder is not used: it would double the size of a statically linked program, and does not tell the line of
/// a value that is well-formed and wrong.
public struct JSONReader {
    /// How deep arrays and objects may lie in each other.
    public static let maximumDepth = 16

    let bytes: [UInt8]
    private let maximumDepth: Int
    var position = 0
    private(set) var line = 1
    /// How far it is read.
    var end: Int

    init(_ bytes: [UInt8], _ maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        end = bytes.count
    }

    /// The value that `bytes` are, at most `maximumDepth` levels deep: fewer where it is to become part of another text.
    public static func read(
        _ bytes: [UInt8], maximumDepth: Int = JSONReader.maximumDepth
    ) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes, maximumDepth)
        let value = try reader.value(depth: 0)
        try reader.finish()
        return value
    }

    /// Holds that nothing follows.
    mutating func finish() throws(JSONFault) {
        skipSpace()
        guard position == bytes.count else { throw fault("something follows the end of the text") }
    }

    func fault(_ text: String) -> JSONFault { JSONFault(line: line, text: text) }

    var next: UInt8? { position < end ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return
            }
            position += 1
        }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        skipSpace()
        let start = line
        guard depth <= maximumDepth else { throw fault("more than \(maximumDepth) levels") }
        let kind: JSONValue.Kind
        switch next {
        case UInt8(ascii: "{"): kind = try object(depth: depth)
        case UInt8(ascii: "["): kind = try array(depth: depth)
        case UInt8(ascii: "\""): kind = .string(try string())
        case UInt8(ascii: "t"): kind = try word("true", .bool(true))
        case UInt8(ascii: "f"): kind = try word("false", .bool(false))
        case UInt8(ascii: "n"): kind = try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): kind = try number()
        case nil: throw fault("the text ends where a value is expected")
        default: throw fault("a value is expected")
        }
        return JSONValue(kind, line: start)
    }

    private mutating func word(_ text: String, _ kind: JSONValue.Kind) throws(JSONFault) -> JSONValue.Kind {
        guard bytes[position...].starts(with: text.utf8) else { throw fault("a value is expected") }
        position += text.utf8.count
        return kind
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue.Kind {
        position += 1
        var members: [JSONMember] = []
        // Made only for a long object: in a short one, comparing with each is cheaper.
        var keys: Set<String> = []
        if take("}") { return .object(members) }
        while true {
            let key = try key()
            if members.count == 16 { keys = Set(members.map(\.key)) }
            let isKnown = members.count < 16 ? members.contains { $0.key == key } : !keys.insert(key).inserted
            guard !isKnown else { throw fault("the key \(key) comes twice") }
            members.append((key, try value(depth: depth + 1)))
            if take("}") { return .object(members) }
            guard take(",") else { throw fault("a comma or the end of the object is expected after \(key)") }
        }
    }

    /// A key and its colon.
    mutating func key() throws(JSONFault) -> String {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes is expected") }
        let key = try string()
        guard take(":") else { throw fault("a colon is expected after the key \(key)") }
        return key
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue.Kind {
        position += 1
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            if take("]") { return .array(elements) }
            guard take(",") else { throw fault("a comma or the end of the array is expected") }
        }
    }

    private mutating func number() throws(JSONFault) -> JSONValue.Kind {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        let whole = skipDigits()
        guard whole > 0, first != UInt8(ascii: "0") || whole == 1 else { throw fault("a number is expected") }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw fault("digits are expected after the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw fault("digits are expected in the exponent") }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw fault("a string is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): content += String(try escape()).utf8
            case 0..<0x20: throw fault("a string holds a control character: write it as an escape")
            default: content.append(byte)
            }
        }
        throw fault("a string does not end")
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = next else { throw fault("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw fault("an escape that JSON does not have")
        }
    }

    private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        var code = UInt32(try fourDigits())
        if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            let low = UInt32(try fourDigits())
            guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a surrogate pair") }
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("half of a surrogate pair") }
        return scalar
    }

    private mutating func fourDigits() throws(JSONFault) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("four hex digits are expected after \\u") }
        position += 4
        return code
    }
}
