import Provisioning
import ProvisioningProtocols
import Runtime

extension CommandContext {
    /// Finds the device, connects in a protocol of its that can do what is needed, lends the session to `body`, and disconnects,
    /// whatever happens.
    func withSession(
        needing needs: ProvisioningCapabilities = ProvisioningCapabilities(),
        _ body: (ProvisioningSession) async throws(CommandFailure) -> ExitStatus
    ) async throws(CommandFailure) -> ExitStatus {
        let provisioner = try provisioner()
        defer { console.clearProgress() }
        let wanted = arguments.operands.first
        console.progress("Looking for \(wanted.map(safeText) ?? "a device")")
        let device = try await DeviceFinder(context: self, provisioner: provisioner, wanted: wanted).find()
        console.progress("Connecting to \(device.label)")
        return try await withSession(on: device, of: provisioner, needing: needs) { session throws(CommandFailure) in
            console.clearProgress()
            return try await body(session)
        }
    }

    /// Connects to `device`, lends the session to `body`, and disconnects, whatever happens.
    func withSession<Result>(
        on device: FoundDevice, of provisioner: Provisioner, needing needs: ProvisioningCapabilities,
        _ body: (ProvisioningSession) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        console.detail("connecting to \(device.label)")
        let session: ProvisioningSession
        do throws(ProvisioningError) {
            session = try await provisioner.connect(to: device, needing: needs)
        } catch {
            throw CommandFailure(error)
        }
        let diagnostics = session.diagnostics()
        let telling = Task { [console] in
            while let oddity = await diagnostics.next() { console.tell(oddity, of: device) }
        }
        do throws(CommandFailure) {
            let result = try await body(session)
            await session.disconnect()
            await telling.value  // which ends with the session
            return result
        } catch {
            await session.disconnect()
            await telling.value
            throw error
        }
    }
}

extension Console {
    /// Tells what was odd on the wire and was survived: with `--verbose`, or always where it means that the device did not do
    /// quite what was asked of it.
    fileprivate func tell(_ oddity: ProvisioningDiagnostic, of device: FoundDevice) {
        detail("on the wire: \(oddity)")
        guard let object = oddity.notice(of: device) else { return }
        emit(object)
        if isLive { put("\r\u{1B}[K") }  // above the line that shows progress
        say("Note: \(oddity).")
    }
}

extension ProvisioningDiagnostic {
    /// The object that `join --json` prints where a device did not do quite what was asked of it; `nil` for all else.
    func notice(of device: FoundDevice) -> JSONObject? {
        guard kind == .volatileNotCarried else { return nil }
        return [
            "event": .string("notice"), "id": .string(device.identifier), "code": .string("volatileNotCarried"),
            "text": .string(description),
        ]
    }
}
