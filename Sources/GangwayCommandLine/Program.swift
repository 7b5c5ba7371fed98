/// One run of a command that does more than print.
struct Program {
    private let arguments: ParsedArguments
    private let console: Console

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
        console = Console(
            isJSON: arguments.switches.contains("json"), isVerbose: arguments.switches.contains("verbose"))
    }

    /// Runs the command as a task that signals cancel.
    func run() async -> ExitStatus {
        let task = Task { await result() }
        console.whenClosed { task.cancel() }
        let signals = Signals { task.cancel() }
        let status = await task.value
        Terminal.restore()
        return withExtendedLifetime(signals) { status }
    }

    private func result() async -> ExitStatus {
        do throws(CommandFailure) {
            return try await dispatch()
        } catch {
            if error.status != .interrupted { console.report(error) }
            return error.status
        }
    }

    private func dispatch() async throws(CommandFailure) -> ExitStatus {
        switch arguments.command?.name {
        case "decode": return try await DecodeCommand(console: console).run(arguments)
        default: throw .usage("a command is missing")
        }
    }
}
