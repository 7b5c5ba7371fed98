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
                    throw CommandFailure(error, about: session.device)
                }
            }
            context.console.emit(Self.json(session.device, session.protocolID, can, version))
            let speaks = version.map { "\(session.protocolID.rawValue), version \($0)" } ?? session.protocolID.rawValue
            context.console.say("\(session.device.label) speaks \(speaks).")
            context.console.say("It can: \(can.names.joined(separator: ", ")).")
            return .done
        }
    }
    static func json(
        _ device: FoundDevice, _ protocolID: ProtocolID, _ can: ProvisioningCapabilities, _ version: Int?
    ) -> JSONObject {
        var object = device.json("info", protocolName: protocolID.rawValue, isEncrypted: can.isEncrypted)
        object.append("version", .optional(version))
        object.append("capabilities", .array(can.names.map { .string($0) }))
        return object
    }
}

extension ProvisioningCapabilities {
    /// The names of what is there, as `info --json` prints them.
    var names: [String] {
        let all: [(String, Bool)] = [
            ("listsNetworks", listsNetworks), ("reportsStatus", reportsStatus), ("isEncrypted", isEncrypted),
            ("endsScan", endsScan), ("takesScanOptions", takesScanOptions), ("stopsScan", stopsScan),
            ("carriesVolatile", carriesVolatile), ("choosesAccessPoint", choosesAccessPoint), ("forgets", forgets),
            ("tellsVersion", tellsVersion), ("carriesControlAddress", carriesControlAddress),
        ]
        return all.filter(\.1).map(\.0)
    }
}
