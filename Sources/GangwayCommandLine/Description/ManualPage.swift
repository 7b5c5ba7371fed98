/// Manual pages in the man macro package's language (man(7)).
struct ManualPage {
    let program: ProgramDescription

    /// The page of one command, `gangway-join(1)`, or of the whole program, `gangway(1)`.
    func text(for command: CommandDescription?) -> String {
        let title = command.map { "gangway-" + $0.name } ?? "gangway"
        var lines = [
            ".TH \(title.uppercased()) 1 \"\" \"Gangway \(ProgramDescription.version)\" \"User Commands\"",
            ".SH NAME", "\(escape(title)) \\- \(escape(command?.summary ?? program.summary))",
            ".SH SYNOPSIS", ".B \(escape(command?.synopsis ?? "gangway COMMAND [OPTIONS]"))",
        ]
        lines += command.map(sections(of:)) ?? programSections
        lines += [".SH COMMON OPTIONS"] + items(program.commonOptions(of: command).map { ($0.synopsis, $0.summary) })
        lines += [".SH EXIT STATUS"] + items(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })
        let environment = program.environment(of: command)
        if !environment.isEmpty { lines += [".SH ENVIRONMENT"] + items(environment) }
        lines += [".SH EXAMPLES"]
        lines += items(
            (command?.examples ?? program.commands.prefix(4).compactMap(\.examples.first))
                .map { ($0.line, $0.meaning) })
        lines += [".SH SEE ALSO", seeAlso(command)]
        return lines.joined(separator: "\n") + "\n"
    }

    private func sections(of command: CommandDescription) -> [String] {
        var lines: [String] = []
        if !command.discussion.isEmpty {
            lines += [".SH DESCRIPTION"] + command.discussion.flatMap { [".PP", escape($0)] }
        }
        if !command.operands.isEmpty {
            lines += [".SH ARGUMENTS"] + items(command.operands.map { ($0.name, $0.summary) })
        }
        if !command.options.isEmpty {
            lines += [".SH OPTIONS"] + items(command.options.map { ($0.synopsis, $0.summary) })
        }
        if !command.subcommands.isEmpty { lines += [".SH SUB-COMMANDS"] + command.subcommands.flatMap(part(_:)) }
        return lines
    }

    /// What the page of a group of commands says of one of them.
    private func part(_ command: CommandDescription) -> [String] {
        var lines = [".SS \"\(escape(command.synopsis))\"", escape(capitalised(command.summary) + ".")]
        lines += command.discussion.flatMap { [".PP", escape($0)] }
        lines += items((command.operands.map { ($0.name, $0.summary) }))
        lines += items(command.options.map { ($0.synopsis, $0.summary) })
        return lines + [".PP", "Examples:"] + items(command.examples.map { ($0.line, $0.meaning) })
    }

    private func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private var programSections: [String] {
        [".SH COMMANDS"] + items(program.commands.map { ($0.name, $0.summary) })
    }

    private func items(_ rows: [(String, String)]) -> [String] {
        rows.flatMap { [".TP", ".B \(escape($0.0))", escape($0.1)] }
    }

    private func seeAlso(_ command: CommandDescription?) -> String {
        let pages = command == nil ? program.commands.map { "gangway-" + $0.name } : ["gangway"]
        return pages.map { ".BR \(escape($0)) (1)" }.joined(separator: ",\n")
    }

    /// Keeps the formatter from reading text as requests or from changing dashes and quotes.
    private func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
