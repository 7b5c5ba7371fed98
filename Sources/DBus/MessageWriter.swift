import CSystemd
import Runtime

/// Appends values to a message that the caller keeps alive.
struct MessageWriter {
    let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    /// Appends all arguments of a message.
    ///
    /// A message moves while it grows, and nobody wipes the memory that it leaves. So secret bytes are in a file of their own
    /// (``SecretFile``), and a secret text, which sd-bus takes from no file, comes last, and is wiped with the message.
    func append(arguments: [DBusValue]) throws(DBusError) {
        let secrets = arguments.map(\.secrets)
        let texts = secrets.reduce(0) { $0 + $1.texts }
        if texts > 0 {
            // Where such a message is never sent, sd-bus would wipe a file in it through a mapping that it has not made.
            let isLast = texts == 1 && arguments.last?.endsInSecretText == true
            guard isLast, secrets.allSatisfy({ $0.bytes == 0 }) else { throw Self.misplaced }
            try check(sd_bus_message_sensitive(message))
        }
        for value in arguments { try append(value) }
    }

    private func append(_ values: [DBusValue]) throws(DBusError) { for value in values { try append(value) } }

    private func append(_ value: DBusValue) throws(DBusError) {
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
        case .bytes(let bytes): try append(bytes)
        case .secretBytes(let bytes):
            guard !bytes.isEmpty else { return try append([UInt8]()) }  // an empty file is no part of a message
            try SecretFile(bytes).append(to: message)
        case .secretText(let text):
            guard text.withBytes({ bytes in !bytes.indices.contains { bytes[$0] == 0 } }) else { throw Self.nul }
            let status = text.withCString { sd_bus_message_append_basic(message, code("s"), $0) }
            wipeRegisters()
            try check(status)
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
            let inOrder = [false, true].flatMap { isLast in entries.filter { $0.value.endsInSecretText == isLast } }
            for (name, content) in inOrder {
                guard name.signature == key, content.signature == value else { throw Self.mixed }
                try container("e", key + value) { () throws(DBusError) in try append([name, content]) }
            }
        }
    }

    private static let mixed = DBusError(
        DBusError.invalidArguments, "an element has another type than its container")

    private static let misplaced = DBusError(
        DBusError.invalidArguments, "a secret text is not the last of its message, or not its only secret")

    private static let nul = DBusError(DBusError.invalidArguments, "a text holds a NUL")

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(bitPattern: UInt8(ascii: type)) }

    private func basic(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) throws(DBusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, code(type), &value))
    }

    private func append(_ bytes: [UInt8]) throws(DBusError) {
        let status = bytes.withUnsafeBytes {
            sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count)
        }
        try check(status)
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
