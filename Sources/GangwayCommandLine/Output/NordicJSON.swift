import ProvisioningProtocols

/// A message of Nordic's service as it is read: what came of each field, and what the schema does not know.
struct NordicJSON {
    private enum Value {
        case number(UInt32, isZero: Bool)
        case bytes([UInt8])
        case message(NordicJSON)
    }

    private let schema: NordicSchema
    private var values: [UInt32: Value] = [:]
    private var unknown: [(field: UInt32, values: [[UInt8]])] = []
    private var end = 0

    private init(_ schema: NordicSchema) { self.schema = schema }

    /// The message that all of `bytes` are, as `gangway decode` prints it. A passphrase is only counted.
    static func object(_ bytes: [UInt8], as schema: NordicSchema) throws(DecodeFailure) -> JSONObject {
        var message = NordicJSON(schema)
        do {
            try message.merge(try NordicWiFi.WireReader(bytes.span), in: bytes)
        } catch {
            throw DecodeFailure(kind: "\(error.kind)", text: "\(error)", offset: Int(error.offset))
        }
        return try message.object()
    }

    /// As protobuf has it: the last of several values counts, several submessages are one.
    private mutating func merge(
        _ fields: NordicWiFi.WireReader, in bytes: [UInt8]
    ) throws(NordicWiFi.DecodingError) {
        var reader = fields
        end = reader.end
        while true {
            let tag = try reader.nextTag(in: bytes.span)
            if tag == 0 { return }
            let start = reader.place
            guard let field = schema.fields.first(where: { $0.tag == tag }) else {
                try reader.skip(tag, in: bytes.span)
                keep(tag, bytes[start..<reader.place])
                continue
            }
            switch field.kind {
            case .unsigned, .signed, .flag, .named:
                let (low, isZero) = try reader.varint(in: bytes.span)
                values[field.number] = .number(low, isZero: isZero)
            case .ssid, .address, .dotted, .passphrase:
                values[field.number] = .bytes(Array(bytes[try reader.range(in: bytes.span).range]))
            case .message(let schema):
                var message = NordicJSON(schema)
                if case .message(let before)? = values[field.number] { message = before }
                try message.merge(try reader.submessage(in: bytes.span), in: bytes)
                values[field.number] = .message(message)
            }
        }
    }

    /// Keeps a field that is not known, or has another wire type; of one with a length, what the length counts.
    private mutating func keep(_ tag: UInt32, _ bytes: ArraySlice<UInt8>) {
        var content = bytes
        if tag & 7 == 2 {
            content = content.drop { $0 & 0x80 != 0 }.dropFirst()
        }
        if let index = unknown.firstIndex(where: { $0.field == tag >> 3 }) {
            unknown[index].values.append(Array(content))
        } else {
            unknown.append((tag >> 3, [Array(content)]))
        }
    }

    private func object() throws(DecodeFailure) -> JSONObject {
        var object: JSONObject = [:]
        for field in schema.fields {
            guard let value = values[field.number] else {
                guard field.isRequired else { continue }
                throw DecodeFailure(kind: "missingField", text: "the message lacks \(field.name)", offset: end)
            }
            switch value {
            case .number(let number, let isZero):
                object.append(field.name, Self.json(number, isZero: isZero, field.kind))
            case .bytes(let bytes): Self.append(bytes, of: field, to: &object)
            case .message(let message): object.append(field.name, .object(try message.object()))
            }
        }
        guard !unknown.isEmpty else { return object }
        var others: JSONObject = [:]
        for (field, values) in unknown {
            others.append(String(field), .string(values.map(hexText).joined(separator: " ")))
        }
        object.append("unknown", .object(others))
        return object
    }

    private static func json(_ number: UInt32, isZero: Bool, _ kind: NordicSchema.Kind) -> JSON {
        switch kind {
        case .flag: .boolean(!isZero)
        case .unsigned: .integer(Int(number))
        case .named(let names) where number < UInt32(names.count): .string(names[Int(number)])
        default: .integer(Int(Int32(bitPattern: number)))
        }
    }

    private static func append(_ bytes: [UInt8], of field: NordicSchema.Field, to object: inout JSONObject) {
        switch field.kind {
        case .ssid:
            object.append(field.name, .string(SSID(bytes)?.description ?? String(decoding: bytes, as: UTF8.self)))
            object.append(field.name + "Hex", .string(hexText(bytes)))
        case .passphrase: object.append(field.name + "Length", .integer(bytes.count))
        case .dotted: object.append(field.name, .string(bytes.map(String.init).joined(separator: ".")))
        default:
            let text = bytes.map { hexText([$0]).lowercased() }.joined(separator: ":")
            object.append(field.name, .string(text))
        }
    }
}
