/// Help texts, for `--help`.
struct HelpText {
    let program: ProgramDescription
    /// How wide lines may be.
    var width = 80

    /// The help of one command, or of the whole program.
    func text(for command: CommandDescription?) -> String {
        command.map(text(of:)) ?? programText
    }

    private var programText: String {
        var lines = ["gangway: " + program.summary, "", "Usage: gangway COMMAND [OPTIONS]", "", "Commands:"]
        lines += table(program.commands.map { ($0.name, $0.summary) })
        lines += ["", "Common options:"] + table(program.globalOptions.map { ($0.synopsis, $0.summary) })
        lines += ["", "Environment:"] + table(program.environment)
        lines += ["", "Exit status:"] + table(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })
        lines += ["", "Examples:"]
        lines += examples(program.commands.prefix(4).compactMap(\.examples.first))
        lines += ["", "`gangway help COMMAND` tells more of one."]
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(of command: CommandDescription) -> String {
        let usage = wrap(command.synopsis, to: width - 7).enumerated().map { ($0 == 0 ? "Usage: " : spaces(7)) + $1 }
        var lines = ["gangway \(command.name): " + command.summary, ""] + usage
        for paragraph in command.discussion { lines += [""] + wrap(paragraph, to: width) }
        if !command.subcommands.isEmpty {
            lines += ["", "Sub-commands:"] + table(command.subcommands.map { ($0.synopsisOfPart, $0.summary) })
            let usual = command.usualSubcommand.map { "Left out, it is \($0). " } ?? ""
            let more = "`gangway help \(command.name) SUBCOMMAND` tells the options of one."
            lines += [""] + wrap(usual + more, to: width)
        }
        if !command.operands.isEmpty {
            lines += ["", "Arguments:"] + table(command.operands.map { ($0.name, $0.summary) })
        }
        if !command.options.isEmpty {
            lines += ["", "Options:"] + table(command.options.map { ($0.synopsis, $0.summary) })
        }
        lines += ["", "Common options:"] + table(program.commonOptions(of: command).map { ($0.synopsis, $0.summary) })
        lines += ["", "Examples:"] + examples(command.examples)
        return lines.joined(separator: "\n") + "\n"
    }

    private func examples(_ examples: [ExampleDescription]) -> [String] {
        examples.flatMap { ["  " + $0.line] + wrap($0.meaning, to: width - 6).map { "      " + $0 } }
    }

    private func table(_ rows: [(String, String)]) -> [String] {
        let indent = min(28, (rows.map(\.0.utf8.count).max() ?? 0) + 4)
        return rows.flatMap { name, meaning -> [String] in
            let wrapped = wrap(meaning, to: width - indent)
            let fits = name.utf8.count + 4 <= indent
            let head = "  " + name + (fits ? spaces(indent - 2 - name.utf8.count) + (wrapped.first ?? "") : "")
            return [head] + wrapped.dropFirst(fits ? 1 : 0).map { spaces(indent) + $0 }
        }
    }
}

/// `count` spaces; none for a count below zero.
func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

/// Breaks `text` between words so that no line is longer than `width`, where the words allow it.
func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? String(word) : " " + word
    }
    return lines + (line.isEmpty ? [] : [line])
}
