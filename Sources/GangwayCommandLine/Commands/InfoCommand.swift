import DeviceCatalogue
import Provisioning
import ProvisioningProtocols

/// `gangway info`.
struct InfoCommand {
    let context: CommandContext

    /// Tells what the device speaks, what its protocol can do, and the version where there is one.
    func run() async throws(CommandFailure) -> ExitStatus {
        try await context.withSession { session throws(CommandFailure) in
            let can = session.capabilities
            var version: Int?
            if can.tellsVersion {
                do throws(ProvisioningError) { version = Int(try await session.version()) } catch {
                    throw CommandFailure(error, of: session)
                }
            }
            context.console.emit(Self.json(session.device, session.protocolIDs, can, version))
            let speaks = version.map { "\(session.protocolID.rawValue), version \($0)" } ?? session.protocolID.rawValue
            context.console.say("\(session.device.label) speaks \(speaks).")
            for other in session.protocolIDs.dropFirst() {
                context.console.say("It speaks \(other.rawValue) too, where an option needs that.")
            }
            if let kind = session.device.kindText { context.console.say("By its name it is of the kind \(kind).") }
            context.console.say((["It can"] + can.sentences.map { "  " + $0 }).joined(separator: "\n"))
            return .done
        }
    }

    /// The object that `info --json` prints.
    static func json(
        _ device: FoundDevice, _ protocolIDs: [ProtocolID], _ can: ProvisioningCapabilities, _ version: Int?
    ) -> JSONObject {
        var object = device.json("info", protocolName: protocolIDs.first?.rawValue, isEncrypted: can.isEncrypted)
        object.append("protocols", .array(protocolIDs.map { .string($0.rawValue) }))
        object.append("kind", .optional(device.kind?.id))
        object.append("version", .optional(version))
        object.append("capabilities", .array(can.names.map { .string($0) }))
        return object
    }
}

extension ProvisioningCapabilities {
    /// What is there, as `info` says it: each by its name in JSON and in words for a person.
    private var known: [(name: String, words: String, isThere: Bool)] {
        [
            ("listsNetworks", "list the networks that it sees", listsNetworks),
            ("reportsStatus", "report where it stands with its Wi-Fi", reportsStatus),
            ("isEncrypted", "encrypt what is sent", isEncrypted),
            ("endsScan", "say when its list of networks is whole", endsScan),
            (
                "takesScanOptions", "look for networks in one band, or only listen (networks --band, --passive)",
                takesScanOptions
            ),
            ("stopsScan", "stop looking for networks when it is told to", stopsScan),
            ("carriesVolatile", "keep credentials only until it restarts (join --volatile)", carriesVolatile),
            (
                "choosesAccessPoint", "join one particular access point (join --bssid, --channel, --band)",
                choosesAccessPoint
            ),
            ("forgets", "forget its network (forget)", forgets),
            ("tellsVersion", "tell the version of its protocol", tellsVersion),
            ("carriesControlAddress", "be told where it is steered over MQTT (join --topic)", carriesControlAddress),
        ]
    }

    /// The names of what is there, as `info --json` prints them.
    var names: [String] { known.filter(\.isThere).map(\.name) }

    /// What is there, for a person.
    var sentences: [String] { known.filter(\.isThere).map(\.words) }
}
