import DBus
import PrivateBus
import Runtime

/// A Bluetooth service of a test's own on a bus of its own: adapters, devices and attributes are what the test makes them,
/// and each method does what the test says, or what a well-behaved daemon would do.
final class FakeBlueZ: Sendable {
    typealias Action = @Sendable (MethodCall) async -> Void

    let daemon: PrivateBus
    let bus: Bus
    /// Every call in the order in which it came.
    let calls: EventStream<MethodCall, Never>
    private let source: EventSource<MethodCall, Never>

    private struct State {
        var objects: [String: [String: [String: DBusValue]]] = [:]
        var actions: [String: Action] = [:]
        var journal: [String] = []
    }
    private let state = Lock(State())

    static let adapter = "/org/bluez/hci0"
    static let service = "4fafc201-1fb5-459e-8fcc-c5c9c331914b"

    /// A daemon with the adapter `hci0`, unless told otherwise.
    init(daemon: PrivateBus? = nil, isPowered: Bool = true, hasAdapter: Bool = true) async throws {
        self.daemon = try daemon ?? PrivateBus()
        bus = try self.daemon.connect()
        (calls, source) = EventStream.make(capacity: 10_000)
        try await bus.exportObjectManager(at: "/")
        try await add("/org/bluez", ["org.bluez.AgentManager1": [:]])
        if hasAdapter { try await addAdapter(isPowered: isPowered) }
        try await bus.requestName("org.bluez")
    }

    var address: BusAddress { .address(daemon.address) }

    /// What was called so far, as `Member` or, for attributes, `Member last-path-component`.
    var journal: [String] { state.withLock { $0.journal } }

    func count(_ member: String) -> Int { journal.count { $0 == member } }

    /// Waits until `member` is called, `times` times in all since the last wait.
    func called(_ member: String, times: Int = 1) async -> MethodCall? {
        var left = times
        while let call = await calls.next() {
            if call.member == member { left -= 1 }
            if left == 0 { return call }
        }
        return nil
    }

    /// From now on, `member` does this.
    func on(_ member: String, _ action: @escaping Action) { state.withLock { $0.actions[member] = action } }

    func addAdapter(isPowered: Bool = true) async throws {
        try await add(
            Self.adapter,
            [
                "org.bluez.Adapter1": ["Powered": .boolean(isPowered), "Discovering": .boolean(false)],
                "org.bluez.GattManager1": [:], "org.bluez.LEAdvertisingManager1": [:],
            ])
    }

    /// Adds an object, in place of one that was there.
    func add(_ path: String, _ interfaces: [String: [String: DBusValue]]) async throws {
        try await bus.export(path, exported(path, interfaces))
    }

    private func exported(_ path: String, _ interfaces: [String: [String: DBusValue]]) -> [Interface] {
        state.withLock { $0.objects[path] = interfaces }
        return interfaces.map { name, properties in
            Interface(
                name, methods: methods(name),
                properties: properties.map { property, value in
                    Interface.Property(property, value.signature) { [weak self] in
                        self?.value(path, name, property) ?? value
                    }
                })
        }
    }

    func remove(_ path: String) async {
        let gone = state.withLock { state in
            let gone = state.objects.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
            for path in gone { state.objects[path] = nil }
            return gone.sorted().reversed() as [String]
        }
        for path in gone { await bus.unexport(path) }
    }

    func removeOnly(_ path: String) async {
        state.withLock { $0.objects[path] = nil }
        await bus.unexport(path)
    }

    func value(_ path: String, _ interface: String, _ property: String) -> DBusValue? {
        state.withLock { $0.objects[path]?[interface]?[property] }
    }

    /// Changes properties and tells so.
    func change(_ path: String, _ interface: String, _ values: [String: DBusValue], without: [String] = []) async {
        state.withLock { state in
            for (name, value) in values { state.objects[path]?[interface]?[name] = value }
            for name in without { state.objects[path]?[interface]?[name] = nil }
        }
        try? await bus.emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(interface), .properties(values), .strings(without)])
    }

    /// Changes a property and tells nobody.
    func changeSilently(_ path: String, _ interface: String, _ name: String, _ value: DBusValue) {
        state.withLock { $0.objects[path]?[interface]?[name] = value }
    }

    func changeDevice(_ path: String, _ values: [String: DBusValue]) async {
        await change(path, "org.bluez.Device1", values)
    }

    private func methods(_ interface: String) -> [Interface.Method] {
        let members: [(String, String, String)] =
            switch interface {
            case "org.bluez.Adapter1":
                [
                    ("StartDiscovery", "", ""), ("StopDiscovery", "", ""), ("SetDiscoveryFilter", "a{sv}", ""),
                    ("RemoveDevice", "o", ""),
                ]
            case "org.bluez.Device1":
                [("Connect", "", ""), ("Disconnect", "", ""), ("Pair", "", ""), ("CancelPairing", "", "")]
            case "org.bluez.GattCharacteristic1":
                [
                    ("ReadValue", "a{sv}", "ay"), ("WriteValue", "aya{sv}", ""), ("AcquireNotify", "a{sv}", "hq"),
                    ("StartNotify", "", ""), ("StopNotify", "", ""),
                ]
            case "org.bluez.GattManager1":
                [("RegisterApplication", "oa{sv}", ""), ("UnregisterApplication", "o", "")]
            case "org.bluez.LEAdvertisingManager1":
                [("RegisterAdvertisement", "oa{sv}", ""), ("UnregisterAdvertisement", "o", "")]
            case "org.bluez.AgentManager1":
                [("RegisterAgent", "os", ""), ("UnregisterAgent", "o", ""), ("RequestDefaultAgent", "o", "")]
            default: []
            }
        return members.map { member, input, output in
            Interface.Method(member, input: input, output: output, isSensitive: member == "WriteValue") {
                [weak self] in self?.take($0)
            }
        }
    }

    private func take(_ call: MethodCall) {
        let action = state.withLock { state in
            state.journal.append(call.member)
            return state.actions[call.member]
        }
        Task {
            if let action { await action(call) } else { await behave(call) }
            source.yield(call)
        }
    }

    /// What a well-behaved daemon does.
    func behave(_ call: MethodCall) async {
        switch call.member {
        case "StartDiscovery": await change(call.path, "org.bluez.Adapter1", ["Discovering": .boolean(true)])
        case "StopDiscovery": await change(call.path, "org.bluez.Adapter1", ["Discovering": .boolean(false)])
        case "RemoveDevice": if let path = call.arguments.first?.text { await remove(path) }
        case "Connect":
            await changeDevice(call.path, ["Connected": .boolean(true), "ServicesResolved": .boolean(true)])
        case "Disconnect":
            await changeDevice(call.path, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        case "Pair": await changeDevice(call.path, ["Paired": .boolean(true)])
        case "AcquireNotify": return call.fail(DBusError("org.bluez.Error.NotSupported"))
        case "ReadValue":
            return call.reply([value(call.path, "org.bluez.GattCharacteristic1", "Value") ?? .bytes([])])
        default: break
        }
        call.reply()
    }
}

extension FakeBlueZ {
    static let deviceAddress = "02:00:00:00:00:01"

    static func path(_ address: String) -> String {
        adapter + "/dev_" + address.split(separator: ":").joined(separator: "_")
    }

    /// Adds a device that is heard, with the WiFiSet service and its three characteristics.
    @discardableResult
    func addDevice(
        _ address: String = deviceAddress, name: String? = "Lamp", rssi: Int16? = -60, isPaired: Bool = false,
        isConnected: Bool = false, withTable: Bool = true
    ) async throws -> String {
        let path = Self.path(address)
        var properties: [String: DBusValue] = [
            "Address": .string(address), "AddressType": .string("random"), "Connected": .boolean(isConnected),
            "Paired": .boolean(isPaired), "ServicesResolved": .boolean(false), "UUIDs": .strings([Self.service]),
        ]
        if let name { properties["Name"] = .string(name) }
        if let rssi { properties["RSSI"] = .int16(rssi) }
        try await add(path, ["org.bluez.Device1": properties])
        if withTable { try await addTable(path, ["202", "203", "204"]) }
        return path
    }

    /// Adds the attribute table of a device, with handles from `first` on.
    func addTable(_ device: String, _ members: [String], first: Int = 16, extra: [String: DBusValue] = [:]) async throws
    {
        for (path, interfaces) in table(device, members, first, extra) { try await add(path, interfaces) }
    }

    /// Tells that the services of a device are resolved, and only then of their objects, with nothing in between.
    func resolveThenAddTable(_ device: String, _ members: [String]) async throws {
        let objects = table(device, members, 16, [:]).map { ($0, exported($0, $1)) }
        let resolved: [DBusValue] = [
            .string("org.bluez.Device1"), .properties(["ServicesResolved": .boolean(true)]), .strings([]),
        ]
        try await bus.inOneGo { (bus: isolated Bus) throws(DBusError) in
            try bus.emit(device, "org.freedesktop.DBus.Properties", "PropertiesChanged", resolved)
            for (path, interfaces) in objects { try bus.export(path, interfaces) }
        }
    }

    private func table(
        _ device: String, _ members: [String], _ first: Int, _ extra: [String: DBusValue]
    ) -> [(String, [String: [String: DBusValue]])] {
        let service = device + "/service00\(first)"
        let characteristics = members.enumerated().map { index, member in
            var properties: [String: DBusValue] = [
                "UUID": .string("4fafc\(member)-1fb5-459e-8fcc-c5c9c331914b"), "Service": .objectPath(service),
                "Flags": .strings(member == "203" ? ["write"] : ["read", "notify"]), "Value": .bytes([]),
            ]
            properties.merge(extra) { $1 }
            return ("\(service)/char00\(first + index + 1)", ["org.bluez.GattCharacteristic1": properties])
        }
        let own: [String: DBusValue] = ["UUID": .string(Self.service), "Device": .objectPath(device)]
        return [(service, ["org.bluez.GattService1": own])] + characteristics
    }
}

extension Bus {
    /// Runs `body` without a call or a signal of others in between.
    fileprivate func inOneGo(_ body: @Sendable (isolated Bus) throws(DBusError) -> Void) throws(DBusError) {
        try body(self)
    }
}
