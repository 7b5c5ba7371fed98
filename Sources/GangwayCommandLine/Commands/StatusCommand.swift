import Provisioning
import ProvisioningProtocols
import Runtime

/// `gangway status`.
struct StatusCommand {
    let context: CommandContext

    /// Shows where the device stands: once, or until the limit with `--watch`.
    func run() async throws(CommandFailure) -> ExitStatus {
        try await context.withSession(needing: ProvisioningCapabilities(reportsStatus: true)) {
            session throws(CommandFailure) in
            guard context.arguments.switches.contains("watch") else {
                do throws(ProvisioningError) { show(try await session.status()) } catch {
                    throw CommandFailure(error, of: session)
                }
                return .done
            }
            return try await watch(session)
        }
    }

    private func watch(_ session: ProvisioningSession) async throws(CommandFailure) -> ExitStatus {
        let stream = session.statusEvents()
        var shown: String?
        while true {
            switch await stream.next(until: context.deadline, on: context.time) {
            case .event(let status):
                // What reads the same is no change: the steps of a join have one name.
                let text = context.console.isJSON ? status.json.text : status.sentence
                if text != shown { show(status) }
                shown = text
            case .timedOut where shown != nil: return .done
            case .timedOut:
                throw CommandFailure(
                    .timedOut, "timedOut", fault: .link, "The limit passed before the device told where it stands.",
                    advice: "Allow more time with --timeout.")
            case .ended, .cancelled: throw .interrupted
            case .failed(let error): throw CommandFailure(error, of: session)
            }
        }
    }

    private func show(_ status: DeviceStatus) {
        context.console.emit(status.json)
        context.console.say(status.sentence)
    }
}

extension DeviceStatus {
    /// The object that `status --json` prints.
    var json: JSONObject {
        [
            "event": .string("status"), "state": .string(state.name), "ssid": .optional(ssid?.description),
            "ssidHex": .optional(ssid.map { hexText($0.bytes) }), "address": .optional(address?.description),
            "rssi": .optional(signal.map { Int($0.rawValue) }), "reason": .optional(state.reason),
        ]
    }

    /// The status for a person.
    var sentence: String {
        let network = ssid.map { " " + quoted($0) } ?? ""
        switch state {
        case .notConfigured: return "No network is stored."
        case .disconnected: return "Not connected;\(network.isEmpty ? " a network" : network) is stored."
        case .associating, .authenticating, .obtainingAddress: return "Joining\(network)..."
        case .failed(let reason):
            // Protocols that only say *failed* leave the reason open: nobody asked the device for it.
            return "Joining\(network) failed"
                + (reason == .unspecified ? "; the device does not say why." : ": \(reason).")
        case .connected:
            let facts = [address.map { "address \($0)" }, signal.map { "signal \($0)" }].compactMap(\.self)
            return "Connected to\(network)" + facts.map { ", " + $0 }.joined() + "."
        }
    }
}

/// A network's name in quotation marks.
func quoted(_ ssid: SSID) -> String { "\"" + ssid.description + "\"" }

extension StationState {
    /// Why a join failed, as its outcome would say it.
    fileprivate var reason: String? {
        if case .failed(let reason) = self { return reason.name }
        return nil
    }

    /// The state's name in JSON, the same words as `decode` has.
    var name: String {
        switch self {
        case .notConfigured: "notConfigured"
        case .disconnected: "configuredNotConnected"
        case .associating, .authenticating, .obtainingAddress: "connecting"
        case .connected: "connected"
        case .failed: "connectionFailed"
        }
    }
}
