import Onboarding
import Provisioning
import ProvisioningProtocols
import Runtime

/// `gangway join`.
struct JoinCommand {
    let context: CommandContext
    let passphrases: PassphraseSource
    private let control: ControlWish
    /// How long a device is waited for until it is heard from; 0 for not at all.
    private let wait: UInt32
    /// Where a passphrase that has worked is kept; `nil` where that is not asked for.
    private let memory: PassphraseMemory?

    init(context: CommandContext) throws(CommandFailure) {
        self.context = context
        control = try ControlWish(context.arguments)
        wait = try JoinControl.wait(context.arguments)
        passphrases = try PassphraseSource(context)
        memory = try PassphraseMemory.wanted(context)
    }

    private var console: Console { context.console }

    /// Gives the device its credentials, again where the passphrase was wrong and another one comes.
    func run() async throws(CommandFailure) -> ExitStatus {
        try checkWishes()
        if !context.arguments.switches.contains("open") { passphrases.hideTyping() }
        if let options = try EachOptions(context.arguments) {
            return try await EachCommand(
                context: context, options: options, passphrases: passphrases, control: control, memory: memory
            ).run()
        }
        let typed = try NetworkChoice(context.arguments, isInteractive: Terminal.isInteractive)
        if let typed { try await passphrases.check(for: typed.ssid) }
        return try await context.withSession(needing: try context.arguments.needsOfJoin()) {
            session throws(CommandFailure) in
            let assignment = try control.assignment(for: session)
            let choice: NetworkChoice
            if let typed {
                choice = try await NetworkLookup(context: context).settle(typed, session)
            } else {
                choice = try await pick(session)
            }
            if choice.security == .open {
                Terminal.restore()
                try await checkOpen(choice)
            }
            try await passphrases.judge(for: choice)
            session.tellRecipient(on: console)
            return try await join(choice, assignment, session)
        }
    }

    /// Joins, and says how it is tried again where the device was told, or may have been, where it is steered.
    private func join(
        _ choice: NetworkChoice, _ assignment: Assignment?, _ session: ProvisioningSession
    ) async throws(CommandFailure) -> ExitStatus {
        var again: JoinAgain?
        if let address = assignment?.address, session.capabilities.carriesControlAddress {
            again = JoinAgain(context.arguments, session.device, choice, at: address)
        }
        do throws(CommandFailure) {
            let lister = try await JoinControl(context, for: assignment, of: session, wait: wait)
            let status = try await lister.whileOpen { () throws(CommandFailure) in
                try await join(choice, assignment, session, lister)
            }
            if status != .done { again?.tell(on: console) }
            return status
        } catch {
            throw again?.added(to: error) ?? error
        }
    }

    /// Joins, again and again where the passphrase is refused and another one comes.
    private func join(
        _ choice: NetworkChoice, _ assignment: Assignment?, _ session: ProvisioningSession, _ lister: JoinControl
    ) async throws(CommandFailure) -> ExitStatus {
        var isRetry = false
        while true {
            let attempt = try await attempt(choice, assignment, session, lister, isRetry: isRetry)
            guard case .tryAgain(let status) = attempt else { return attempt.status }
            guard try await passphrases.hasNext() else { return status }
            isRetry = true
        }
    }

    /// Finds out about a wrong option before anything is connected.
    private func checkWishes() throws(CommandFailure) {
        _ = try context.arguments.bssid()
        _ = try context.arguments.channel()
        _ = try context.arguments.band(of: "join")
    }

    /// An open network that was not asked for as one takes no passphrase that is there all the same.
    private func checkOpen(_ choice: NetworkChoice) async throws(CommandFailure) {
        guard !context.arguments.switches.contains("open") else { return }
        if try await passphrases.isGiven() { throw .passphraseNotTaken(choice.ssid) }
        console.say("\(quoted(choice.ssid)) is open: it is joined without a passphrase.")
    }

    /// Lets the person pick one of the networks that the device sees.
    private func pick(_ session: ProvisioningSession) async throws(CommandFailure) -> NetworkChoice {
        let list: NetworkList
        do throws(ProvisioningError) {
            console.progress("Waiting for the networks that \(session.device.label) sees")
            defer { console.clearProgress() }
            list = try await session.networks()
        } catch {
            throw CommandFailure(error, of: session)
        }
        let networks = list.merged
        guard !networks.isEmpty else {
            if list.scanFailed { throw .scanFailed }
            throw CommandFailure(
                .notFound, "noNetworks", fault: .device, "The device sees no network.",
                advice: "Give its name with --ssid to try one that it does not see.")
        }
        console.note("Networks that \(session.device.label) sees:\n")
        for line in NetworkTable.lines(networks, isLive: console.isLive, isNumbered: true) { console.note(line + "\n") }
        let wanted: Security = context.arguments.switches.contains("open") ? .open : .unspecified
        guard let picked = try await passphrases.askNumber(upTo: networks.count) else {
            return NetworkChoice(ssid: try await passphrases.askName(), security: wanted, isHidden: true)
        }
        let network = networks[picked - 1]
        let ssid = network.isHidden ? try await passphrases.askName() : network.ssid
        return try NetworkChoice(ssid: ssid, security: wanted, isHidden: network.isHidden)
            .settled(by: [network.security])
    }

    /// One attempt's end.
    private enum Attempt {
        case ended(ExitStatus)
        /// The passphrase was refused; the status is for when no other comes.
        case tryAgain(ExitStatus)

        var status: ExitStatus {
            switch self {
            case .ended(let status), .tryAgain(let status): status
            }
        }
    }

    private func attempt(
        _ choice: NetworkChoice, _ assignment: Assignment?, _ session: ProvisioningSession, _ lister: JoinControl,
        isRetry: Bool
    ) async throws(CommandFailure) -> Attempt {
        let passphrase =
            choice.security == .open
            ? Passphrase() : try await passphrases.next(for: choice.ssid, isRetry: isRetry)
        let kept = memory == nil ? Passphrase() : passphrase.copy()
        let credentials = try context.arguments.credentials(for: choice, passphrase)
        var display = JoinDisplay(console: console, ssid: choice.ssid)
        let attempt: Attempt
        do throws(OnboardingError) {
            let outcome = try await lister.onboarding.setUp(
                session, with: credentials, at: assignment, deadline: context.deadline
            ) { step in
                display.show(step)
            }
            attempt = end(outcome, of: choice, &display)
            if case .listed(let device, _) = outcome { await lister.tellNamesakes(of: device) }
        } catch {
            display.close()
            if case .provisioning(let cause) = error, Terminal.isInteractive,
                cause.code == .invalidPassphrase || cause.code == .passphraseNeeded
            {
                console.note("\(cause.summary)\n")
                return .tryAgain(.failed)
            }
            if case .provisioning(let cause) = error {
                throw CommandFailure(cause, of: session).sayingNothingWasSent(unless: display.isSent)
            }
            let failure = CommandFailure(error)
            guard case .listening = error, context.hasExpired else { throw failure }
            throw CommandFailure(
                .timedOut, "timedOut", fault: failure.fault, failure.message, advice: failure.advice)
        }
        if case .ended(.done) = attempt, choice.security != .open { try await memory?.keep(kept, for: choice.ssid) }
        return attempt
    }

    private func end(_ outcome: OnboardingOutcome, of choice: NetworkChoice, _ display: inout JoinDisplay) -> Attempt {
        display.end(outcome)
        // A device that said over the broker how its join ended is not linked any more.
        guard case .joinEnded(let join) = outcome, choice.security != .open, !display.hasWaited else {
            return .ended(outcome.status)
        }
        switch join {
        case .failed(.wrongPassphrase, _): return .tryAgain(outcome.status)
        case .failed(.unspecified, _):
            // What Nordic's firmware says of every failure, a wrong passphrase before all.
            console.say("It may have been the passphrase.")
            return .tryAgain(outcome.status)
        default: return .ended(outcome.status)
        }
    }
}

extension OnboardingOutcome {
    /// How a program ends whose set-up ended so.
    var status: ExitStatus {
        switch self {
        case .listed: .done
        case .notHeard: .unknownOutcome
        case .joinEnded(let outcome): outcome.status
        }
    }
}

extension JoinOutcome {
    /// How a program ends whose join ended so.
    var status: ExitStatus {
        switch self {
        case .connected, .accepted: .done
        case .unknown: .unknownOutcome
        case .failed(.networkNotFound, _): .notFound
        case .failed: .failed
        }
    }
}

extension ProvisioningSession {
    /// Shows who is about to get the passphrase.
    func tellRecipient(on console: Console) {
        console.emit(device.json("recipient", protocolName: protocolID.rawValue, isEncrypted: capabilities.isEncrypted))
        let link = capabilities.isEncrypted ? "encrypted" : "not encrypted: anyone near can listen"
        console.say("To \(device.label) over \(protocolID.rawValue), \(link).")
    }
}
