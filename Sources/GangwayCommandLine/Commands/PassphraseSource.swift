import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where passphrases come from: a prompt that does not echo, the first line of a file, standard input line by line, or, where that
/// was asked for, the vault.
struct PassphraseSource {
    private enum Kind {
        case prompt
        case file
        case standardInput
        case vault(PassphraseMemory)

        var isPrompt: Bool {
            if case .prompt = self { true } else { false }
        }
    }

    private let kind: Kind
    private let reader: LineReader
    private let console: Console

    init(_ context: CommandContext) throws(CommandFailure) {
        console = context.console
        if context.arguments.switches.contains("from-vault") {
            if context.arguments.values["passphrase-file"] != nil || context.arguments.switches.contains("open") {
                throw .usage("--from-vault excludes --passphrase-file and --open", command: "join")
            }
            kind = .vault(try PassphraseMemory(context))
            reader = LineReader(descriptor: 0)
            return
        }
        guard let path = context.arguments.values["passphrase-file"] else {
            kind = Terminal.isInteractive ? .prompt : .standardInput
            reader = LineReader(descriptor: 0)
            return
        }
        let file: OwnedDescriptor
        do throws(FileFailure) { file = try OwnedDescriptor(streaming: path) } catch {
            throw CommandFailure(
                .failed, "unreadable", fault: .caller, "The file of --passphrase-file cannot be read: \(error.text).",
                advice: "Its name is not shown, in case it is the passphrase itself.")
        }
        // An empty one is told before anything is connected.
        var first: UInt8 = 0
        if file.isRegular, pread(file.number, &first, 1, 0) == 0 || first == 0x0A {
            throw CommandFailure(
                .failed, "invalidPassphrase", fault: .caller, "The first line of --passphrase-file's file is empty.",
                advice: "A network without a passphrase is named with --open.")
        }
        kind = .file
        reader = LineReader(descriptor: dup(file.number))
    }

    /// Stops the terminal from showing what is typed where a passphrase will be asked for: it may be typed before the
    /// prompt is there. It stays so until the program ends.
    func hideTyping() {
        if kind.isPrompt { Terminal.hide() }
    }

    /// Finds out before anything is connected that the vault has no passphrase of the network.
    func check(for ssid: SSID) async throws(CommandFailure) {
        if case .vault(let memory) = kind { _ = try await memory.passphrase(for: ssid) }
    }

    /// Finds out, before anybody is told that it is about to be sent, that a passphrase cannot be that of `choice`. It is looked at
    /// where it is there already; one that is still to be typed or written is judged when it comes.
    func judge(for choice: NetworkChoice) async throws(CommandFailure) {
        switch kind {
        case .prompt: return
        case .vault(let memory): try choice.check(try await memory.passphrase(for: choice.ssid))
        case .file, .standardInput:
            guard choice.security != .open else { return }
            let passphrase = await reader.withLineThatIsThere { bytes in
                guard let passphrase = Passphrase(bytes) else { return PassphraseLine.tooLong }
                return PassphraseLine.passphrase(passphrase)
            }
            switch consume passphrase {
            case .passphrase(let passphrase)?: try choice.check(passphrase)
            case .tooLong?: throw failure(.tooLong)
            case nil: return
            }
        }
    }

    /// Whether another passphrase can be tried after a wrong one.
    func hasNext() async throws(CommandFailure) -> Bool {
        switch kind {
        case .prompt: return true
        case .file: return false
        case .vault:
            console.note("The passphrase that the vault has was refused; another one is given without --from-vault.\n")
            return false
        case .standardInput:
            do throws(LineReader.Failure) { return try await reader.hasLine() } catch { throw failure(error) }
        }
    }

    /// Whether there is a passphrase that nobody has asked for yet: in the file, or on standard input, whose first line or end
    /// is waited for. A terminal has none.
    func isGiven() async throws(CommandFailure) -> Bool {
        switch kind {
        case .prompt: return false
        case .vault: return true
        case .file, .standardInput: break
        }
        do throws(LineReader.Failure) {
            return try await reader.withNextLine { !$0.isEmpty } ?? false
        } catch {
            if error == .unreadable, case .standardInput = kind { return false }  // closed
            throw failure(error)
        }
    }

    /// The next passphrase. It is wiped when its owner lets it go.
    func next(for ssid: SSID, isRetry: Bool) async throws(CommandFailure) -> Passphrase {
        if case .vault(let memory) = kind {
            let passphrase = try await memory.passphrase(for: ssid)
            console.note("The passphrase of \(quoted(ssid)) is taken from the vault.\n")
            return passphrase
        }
        if kind.isPrompt {
            let question = "\(isRetry ? "Another passphrase" : "Passphrase") for \(quoted(ssid)): "
            Terminal.askHidden { [console] in console.note(question) }
        }
        defer {
            if kind.isPrompt {
                Terminal.endQuestion()
                console.note("\n")
            }
        }
        let line: PassphraseLine?
        do throws(LineReader.Failure) {
            line = try await reader.withNextLine { bytes in
                guard let passphrase = Passphrase(bytes) else { return .tooLong }
                return .passphrase(passphrase)
            }
        } catch {
            throw failure(error)
        }
        switch consume line {
        case .passphrase(let passphrase)?: return passphrase
        case .tooLong?: throw failure(.tooLong)
        case nil: throw missing(isRetry: isRetry)
        }
    }

    private func missing(isRetry: Bool) -> CommandFailure {
        guard kind.isPrompt else {
            return .usage(
                "a passphrase is needed: on standard input, in --passphrase-file, or --open for a network without one",
                command: "join")
        }
        return CommandFailure(
            .failed, "passphraseNeeded", fault: .caller,
            isRetry ? "No other passphrase was given." : "No passphrase was given; nothing was sent.")
    }

    /// Asks for a number from 1 on, until one is given; `nil` where it is to be another network.
    func askNumber(upTo limit: Int) async throws(CommandFailure) -> Int? {
        while true {
            let answer = try await ask("Number of the network (1-\(limit), 0 for another one): ")
            if let number = Int(answer), (0...limit).contains(number) { return number == 0 ? nil : number }
            console.note("That is none of the numbers.\n")
        }
    }

    /// Asks for a network's name, until one of a right length is given.
    func askName() async throws(CommandFailure) -> SSID {
        while true {
            if let ssid = SSID(try await ask("The network's name: ")), ssid.count > 0 { return ssid }
            console.note("A network's name has 1 to 32 bytes.\n")
        }
    }

    private func ask(_ question: String) async throws(CommandFailure) -> String {
        // The answer is no secret, and is shown.
        let wasHidden = Terminal.isHiding
        Terminal.restore()
        defer { if wasHidden { Terminal.hide() } }
        console.note(question)
        do throws(LineReader.Failure) {
            if let answer = try await reader.nextText() { return answer }
        } catch {
            throw failure(error)
        }
        console.note("\n")  // Ctrl-D leaves the prompt on the line
        throw .interrupted
    }

    private func failure(_ failure: LineReader.Failure) -> CommandFailure {
        switch failure {
        case .cancelled: .interrupted
        case .tooLong:
            CommandFailure(
                .failed, "invalidPassphrase", fault: .caller,
                "The passphrase has more than 64 bytes; nothing was sent.",
                advice: "A passphrase has 8 to 63 bytes.")
        case .unreadable:
            CommandFailure(.failed, "unreadable", fault: .caller, "The passphrase cannot be read; nothing was sent.")
        }
    }
}

/// What a line came to.
private enum PassphraseLine: ~Copyable, Sendable {
    case passphrase(Passphrase)
    case tooLong
}
