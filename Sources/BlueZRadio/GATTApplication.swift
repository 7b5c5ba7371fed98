import BluetoothLE
import DBus

/// The objects that stand for a served attribute table.
struct GATTApplication: Sendable {
    /// The object that is registered; the table's are below it.
    let root: String
    let services: [Service]

    /// What BlueZ asks of a characteristic.
    struct Handlers: Sendable {
        let read: @Sendable (CharacteristicID, MethodCall) -> Void
        let write: @Sendable (CharacteristicID, MethodCall) -> Void
        let acquire: @Sendable (CharacteristicID, MethodCall) -> Void
        let start: @Sendable (CharacteristicID) -> Void
        let stop: @Sendable (CharacteristicID) -> Void
    }

    private func path(_ service: Int) -> String { "\(root)/service\(service)" }

    /// The object of a characteristic, where it is in the table.
    func path(of id: CharacteristicID) -> String? {
        for (index, service) in services.enumerated() where service.uuid == id.service {
            if let number = service.characteristics.firstIndex(where: { $0.uuid == id.characteristic }) {
                return "\(path(index))/char\(number)"
            }
        }
        return nil
    }

    /// Exports the table.
    func export(on bus: Bus, _ handlers: Handlers) async throws(DBusError) {
        try await bus.exportObjectManager(at: root)
        for (index, service) in services.enumerated() {
            let properties = [
                Interface.Property("UUID", .string(service.uuid.description)),
                Interface.Property("Primary", .boolean(true)),
            ]
            try await bus.export(path(index), [Interface(BlueZNames.gattService, properties: properties)])
            for (number, characteristic) in service.characteristics.enumerated() {
                let id = CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
                try await bus.export(
                    "\(path(index))/char\(number)", [interface(characteristic, id, path(index), handlers)])
            }
        }
    }

    /// Takes the table away.
    func unexport(from bus: Bus) async {
        for (index, service) in services.enumerated() {
            for number in service.characteristics.indices { await bus.unexport("\(path(index))/char\(number)") }
            await bus.unexport(path(index))
        }
    }

    private func interface(
        _ characteristic: Characteristic, _ id: CharacteristicID, _ service: String, _ handlers: Handlers
    ) -> Interface {
        var methods = [
            Interface.Method("ReadValue", input: "a{sv}", output: "ay") { handlers.read(id, $0) },
            Interface.Method("WriteValue", input: "aya{sv}", isSensitive: true) { handlers.write(id, $0) },
        ]
        var properties = [
            Interface.Property("UUID", .string(characteristic.uuid.description)),
            Interface.Property("Service", .objectPath(service)),
            Interface.Property("Flags", .strings(characteristic.properties.flags)),
        ]
        if !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
            // A socket that is offered is asked for once by each subscriber, which is how BlueZ tells who they are.
            properties.append(Interface.Property("NotifyAcquired", .boolean(false)))
            methods += [
                Interface.Method("AcquireNotify", input: "a{sv}", output: "hq") { handlers.acquire(id, $0) },
                Interface.Method("StartNotify") { call in
                    handlers.start(id)
                    call.reply()
                },
                Interface.Method("StopNotify") { call in
                    handlers.stop(id)
                    call.reply()
                },
                // BlueZ tells that an indication has arrived; it keeps their order itself.
                Interface.Method("Confirm") { $0.reply() },
            ]
        }
        return Interface(BlueZNames.characteristic, methods: methods, properties: properties)
    }
}
