import Provisioning
import ProvisioningProtocols
import Runtime

/// `gangway networks`.
struct NetworksCommand {
    let context: CommandContext

    /// Shows the networks that the device sees.
    func run() async throws(CommandFailure) -> ExitStatus {
        let options = try context.arguments.scanOptions()
        let needs = ProvisioningCapabilities(listsNetworks: true, takesScanOptions: !options.isPlain)
        return try await context.withSession(needing: needs) { session throws(CommandFailure) in
            var isInterrupted = false
            do throws(ProvisioningError) {
                if let list = try await list(session, options) {
                    show(list)
                    if !list.scanFailed { return .done }
                } else {
                    isInterrupted = true
                }
            } catch {
                if let partial = error.networks, !partial.accessPoints.isEmpty { show(partial) }
                throw CommandFailure(error, of: session)
            }
            throw isInterrupted ? .interrupted : .scanFailed
        }
    }

    /// The whole list; `nil` where it was interrupted. That it is waited for is told only while nothing of it has come.
    private func list(
        _ session: ProvisioningSession, _ options: ScanOptions
    ) async throws(ProvisioningError) -> NetworkList? {
        // Where nothing ends a list, an empty one takes as long as a list may take, or as long as was asked for.
        let limit = session.capabilities.endsScan || options.period != nil ? "" : ", 30 s where there are none"
        let text = "Waiting for networks\(limit) (Ctrl-C or --timeout ends it)"
        context.console.progress(text)
        var late = context.tellLater(text)
        defer {
            if let late { context.time.cancel(late) }
            context.console.clearProgress()
        }
        var count = 0
        let events = session.networkEvents(options)
        while let event = try await events.next() {
            switch event {
            case .found:
                count += 1
                if let timer = late { context.time.cancel(timer) }
                late = nil
                context.console.progress("\(count) access point\(count == 1 ? "" : "s") so far (Ctrl-C ends it)")
            case .restarted: count = 0
            case .ended(let list): return list
            }
        }
        return nil
    }

    /// The object that `networks --json` prints behind the networks.
    static func json(_ list: NetworkList) -> JSONObject {
        [
            "event": .string("listEnd"), "complete": .boolean(list.isComplete),
            "count": .integer(list.announced ?? list.accessPoints.count), "received": .integer(list.accessPoints.count),
            "scanFailed": .boolean(list.scanFailed),
        ]
    }

    private func show(_ list: NetworkList) {
        let networks = list.merged
        for network in networks { context.console.emit(network.json) }
        context.console.emit(Self.json(list))
        if list.scanFailed, networks.isEmpty { return }
        guard !networks.isEmpty else {
            let place = context.arguments.values["band"].map { " at \($0) GHz" } ?? ""
            return context.console.say("The device found no network\(place).")
        }
        for line in NetworkTable.lines(networks, isLive: context.console.isLive) { context.console.say(line) }
        if list.scanFailed {
            context.console.say("This is what the device knew before its scan failed.")
        } else if !list.isComplete {
            let count = list.accessPoints.count
            let arrived = list.announced.flatMap { $0 > count ? "\(count) of \($0)" : nil } ?? "\(count)"
            context.console.say("The list may not be complete: \(arrived) arrived.")
        }
    }
}

extension CommandFailure {
    /// The device could not look for networks.
    static var scanFailed: CommandFailure {
        CommandFailure(
            .failed, "scanFailed", fault: .device, "The device's scan failed.",
            advice: "Try again; a network that is named with --ssid can be joined without a list.")
    }
}

/// Networks as lines for a person.
enum NetworkTable {
    /// The lines; with numbers to pick by where `isNumbered`.
    static func lines(_ networks: [Network], isLive: Bool, isNumbered: Bool = false) -> [String] {
        guard !networks.isEmpty else { return ["The device sees no network."] }
        var table = Table(header: (isNumbered ? ["#"] : []) + ["NETWORK", "SIGNAL", "SECURITY", "CHANNELS"])
        table.rows = networks.enumerated().map { index, network in
            let channels = network.channels.filter { $0 != .unknown }.map { String($0.rawValue) }
            let row = [
                network.isHidden ? "(hidden)" : network.ssid.description,
                isLive ? network.signal.text : "\(network.signal.rawValue) dBm", network.security.description,
                channels.isEmpty ? "-" : channels.joined(separator: ","),
            ]
            return (isNumbered ? [String(index + 1)] : []) + row
        }
        return table.lines
    }
}

extension Network {
    /// The object that `networks --json` prints.
    var json: JSONObject {
        [
            "event": .string("network"), "ssid": .string(ssid.description), "ssidHex": .string(hexText(ssid.bytes)),
            "rssi": .integer(Int(signal.rawValue)), "security": .string(security.description),
            "channels": .array(channels.filter { $0 != .unknown }.map { .integer(Int($0.rawValue)) }),
            "accessPoints": .integer(accessPoints), "hidden": .boolean(isHidden),
        ]
    }
}
