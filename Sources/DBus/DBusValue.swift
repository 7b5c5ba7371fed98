public import Runtime

/// A value of any D-Bus type (D-Bus Specification 0.38, "Type System").
///
/// It may hold a passphrase, so neither its descriptions nor its mirror show what is in it, only its signature.
public indirect enum DBusValue: Hashable, Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `h`
    case fileDescriptor(FileDescriptor)
    /// `ay`
    case bytes([UInt8])
    /// `ay` that may hold a secret. No message has one and a ``secretText(_:)``.
    case secretBytes(SecretBytes)
    /// `s` that may hold a secret, in UTF-8. It must be the last part of its message, but for dictionaries, which are written in
    /// that order.
    case secretText(SecretBytes)
    /// `a…` of elements with the signature `of`.
    case array([DBusValue], of: String)
    /// `a{…}` with keys and values of these signatures.
    case dictionary([DBusValue: DBusValue], key: String, value: String)
    /// `(…)`
    case structure([DBusValue])
    /// `v`
    case variant(DBusValue)
}

extension DBusValue {
    /// The value's type, as D-Bus writes it.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string, .secretText: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .bytes, .secretBytes: "ay"
        case .array(_, let element): "a" + element
        case .dictionary(_, let key, let value): "a{" + key + value + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

extension DBusValue {
    /// How many secrets there are in it.
    var secrets: (bytes: Int, texts: Int) {
        switch self {
        case .secretBytes: (1, 0)
        case .secretText: (0, 1)
        case .variant(let inner): inner.secrets
        case .array(let elements, _), .structure(let elements): Self.secrets(elements)
        case .dictionary(let entries, _, _): Self.secrets(entries.values)
        default: (0, 0)
        }
    }

    private static func secrets(_ values: some Sequence<DBusValue>) -> (bytes: Int, texts: Int) {
        values.lazy.map(\.secrets).reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.texts) }
    }

    /// Whether a secret text is its last part. In a dictionary the entry with one is written last.
    var endsInSecretText: Bool {
        switch self {
        case .secretText: true
        case .variant(let inner): inner.endsInSecretText
        case .array(let elements, _), .structure(let elements): elements.last?.endsInSecretText ?? false
        case .dictionary(let entries, _, _): entries.values.contains(where: \.endsInSecretText)
        default: false
        }
    }
}

extension DBusValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The signature; never the value.
    public var description: String { "<\(signature)>" }
    /// The signature; never the value.
    public var debugDescription: String { description }
    /// Shows no children, so that `dump` shows no value.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
