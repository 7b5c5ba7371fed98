import CProcessLimits
import DefaultControl
import GangwayCommandLine
import GangwayModel
import Runtime
import WebServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
#if canImport(CSystemd)
    import CSystemd
#endif

/// `gangway-hub`: the app as a web page.
public enum GangwayHub {
    /// Does what this process's arguments say, and returns the status to end with, as `gangway` does: 0 when SIGTERM told it to
    /// end, 130 at Ctrl-C, 1 when it could not start, 2 when the arguments make no sense, 6 where this machine cannot.
    @MainActor public static func run() async -> Int32 {
        switch GangwayCommandLine.readHub() {
        case .ended(let status): return status
        case .toDo(let arguments): return await run(arguments)
        }
    }

    @MainActor private static func run(_ arguments: ParsedArguments) async -> Int32 {
        do throws(HubFailure) {
            let options = try HubOptions(arguments)
            switch arguments.commandName {
            case "hub password": try await PasswordCommand(options: options).run()
            case "hub key": try await KeyCommand(options: options, arguments: arguments).run()
            default: return try await HubProgram(options: options).run().rawValue
            }
            return ExitStatus.done.rawValue
        } catch {
            return GangwayCommandLine.report(error, isJSON: arguments.switches.contains("json"))
        }
    }
}

/// Writes a text to a descriptor, as far as that goes.
func put(_ text: String, to descriptor: Int32 = 1) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Tells systemd about the state of this service, where systemd started it.
func tellServiceManager(_ state: String) {
    #if canImport(CSystemd)
        sd_notify(0, state)
    #endif
}

/// One run of the hub.
@MainActor struct HubProgram {
    let options: HubOptions

    /// Serves until it is told to end: the status that says by what.
    func run() async throws(HubFailure) -> ExitStatus {
        // What is large, such as all of the home as an event, goes back to the system when it is done with.
        process_limits_return_memory()
        // Each connection has a descriptor, and the usual 1,024 are fewer than the connections that may be open.
        process_limits_raise_descriptors(4_096)
        let orders = StopOrders()
        let folder = try options.home()
        let gate = try Gatekeeper(path: folder.path + "/hub.json")
        let settings = try options.serverSettings()
        let broker = options.runsBroker ? OwnBroker(in: folder, port: options.brokerPort) : nil
        let standing = try await broker?.start()
        let home = HomeModel(try await options.services(folder))
        let live = LiveHome(home)
        live.feed.start()
        await home.open()
        let hub = Hub(hosts: .ofThisMachine(options.name), gate: gate, live: live)
        let server = WebServer(settings) { await hub.answer($0) }
        do throws(WebServerError) {
            await say(try server.start(), gate, standing)
        } catch {
            await home.close()
            await broker?.end()
            throw failure(error)
        }
        tellServiceManager("READY=1")
        let order = await orders.first()
        tellServiceManager("STOPPING=1")
        live.stop()
        await server.stop()
        await home.close()
        await broker?.end()
        return order == SIGTERM ? .done : .interrupted
    }

    /// Why it cannot listen, with the address and the option that changes it.
    private func failure(_ error: WebServerError) -> HubFailure {
        let place = "\(options.host):\(options.port)"
        return switch error.code {
        case .inUse:
            HubFailure(
                "Another program listens at \(place) already.",
                "End it, or name another port with --listen, such as --listen \(options.host):\(options.nextPort).",
                code: "inUse")
        case .notPermitted, .noSuchAddress:
            HubFailure(
                "At \(place): \(error.summary)", "\(error.advice) --listen names another address and port.",
                .machineCannot, code: error.code.rawValue, fault: .system)
        case .invalidAddress: .usage("--listen: " + error.summary)
        default: HubFailure(error.summary, error.advice, code: error.code.rawValue)
        }
    }

    private func say(_ port: UInt16, _ gate: Gatekeeper, _ broker: OwnBroker.Standing?) async {
        put("The hub is at \(options.certificate == nil ? "http" : "https")://\(options.host):\(port)/\n")
        if await !gate.hasPassword {
            put("  No password was set yet: open it on this machine first, or run `gangway hub password`.\n")
        }
        switch broker {
        case .serving(let file):
            put(
                "  A broker runs beside it. For a device: gangway device --protocol json --broker '\(file)' --station networkmanager\n"
            )
        case .another:
            put("  A broker of this home runs already. When it has ended, the hub's own takes its place.\n")
        case nil: break
        }
    }
}
