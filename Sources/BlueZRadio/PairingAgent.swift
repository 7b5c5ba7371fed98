import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// An agent for pairing without display and keyboard ("Just Works"), kept registered while somebody needs it. BlueZ asks
/// the agent of the program that pairs; it is made the machine's default only where `isDefault` is set, as a device that
/// others pair with must.
actor PairingAgent {
    nonisolated let service: BlueZService
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }
    private let path: String
    private let isDefault: Bool
    /// The services that a device may be authorised for, as BlueZ writes them: those that this program serves.
    private let services: Set<String>
    private var users = 0
    /// Whether it is registered with the present service.
    private var isRegistered = false

    init(service: BlueZService, path: String, isDefault: Bool, services: Set<String> = []) {
        self.service = service
        self.path = path
        self.isDefault = isDefault
        self.services = services
    }

    /// Registers the agent, unless it is; each call needs a ``release()``.
    func acquire(deadline: Instant) async throws(BluetoothError) {
        users += 1
        do throws(BluetoothError) {
            try await register(deadline: deadline)
        } catch {
            users -= 1
            throw error
        }
    }

    /// Registers the agent for one user, also where the service has lost it since.
    func restoreOrAcquire(deadline: Instant) async throws(BluetoothError) {
        isRegistered = false
        if users == 0 { try await acquire(deadline: deadline) } else { try await register(deadline: deadline) }
    }

    private func register(deadline: Instant) async throws(BluetoothError) {
        guard !isRegistered else { return }
        do throws(DBusError) {
            guard let bus = await service.bus else { throw .disconnected }
            try await bus.export(path, [interface])
            let arguments: [DBusValue] = [.objectPath(path), .string("NoInputNoOutput")]
            do throws(DBusError) {
                _ = try await call("RegisterAgent", arguments, deadline)
            } catch  where error.name == BlueZNames.error("AlreadyExists") {
                // It was registered and is as good as new.
            }
            if isDefault { _ = try await call("RequestDefaultAgent", [.objectPath(path)], deadline) }
            isRegistered = true
        } catch {
            throw BluetoothError(error, doing: "registering the pairing agent")
        }
    }

    /// Unregisters the agent when its last user has gone.
    func release() async {
        guard users > 0 else { return }
        users -= 1
        guard users == 0 else { return }
        isRegistered = false
        _ = await service.callAnyway(
            BlueZNames.root, BlueZNames.agentManager, "UnregisterAgent", [.objectPath(path)], limit: 2000)
        await service.bus?.unexport(path)
    }

    private func call(
        _ member: String, _ arguments: [DBusValue], _ deadline: Instant
    ) async throws(DBusError) -> [DBusValue] {
        try await service.call(
            BlueZNames.root, BlueZNames.agentManager, member, arguments, deadline: deadline)
    }

    private var interface: Interface {
        let (service, services) = (service, services)
        let decide: @Sendable (MethodCall) -> Void = { call in
            // BlueZ asks one default agent for all its adapters.
            let adapter = service.assumeIsolated { $0.adapter }
            if let adapter, let device = call.arguments.first?.text, device.hasPrefix(adapter + "/") {
                call.reply()
            } else {
                call.fail(DBusError(BlueZNames.error("Rejected"), "not a device of this program's adapter"))
            }
        }
        let authorise: @Sendable (MethodCall) -> Void = { call in
            if let uuid = call.arguments.last?.text, services.contains(uuid) {
                decide(call)
            } else {
                call.fail(DBusError(BlueZNames.error("Rejected"), "not a service of this program"))
            }
        }
        let refuse: @Sendable (MethodCall) -> Void = {
            $0.fail(DBusError(BlueZNames.error("Rejected"), "no keyboard and no display"))
        }
        let accept: @Sendable (MethodCall) -> Void = { $0.reply() }
        return Interface(
            BlueZNames.agent,
            methods: [
                Interface.Method("Release", handler: accept),
                Interface.Method("Cancel", handler: accept),
                Interface.Method("RequestAuthorization", input: "o", handler: decide),
                Interface.Method("RequestConfirmation", input: "ou", handler: decide),
                Interface.Method("AuthorizeService", input: "os", handler: authorise),
                Interface.Method("DisplayPinCode", input: "os", handler: accept),
                Interface.Method("DisplayPasskey", input: "ouq", handler: accept),
                Interface.Method("RequestPinCode", input: "o", output: "s", handler: refuse),
                Interface.Method("RequestPasskey", input: "o", output: "u", handler: refuse),
            ])
    }
}
