import DefaultControl
import DeviceControl
import DeviceDirectory
import MessageBroker
import Onboarding
import Provisioning
import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What `join` listens for a device with, and lists it in: nothing where no broker is set up, or the device is not one to be
/// steered.
struct JoinControl {
    private(set) var onboarding: Onboarding
    private var control: DeviceControl?
    private var broker: (any Broker)?
    private var list: ControlContext?

    /// How long `--wait` says that a device is waited for, in milliseconds; 0 for not at all.
    static func wait(_ arguments: ParsedArguments) throws(CommandFailure) -> UInt32 {
        if arguments.values["wait"] == "0" { return 0 }
        return try arguments.milliseconds("wait", of: "join") ?? 60_000
    }

    /// Opens the list and begins to connect to the broker, where they are needed for `assignment`; shows what is about to be
    /// done.
    init(
        _ context: CommandContext, for assignment: Assignment?, of session: ProvisioningSession, wait: UInt32
    ) async throws(CommandFailure) {
        (control, broker) = (nil, nil)
        onboarding = Onboarding(directory: nil, time: context.time)
        guard let assignment else { return }
        let carries = session.capabilities.carriesControlAddress
        assignment.address.tell(on: context.console, isKnown: !carries)
        guard wait > 0 else { return }
        guard try Self.hasBroker(context) else {
            Self.tellNoBroker(of: session.device, context.console)
            return
        }
        let list = try ControlContext(context)
        self.list = list
        var limits = Onboarding.Limits()
        limits.hearing = .milliseconds(Int64(wait))
        guard carries else {
            onboarding = Onboarding(directory: list.directory, limits: limits, time: context.time)
            return
        }
        let broker = try await context.broker(try context.brokerFile(list.home), list.home)
        let control = DeviceControl(broker: broker, time: context.time)
        await control.start()
        broker.connect()
        (self.broker, self.control) = (broker, control)
        onboarding = Onboarding(directory: list.directory, control: control, limits: limits, time: context.time)
    }

    /// Tells of the other listed devices that are called like `device`.
    func tellNamesakes(of device: Device) async { await list?.tellNamesakes(of: device) }

    /// Runs `body`, and ends the connection to the broker, whatever happens.
    func whileOpen<Result>(
        _ body: () async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        do throws(CommandFailure) {
            let result = try await body()
            await close()
            return result
        } catch {
            await close()
            throw error
        }
    }

    private func close() async {
        await control?.stop()
        await broker?.close()
    }

    /// Whether a broker was named, or one is set up in the folder of devices.
    private static func hasBroker(_ context: CommandContext) throws(CommandFailure) -> Bool {
        if context.arguments.values["broker"] != nil { return true }
        do throws(ControlFileError) {
            return access(try ControlHome.standard(context.arguments.values["home"]).brokerFile, F_OK) == 0
        } catch {
            // Without a home there is no broker in it.
            if error.code == .noHome { return false }
            throw CommandFailure(error)
        }
    }

    private static func tellNoBroker(of device: FoundDevice, _ console: Console) {
        let text = "No broker is set up, so it is neither waited for nor listed; `gangway broker use` sets one up"
        console.emit([
            "event": .string("notice"), "id": .string(device.identifier), "code": .string("noBroker"),
            "text": .string(text),
        ])
        console.say("\(text).")
    }
}

extension CommandFailure {
    /// What a set-up that broke off means for the program's end.
    init(_ error: OnboardingError) {
        switch error {
        case .cancelled(let isSent): self = isSent ? .interruptedAfterSending : .interrupted
        case .provisioning(let error): self.init(error)
        case .listening(let cause):
            let failure = CommandFailure(cause)
            self.init(
                failure.status, failure.code, fault: failure.fault, safeText("\(error.summary) \(error.state)"),
                advice: [safeText(error.advice), "`gangway broker test` tells more; --wait 0 does without the broker."]
                    .filter { !$0.isEmpty }.joined(separator: " "))
        case .listing(let cause, _):
            self.init(
                .failed, cause.code.rawValue, fault: cause.fault == .caller ? .caller : .system,
                safeText("\(error.summary) \(error.state)"), advice: safeText(error.advice))
        }
    }
}
