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
                case "$command $word" in
                    \(patterns(program.commands.map { ("", $0.word) }))) command=$word ;;
                    \(patterns(groups.flatMap { group in group.subcommands.map { (group.name, $0.word) } })))
                        command="$command $word"; break ;;
                esac
            done
            COMPREPLY=()
            # bash takes --radio=virtual and simulated:FILE apart at = and :
            if [[ $current == = ]]; then
                current=
            elif [[ $previous == = && $COMP_CWORD -ge 2 ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            # what follows simulated: or virtual: is completed by itself
            if [[ $current == : ]]; then
                word=$previous:
                current=
            elif [[ $previous == : && $COMP_CWORD -ge 2 ]]; then
                word=${COMP_WORDS[COMP_CWORD-2]}:
            else
                word=
            fi
            case $word in
        \(tailCases.joined(separator: "\n"))
            esac
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

    private var groups: [CommandDescription] { program.commands.filter { !$0.subcommands.isEmpty } }

    /// What a word looks like behind the command that it belongs to, as patterns of `case`.
    private func patterns(_ words: [(String, String)]) -> String {
        words.map { "'\($0.0) \($0.1)'" }.joined(separator: "|")
    }

    private var valueCases: [String] {
        var seen: Set<String> = []
        return (program.globalOptions + program.allCommands.flatMap(\.options)).compactMap { option in
            guard option.value != nil, seen.insert(option.name).inserted else { return nil }
            return "        \(option.flag)) \(reply(to: option.kind)); return ;;"
        }
    }

    /// What may follow a word and its colon.
    private var tailCases: [String] {
        (program.globalOptions + program.allCommands.flatMap(\.options)).flatMap { option -> [String] in
            guard case .oneOf(_, let after) = option.kind else { return [] }
            return after.sorted { $0.key < $1.key }.map { "        \($0.key):) \(reply(to: $0.value)); return ;;" }
        }
    }

    private var commandCases: [String] {
        let global = program.globalOptions.map(\.flag)
        let commands = program.allCommands.map { command in
            let common = program.commonOptions(of: command).map(\.flag)
            let words = command.options.map(\.flag) + common + operandWords(of: command)
            let listed = command.operands.compactMap(\.kind.source).first.map(addLines(of:)) ?? ""
            return "        '\(command.name)') \(reply(to: .oneOf(words)))\(listed) ;;"
        }
        return ["        '') \(reply(to: .oneOf(program.commands.map(\.name) + global))) ;;"] + commands
    }

    private func operandWords(of command: CommandDescription) -> [String] {
        if command.operands.contains(where: { $0.name == "COMMAND" }) { return program.commands.map(\.name) }
        if !command.subcommands.isEmpty { return command.subcommands.map(\.word) }
        return command.operands.flatMap { operand in
            if case .oneOf(let words, _) = operand.kind { words } else { [String]() }
        }
    }

    /// Adds what a command prints, such as the names of listed devices. They are compared and quoted, never expanded: a name may
    /// hold anything.
    private func addLines(of command: String) -> String {
        "; while IFS= read -r word; do [[ $word != \"$current\"* ]] || COMPREPLY+=(\"$(printf %q \"$word\")\"); done"
            + " < <(\(command) 2>/dev/null)"
    }

    private func reply(to kind: ValueKind) -> String {
        switch kind {
        case .text: "COMPREPLY=()"
        case .listedDevice, .listedMode: "COMPREPLY=()" + (kind.source.map(addLines(of:)) ?? "")
        case .file: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
        case .directory: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
        case .oneOf(let words, _):
            "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
                // The name of a file follows such a word, not a blank.
                + (words.contains { $0.hasSuffix(":") } ? "; [[ ${COMPREPLY[*]} != *: ]] || compopt -o nospace" : "")
        }
    }
}
