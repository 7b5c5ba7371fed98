import ChildPrograms
import ControllableDevice
import ProvisioningProtocols
import Runtime

/// The program of `--on-command`, which does what the device is told. It is run once for each change, with the state in its
/// environment: `GANGWAY_STATUS` is `on` or `off`, `GANGWAY_MODE` a number.
struct DeviceProgram: Sendable {
    /// Where it is.
    let path: String
    let console: Console
    let time: any TimeSource

    /// How long it may take, in milliseconds; then it is ended.
    private static let limit: UInt32 = 10_000

    /// Runs it. What it prints goes to standard error.
    /// - Throws: where it does not end with status 0 in time: what was to be done is not.
    func run(_ state: SwitchState) async throws(CommandFailure) {
        // Its name is a word of its own, and never looked at by the shell.
        let script = #"GANGWAY_STATUS="$1" GANGWAY_MODE="$2" exec "$3""#
        let child = try ChildProgram.start(
            "/bin/sh", ["-c", script, "sh", state.isOn ? "on" : "off", String(state.mode), path])
        let deadline = time.now + Self.limit
        while true {
            switch await child.lines.next(until: deadline, on: time) {
            case .event(let line): console.note(safeText(line) + "\n")
            case .ended:
                guard let status = child.status, status != 0 else { return }
                throw failure("ended with status \(status)")
            case .timedOut:
                child.kill()
                throw failure("did not end within \(Self.limit / 1000) s, and was ended")
            case .cancelled:
                child.kill()
                throw failure("was ended with the device")
            }
        }
    }

    private func failure(_ what: String) -> CommandFailure {
        CommandFailure(
            .failed, "programFailed", fault: .caller,
            "The program \(safeText(path)) \(what). The device does what it did before.")
    }
}
