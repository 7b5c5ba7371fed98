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
        try checkProtocol(arguments)
        if let path = arguments.values["capture"] {
            guard arguments.operands.isEmpty else {
                throw .usage("--capture takes the place of HEX; give one of them", command: "decode")
            }
            return try decode(capture: path)
        }
        if arguments.operands == ["-"] { return try await decodeStandardInput() }
        guard !arguments.operands.isEmpty else {
            throw .usage("HEX is missing; give hex digits, - for standard input, or --capture FILE", command: "decode")
        }
        var decoder = HexDecoder(console: console)
        let text = arguments.operands.joined(separator: " ")
        return decoder.take(Array(text.utf8)[...]) && decoder.finish() ? .done : .failed
    }

    private func checkProtocol(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let name = arguments.values["protocol"] else {
            throw .usage("--protocol is missing; wifiset is the only one so far", command: "decode")
        }
        guard ProgramDescription.protocols.contains(name) else {
            throw .usage("that protocol is not known; wifiset is the only one so far", command: "decode")
        }
    }

    private func decodeStandardInput() async throws(CommandFailure) -> ExitStatus {
        var decoder = HexDecoder(console: console)
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            guard await waitUntilReadable(0) else { throw .interrupted }
            let got = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got > 0 else { return decoder.finish() ? .done : .failed }
            guard decoder.take(chunk[..<got]) else { return .failed }
        }
    }

    private func decode(capture path: String) throws(CommandFailure) -> ExitStatus {
        let file: OwnedDescriptor
        do throws(FileFailure) { file = try OwnedDescriptor(reading: path) } catch { throw unreadable(error.text) }
        guard let bytes = file.readAll(limit: Self.maximumCapture + 1) else { throw unreadable(systemErrorText(errno)) }
        guard bytes.count <= Self.maximumCapture else {
            throw CommandFailure(.failed, "tooLarge", fault: .caller, "the capture is larger than 512 MiB")
        }
        var decoder = CaptureDecoder(bytes)
        return decoder.decode(console.print) ? .done : .failed
    }

    private func unreadable(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "unreadable", fault: .caller, "the capture cannot be read: \(reason)")
    }
}

/// Hex text in, lines of JSON out, as it comes.
private struct HexDecoder {
    let console: Console
    private var hex = HexReader()
    private var messages = MessageStream()

    init(console: Console) { self.console = console }

    /// Takes more text; `false` when it could not be decoded, which has then been told.
    mutating func take(_ text: ArraySlice<UInt8>) -> Bool {
        var bytes: [UInt8] = []
        var fault: HexReader.Failure?
        do throws(HexReader.Failure) { try hex.read(text, into: &bytes) } catch { fault = error }
        messages.append(bytes)
        do throws(DecodeFailure) {
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
            try messages.finish()
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
