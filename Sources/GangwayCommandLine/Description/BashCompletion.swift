/// Completions for bash.
struct BashCompletion {
    let program: ProgramDescription

    /// A script to source.
    var text: String {
        """
        # bash completion for gangway; written by `gangway completions bash`
        _gangway() {
            local current previous command word
            current=${COMP_WORDS[COMP_CWORD]}
            previous=${COMP_WORDS[COMP_CWORD-1]}
            command=
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case $word in
                    \(program.commands.map(\.name).joined(separator: "|"))) command=$word; break ;;
                esac
            done
            COMPREPLY=()
            # bash takes --radio=virtual and simulated:FILE apart at = and :
            if [[ $current == = ]]; then
                current=
            elif [[ $previous == = && $COMP_CWORD -ge 2 ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            case $previous in
        \(valueCases.joined(separator: "\n"))
            esac
            case $command in
        \(commandCases.joined(separator: "\n"))
            esac
        }
        complete -F _gangway gangway

        """
    }

    private var valueCases: [String] {
        var seen: Set<String> = []
        return (program.globalOptions + program.commands.flatMap(\.options)).compactMap { option in
            guard option.value != nil, seen.insert(option.name).inserted else { return nil }
            return "        \(option.flag)) \(reply(to: option.kind)); return ;;"
        }
    }

    private var commandCases: [String] {
        let global = program.globalOptions.map(\.flag)
        let commands = program.commands.map { command in
            let words = command.options.map(\.flag) + global + operandWords(of: command)
            return "        \(command.name)) \(reply(to: .oneOf(words))) ;;"
        }
        return ["        '') \(reply(to: .oneOf(program.commands.map(\.name) + global))) ;;"] + commands
    }

    private func operandWords(of command: CommandDescription) -> [String] {
        if command.operands.contains(where: { $0.name == "COMMAND" }) { return program.commands.map(\.name) }
        return command.operands.flatMap { operand in
            if case .oneOf(let words) = operand.kind { words } else { [String]() }
        }
    }

    private func reply(to kind: ValueKind) -> String {
        switch kind {
        case .text: "COMPREPLY=()"
        case .file: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
        case .directory: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
        case .oneOf(let words):
            "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
        }
    }
}
