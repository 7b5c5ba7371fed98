import BluetoothLE
import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of `--trace`: one JSON object a value that went over the link, readable by its owner only.
final class TraceFile: Sendable {
    private let descriptor: Lock<Int32>

    /// Makes the file, or goes on at the end of one that is there.
    init(path: String) throws(CommandFailure) {
        guard let file = OwnedDescriptor(appendingPrivate: path) else {
            throw CommandFailure(
                .failed, "unwritable", fault: .caller, "The trace file cannot be written: \(systemErrorText(errno)).")
        }
        descriptor = Lock(dup(file.number))
    }

    deinit { descriptor.withLock { _ = close($0) } }

    /// What the services call with each value.
    var handler: TraceHandler {
        { [self] record in
            let line = Array((Self.json(record, at: wallClock()).text + "\n").utf8)
            descriptor.withLock { descriptor in
                // A full disk costs the line, never the session.
                _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
        }
    }

    /// The line of one record. The records come with secrets masked; a passphrase shows as `**` for each byte.
    static func json(_ record: TraceRecord, at time: String) -> JSONObject {
        var bytes = record.bytes[...]
        var hex = ""
        var messages: [JSON] = []
        while record.offset == 0, let frame = try? WiFiSet.Frame(decoding: Array(bytes).span) {
            let message = bytes.prefix(Int(frame.length))
            messages.append(.object(frame.json(message)))
            hex += Self.hex(message, hiding: frame.secretRange)
            bytes = bytes.dropFirst(message.count)
        }
        hex += Self.hex(bytes)
        return [
            "time": .string(time), "direction": .string(record.direction.rawValue),
            "characteristic": .string(record.characteristic.characteristic.description),
            "peer": .optional(record.peer), "offset": .integer(record.offset), "hex": .string(hex),
            "messages": .array(messages),
        ]
    }

    private static func hex(_ bytes: some Collection<UInt8>, hiding secret: Range<Int> = 0..<0) -> String {
        bytes.enumerated().map { secret.contains($0.offset) ? "**" : hexText(CollectionOfOne($0.element)) }.joined()
    }
}

extension WiFiSet.Frame {
    /// Where in the frame a passphrase is.
    fileprivate var secretRange: Range<Int> {
        if case .credentialWrite(let write) = message { write.passphrase.range } else { 0..<0 }
    }
}
