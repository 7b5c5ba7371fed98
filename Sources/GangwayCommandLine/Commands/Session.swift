import Provisioning
import ProvisioningProtocols
import Runtime

extension CommandContext {
    /// Finds the device, connects, lends the session to `body`, and disconnects, whatever happens.
    func withSession(
        _ body: (ProvisioningSession) async throws(CommandFailure) -> ExitStatus
    ) async throws(CommandFailure) -> ExitStatus {
        let provisioner = try provisioner()
        let device = try await DeviceFinder(context: self, provisioner: provisioner, wanted: arguments.operands.first)
            .find()
        return try await withSession(on: device, of: provisioner, body)
    }

    /// Connects to `device`, lends the session to `body`, and disconnects, whatever happens.
    func withSession<Result>(
        on device: FoundDevice, of provisioner: Provisioner,
        _ body: (ProvisioningSession) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        console.detail("connecting to \(device.label)")
        let session: ProvisioningSession
        do throws(ProvisioningError) {
            session = try await provisioner.connect(to: device)
        } catch {
            throw CommandFailure(error)
        }
        let diagnostics = session.diagnostics()
        let telling = Task { [console] in
            while let oddity = await diagnostics.next() { console.detail("on the wire: \(oddity)") }
        }
        defer { telling.cancel() }
        do throws(CommandFailure) {
            let result = try await body(session)
            await session.disconnect()
            return result
        } catch {
            await session.disconnect()
            throw error
        }
    }
}
