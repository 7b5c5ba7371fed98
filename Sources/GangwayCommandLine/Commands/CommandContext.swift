import BluetoothLE
import DefaultControl
package import DefaultPlatform
import DeviceCatalogue
import ProvisioningProtocols
import Provisioning
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the commands that use a radio share.
struct CommandContext: Sendable {
    let console: Console
    let arguments: ParsedArguments
    let time: any TimeSource
    /// By when the whole command is to end; `nil` without `--timeout`.
    let deadline: Instant?
    let trace: TraceFile?

    init(_ arguments: ParsedArguments, console: Console, time: any TimeSource) throws(CommandFailure) {
        self.console = console
        self.arguments = arguments
        self.time = time
        deadline = try arguments.milliseconds("timeout", of: arguments.command?.name).map { time.now + $0 }
        trace = try arguments.values["trace"].map { path throws(CommandFailure) in try TraceFile(path: path) }
    }

    /// Whether the limit of `--timeout` has passed.
    var hasExpired: Bool { deadline.map { time.now >= $0 } ?? false }

    /// How long nothing need be said of what is waited for where no terminal shows it, in milliseconds.
    private static let silence: UInt32 = 2_000

    /// Tells on standard error what is waited for, where it is still waited for after 2 s and no terminal shows it.
    func tellLater(_ text: String) -> Timer? {
        guard !console.isLive else { return nil }
        return time.schedule(at: time.now + Self.silence) { [console] in console.note("gangway: \(text)...\n") }
    }

    /// Why the radio cannot be used, where that is why nothing was heard.
    /// - Throws: status 6 with the reason.
    func checkRadio(_ provisioner: Provisioner) async throws(CommandFailure) {
        // The present state comes at once; a service that does not even say that much has not answered yet.
        let limit = time.now + 50
        let states = provisioner.states()
        while true {
            switch await states.next(until: limit, on: time) {
            case .event(.unavailable(let error)): throw CommandFailure(error)
            case .event(.unknown): continue
            case .event(.ready), .timedOut, .ended, .cancelled, .failed: return
            }
        }
    }

    /// The provisioning end on the radio that was chosen.
    func provisioner() throws(CommandFailure) -> Provisioner {
        let choice = try radio()
        let catalogue = try catalogue(in: try? ControlHome.standard(arguments.values["home"]))
        do throws(BluetoothError) {
            let central = try DefaultPlatform.central(choice)
            return Provisioner(central: central, catalogue: catalogue, time: time, trace: tracing)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Where the values go that pass over a link: into the trace, and with `--verbose` each as a line on standard error.
    var tracing: TraceHandler? {
        let file = trace?.handler
        guard console.isVerbose else { return file }
        return { [console] record in
            file?(record)
            console.detail(record.line)
        }
    }

    /// The catalogue that `--catalogue`, or else `GANGWAY_CATALOGUE`, names; where neither does, the one in `home` where one
    /// is there, otherwise an empty one.
    func catalogue(in home: ControlHome? = nil) throws(CommandFailure) -> DeviceCatalogue {
        var path = arguments.values["catalogue"] ?? environment("GANGWAY_CATALOGUE")
        if path == nil, let inHome = home?.catalogue, access(inHome, F_OK) == 0 { path = inHome }
        guard let path else { return DeviceCatalogue() }
        let file: OwnedDescriptor
        do throws(FileFailure) { file = try OwnedDescriptor(reading: path) } catch {
            throw CommandFailure(
                .failed, "unreadable", fault: .caller,
                "The catalogue \(safeText(path)) cannot be read: \(safeText(error.text)).",
                advice: "Name the right file with --catalogue or GANGWAY_CATALOGUE, or leave both out.")
        }
        let limit = DeviceCatalogue.maximumFileLength
        guard let bytes = file.readAll(limit: limit + 1) else { throw unreadable(path, systemErrorText(errno)) }
        guard bytes.count <= limit else { throw unreadable(path, "it is larger than 1 MiB") }
        do throws(CatalogueError) { return try DeviceCatalogue(json: bytes) } catch {
            throw unreadable(path, "\(error)")
        }
    }

    private func unreadable(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(
            .failed, "unreadable", fault: .caller,
            "The catalogue \(safeText(path)) cannot be used: \(safeText(reason)).",
            advice: "Docs/devices.schema.json tells what it holds.")
    }

    /// The radio that `--radio`, or else `GANGWAY_RADIO`, names; otherwise this machine's adapter.
    func radio() throws(CommandFailure) -> RadioChoice { try arguments.radio() }
}

extension ParsedArguments {
    /// The radio that `--radio`, or else `GANGWAY_RADIO`, names; otherwise this machine's adapter.
    package func radio() throws(CommandFailure) -> RadioChoice {
        let named =
            values["radio"].map { ("--radio", $0) } ?? environment("GANGWAY_RADIO").map { ("GANGWAY_RADIO", $0) }
        guard let (source, text) = named else { return .bluez(adapter: nil) }
        guard let choice = RadioChoice(text) else {
            throw .usage("\(source) takes bluez, bluez:hci0, virtual or virtual:DIRECTORY")
        }
        return choice
    }
}
