import DBus
import Foundation
import PrivateBus
import Runtime
import Testing

@testable import BusStandIns

/// A bus with stand-ins of BlueZ and NetworkManager in this process, for a device and a client that are programs of their own:
/// what the client asks of a device's objects, the device's program is asked, and what that one notifies, the client hears.
final class BusBridge: Sendable {
    private static let characteristic = "org.bluez.GattCharacteristic1"
    private static let phone = DBusValue.objectPath(FakeBlueZ.path("02:00:00:00:00:0A"))
    private let bluez: FakeBlueZ
    private let networkManager: FakeNetworkManager
    private let registrations: EventStream<MethodCall, Never>
    private let notifier = Lock<Task<Void, Never>?>(nil)

    init(networks: [FakeNetworkManager.Network]) async throws {
        let daemon = try PrivateBus()
        bluez = try await FakeBlueZ(daemon: daemon)
        networkManager = FakeNetworkManager(on: try daemon.connect(), networks: networks)
        try await networkManager.start()
        let (registrations, source) = EventStream<MethodCall, Never>.make()
        self.registrations = registrations
        bluez.on("RegisterApplication") { call in
            source.yield(call)
            call.reply()
        }
    }

    deinit { notifier.withLock { $0?.cancel() } }

    /// What names the bus to programs.
    var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": bluez.daemon.address, "GANGWAY_RADIO": "bluez"] }

    /// Puts the device whose program has registered its attributes within the client's reach.
    func bringIntoRange(_ name: String) async throws {
        let registration = try #require(await registrations.next())
        let (program, root) = (registration.sender, registration.arguments.first?.text ?? "")
        let device = FakeBlueZ.path(FakeBlueZ.deviceAddress)
        let table = try await bluez.bus.managedObjects(at: root, on: program)
        for member in ["ReadValue", "WriteValue", "StartNotify"] { forward(member, device, program, root) }
        try await passNotifications(of: program, root, to: device)
        try await bluez.addDevice(name: name, withTable: false)
        let services = table.values.compactMap { $0["org.bluez.GattService1"]?["UUID"]?.text }
        bluez.changeSilently(device, "org.bluez.Device1", "UUIDs", .strings(services))
        for (path, interfaces) in table.sorted(by: { $0.key < $1.key }) {
            var interfaces = interfaces.filter { $0.key.hasPrefix("org.bluez.") }
            if let service = interfaces[Self.characteristic]?["Service"]?.text {
                interfaces[Self.characteristic]?["Service"] = .objectPath(device + service.dropFirst(root.count))
                interfaces[Self.characteristic]?["Value"] = .bytes([])
            }
            try await bluez.add(device + path.dropFirst(root.count), interfaces)
        }
    }

    /// Has the program asked what its object is asked, as a daemon does that names the central and the link's MTU.
    private func forward(_ member: String, _ device: String, _ program: String, _ root: String) {
        bluez.on(member) { [weak self] call in
            guard let self else { return }
            let path = root + call.path.dropFirst(device.count)
            var arguments = call.arguments
            if var options = arguments.last?.namedValues?.mapValues(\.open) {
                options.merge(["device": Self.phone, "mtu": .uint16(517)]) { $1 }
                arguments[arguments.count - 1] = .properties(options)
            }
            do throws(DBusError) {
                let asked = MethodInvocation(program, path, Self.characteristic, member, arguments)
                call.reply(try await bluez.bus.call(asked))
            } catch {
                call.fail(error)
            }
        }
    }

    private func passNotifications(of program: String, _ root: String, to device: String) async throws {
        let rule = MatchRule(sender: program, pathNamespace: root, member: "PropertiesChanged")
        let signals = try await bluez.bus.signals(rule)
        let task = Task { [weak bluez] in
            while let signal = try? await signals.next() {
                guard let change = PropertiesChange(signal), change.interface == Self.characteristic else { continue }
                await bluez?.change(
                    device + signal.path.dropFirst(root.count), Self.characteristic, change.changed)
            }
        }
        notifier.withLock { $0 = task }
    }
}
