import GangwayCommandLine

/// Why the hub cannot go on: what failed, what to do next, and the status to end with, as every command of `gangway` tells it.
typealias HubFailure = CommandFailure

extension CommandFailure {
    /// A failure of the hub.
    init(
        _ message: String, _ advice: String, _ status: ExitStatus = .failed, code: String = "hub",
        fault: Fault = .caller
    ) {
        self.init(status, code, fault: fault, message, advice: advice)
    }

    /// A command line of the hub that makes no sense.
    static func usage(_ message: String) -> CommandFailure { .usage(message, command: "hub run") }
}
