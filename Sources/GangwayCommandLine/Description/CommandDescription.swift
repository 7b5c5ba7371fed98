/// What an option's value or an argument may be, for completion.
enum ValueKind: Equatable, Sendable {
    /// Anything.
    case text
    /// The name of a file.
    case file
    /// The name of a directory.
    case directory
    /// The name of a device that is listed.
    case listedDevice
    /// The name of a mode that a device has which is listed.
    case listedMode
    /// One of these words. What may follow a colon after one of them is in `after`; a word that ends with a colon itself cannot
    /// do without.
    indirect case oneOf([String], after: [String: ValueKind] = [:])
}

extension ValueKind {
    /// `wifiset, nordic or json`; `nil` where it may be anything.
    var choices: String? {
        guard case .oneOf(let words, _) = self, words.count > 1 else { return nil }
        var all = words.map { $0.hasSuffix(":") ? $0 + "FILE" : $0 }
        let last = all.removeLast()
        return all.joined(separator: ", ") + " or " + last
    }

    /// The command that prints what a value may be, one a line, where that is not known before; for completion.
    var source: String? {
        switch self {
        case .listedDevice: "gangway devices list --names"
        case .listedMode: "gangway devices list --modes"
        case .text, .file, .directory, .oneOf: nil
        }
    }
}

/// One option of a command. Parsing, help, completions and the manual all read it from here.
struct OptionDescription: Equatable, Sendable {
    /// Its name without the dashes.
    let name: String
    /// What people may call it who do not know its name: they are told that.
    var otherNames: [String] = []
    /// A one-letter name, where it has one.
    var letter: Character?
    /// What its value is called in help texts; `nil` for a switch.
    var value: String?
    /// What the value may be.
    var kind = ValueKind.text
    /// What it does: one sentence, without a full stop.
    let summary: String

    /// `--name`.
    var flag: String { "--" + name }

    /// `--timeout SECONDS`.
    var flagAndValue: String { flag + (value.map { " " + $0 } ?? "") }

    /// `--topic TOPIC`, or `--protocol PROTOCOL (wifiset, nordic or json)`.
    var flagWithChoices: String { flagAndValue + (kind.choices.map { " (\($0))" } ?? "") }

    /// `-j, --json` or `--timeout SECONDS`.
    var synopsis: String {
        (letter.map { "-\($0), " } ?? "") + flag + (value.map { " " + $0 } ?? "")
    }
}

/// One argument that is not an option.
struct OperandDescription: Equatable, Sendable {
    /// What it is called in help texts.
    let name: String
    /// What it is.
    let summary: String
    /// What it may be.
    var kind = ValueKind.text
    /// Whether the command works without it.
    var isOptional = false
    /// Whether it may come more than once.
    var repeats = false

    /// `DEVICE`, or `STATE (on or off)`.
    var nameWithChoices: String { name + (kind.choices.map { " (\($0))" } ?? "") }

    /// `DEVICE`, `[DEVICE]` or `HEX...`.
    var synopsis: String {
        let word = name + (repeats ? "..." : "")
        return isOptional ? "[" + word + "]" : word
    }
}

/// What a command cannot do without, beside its arguments that are not optional.
struct NeedDescription: Equatable, Sendable {
    /// One of these is given: names of options, and of optional arguments.
    let oneOf: [String]
    /// Whether a person at a terminal is asked where none is.
    var isAsked = false

    /// One of `oneOf` is given.
    init(_ oneOf: String..., isAsked: Bool = false) {
        self.oneOf = oneOf
        self.isAsked = isAsked
    }
}

/// A command line that does something useful, and what it does.
struct ExampleDescription: Equatable, Sendable {
    /// The line as a person types it.
    let line: String
    /// What it does.
    let meaning: String
}

/// One command.
struct CommandDescription: Equatable, Sendable {
    /// The word that calls it; of a sub-command with its command's word before it: `devices add`.
    let name: String
    /// What people may call it, as the last word of its name, who do not know that: they are told it.
    var otherWords: [String] = []
    /// What it does: one sentence, without a full stop.
    let summary: String
    /// Paragraphs that say more.
    var discussion: [String] = []
    /// Its arguments, in order.
    var operands: [OperandDescription] = []
    /// Its own options; of a group those of its usual sub-command.
    var options: [OptionDescription] = []
    /// What it cannot do without beside.
    var needs: [NeedDescription] = []
    /// The names of the common options that mean something to it; `nil` for all. The others are understood and change nothing,
    /// so that a script may give them everywhere.
    var commonOptions: [String]?
    /// Lines to copy; every command has some.
    let examples: [ExampleDescription]
    /// What it is made of, where it is a group of commands.
    var subcommands: [CommandDescription] = []
    /// The sub-command that is meant where none is named; `nil` where one has to be.
    var usualSubcommand: String?

    /// The last word of its name.
    var word: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// The sub-command called `word`.
    func subcommand(_ word: String) -> CommandDescription? { subcommands.first { $0.word == word } }

    /// `add NAME`, as its command's help lists it.
    var synopsisOfPart: String { ([word] + operands.map(\.synopsis)).joined(separator: " ") }

    /// `gangway join [DEVICE] [--ssid SSID] [OPTIONS]`.
    var synopsis: String {
        let group = usualSubcommand == nil ? "SUBCOMMAND" : "[SUBCOMMAND]"
        return subcommands.isEmpty ? line() + " [OPTIONS]" : "gangway \(name) \(group) [OPTIONS]"
    }

    /// The same without the options that can be left out: `gangway join [DEVICE] [--ssid SSID]`. What a person is asked for can be
    /// left out where `isInteractive`.
    func line(isInteractive: Bool = true) -> String {
        var named: Set<String> = []
        let words = needs.compactMap { need -> String? in
            let words = need.oneOf.filter { named.insert($0).inserted }.compactMap { option($0)?.flagAndValue }
            guard !words.isEmpty else { return nil }
            // An argument that takes an option's place has been named before.
            let isOpen = need.isAsked && isInteractive || need.oneOf.contains { option($0) == nil }
            if isOpen { return "[" + words.joined(separator: " | ") + "]" }
            return words.count == 1 ? words[0] : "(" + words.joined(separator: " | ") + ")"
        }
        return (["gangway", name] + operands.map(\.synopsis) + words).joined(separator: " ")
    }

    /// A need in words: `--topic TOPIC or --kind KIND`.
    func text(of need: NeedDescription) -> String {
        need.oneOf.map { name in option(name)?.flagWithChoices ?? name }.joined(separator: " or ")
            + (need.isAsked ? " (asked for at a terminal alone)" : "")
    }

    private func option(_ name: String) -> OptionDescription? { options.first { $0.name == name } }
}
