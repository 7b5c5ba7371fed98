#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway decode`.
struct DecodeCommand {
    let console: Console

    /// A capture is read whole; one above this is refused.
    private static let maximumCapture = 512 << 20

    /// Decodes what the arguments name.
    func run(_ arguments: ParsedArguments) async throws(CommandFailure) -> ExitStatus {
        if let path = arguments.values["capture"] {
            guard arguments.operands.isEmpty, arguments.values["message"] == nil else {
                throw .usage(
                    "--capture takes the place of HEX and --message, and tells its messages itself", command: "decode")
            }
            return try decode(capture: path, try protocols(arguments))
        }
        let schema = try schema(arguments)
        if arguments.operands == ["-"] { return try await decodeStandardInput(schema) }
        var decoder = HexDecoder(console: console, schema: schema)
        let text = arguments.operands.joined(separator: " ")
        return decoder.take(Array(text.utf8)[...]) && decoder.finish() ? .done : .failed
    }

    /// What the bytes are to be read as: `nil` for messages of WiFiSet, which tell their types themselves.
    private func schema(_ arguments: ParsedArguments) throws(CommandFailure) -> WholeMessage? {
        let name = arguments.values["message"]
        let wire = arguments.values["protocol"]
        if name != nil, wire == "wifiset" || wire == "json" {
            throw .usage("--message is for nordic; other messages tell their types", command: "decode")
        }
        switch wire {
        case "wifiset": return nil
        case "json": return .credentialsObject
        case "nordic":
            guard let schema = name.flatMap(NordicSchema.message) else {
                throw .usage("give --message request, response, result or info", command: "decode")
            }
            return .nordic(schema)
        default: throw .usage("that protocol is not known; give wifiset, nordic or json", command: "decode")
        }
    }

    /// The protocols that a capture is searched for.
    private func protocols(_ arguments: ParsedArguments) throws(CommandFailure) -> [String] {
        guard let name = arguments.values["protocol"] else { return ProgramDescription.protocols }
        guard ProgramDescription.protocols.contains(name) else {
            throw .usage("that protocol is not known; give wifiset, nordic or json", command: "decode")
        }
        return [name]
    }

    private func decodeStandardInput(_ schema: WholeMessage?) async throws(CommandFailure) -> ExitStatus {
        var decoder = HexDecoder(console: console, schema: schema)
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            guard await waitUntilReadable(0) else { throw .interrupted }
            let got = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            if got < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw CommandFailure(
                    .failed, "unreadable", fault: .caller,
                    "Standard input cannot be read: \(systemErrorText(errno)).")
            }
            guard got > 0 else { return decoder.finish() ? .done : .failed }
            guard decoder.take(chunk[..<got]) else { return .failed }
        }
    }

    private func decode(capture path: String, _ protocols: [String]) throws(CommandFailure) -> ExitStatus {
        let file: OwnedDescriptor
        do throws(FileFailure) { file = try OwnedDescriptor(reading: path) } catch { throw unreadable(error.text) }
        guard let bytes = file.readAll(limit: Self.maximumCapture + 1) else { throw unreadable(systemErrorText(errno)) }
        guard bytes.count <= Self.maximumCapture else {
            throw CommandFailure(.failed, "tooLarge", fault: .caller, "the capture is larger than 512 MiB")
        }
        var decoder = CaptureDecoder(bytes, protocols: protocols)
        let isClean = decoder.decode(console.print)
        if isClean, !decoder.foundAny {
            console.note("gangway: the capture holds no message of \(protocols.joined(separator: " or ")).\n")
        }
        return isClean ? .done : .failed
    }

    private func unreadable(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "unreadable", fault: .caller, "the capture cannot be read: \(reason)")
    }
}

/// A message that all of the bytes together are.
private enum WholeMessage {
    case nordic(NordicSchema)
    /// The object of the JSON protocol.
    case credentialsObject

    func object(_ bytes: [UInt8]) throws(DecodeFailure) -> JSONObject {
        switch self {
        case .nordic(let schema): try NordicJSON.object(bytes, as: schema)
        case .credentialsObject: try TopicJSONText.object(bytes)
        }
    }
}

/// Hex text in, lines of JSON out, as it comes.
private struct HexDecoder {
    let console: Console
    private var hex = HexReader()
    private var messages = MessageStream()

    /// The message that all bytes together are; `nil` for messages of WiFiSet, one after the other.
    private let schema: WholeMessage?
    private var whole: [UInt8] = []

    /// More than an attribute value ever holds.
    private static let maximumMessage = 65_535

    init(console: Console, schema: WholeMessage?) {
        self.console = console
        self.schema = schema
    }

    /// Takes more text; `false` when it could not be decoded, which has then been told.
    mutating func take(_ text: ArraySlice<UInt8>) -> Bool {
        var bytes: [UInt8] = []
        var fault: HexReader.Failure?
        do throws(HexReader.Failure) { try hex.read(text, into: &bytes) } catch { fault = error }
        if schema == nil { messages.append(bytes) } else { whole += bytes }
        do throws(DecodeFailure) {
            guard whole.count <= Self.maximumMessage else {
                throw DecodeFailure(
                    kind: "tooLong", text: "a message has at most \(Self.maximumMessage) bytes",
                    offset: Self.maximumMessage)
            }
            while let object = try messages.next() { console.print(object) }
            if let fault { throw failure(fault) }
        } catch {
            console.print(error.json)
            return false
        }
        return true
    }

    /// Says that no more text comes.
    mutating func finish() -> Bool {
        do throws(DecodeFailure) {
            do throws(HexReader.Failure) { try hex.finish() } catch { throw failure(error) }
            if let schema {
                console.print(try schema.object(whole))
            } else {
                try messages.finish()
            }
        } catch {
            console.print(error.json)
            return false
        }
        return true
    }

    private func failure(_ fault: HexReader.Failure) -> DecodeFailure {
        switch fault {
        case .notHex(let offset): DecodeFailure(kind: "notHex", text: "not a hex digit", offset: offset)
        case .oddDigits(let offset): DecodeFailure(kind: "oddDigits", text: "hex digits come in pairs", offset: offset)
        }
    }
}
