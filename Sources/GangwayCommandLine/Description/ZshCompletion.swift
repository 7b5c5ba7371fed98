/// Completions for zsh.
struct ZshCompletion {
    let program: ProgramDescription

    /// A file for a directory of `fpath`, which may also be sourced.
    var text: String {
        var lines = ["#compdef gangway", "# zsh completion for gangway; written by `gangway completions zsh`", ""]
        lines += ["_gangway_commands() {", "    local -a commands=("]
        lines += program.commands.map { "        \(quote(escapeColons($0.name) + ":" + $0.summary))" }
        lines += [
            "    )", "    _describe command commands", "}", "", "_gangway() {",
            "    local curcontext=$curcontext state line",
        ]
        lines += ["    _arguments -C \\"]
        lines += program.globalOptions.map { "        \(specification(of: $0)) \\" }
        lines += ["        '1:command:_gangway_commands' '*::argument:->arguments' && return", "    case $line[1] in"]
        for command in program.commands { lines += branch(of: command) }
        lines += ["    esac", "}", "", "if [[ $funcstack[1] = _gangway ]]; then", "    _gangway \"$@\"", "else"]
        lines += ["    compdef _gangway gangway", "fi"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func branch(of command: CommandDescription) -> [String] {
        if !command.subcommands.isEmpty { return branch(ofGroup: command) }
        let options = (command.options + program.commonOptions(of: command)).map(specification(of:))
        let operands = command.operands.map { operand in
            let action = operand.name == "COMMAND" ? "_gangway_commands" : action(for: operand.kind)
            return quote((operand.repeats ? "*:" : operand.isOptional ? "::" : ":") + operand.name + ":" + action)
        }
        return ["        \(command.word))", "            _arguments \\"]
            + (options + operands).map { "                \($0) \\" } + ["                && return ;;"]
    }

    private func branch(ofGroup command: CommandDescription) -> [String] {
        let words = command.subcommands.map { $0.word + "\\:" + quote($0.summary) }
        let options = program.commonOptions(of: command).map(specification(of:))
        return ["        \(command.word))", "            _arguments -C \\"]
            + options.map { "                \($0) \\" }
            + [
                "                " + quote("1:sub-command:((" + words.joined(separator: " ") + "))") + " \\",
                "                '*::argument:->parts' && return", "            case $line[1] in",
            ]
            + command.subcommands.flatMap(branch(of:)).map { "    " + $0 } + ["            esac ;;"]
    }

    private func specification(of option: OptionDescription) -> String {
        let explanation = "[" + option.summary.replacingBrackets + "]"
        let value = option.value.map { ":" + $0 + ":" + action(for: option.kind) } ?? ""
        guard let letter = option.letter else {
            return quote(option.flag + (option.value == nil ? "" : "=") + explanation + value)
        }
        return "'(-\(letter) \(option.flag))'{-\(letter),\(option.flag)}" + quote(explanation + value)
    }

    private func action(for kind: ValueKind) -> String {
        switch kind {
        case .text: " "
        case .listedDevice, .listedMode: "{compadd -- ${(f)\"$(\(kind.source ?? "") 2>/dev/null)\"}}"
        case .file: "_files"
        case .directory: "_files -/"
        case .oneOf(let words, let after):
            after.isEmpty
                ? "(" + words.joined(separator: " ") + ")" : "{" + steps(words, after).joined(separator: " ") + "}"
        }
    }

    /// What completes a word, or what follows a colon after one.
    private func steps(_ words: [String], _ after: [String: ValueKind]) -> [String] {
        let tails = after.sorted { $0.key < $1.key }.map { word, kind in
            "if compset -P \"\(word)\\:\"; then \(action(for: kind)); else"
        }
        let plain = words.filter { !$0.hasSuffix(":") }
        let open = words.filter { $0.hasSuffix(":") }.map { $0.dropLast() + "\\:" }
        return tails + ["compadd \(plain.joined(separator: " "));"]
            + (open.isEmpty ? [] : ["compadd -S \"\" \(open.joined(separator: " "));"])
            + Array(repeating: "fi", count: tails.count)
    }

    private func escapeColons(_ text: String) -> String { text.split(separator: ":").joined(separator: "\\:") }

    private func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension String {
    /// The text with square brackets and colons escaped, as `_arguments` reads its explanations.
    fileprivate var replacingBrackets: String {
        map { "[]:\\".contains($0) ? "\\" + String($0) : String($0) }.joined()
    }
}
