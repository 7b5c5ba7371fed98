import Provisioning
import ProvisioningProtocols

/// `gangway forget`.
struct ForgetCommand {
    let context: CommandContext

    /// Has the device leave its network and forget it.
    func run() async throws(CommandFailure) -> ExitStatus {
        try await context.withSession(needing: ProvisioningCapabilities(forgets: true)) {
            session throws(CommandFailure) in
            do throws(ProvisioningError) { try await session.forget() } catch {
                throw CommandFailure(error, of: session)
            }
            context.console.emit(
                session.device.json(
                    "forgotten", protocolName: session.protocolID.rawValue,
                    isEncrypted: session.capabilities.isEncrypted))
            context.console.say("\(session.device.label) has forgotten its network.")
            return .done
        }
    }
}
