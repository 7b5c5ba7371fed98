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
    private struct State {
        let descriptor: Int32
        /// The system's number for why a line was lost; `nil` where none was.
        var failure: Int32?
    }

    private let state: Lock<State>

    /// Makes the file, or goes on at the end of one that is there.
    init(path: String) throws(CommandFailure) {
        guard let file = OwnedDescriptor(appendingPrivate: path) else {
            throw .unwritable("The trace file cannot be written", errno)
        }
        state = Lock(State(descriptor: dup(file.number)))
    }

    deinit { state.withLock { _ = close($0.descriptor) } }

    /// Why the trace lacks something; `nil` where it is whole.
    var failure: CommandFailure? {
        guard let number = state.withLock({ $0.failure }) else { return nil }
        return CommandFailure(
            .failed, "unwritable", fault: .caller,
            "The trace could not be written: \(systemErrorText(number)). All else was done.")
    }

    /// What the services call with each value.
    var handler: TraceHandler {
        { [self] record in
            let line = Self.json(record, at: wallClock()).text + "\n"
            state.withLock { state in
                // A full disk costs the line, never the session.
                let number = writeAll(line, to: state.descriptor)
                if number != 0, state.failure == nil { state.failure = number }
            }
        }
    }

    /// The line of one record. The records come with secrets masked; a passphrase shows as `**` for each byte.
    static func json(_ record: TraceRecord, at time: String) -> JSONObject {
        var secret = Set(record.secret)
        var messages: [JSON] = []
        switch record.offset == 0 ? AttributeRole(record.characteristic.characteristic) : nil {
        case .wifiSet: messages = framed(record.bytes, &secret)
        case .nordic(let characteristic):
            let name = characteristic.message(isWritten: record.direction == .written)
            if let schema = NordicSchema.message(name), let object = try? NordicJSON.object(record.bytes, as: schema) {
                messages = [.object(object)]
            }
        case .topicJSON: messages = credentials(record, &secret)
        case nil: if record.direction == .written, record.offset == 0 { messages = credentials(record, &secret) }
        }
        let hex = record.bytes.enumerated().map { secret.contains($0) ? "**" : hexText(CollectionOfOne($1)) }.joined()
        return [
            "time": .string(time), "direction": .string(record.direction.rawValue),
            "characteristic": .string(record.characteristic.characteristic.description),
            "peer": .optional(record.peer), "offset": .integer(record.offset), "hex": .string(hex),
            "messages": .array(messages),
        ]
    }

    /// The messages of WiFiSet in a value. Where their passphrases are is added to `secret`, also where the record hides none.
    private static func framed(_ value: [UInt8], _ secret: inout Set<Int>) -> [JSON] {
        var messages: [JSON] = []
        var rest = value[...]
        while let frame = try? WiFiSet.Frame(decoding: Array(rest).span) {
            let message = rest.prefix(Int(frame.length))
            messages.append(.object(frame.json(message)))
            secret.formUnion(frame.secretRange.map { $0 + rest.startIndex })
            rest = rest.dropFirst(message.count)
        }
        return messages
    }
}

extension TraceFile {
    /// The credentials of the JSON protocol in a value, whose characteristic may be one of a catalogue.
    private static func credentials(_ record: TraceRecord, _ secret: inout Set<Int>) -> [JSON] {
        guard let object = try? TopicJSONText.object(record.bytes, isHidden: true) else { return [] }
        secret.formUnion(TopicJSON.secret(in: record.bytes.span))
        return [.object(object)]
    }
}

extension WiFiSet.Frame {
    /// Where in the frame a passphrase is.
    fileprivate var secretRange: Range<Int> {
        if case .credentialWrite(let write) = message { write.passphrase.range } else { 0..<0 }
    }
}

extension TraceRecord {
    /// The value in a line for a person: which way it went, what it is and how long, and nothing that it holds.
    var line: String {
        let what: String
        switch AttributeRole(characteristic.characteristic) {
        case .wifiSet: what = "a value of wifiset"
        case .nordic(let characteristic):
            what = "a \(characteristic.message(isWritten: direction == .written)) of nordic"
        case .topicJSON: what = "a value of json"
        case nil: what = "a value of \(characteristic.characteristic)"
        }
        return "\(direction.rawValue): \(what), \(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    }
}
