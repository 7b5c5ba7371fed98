/// A command line that was understood.
package struct ParsedArguments: Equatable {
    /// The command; `nil` when only `--help` or `--version` was given.
    var command: CommandDescription?
    /// The values of options, by name.
    package var values: [String: String] = [:]
    /// The switches that are on, by name.
    package var switches: Set<String> = []
    /// All that is not an option.
    package var operands: [String] = []
}

extension ParsedArguments {
    /// What `arguments` say, without the program's own name.
    /// - Throws: what is wrong with them, with status 2.
    package init(_ arguments: [String]) throws(CommandFailure) {
        do throws(UsageError) {
            self = try ArgumentParser.parse(arguments, isInteractive: Terminal.isInteractive)
        } catch {
            throw .usage(error.message, command: error.command)
        }
    }

    /// The name of the command; `nil` where none was given.
    package var commandName: String? { command?.name }
}

/// Why a command line was not understood. Never quotes a value: it may be a passphrase in the wrong place.
struct UsageError: Error, Equatable {
    /// What is wrong.
    let message: String
    /// The command it was meant for, where one was named.
    var command: String?
}

/// Reads command lines by the program's description.
struct ArgumentParser {
    private let program: ProgramDescription
    private let isInteractive: Bool
    private var result = ParsedArguments()
    private var rest: ArraySlice<String>

    /// Reads `arguments`, without the program's own name. A person can be asked for some of what is missing where `isInteractive`.
    static func parse(
        _ arguments: [String], isInteractive: Bool = true, program: ProgramDescription = ProgramDescription()
    ) throws(UsageError) -> ParsedArguments {
        var parser = ArgumentParser(program: program, isInteractive: isInteractive, rest: arguments[...])
        return try parser.run()
    }

    private init(program: ProgramDescription, isInteractive: Bool, rest: ArraySlice<String>) {
        self.program = program
        self.isInteractive = isInteractive
        self.rest = rest
    }

    private mutating func run() throws(UsageError) -> ParsedArguments {
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-") {
                try take(operand: word)
            } else if word == "--" {
                onlyOperands = true
            } else if word.hasPrefix("--") {
                try take(option: word.dropFirst(2))
            } else {
                try take(letters: word.dropFirst())
            }
        }
        try checkOperands()
        return result
    }

    private mutating func take(operand: String) throws(UsageError) {
        if let command = result.command {
            if command.subcommands.isEmpty {
                result.operands.append(operand)
            } else {
                result.command = try subcommand(operand, of: command)
                try checkOptions()
            }
            return
        }
        guard let command = program.command(operand) else {
            let near = nearest(to: operand, among: program.commands.map(\.name))
            let isOption = program.globalOptions.contains { $0.name == operand }
            let hint = isOption ? "--\(operand)" : near
            throw UsageError(
                message: Self.noCommand(operand) + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
        result.command = command
    }

    /// That there is no such command. A word that does not look like one may be a secret in the wrong place: it is not shown.
    static func noCommand(_ word: String) -> String {
        let looksLikeOne = !word.isEmpty && word.utf8.count <= 16 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return "there is no command called " + (looksLikeOne ? word : "so (not shown)")
    }

    /// What was given before the sub-command was known was read as the usual one's.
    private func checkOptions() throws(UsageError) {
        let known = program.options(of: result.command).map(\.name)
        let given = Set(result.values.keys).union(result.switches)
        guard let strange = given.sorted().first(where: { !known.contains($0) }) else { return }
        throw failure("--\(strange) is not known here")
    }

    private func subcommand(
        _ word: String, of command: CommandDescription
    ) throws(UsageError) -> CommandDescription {
        if let subcommand = command.subcommand(word) { return subcommand }
        let words = command.subcommands.map(\.word)
        let other = command.subcommands.first { $0.otherWords.contains(word) }?.word
        let near = (other ?? nearest(to: word, among: words)).map { "; did you mean \($0)?" }
        throw failure("\(command.name) has no such part" + (near ?? ": it has " + words.joined(separator: ", ")))
    }

    private mutating func take(option word: Substring) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let options = program.options(of: result.command)
        guard let option = options.first(where: { $0.name == name }) else {
            if name == "passphrase" || name == "password" {
                throw failure(
                    "a \(name) is never an argument, where others could read it; use the prompt, --\(name)-file or "
                        + "standard input")
            }
            // What does not look like an option's name may be a secret that begins with dashes: it is not shown.
            let looksLikeName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
            let shown = looksLikeName ? "--\(name) is" : "an option (not shown) is"
            let near =
                options.first { $0.otherNames.contains(name) }?.name ?? nearest(to: name, among: options.map(\.name))
            throw failure(shown + " not known here" + (near.map { "; did you mean --\($0)?" } ?? ""))
        }
        try take(option, attached: parts.count == 2 ? String(parts[1]) : nil)
    }

    private mutating func take(letters: Substring) throws(UsageError) {
        for letter in letters {
            guard let option = program.options(of: result.command).first(where: { $0.letter == letter }) else {
                let known = program.options(of: result.command).compactMap(\.letter).map { "-\($0)" }
                throw failure("a one-letter option is not known here; known are " + known.joined(separator: ", "))
            }
            try take(option, attached: nil)
        }
    }

    private mutating func take(_ option: OptionDescription, attached: String?) throws(UsageError) {
        guard let valueName = option.value else {
            guard attached == nil else { throw failure("\(option.flag) takes no value") }
            result.switches.insert(option.name)
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw failure("\(option.flag) needs a value: \(valueName)")
        }
        guard result.values.updateValue(value, forKey: option.name) == nil else {
            throw failure("\(option.flag) is given twice")
        }
    }

    private mutating func checkOperands() throws(UsageError) {
        if result.switches.contains("help") || result.switches.contains("version") { return }
        guard var command = result.command else { throw failure("a command is missing") }
        if !command.subcommands.isEmpty {
            guard let usual = command.usualSubcommand.flatMap(command.subcommand) else {
                throw failure("\(command.name) needs one of " + command.subcommands.map(\.word).joined(separator: ", "))
            }
            result.command = usual
            command = usual
        }
        let missing = missing(in: command)
        if !missing.isEmpty {
            let verb = missing.count == 1 ? "is" : "are"
            let all = missing.joined(separator: missing.contains { $0.contains(" or ") } ? ", and " : " and ")
            throw failure("\(all) \(verb) missing; the whole is `\(command.line(isInteractive: isInteractive))`")
        }
        if result.operands.count > command.operands.count, !command.operands.contains(where: \.repeats) {
            let takes = command.operands.isEmpty ? "no" : "fewer"
            let hint = command.operands.isEmpty ? "" : "; a name with spaces goes in quotes"
            throw failure(
                "\(command.name) takes \(takes) arguments; the others are not shown, as one may be secret" + hint)
        }
    }

    /// All that the command cannot do without and that is not there.
    private func missing(in command: CommandDescription) -> [String] {
        let needed = command.operands.filter { !$0.isOptional }
        // What is there beyond those is the optional ones, in their order.
        let optional = command.operands.filter(\.isOptional).prefix(max(0, result.operands.count - needed.count))
        let given = Set(optional.map(\.name)).union(result.values.keys).union(result.switches)
        let open = command.needs.filter { need in
            !(need.isAsked && isInteractive) && !need.oneOf.contains(where: given.contains)
        }
        return needed.dropFirst(result.operands.count).map(\.nameWithChoices) + open.map(command.text(of:))
    }

    private func failure(_ message: String) -> UsageError {
        UsageError(message: message, command: result.command?.name)
    }
}
