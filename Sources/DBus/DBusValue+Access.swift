public import Runtime

extension DBusValue {
    /// The options and properties of most interfaces: `a{sv}`.
    public static func properties(_ values: [String: DBusValue]) -> DBusValue {
        var entries: [DBusValue: DBusValue] = [:]
        for (name, value) in values { entries[.string(name)] = .variant(value) }
        return .dictionary(entries, key: "s", value: "v")
    }

    /// `as`
    public static func strings(_ values: [String]) -> DBusValue { .array(values.map { .string($0) }, of: "s") }

    /// What is inside, where this is a variant.
    public var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string, an object path or a signature.
    public var text: String? {
        switch unwrapped {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .secretText(let text):
            text.withBytes { String(decoding: $0.withUnsafeBufferPointer(Array.init), as: UTF8.self) }
        default: nil
        }
    }

    /// The value of a boolean.
    public var bool: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    /// The value of any integer type that fits.
    public var integer: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(exactly: value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The bytes of an `ay`.
    public var byteArray: [UInt8]? {
        switch unwrapped {
        case .bytes(let value): value
        case .secretBytes(let value): value.array
        default: nil
        }
    }

    /// The bytes of an `ay` or an `s` that may hold a secret. Those that came as no secret are not wiped where they came from.
    public var secretBytes: SecretBytes? {
        switch unwrapped {
        case .bytes(let value): SecretBytes(value)
        case .secretBytes(let value), .secretText(let value): value
        case .string(let text): SecretBytes(text.utf8.span)
        default: nil
        }
    }

    /// The descriptor of an `h`.
    public var descriptor: FileDescriptor? {
        if case .fileDescriptor(let value) = unwrapped { value } else { nil }
    }

    /// The elements of an array or the fields of a structure.
    public var elements: [DBusValue]? {
        switch unwrapped {
        case .array(let elements, _): elements
        case .structure(let fields): fields
        case .bytes(let bytes): bytes.map { .byte($0) }
        case .secretBytes(let bytes): bytes.array.map { .byte($0) }
        default: nil
        }
    }

    /// The texts of an `as` or `ao`.
    public var texts: [String]? {
        if case .array(let elements, _) = unwrapped { elements.compactMap(\.text) } else { nil }
    }

    /// The entries of a dictionary.
    public var entries: [DBusValue: DBusValue]? {
        if case .dictionary(let entries, _, _) = unwrapped { entries } else { nil }
    }

    /// The entries of an `a{sv}` or `a{s…}`, with variants opened.
    public var namedValues: [String: DBusValue]? {
        guard let entries else { return nil }
        var values: [String: DBusValue] = [:]
        for (key, value) in entries { if let name = key.text { values[name] = value.unwrapped } }
        return values
    }
}
