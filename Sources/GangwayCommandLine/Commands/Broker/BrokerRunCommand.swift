import ChildPrograms
import DefaultControl
import MessageBroker
import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway broker run`.
struct BrokerRunCommand {
    let context: CommandContext

    private var arguments: ParsedArguments { context.arguments }

    /// Runs a broker until it is interrupted or the limit passes.
    func run() async throws(CommandFailure) -> ExitStatus {
        let port = try port()
        let name = try name()
        let mosquitto = try ProgramFile.find("mosquitto", package: "mosquitto")
        let hasher = try ProgramFile.find("mosquitto_passwd", package: "mosquitto")
        let openssl = try ProgramFile.find("openssl", package: "openssl")
        let account = try ServiceAccount.find()
        let folder = BrokerFolder(path: try directory(), port: port, account: account)
        let guardian = try lock(folder)
        let wasCut = Self.begin(guardian)
        defer { ftruncate(guardian.number, 0) }
        // Whatever is written from here on is for its owner alone, also by the programs that are called.
        umask(0o077)
        let machine = MachineNames.read(name)
        let certificates = BrokerCertificates(folder: folder.path, openssl: openssl)
        try await certificates.prepare(for: machine)
        let (own, others) = folder.addresses(machine, name: name)
        let rules = try await folder.prepare(certificates, own: own, others: others, hasher: hasher)
        if let notice = folder.notice(rules) { tell(notice) }
        var isUsed = false
        if arguments.values["directory"] == nil { isUsed = try folder.use(in: context.home(), certificates, own: own) }
        let serving = Serving(folder: folder, own: own, others: others, isUsed: isUsed)
        let (end, status) = try await serve(serving, mosquitto, patience: wasCut ? Self.patience : 0)
        switch end {
        case .brokerEnded(let lines): throw Self.failure(lines, status, port)
        case .told where context.hasExpired: return .done
        case .told: throw .interrupted
        }
    }

    private func tell(_ notice: (code: String, text: String)) {
        context.console.emit(Self.json(notice))
        context.console.say("\(safeText(notice.text)).")
    }

    /// The object that is printed of rules that were not this program's.
    static func json(_ notice: (code: String, text: String)) -> JSONObject {
        ["event": .string("notice"), "code": .string(notice.code), "text": .string(notice.text)]
    }

    private enum End {
        /// A signal, or the limit.
        case told
        /// The broker ended by itself; the last it wrote.
        case brokerEnded([String])
    }

    /// How long the broker of a run that was killed may take to end and leave its port, in milliseconds.
    private static let patience: UInt32 = 5_000

    /// Runs mosquitto to its end, and again while its port is taken and `patience` lasts, in milliseconds.
    private func serve(
        _ serving: Serving, _ mosquitto: String, patience: UInt32
    ) async throws(CommandFailure) -> (End, status: Int32?) {
        let limit = context.time.now + patience
        while true {
            let broker = try ChildProgram.start(
                mosquitto, ["-c", BrokerFolder.configuration], in: serving.folder.path)
            let end = await serve(broker, serving)
            await broker.finish(on: context.time)
            guard case .brokerEnded(let lines) = end, Self.tellOfPort(lines), context.time.now < limit else {
                return (end, broker.status)
            }
            await context.time.sleep(until: context.time.now + 200)
        }
    }

    private func serve(_ broker: ChildProgram, _ serving: Serving) async -> End {
        var last: [String] = []
        var refusals = BrokerRefusals()
        var intruders = BrokerIntruders(account: BrokerFolder.device)
        while true {
            switch await broker.lines.next(until: context.deadline, on: context.time) {
            case .event(let line):
                context.console.detail(safeText(line))
                if let refusal = refusals.take(line) {
                    context.console.emit(refusal.json)
                    context.console.say(refusal.sentence)
                }
                if let (client, isNews) = intruders.take(line) {
                    let file = serving.folder.brokerFile
                    await BrokerIntruders.putOut(client, file, on: context.time)
                    if isNews {
                        context.console.emit(BrokerIntruders.json(client))
                        context.console.say(BrokerIntruders.sentence(client))
                    }
                }
                // What it does for each message says nothing of its end.
                guard !BrokerRefusals.isOfMessage(line) else { continue }
                last = last.suffix(4) + [line]
                guard line.hasSuffix(" running") else { continue }
                context.console.emit(serving.json)
                for line in serving.lines { context.console.say(line) }
                notifyServiceManager("READY=1")
            case .timedOut, .cancelled: return .told
            case .ended: return Task.isCancelled ? .told : .brokerEnded(last)
            }
        }
    }

    /// Whether `lines` say that the port is taken.
    private static func tellOfPort(_ lines: [String]) -> Bool {
        lines.contains { $0.contains("Address already in use") || $0.contains("address in use") }
    }

    /// Why mosquitto ended by itself, by the errors it told and its status: other lines say what it did before, not why.
    static func failure(_ lines: [String], _ status: Int32?, _ port: UInt16) -> CommandFailure {
        if tellOfPort(lines) {
            return CommandFailure(
                .failed, "portTaken", fault: .caller, "Another program listens at port \(port) already.",
                advice: "End that one, or name another port with --port.")
        }
        let how =
            switch status {
            case let status? where status > 128:
                "was ended by signal \(status - 128), \(String(cString: strsignal(status - 128)))"
            case 0?: "ended as it does when it is told to"
            case let status?: "ended with status \(status)"
            case nil: "ended"
            }
        let error = lines.last { $0.contains("Error") }.map { ": " + safeText(Self.withoutTime($0)) } ?? ""
        return CommandFailure(
            .failed, "brokerEnded", fault: .system, "The broker ended by itself: mosquitto \(how)\(error).",
            advice: error.isEmpty
                ? "Another program ended it, or the system did, for want of memory. Its messages are kept: start it again."
                : "`--verbose` shows all that it writes.")
    }

    /// A line of mosquitto's without the seconds since 1970 before it and the full stop behind it.
    private static func withoutTime(_ line: String) -> String {
        let rest = line.drop { $0.isASCII && $0.isNumber }
        let text = rest.count < line.count && rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : line
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private func port() throws(CommandFailure) -> UInt16 {
        guard let text = arguments.values["port"] else { return BrokerAddress.defaultSecurePort }
        guard let port = UInt16(text), port > 0 else {
            throw .usage("--port takes a number, 1 to 65535", command: "broker run")
        }
        return port
    }

    private func name() throws(CommandFailure) -> String? {
        guard let name = arguments.values["name"] else { return nil }
        guard MachineNames.isHost(name) else {
            throw .usage("--name takes the name of a host or an address in numbers", command: "broker run")
        }
        return name
    }

    /// The folder, as an absolute path, made where it is missing.
    private func directory() throws(CommandFailure) -> String {
        let path: String
        if let named = arguments.values["directory"] {
            path = named
        } else {
            path = try context.home().path + "/broker"
        }
        guard !path.isEmpty, !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .usage("--directory takes the path of a folder", command: "broker run")
        }
        do throws(ControlFileError) { try ControlHome(path: path).prepare() } catch { throw CommandFailure(error) }
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Keeps a second broker out of the folder, for as long as the file is held.
    private func lock(_ folder: BrokerFolder) throws(CommandFailure) -> OwnedDescriptor {
        guard let file = OwnedDescriptor(updatingPrivate: folder.path + "/lock") else {
            throw .unwritable(
                "The folder \(safeText(folder.path)) cannot be written", errno,
                advice: "Name another one with --directory.")
        }
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandFailure(
                .failed, "running", fault: .caller, "A broker of the folder \(safeText(folder.path)) runs already.",
                advice: "End that one, or name another folder with --directory.")
        }
        return file
    }

    /// Marks the file as that of a run which has not ended; `true` where the one before had not, since it was killed.
    private static func begin(_ file: borrowing OwnedDescriptor) -> Bool {
        var mark: UInt8 = 0x31
        let wasCut = pread(file.number, &mark, 1, 0) == 1
        _ = pwrite(file.number, &mark, 1, 0)
        return wasCut
    }
}

extension BrokerRunCommand {
    /// How a broker of one's own is reached, as it is told when it serves.
    struct Serving {
        let folder: BrokerFolder
        /// From this machine.
        let own: [BrokerAddress]
        /// From others.
        let others: [BrokerAddress]
        /// Whether devices are steered over it without a word more.
        let isUsed: Bool
        /// Networks for a simulated device; `nil` where the example is not there.
        var example = ProgramFile.example()

        private var addresses: [String] { (own + others.filter { !own.contains($0) }).map(\.description) }

        /// The object that `broker run --json` prints.
        var json: JSONObject {
            [
                "event": .string("serving"), "port": .integer(Int(folder.port)),
                "addresses": .array(addresses.map { .string($0) }), "file": .string(folder.brokerFile),
                "deviceFile": .string(folder.deviceBrokerFile), "used": .boolean(isUsed),
            ]
        }

        /// The lines for a person.
        var lines: [String] {
            [
                "A broker serves at \(addresses.map(safeText).joined(separator: ", ")), with TLS. Ctrl-C ends it.",
                isUsed
                    ? "  Devices are steered over it."
                    : "  to steer devices: --broker \(shellWord(folder.brokerFile))",
                "  for a device:     \(device) --station networkmanager",
            ]
                + (example.map {
                    ["  for a trial here: \(device) --radio virtual --station simulated:\(shellWord($0))"]
                }
                    ?? [])
        }

        /// The command of a device that reaches it, but for its station.
        private var device: String { "gangway device --protocol json --broker \(shellWord(folder.deviceBrokerFile))" }
    }
}
