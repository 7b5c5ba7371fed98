#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The command line of Gangway: everything that `gangway` does, in a library so that tests reach it.
public enum GangwayCommandLine {
    /// Does what this process's own arguments say, and returns the status to end with. One that is not UTF-8 is refused: it
    /// would be taken for something else.
    public static func run() async -> Int32 {
        if let status = refuseArguments() { return status }
        return await run(Array(CommandLine.arguments.dropFirst()))
    }

    /// Refuses this process's arguments where one of them is not UTF-8: the status to end with.
    private static func refuseArguments() -> Int32? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            Console(isJSON: CommandLine.arguments.contains("--json"), isVerbose: false)
                .report(.usage("argument \(index) is not UTF-8; a network's name in other bytes goes with --ssid-hex"))
            return ExitStatus.usage.rawValue
        }
        return nil
    }

    /// Ends this process with `status`, once all that was printed is written. Nothing is taken apart: at `exit` the destructors of
    /// libraries run while their threads still do, and what those use would go from under them.
    public static func end(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Does what the arguments say (without the program's own name) and returns the status to end with. Ends by itself at
    /// SIGINT, SIGTERM and SIGHUP, with links closed and the terminal as it was.
    public static func run(_ arguments: [String]) async -> Int32 {
        switch read(arguments) {
        case .ended(let status): return status
        case .toDo(let parsed) where parsed.command?.name.hasPrefix("hub ") ?? false:
            let failure = HubCommand(arguments: parsed).run()
            Console(isJSON: parsed.switches.contains("json"), isVerbose: false).report(failure)
            return failure.status.rawValue
        case .toDo(let parsed): return await Program(parsed).run().rawValue
        }
    }

    /// What a command line asks for.
    package enum Reading {
        /// Nothing more: help was shown, or what is wrong with it was told. The status to end with.
        case ended(Int32)
        /// This command.
        case toDo(ParsedArguments)
    }

    /// Reads the arguments of `gangway-hub`, which are those that follow `gangway hub`, and does what only prints.
    package static func readHub() -> Reading {
        if let status = refuseArguments() { return .ended(status) }
        return read(["hub"] + CommandLine.arguments.dropFirst())
    }

    /// Tells `failure`, as an object where `isJSON`; the status to end with.
    package static func report(_ failure: CommandFailure, isJSON: Bool = false) -> Int32 {
        Console(isJSON: isJSON, isVerbose: false).report(failure)
        return failure.status.rawValue
    }

    private static func read(_ arguments: [String]) -> Reading {
        holdStandardDescriptors()
        let parsed: ParsedArguments
        do throws(CommandFailure) {
            parsed = try ParsedArguments(arguments)
        } catch {
            return .ended(report(error, isJSON: arguments.contains("--json")))
        }
        let console = Console(isJSON: false, isVerbose: false)
        guard let status = answerAtOnce(parsed, console) else { return .toDo(parsed) }
        return .ended(console.outputFailure.map { report($0) } ?? status.rawValue)
    }

    /// The commands that only print.
    private static func answerAtOnce(_ parsed: ParsedArguments, _ console: Console) -> ExitStatus? {
        let program = ProgramDescription()
        if parsed.switches.contains("version") {
            console.put("gangway \(ProgramDescription.version)\n")
            return .done
        }
        let help = HelpText(program: program)
        if parsed.switches.contains("help") {
            console.put(help.text(for: parsed.command))
            return .done
        }
        switch parsed.command?.name {
        case "help", "man":
            var command: CommandDescription?
            if !parsed.operands.isEmpty {
                let name = parsed.operands.joined(separator: " ")
                command = program.command(name)
                guard command != nil else {
                    let near = nearest(to: name, among: program.allCommands.map(\.name))
                    let question = near.map { "; did you mean \($0)?" } ?? ""
                    console.report(.usage(ArgumentParser.noCommand(name) + question))
                    return .usage
                }
            }
            guard parsed.command != .help else {
                console.put(help.text(for: command))
                return .done
            }
            console.put(ManualPage(program: program).text(for: command))
            // At a terminal the page was meant to be read.
            if console.isLive {
                let words = (["gangway", "man"] + parsed.operands).joined(separator: " ")
                console.note("This is the source of the page; `\(words) | man -l -` shows it.\n")
            }
            return .done
        case "completions":
            guard let text = completions(for: parsed.operands.first, program) else {
                console.report(.usage("completions are there for bash, zsh and fish", command: "completions"))
                return .usage
            }
            console.put(text)
            return .done
        default:
            return nil
        }
    }

    private static func completions(for shell: String?, _ program: ProgramDescription) -> String? {
        switch shell {
        case "bash": BashCompletion(program: program).text
        case "zsh": ZshCompletion(program: program).text
        case "fish": FishCompletion(program: program).text
        default: nil
        }
    }
}
