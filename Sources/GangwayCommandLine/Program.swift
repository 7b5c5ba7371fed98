import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One run of a command that does more than print.
struct Program {
    private let arguments: ParsedArguments
    private let console: Console
    private let time: any TimeSource = SystemTime.shared

    /// How long after its limit a command is cancelled that did not end by itself.
    private static let grace: UInt32 = 100

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
        console = Console(
            isJSON: arguments.switches.contains("json"), isVerbose: arguments.switches.contains("verbose"))
    }

    /// Runs the command as a task that signals and the limit cancel.
    func run() async -> ExitStatus {
        do throws(CommandFailure) {
            let context = try CommandContext(arguments, console: console, time: time)
            return await run(context)
        } catch {
            console.report(error)
            return error.status
        }
    }

    private func run(_ context: CommandContext) async -> ExitStatus {
        let signals = Signals()
        let task = Task { await result(context) }
        console.whenClosed { task.cancel() }
        signals.whenFirst { [console] signal in
            // Below the ^C that the terminal shows, where it shows what is typed.
            if signal == SIGINT, console.isLive, !Terminal.isHiding { console.put("\n") }
            task.cancel()
        }
        let limit = context.deadline.map { deadline in
            time.schedule(at: deadline + Self.grace) { task.cancel() }
        }
        let failure = await task.value
        if let limit { time.cancel(limit) }
        Terminal.restore()
        let status = finish(failure, context, signal: signals.first)
        guard let lost = context.trace?.failure else { return status }
        console.report(lost)
        return status == .done ? lost.status : status
    }

    private func finish(_ result: Result<ExitStatus, CommandFailure>, _ context: CommandContext, signal: Int32?)
        -> ExitStatus
    {
        if let failure = console.outputFailure {
            console.report(failure)
            if case .failure(let other) = result, other.status == .interrupted { tellWhatGoesOn(other) }
            return failure.status
        }
        switch result {
        case .success(let status): return status
        case .failure(let failure):
            guard failure.status == .interrupted else {
                console.report(failure)
                return failure.status
            }
            return finish(interrupted: failure, context, signal: signal)
        }
    }

    private func finish(interrupted failure: CommandFailure, _ context: CommandContext, signal: Int32?) -> ExitStatus {
        let command = arguments.command?.name
        if signal == SIGTERM, command == "device" || command == "broker run" { return .done }
        tellWhatGoesOn(failure)
        // Who reads only the first lines of a report has what was asked for.
        if signal == nil, console.isUnread, command != "join", command != "device" { return .done }
        guard signal == nil, !console.isUnread, context.hasExpired else { return .interrupted }
        let late = CommandFailure(.timedOut, "timedOut", fault: .link, "The limit passed before the command was done.")
        console.report(late)
        return late.status
    }

    /// Where a command was cut short and something goes on without it, says so.
    private func tellWhatGoesOn(_ failure: CommandFailure) {
        if !failure.advice.isEmpty { console.report(failure) }
    }

    private func result(_ context: CommandContext) async -> Result<ExitStatus, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try await dispatch(context))
        } catch {
            return .failure(error)
        }
    }

    private func dispatch(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        switch arguments.command?.name {
        case "scan": return try await ScanCommand(context: context).run()
        case "networks": return try await NetworksCommand(context: context).run()
        case "join": return try await JoinCommand(context: context).run()
        case "forget": return try await ForgetCommand(context: context).run()
        case "info": return try await InfoCommand(context: context).run()
        case "status": return try await StatusCommand(context: context).run()
        case "device": return try await DeviceCommand(context: context).run()
        case "doctor": return try await DoctorCommand(context: context).run()
        case "set": return try await SetCommand(context: context).run()
        case "watch": return try await WatchCommand(context: context).run()
        case "broker use": return try await BrokerUseCommand(context: context).run()
        case "broker test": return try await BrokerTestCommand(context: context).run()
        case "broker run": return try await BrokerRunCommand(context: context).run()
        case let name? where name.hasPrefix("devices "): return try await DevicesCommand(context: context).run()
        case "decode": return try await DecodeCommand(console: console).run(arguments)
        default: throw .usage("a command is missing")
        }
    }
}
