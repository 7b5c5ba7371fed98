import ChildPrograms
import DefaultControl
import GangwayCommandLine
import JSONText
import ProvisioningProtocols
import Runtime

/// The broker that `--with-broker` runs beside the hub: `gangway broker run`, which ends when the hub does, however that comes, and
/// is started again where it ends before.
actor OwnBroker {
    /// How the home has a broker.
    enum Standing: Equatable {
        /// This program's, which devices reach as the file says.
        case serving(deviceFile: String)
        /// One that runs in the same folder already.
        case another
    }

    private let folder: ControlHome
    private let port: String?
    private let time: any TimeSource
    private var program: ChildProgram?
    private var keeping: Task<Void, Never>?

    /// How long until it is started again, and until it is seen whether another one has ended, in milliseconds.
    private static let (pause, watch): (UInt32, UInt32) = (1_000, 10_000)

    /// The broker of the home in `folder`.
    init(in folder: ControlHome, port: String?, time: any TimeSource = SystemTime.shared) {
        (self.folder, self.port, self.time) = (folder, port, time)
    }

    /// Starts it, and returns when it serves, or another does.
    /// - Throws: what it says of why it does not serve.
    func start() async throws(HubFailure) -> Standing {
        let standing = try await begin()
        keeping = Task { await keep(standing) }
        return standing
    }

    /// Ends it, and waits until it has ended.
    func end() async {
        keeping?.cancel()
        await keeping?.value
        await program?.finish(on: time)
    }

    /// Starts it again whenever it, or the one that ran before it, has ended. What it says of its end is on standard error.
    private func keep(_ first: Standing) async {
        var isAnother = first == .another
        while !Task.isCancelled {
            if let program {
                while await program.lines.next() != nil {}
                guard !Task.isCancelled else { return }
                put("The hub's broker has ended, and is started again.\n", to: 2)
                self.program = nil
            }
            await time.sleep(until: time.now + (isAnother ? Self.watch : Self.pause))
            guard !Task.isCancelled else { return }
            do throws(HubFailure) {
                isAnother = try await begin() == .another
                if !isAnother { put("The hub's broker serves again.\n", to: 2) }
            } catch {
                put("\(error.message) \(error.advice)\n", to: 2)
                isAnother = true
            }
        }
    }

    private func begin() async throws(HubFailure) -> Standing {
        guard let own = ownFolder else {
            throw HubFailure("It is not known where gangway lies.", "Start `gangway broker run` by itself.")
        }
        var arguments = ["broker", "run", "--json", "--home", folder.path]
        if let port { arguments += ["--port", port] }
        let program: ChildProgram
        do throws(ChildProgramError) {
            program = try ChildProgram(own + "/gangway", arguments, hearsErrors: false)
        } catch {
            throw HubFailure("The broker cannot be started: \(error)", "Start `gangway broker run` by itself.")
        }
        let told = Self.members(of: await program.lines.next() ?? "")
        if told["event"] == "serving" {
            self.program = program
            return .serving(deviceFile: told["deviceFile"] ?? "")
        }
        await program.finish(on: time)
        switch told["code"] {
        case "running": return .another
        case "portTaken":
            throw HubFailure(
                told["message"] ?? "The port of the broker is taken.",
                "End that program, or name another port of the broker with --broker-port.")
        default:
            throw HubFailure(
                told["message"] ?? "The broker did not start.", "Start `gangway broker run` by itself to see why.")
        }
    }

    /// The texts of a line that it writes, by their names.
    private static func members(of line: String) -> [String: String] {
        guard case .object(let members)? = try? JSONReader.read(Array(line.utf8)).kind else { return [:] }
        var texts: [String: String] = [:]
        for (name, value) in members {
            if case .string(let text) = value.kind { texts[name] = text }
        }
        return texts
    }
}
