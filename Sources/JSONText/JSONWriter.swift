/// Writes JSON as bytes, piece by piece: what is long never exists as a tree of values.
public struct JSONWriter {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma comes before the next element or member.
    private var needsComma = false

    /// A writer of an empty text.
    public init() {}

    /// Begins an object; where `key` is given, as that member of the object that is open.
    public mutating func beginObject(_ key: String? = nil) { begin("{", key) }

    /// Ends the object that is open.
    public mutating func endObject() { end("}") }

    /// Begins an array; where `key` is given, as that member of the object that is open.
    public mutating func beginArray(_ key: String? = nil) { begin("[", key) }

    /// Ends the array that is open.
    public mutating func endArray() { end("]") }

    /// Begins a new line before the next element or member, for people who read or compare the text; with `endsText`, behind
    /// all of it.
    public mutating func newLine(endsText: Bool = false) {
        if needsComma, !endsText { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A string, as a member where `key` is given.
    public mutating func write(_ text: String, _ key: String? = nil) {
        prepare(key)
        quote(text)
    }

    /// A whole number, as a member where `key` is given.
    public mutating func write(_ number: some BinaryInteger, _ key: String? = nil) {
        prepare(key)
        bytes += String(number).utf8
    }

    /// A truth value, as a member where `key` is given.
    public mutating func write(_ flag: Bool, _ key: String? = nil) {
        prepare(key)
        bytes += (flag ? "true" : "false").utf8
    }

    /// Any value, as a member where `key` is given.
    public mutating func write(_ value: JSONValue, _ key: String? = nil) {
        switch value.kind {
        case .null:
            prepare(key)
            bytes += "null".utf8
        case .bool(let flag): write(flag, key)
        case .number(let text):
            prepare(key)
            bytes += text.utf8
        case .string(let text): write(text, key)
        case .array(let elements):
            beginArray(key)
            for element in elements { write(element) }
            endArray()
        case .object(let members):
            beginObject(key)
            for member in members { write(member.value, member.key) }
            endObject()
        }
    }

    private mutating func begin(_ bracket: Unicode.Scalar, _ key: String?) {
        prepare(key)
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func prepare(_ key: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        guard let key else { return }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Escapes what RFC 8259 §7 demands, and DEL. What needs none is copied whole.
    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var start = 0
            for index in text.indices where Self.needsEscape(text[index]) {
                bytes.append(contentsOf: text[start..<index])
                escape(text[index])
                start = index + 1
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func escape(_ byte: UInt8) {
        guard byte < 0x20 || byte == 0x7F else {
            bytes += [UInt8(ascii: "\\"), byte]
            return
        }
        bytes += "\\u00".utf8
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
}
