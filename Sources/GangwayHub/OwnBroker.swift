import ChildPrograms
import DefaultControl
import JSONText
import Runtime

/// The broker that `--with-broker` runs beside the hub: `gangway broker run`, which ends when the hub does, however that comes.
struct OwnBroker: Sendable {
    private let program: ChildProgram

    /// Starts it for the home in `folder`, and returns when it serves. `nil` where one of that folder runs already.
    /// - Throws: what it says of why it does not serve.
    static func start(in folder: ControlHome, port: String?) async throws(HubFailure) -> OwnBroker? {
        guard let own = ownFolder else {
            throw HubFailure("It is not known where gangway lies.", "Start `gangway broker run` by itself.")
        }
        var arguments = ["broker", "run", "--json", "--home", folder.path]
        if let port { arguments += ["--port", port] }
        let broker: OwnBroker
        do throws(ChildProgramError) {
            broker = OwnBroker(program: try ChildProgram(own + "/gangway", arguments, hearsErrors: false))
        } catch {
            throw HubFailure("The broker cannot be started: \(error)", "Start `gangway broker run` by itself.")
        }
        let first = await broker.program.lines.next() ?? ""
        let (event, code, message) = Self.event(of: first)
        if event == "serving" { return broker }
        await broker.end()
        switch (event, code) {
        case ("error", "running"): return nil
        case ("error", "portTaken"):
            throw HubFailure(
                message ?? "The port of the broker is taken.",
                "End that program, or name another port of the broker with --broker-port.")
        default:
            throw HubFailure(message ?? "The broker did not start.", "Start `gangway broker run` by itself to see why.")
        }
    }

    /// Ends it, and waits until it has ended.
    func end() async { await program.finish(on: SystemTime.shared) }

    /// The event, code and message of a line that it writes.
    private static func event(of line: String) -> (String, String, String?) {
        guard case .object(let members)? = try? JSONReader.read(Array(line.utf8)).kind else { return ("", "", nil) }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members.first(where: { $0.key == name })?.value.kind { text } else { nil }
        }
        return (text("event") ?? "", text("code") ?? "", text("message"))
    }
}
