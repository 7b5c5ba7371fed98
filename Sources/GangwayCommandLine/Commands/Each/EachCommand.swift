import Provisioning
import ProvisioningProtocols

/// `gangway join --each`: every device in range that has no network yet, several at a time.
struct EachCommand {
    let context: CommandContext
    let options: EachOptions
    let passphrases: PassphraseSource
    let control: ControlWish
    /// Where a passphrase that has worked is kept; `nil` where that is not asked for.
    let memory: PassphraseMemory?

    /// Sets them up, and tells of each.
    func run() async throws(CommandFailure) -> ExitStatus {
        let ssid = options.choice.ssid
        try await passphrases.check(for: ssid)
        let provisioner = try context.provisioner()
        let journal = try options.journal.map { path throws(CommandFailure) in try JoinJournal(path: path, ssid: ssid) }
        let secret = SharedPassphrase(
            options.choice.security == .open ? Passphrase() : try await passphrases.next(for: ssid, isRetry: false))
        Terminal.restore()  // nothing more is asked for
        var run = EachRun(
            EachJob(
                context: context, provisioner: provisioner, options: options, secret: secret, control: control,
                journal: journal))
        await run.run()
        if let failure = run.failure, run.tally.devices == 0 { throw failure }
        let tally = run.tally
        if tally.devices == 0, tally.stopped != "interrupted" {
            try await context.checkRadio(provisioner)
            throw nothingHeard(but: run.others.devices)
        }
        context.console.emit(tally.json)
        context.console.say(tally.line)
        if tally.joined > 0 { try await memory?.keep(secret.copy(), for: ssid) }
        try explain(tally, run.failure)
        return tally.status
    }

    private func nothingHeard(but others: [FoundDevice]) -> CommandFailure {
        for device in others { context.console.emit(device.json) }
        return CommandFailure(
            .notFound, "notFound", fault: .device,
            options.name == nil ? "No device that can be set up was heard." : "No device of that name was heard.",
            advice: others.isEmpty
                ? "Is it switched on, near, and ready to be set up?"
                : "Others are in range; a name that ends with * means all that begin so.",
            list: others.map(\.choiceText))
    }

    /// Says why the work ended before all was done, and what to do.
    private func explain(_ tally: EachTally, _ failure: CommandFailure?) throws(CommandFailure) {
        let goOn =
            options.journal == nil
            ? "The same line begins anew: devices that say that they have a network are left alone."
            : "The same line goes on where this one stopped."
        switch tally.stopped {
        case "wrongPassphrase":
            throw CommandFailure(
                .failed, "wrongPassphrase", fault: .caller,
                "\(RefusalGuard.limit) devices in a row say that the passphrase is wrong: it was tried on no further one.",
                advice: "Begin again with the right one. " + goOn)
        case "interrupted":
            let interrupted = CommandFailure.interrupted
            throw CommandFailure(
                interrupted.status, interrupted.code, fault: interrupted.fault, "Interrupted.", advice: goOn)
        default:
            if let failure { throw failure }
        }
    }
}
