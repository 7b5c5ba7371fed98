import Provisioning
import ProvisioningProtocols

/// The command that tries a join again, at the address at which the device is to be steered: under a new one it would be another
/// device.
struct JoinAgain {
    /// The line as it can be typed.
    let line: String

    /// The command that `arguments` are, of `device`, to `choice` and at `address`.
    init(_ arguments: ParsedArguments, _ device: FoundDevice, _ choice: NetworkChoice, at address: ControlAddress) {
        let name = arguments.operands.first ?? device.name ?? device.identifier
        // A name that is no plain text goes in its bytes.
        let isText = Array(choice.ssid.description.utf8) == choice.ssid.bytes
        var values = arguments.values
        (values["ssid"], values["ssid-hex"]) =
            isText ? (choice.ssid.description, nil) : (nil, hexText(choice.ssid.bytes))
        (values["topic"], values["id"]) = (address.topic.text, address.id.description)
        let program = ProgramDescription()
        let options = program.options(of: arguments.command).compactMap { option -> String? in
            if arguments.switches.contains(option.name) { return option.flag }
            return values[option.name].map { option.flag + " " + shellWord($0) }
        }
        line = (["gangway join", shellWord(name)] + options).joined(separator: " ")
    }

    /// Shows it to a person.
    func tell(on console: Console) {
        console.say("To try it again:\n  \(line)")
    }

    /// A failure of the join, with the command below it, unless nothing more is to be said of it.
    func added(to failure: CommandFailure) -> CommandFailure {
        let isQuiet = failure.status == .interrupted && failure.advice.isEmpty
        guard failure.status != .usage, !isQuiet, failure.list.isEmpty else { return failure }
        let advice = [failure.advice, "To try it again:"].filter { !$0.isEmpty }.joined(separator: " ")
        return CommandFailure(
            failure.status, failure.code, fault: failure.fault, failure.message, advice: advice, list: [line])
    }
}
