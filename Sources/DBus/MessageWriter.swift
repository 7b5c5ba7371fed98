import CSystemd
import Runtime

/// Appends values to a message that the caller keeps alive.
struct MessageWriter {
    let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    /// Appends arguments. A message with a secret among them is wiped when it goes.
    func append(_ values: [DBusValue]) throws(DBusError) {
        if values.contains(where: \.holdsSecret) { try check(sd_bus_message_sensitive(message)) }
        for value in values { try append(value) }
    }

    func append(_ value: DBusValue) throws(DBusError) {
        switch value {
        case .byte(let value): try basic("y", value)
        case .boolean(let value): try basic("b", Int32(value ? 1 : 0))  // a C int
        case .int16(let value): try basic("n", value)
        case .uint16(let value): try basic("q", value)
        case .int32(let value): try basic("i", value)
        case .uint32(let value): try basic("u", value)
        case .int64(let value): try basic("x", value)
        case .uint64(let value): try basic("t", value)
        case .double(let value): try basic("d", value)
        case .fileDescriptor(let value): try basic("h", value.rawValue)
        case .string(let text): try append("s", text)
        case .objectPath(let text): try append("o", text)
        case .signature(let text): try append("g", text)
        case .bytes(let bytes):
            let status = bytes.withUnsafeBytes {
                sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count)
            }
            try check(status)
        case .secretBytes(let bytes):
            let status = bytes.withBytes {
                $0.withUnsafeBytes { sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count) }
            }
            try check(status)
        case .secretText(let text):
            guard text.withBytes({ bytes in !bytes.indices.contains { bytes[$0] == 0 } }) else { throw Self.nul }
            try check(text.withCString { sd_bus_message_append_basic(message, code("s"), $0) })
        case .array(let elements, let element):
            try container("a", element) { () throws(DBusError) in
                for value in elements {
                    guard value.signature == element else { throw Self.mixed }
                    try append(value)
                }
            }
        case .dictionary(let entries, let key, let value): try append(entries, key, value)
        case .structure(let fields):
            try container("r", fields.map(\.signature).joined()) { () throws(DBusError) in try append(fields) }
        case .variant(let inner):
            try container("v", inner.signature) { () throws(DBusError) in try append(inner) }
        }
    }

    private func append(_ entries: [DBusValue: DBusValue], _ key: String, _ value: String) throws(DBusError) {
        try container("a", "{" + key + value + "}") { () throws(DBusError) in
            for (name, content) in entries {
                guard name.signature == key, content.signature == value else { throw Self.mixed }
                try container("e", key + value) { () throws(DBusError) in try append([name, content]) }
            }
        }
    }

    private static let mixed = DBusError(
        DBusError.invalidArguments, "an element has another type than its container")

    private static let nul = DBusError(DBusError.invalidArguments, "a text holds a NUL")

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(bitPattern: UInt8(ascii: type)) }

    private func basic(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) throws(DBusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, code(type), &value))
    }

    private func append(_ type: Unicode.Scalar, _ text: String) throws(DBusError) {
        guard !text.utf8.contains(0) else { throw Self.nul }
        try check(sd_bus_message_append_basic(message, code(type), text))
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(DBusError) -> Void
    ) throws(DBusError) {
        try check(sd_bus_message_open_container(message, code(type), contents))
        try body()
        try check(sd_bus_message_close_container(message))
    }
}
