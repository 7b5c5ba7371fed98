/// Why a command ended without doing what was asked.
package struct CommandFailure: Error, Equatable {
    /// Whose fault it is.
    package enum Fault: String {
        case caller, device, broker, link, system
    }

    /// How the program ends.
    package let status: ExitStatus
    /// The kind of failure, stable.
    package let code: String
    /// Whose fault it is.
    package let fault: Fault
    /// What failed, and where things stand.
    package let message: String
    /// What to do next; empty where there is nothing to say.
    package let advice: String
    /// What there is to choose from, a line each, below the advice; for a person alone.
    let list: [String]

    package init(
        _ status: ExitStatus, _ code: String, fault: Fault, _ message: String, advice: String = "", list: [String] = []
    ) {
        self.status = status
        self.code = code
        self.fault = fault
        self.message = message
        self.advice = advice
        self.list = list
    }

    /// The same, saying that nothing was sent, where that is so and it does not say it yet.
    func sayingNothingWasSent(unless isSent: Bool) -> CommandFailure {
        guard !isSent, !message.contains("othing was sent") else { return self }
        return CommandFailure(
            status, code, fault: fault, message + " Nothing was sent.", advice: advice, list: list)
    }

    /// A signal or a closed output ended the command.
    static var interrupted: CommandFailure {
        CommandFailure(.interrupted, "interrupted", fault: .caller, "interrupted")
    }

    /// A signal or a closed output ended a join after its credentials went out.
    static var interruptedAfterSending: CommandFailure {
        CommandFailure(
            .interrupted, "interrupted", fault: .caller,
            "Interrupted. The credentials were sent before: the device may still join.",
            advice: "`gangway status` asks it; one that is steered over MQTT shows in `gangway watch`.")
    }

    /// A command line that makes no sense.
    package static func usage(_ message: String, command: String? = nil) -> CommandFailure {
        CommandFailure(
            .usage, "usage", fault: .caller, message,
            advice: "See `gangway help" + (command.map { " " + $0 } ?? "") + "`.")
    }

    /// The object that `--json` prints.
    var json: JSONObject {
        [
            "event": .string("error"), "code": .string(code), "fault": .string(fault.rawValue),
            "message": .string(message), "advice": .optional(advice.isEmpty ? nil : advice),
        ]
    }
}
