import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime
import VirtualRadio

@testable import BlueZRadio
@testable import BusStandIns

/// A stand-in for BlueZ whose devices are the peripherals of a virtual air: what is called on their objects is done over a
/// virtual link, whose faults are told as BlueZ words them. The peripheral keeps the contract of another back end, so what a
/// central makes of it is the central's own doing.
final class AirBlueZ: Sendable {
    let fake: FakeBlueZ
    private let radio: VirtualRadio
    private let time: any TimeSource

    private struct State {
        /// By the path of their device.
        var links: [String: any PeripheralConnection] = [:]
        /// By their path.
        var attributes: [String: (device: String, id: CharacteristicID)] = [:]
        var addresses: [String: PeripheralID] = [:]
        var search: Task<Void, Never>?
    }
    private let state = Lock(State())

    private static let characteristic = "org.bluez.GattCharacteristic1"

    init(_ air: VirtualAir, time: any TimeSource) async throws {
        fake = try await FakeBlueZ()
        radio = VirtualRadio(air: air, time: time)
        self.time = time
        on("StartDiscovery") { bridge, call in
            await bridge.fake.behave(call)
            bridge.search()
        }
        on("Connect") { try await $0.connect($1) }
        on("Disconnect") { bridge, call in
            await bridge.state.withLock { $0.links[call.path] }?.disconnect()
            await bridge.fake.behave(call)
        }
        on("Pair") { bridge, call in
            try await bridge.state.withLock { $0.links[call.path] }?.pair(deadline: bridge.soon)
            await bridge.fake.behave(call)
        }
        onAttribute("ReadValue") { call, link, id, _ in call.reply([.bytes(try await link.read(id))]) }
        onAttribute("WriteValue") { call, link, id, _ in
            let isRequest = call.arguments.last?.namedValues?["type"]?.text != "command"
            try await link.write(call.arguments.first?.byteArray ?? [], to: id, withResponse: isRequest)
            call.reply()
        }
        onAttribute("StartNotify") { call, link, id, fake in
            try await link.subscribe(to: id)
            await fake.change(call.path, Self.characteristic, ["Notifying": .boolean(true)])
            call.reply()
        }
        onAttribute("StopNotify") { call, link, id, fake in
            try await link.unsubscribe(from: id)
            await fake.change(call.path, Self.characteristic, ["Notifying": .boolean(false)])
            call.reply()
        }
    }

    deinit { state.withLock { $0.search }?.cancel() }

    private var soon: Instant { time.now + 20_000 }

    /// What `member` does from now on.
    private func on(_ member: String, _ action: @escaping @Sendable (AirBlueZ, MethodCall) async throws -> Void) {
        fake.on(member) { [weak self] call in
            guard let self else { return call.fail(DBusError("org.bluez.Error.Failed")) }
            do { try await action(self, call) } catch { call.fail(Self.worded(error)) }
        }
    }

    private func onAttribute(
        _ member: String,
        _ action:
            @escaping @Sendable (MethodCall, any PeripheralConnection, CharacteristicID, FakeBlueZ) async throws -> Void
    ) {
        on(member) { bridge, call in
            let found = bridge.state.withLock { state in
                state.attributes[call.path].flatMap { entry in state.links[entry.device].map { ($0, entry.id) } }
            }
            guard let (link, id) = found else { throw DBusError("org.bluez.Error.NotConnected", "Not Connected") }
            try await action(call, link, id, bridge.fake)
        }
    }

    /// A failure of the virtual link as BlueZ 5.66 tells it.
    private static func worded(_ error: any Error) -> DBusError {
        guard let error = error as? BluetoothError else {
            return error as? DBusError ?? DBusError("org.bluez.Error.Failed", "\(error)")
        }
        switch (error.code, error.attributeError) {
        case (_, .insufficientEncryption?), (_, .insufficientAuthentication?):
            return DBusError("org.bluez.Error.NotPermitted", "Not paired")
        case (_, let code?):
            let digits = String(code.rawValue, radix: 16)
            return DBusError(
                "org.bluez.Error.Failed", "Operation failed with ATT error: 0x" + (digits.count < 2 ? "0" : "") + digits
            )
        case (.unsupported, _): return DBusError("org.bluez.Error.NotSupported", "Operation is not supported")
        case (.pairingFailed, _): return DBusError("org.bluez.Error.AuthenticationFailed", "Authentication Failed")
        case (.disconnected, _): return DBusError("org.bluez.Error.NotConnected", "Not Connected")
        default: return DBusError("org.bluez.Error.Failed", error.detail)
        }
    }

    // MARK: - Devices

    private func search() {
        let found = radio.discover(services: [])
        let search = Task { [weak self] in
            do {
                while let discovery = try await found.next() { try await self?.add(discovery) }
            } catch {}
        }
        state.withLock { state in
            state.search?.cancel()
            state.search = search
        }
    }

    private func add(_ discovery: Discovery) async throws {
        let path = FakeBlueZ.path(discovery.peripheral.rawValue)
        let isNew = state.withLock { state in
            state.addresses.updateValue(discovery.peripheral, forKey: path) == nil
        }
        guard isNew else { return }
        var properties: [String: DBusValue] = [
            "Address": .string(discovery.peripheral.rawValue), "AddressType": .string("random"),
            "Connected": .boolean(false), "Paired": .boolean(false), "ServicesResolved": .boolean(false),
            "UUIDs": .strings(discovery.services.map(\.description)), "RSSI": .int16(-60),
            "ServiceData": .properties(
                Dictionary(
                    uniqueKeysWithValues: discovery.serviceData.map { uuid, data in
                        (uuid.description, DBusValue.bytes(data))
                    })),
        ]
        if let name = discovery.name { properties["Name"] = .string(name) }
        try await fake.add(path, ["org.bluez.Device1": properties])
    }

    private func connect(_ call: MethodCall) async throws {
        guard let address = state.withLock({ $0.addresses[call.path] }) else {
            throw DBusError("org.freedesktop.DBus.Error.UnknownObject", "no such object")
        }
        let link = try await radio.connect(to: address, deadline: soon)
        for (index, service) in try await link.services(deadline: soon).enumerated() {
            try await add(service, at: "\(call.path)/service\(1000 + 100 * index)", of: call.path)
        }
        state.withLock { $0.links[call.path] = link }
        await fake.changeDevice(call.path, ["Connected": .boolean(true), "ServicesResolved": .boolean(true)])
        call.reply()
        Task { [weak self] in
            do {
                while let event = try await link.events.next() {
                    if case .notification(let id, let value) = event { await self?.notified(value, of: id, call.path) }
                }
            } catch {}
            await self?.fake.changeDevice(
                call.path, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        }
    }

    private func add(_ service: Service, at path: String, of device: String) async throws {
        try await fake.add(
            path,
            ["org.bluez.GattService1": ["UUID": .string(service.uuid.description), "Device": .objectPath(device)]])
        for (index, characteristic) in service.characteristics.enumerated() {
            let own = "\(path)/char\(1001 + index)"
            let id = CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
            state.withLock { $0.attributes[own] = (device, id) }
            try await fake.add(
                own,
                [
                    Self.characteristic: [
                        "UUID": .string(characteristic.uuid.description), "Service": .objectPath(path),
                        "Flags": .strings(characteristic.properties.flags), "Value": .bytes([]),
                        "Notifying": .boolean(false),
                    ]
                ])
        }
    }

    private func notified(_ value: [UInt8], of id: CharacteristicID, _ device: String) async {
        let path = state.withLock { state in
            state.attributes.first { $0.value.device == device && $0.value.id == id }?.key
        }
        if let path { await fake.change(path, Self.characteristic, ["Value": .bytes(value)]) }
    }
}
