/// A JSON value (RFC 8259), for output. Objects keep the order of their keys.
enum JSON: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null
    case array([JSON])
    case object(JSONObject)

    /// A string, or null.
    static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    /// A number, or null.
    static func optional(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }

    /// A truth value, or null.
    static func optional(_ flag: Bool?) -> JSON { flag.map { .boolean($0) } ?? .null }

    /// The value on one line.
    var text: String {
        var out: [UInt8] = []
        write(to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the value, on one line, as UTF-8.
    func write(to out: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &out)
        case .integer(let number): out.append(contentsOf: String(number).utf8)
        case .boolean(let flag): out.append(contentsOf: (flag ? "true" : "false").utf8)
        case .null: out.append(contentsOf: "null".utf8)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                element.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let object): object.write(to: &out)
        }
    }

    fileprivate static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.allSatisfy({ 0x20 <= $0 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
            out.append(contentsOf: bytes)
            return true
        }
        if isPlain != true { out.append(contentsOf: escaped(text).utf8) }
        out.append(UInt8(ascii: "\""))
    }

    /// Escapes what RFC 8259 §7 demands, and all else that could steer a terminal or end a line.
    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: out += "\\\""
            case 0x5C: out += "\\\\"
            case 0x0A: out += "\\n"
            case 0x0D: out += "\\r"
            case 0x09: out += "\\t"
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}

/// The members of a JSON object, in order.
struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// One member.
    struct Member: Equatable, Sendable {
        let key: String
        let value: JSON
    }

    /// The members, in order.
    var members: [Member]

    init(dictionaryLiteral elements: (String, JSON)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }

    /// Adds a member at the end.
    mutating func append(_ key: String, _ value: JSON) { members.append(Member(key: key, value: value)) }

    /// The value of `key`.
    subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }

    /// The object on one line.
    var text: String { JSON.object(self).text }

    /// Appends the object, on one line, as UTF-8.
    func write(to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            JSON.write(member.key, to: &out)
            out.append(UInt8(ascii: ":"))
            member.value.write(to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }
}
