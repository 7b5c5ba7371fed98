/// Completions for fish.
struct FishCompletion {
    let program: ProgramDescription

    /// A file for fish's directory of completions.
    var text: String {
        let names = program.commands.map(\.name).joined(separator: " ")
        var lines = [
            "# fish completion for gangway; written by `gangway completions fish`", "complete -c gangway -f",
            "set -l commands \(names)",
        ]
        for command in program.commands {
            lines.append(
                "complete -c gangway -n \"not __fish_seen_subcommand_from $commands\" -a \(command.name)"
                    + " -d \(quote(command.summary))")
        }
        lines += program.globalOptions.map { option in
            let without = program.commands.filter { !program.commonOptions(of: $0).contains(option) }.map(\.name)
            let condition =
                without.isEmpty ? nil : "not __fish_seen_subcommand_from " + without.joined(separator: " ")
            return line(for: option, condition: condition)
        }
        for command in program.allCommands {
            lines += parts(of: command)
            let condition = condition(of: command)
            lines += command.options.map { line(for: $0, condition: condition) }
            lines += command.operands.compactMap { operand in
                let words = words(of: operand)
                guard !words.isEmpty else { return nil }
                return "complete -c gangway -n \(quote(condition)) -a \(quote(words.joined(separator: " ")))"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The words of a group of commands, where none of them was typed yet.
    private func parts(of command: CommandDescription) -> [String] {
        let words = command.subcommands.map(\.word).joined(separator: " ")
        let condition = "__fish_seen_subcommand_from \(command.name); and not __fish_seen_subcommand_from \(words)"
        return command.subcommands.map { part in
            "complete -c gangway -n \(quote(condition)) -a \(part.word) -d \(quote(part.summary))"
        }
    }

    private func condition(of command: CommandDescription) -> String {
        command.name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
    }

    private func words(of operand: OperandDescription) -> [String] {
        if operand.name == "COMMAND" { return program.commands.map(\.name) }
        if let source = operand.kind.source { return ["(\(source) 2>/dev/null)"] }
        if case .oneOf(let words, _) = operand.kind { return words }
        return []
    }

    private func line(for option: OptionDescription, condition: String?) -> String {
        var line = "complete -c gangway"
        if let condition { line += " -n \(quote(condition))" }
        line += " -l \(option.name)"
        if let letter = option.letter { line += " -s \(letter)" }
        if option.value != nil {
            switch option.kind {
            case .text: line += " -x"
            case .listedDevice, .listedMode: line += " -x -a \(quote("(\(option.kind.source ?? "") 2>/dev/null)"))"
            case .file: line += " -r -F"
            case .directory: line += " -x -a \(quote("(__fish_complete_directories)"))"
            case .oneOf(let words, let after):
                // fish leaves no blank behind a colon by itself.
                let tails = after.keys.sorted().map { word in
                    "(string match -q '\(word):*' -- (commandline -ct); and __fish_complete_path"
                        + " (commandline -ct | string replace '\(word):' '') | string replace -r '^' '\(word):')"
                }
                line += " -x -a \(quote((words + tails).joined(separator: " ")))"
            }
        }
        return line + " -d \(quote(option.summary))"
    }

    private func quote(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\" + String($0) : String($0) }.joined() + "'"
    }
}
