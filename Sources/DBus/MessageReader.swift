import CSystemd
import Glibc
import Runtime

/// Reads the arguments of a message that the caller keeps alive.
struct MessageReader {
    let message: OpaquePointer
    /// Whether byte arrays, and the texts in variants, are read as secrets.
    let isSensitive: Bool

    init(_ message: OpaquePointer, isSensitive: Bool = false) {
        self.message = message
        self.isSensitive = isSensitive
    }

    /// All arguments from the present position on.
    func values() throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    /// The next value of the container that is open, or `nil` at its end.
    func next() throws(DBusError) -> DBusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
        let inner = contents.map { String(cString: $0) } ?? ""
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "a"): return try array(of: inner)
        case UInt8(ascii: "v"):
            let content = try inside(type, inner) { () throws(DBusError) in
                isSensitive && inner == "s" ? [.secretText(try secretText())] : try values()
            }
            guard let value = content.first else {
                throw DBusError(DBusError.invalidArguments, "a variant is empty")
            }
            return .variant(value)
        case UInt8(ascii: "r"): return .structure(try inside(type, inner) { () throws(DBusError) in try values() })
        default: return try basic(type)
        }
    }

    private func inside<Result>(
        _ type: CChar, _ contents: String, _ body: () throws(DBusError) -> Result
    ) throws(DBusError) -> Result {
        try check(sd_bus_message_enter_container(message, type, contents))
        let result = try body()
        try check(sd_bus_message_exit_container(message))
        return result
    }

    private func array(of inner: String) throws(DBusError) -> DBusValue {
        let arrayType = CChar(bitPattern: UInt8(ascii: "a"))
        if inner == "y" {
            var start: UnsafeRawPointer?
            var count = 0
            try check(sd_bus_message_read_array(message, CChar(bitPattern: UInt8(ascii: "y")), &start, &count))
            let bytes = UnsafeRawBufferPointer(start: start, count: count)
            return isSensitive ? .secretBytes(SecretBytes(copying: bytes)) : .bytes([UInt8](bytes))
        }
        guard inner.hasPrefix("{") else {
            return .array(try inside(arrayType, inner) { () throws(DBusError) in try values() }, of: inner)
        }
        let entry = String(inner.dropFirst().dropLast())
        let pairs = try inside(arrayType, inner) { () throws(DBusError) in try self.pairs(entry) }
        return .dictionary(pairs, key: String(entry.prefix(1)), value: String(entry.dropFirst()))
    }

    private func pairs(_ entry: String) throws(DBusError) -> [DBusValue: DBusValue] {
        var pairs: [DBusValue: DBusValue] = [:]
        let entryType = CChar(bitPattern: UInt8(ascii: "e"))
        while sd_bus_message_at_end(message, 0) == 0 {
            let fields = try inside(entryType, entry) { () throws(DBusError) in try values() }
            guard fields.count == 2 else {
                throw DBusError(DBusError.invalidArguments, "a dictionary entry is not a pair")
            }
            pairs[fields[0]] = fields[1]
        }
        return pairs
    }

    private func basic(_ type: CChar) throws(DBusError) -> DBusValue {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "y"): return .byte(try read(type, 0))
        case UInt8(ascii: "b"): return .boolean(try read(type, Int32(0)) != 0)  // a C int
        case UInt8(ascii: "n"): return .int16(try read(type, 0))
        case UInt8(ascii: "q"): return .uint16(try read(type, 0))
        case UInt8(ascii: "i"): return .int32(try read(type, 0))
        case UInt8(ascii: "u"): return .uint32(try read(type, 0))
        case UInt8(ascii: "x"): return .int64(try read(type, 0))
        case UInt8(ascii: "t"): return .uint64(try read(type, 0))
        case UInt8(ascii: "d"): return .double(try read(type, 0))
        case UInt8(ascii: "s"): return .string(try text(type))
        case UInt8(ascii: "o"): return .objectPath(try text(type))
        case UInt8(ascii: "g"): return .signature(try text(type))
        case UInt8(ascii: "h"):
            // The message lends its descriptor; ours has to outlive it.
            return .fileDescriptor(try FileDescriptor(duplicating: read(type, Int32(-1))))
        default: throw DBusError(DBusError.invalidArguments, "a type that is not known")
        }
    }

    private func read<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) throws(DBusError) -> Value {
        var value = zero
        try check(sd_bus_message_read_basic(message, type, &value))
        return value
    }

    private func secretText() throws(DBusError) -> SecretBytes {
        let pointer: UnsafePointer<CChar>? = try read(CChar(bitPattern: UInt8(ascii: "s")), nil)
        guard let pointer else { return [] }
        let count = strlen(pointer)
        wipeRegisters()
        return SecretBytes(copying: UnsafeRawBufferPointer(start: pointer, count: count))
    }

    /// What came of a call of sd-bus, which measures texts beside a secret as fast as the processor can, and so takes it along.
    @discardableResult
    private func check(_ status: Int32) throws(DBusError) -> Int32 {
        if isSensitive { wipeRegisters() }
        return try DBus.check(status)
    }

    private func text(_ type: CChar) throws(DBusError) -> String {
        let pointer: UnsafePointer<CChar>? = try read(type, nil)
        return pointer.map { String(cString: $0) } ?? ""
    }
}
