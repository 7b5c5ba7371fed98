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
            let line = Array((Self.json(record, at: Self.wallClock()).text + "\n").utf8)
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

    /// The present in UTC, `2026-11-30T01:42:24.123Z`.
    private static func wallClock() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func padded(_ value: Int, _ width: Int = 2) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let date = [padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1), padded(Int(parts.tm_mday))]
        let clock = [padded(Int(parts.tm_hour)), padded(Int(parts.tm_min)), padded(Int(parts.tm_sec))]
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + padded(now.tv_nsec / 1_000_000, 3) + "Z"
    }
}

extension WiFiSet.Frame {
    /// Where in the frame a passphrase is.
    fileprivate var secretRange: Range<Int> {
        if case .credentialWrite(let write) = message { write.passphrase.range } else { 0..<0 }
    }
}
