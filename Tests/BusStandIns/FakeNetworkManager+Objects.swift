import DBus
import Runtime

/// The objects and their methods.
extension FakeNetworkManager {
    private typealias Handler = @Sendable (isolated FakeNetworkManager, MethodCall) -> Void

    /// Comes onto the bus.
    func start() async throws {
        exportManager()
        exportDevice()
        export(
            Self.config, "IP4Config",
            ["AddressData": .array([.properties(["address": .string("192.168.77.106")])], of: "a{sv}")])
        try await bus.requestName(Self.service)
    }

    /// Brings a wpa_supplicant onto the bus, which knows one interface.
    func startSupplicant() async throws {
        exportSupplicant()
        try await bus.requestName("fi.w1.wpa_supplicant1")
    }

    private func exportSupplicant() {
        let supplicant = Interface(
            "fi.w1.wpa_supplicant1",
            methods: [
                method("GetInterface", "s", "o") { _, call in
                    guard call.arguments.first?.text == "wlan1" else {
                        return call.fail(DBusError("fi.w1.wpa_supplicant1.InterfaceUnknown", "unknown"))
                    }
                    call.reply([.objectPath(Self.supplicantInterface)])
                }
            ])
        let interface = Interface("fi.w1.wpa_supplicant1.Interface", properties: [property("Scanning", "b")])
        bus.assumeIsolated {
            try? $0.export("/fi/w1/wpa_supplicant1", [supplicant])
            try? $0.export(Self.supplicantInterface, [interface])
        }
    }

    /// Goes away and comes back with what is on disk, like a machine that lost its power.
    func reboot() async throws {
        try await bus.releaseName(Self.service)
        for (path, profile) in profiles where profile.isInMemory { remove(path) }
        properties = Self.idle
        holdsAt = nil
        deletionsLeft = .max
        try await bus.requestName(Self.service)
        connectByItself()
    }

    private func method(
        _ name: String, _ input: String, _ output: String, isSensitive: Bool = false, _ handler: @escaping Handler
    ) -> Interface.Method {
        // After the bus has let go of the call: sd-bus must not lose the object whose method it is calling.
        Interface.Method(name, input: input, output: output, isSensitive: isSensitive) { [self] call in
            bus.executor.perform { [self] in assumeIsolated { handler($0, call) } }
        }
    }

    private func property(_ name: String, _ signature: String, canBeSet: Bool = false) -> Interface.Property {
        let get: @Sendable () -> DBusValue = { [self] in
            assumeIsolated { $0.properties[name] ?? .uint32(0) }
        }
        guard canBeSet else { return Interface.Property(name, signature, get: get) }
        return Interface.Property(
            name, signature,
            set: { [self] value in
                assumeIsolated { $0.properties[name] = value.unwrapped }
                return nil
            }, get: get)
    }

    private func exportManager() {
        let manager = Interface(
            Self.service,
            methods: [
                method("GetDevices", "", "ao") { _, call in call.reply([.array([.objectPath(Self.device)], of: "o")]) },
                method("GetPermissions", "", "a{ss}") { fake, call in
                    let name = DBusValue.string("\(Self.service).settings.modify.system")
                    call.reply([.dictionary([name: .string(fake.permission)], key: "s", value: "s")])
                },
                method("ActivateConnection", "ooo", "o") { fake, call in
                    call.reply([.objectPath("\(Self.root)/ActiveConnection/0")])
                    fake.activate(call.arguments.first?.text ?? "")
                },
            ],
            properties: [property("WirelessEnabled", "b"), property("WirelessHardwareEnabled", "b")])
        let settings = Interface(
            "\(Self.service).Settings",
            methods: [
                method("ListConnections", "", "ao") { fake, call in
                    let paths = fake.profiles.keys.sorted { Self.number($0) < Self.number($1) }
                    call.reply([.array(paths.map { .objectPath($0) }, of: "o")])
                },
                method("AddConnection", "a{sa{sv}}", "o", isSensitive: true) { fake, call in fake.add(call) },
                method("AddConnectionUnsaved", "a{sa{sv}}", "o", isSensitive: true) { fake, call in fake.add(call) },
            ])
        bus.assumeIsolated {
            try? $0.export(Self.root, [manager])
            try? $0.export(Self.root + "/Settings", [settings])
        }
    }

    private func exportDevice() {
        let device = Interface(
            "\(Self.service).Device",
            methods: [
                method("Disconnect", "", "") { fake, call in
                    if fake.state < 40 {
                        return call.fail(DBusError("\(Self.service).Device.NotActive", "not active"))
                    }
                    fake.properties["Autoconnect"] = .boolean(false)
                    fake.leave(reason: 39)
                    call.reply()
                }
            ],
            properties: [
                property("DeviceType", "u"), property("Interface", "s"), property("State", "u"),
                property("InterfaceFlags", "u"), property("ActiveConnection", "o"), property("Ip4Config", "o"),
                property("Autoconnect", "b", canBeSet: true),
            ])
        let wireless = Interface(
            "\(Self.service).Device.Wireless",
            methods: [
                method("RequestScan", "a{sv}", "") { fake, call in fake.scan(call) },
                method("GetAllAccessPoints", "", "ao") { fake, call in
                    call.reply([.array(fake.exportAccessPoints().map { .objectPath($0) }, of: "o")])
                },
            ],
            properties: [property("LastScan", "x"), property("ActiveAccessPoint", "o")])
        bus.assumeIsolated { try? $0.export(Self.device, [device, wireless]) }
    }

    private func scan(_ call: MethodCall) {
        if let ssids = call.arguments.first?.namedValues?["ssids"]?.elements {
            scannedFor += ssids.compactMap(\.byteArray)
        }
        scanWasAsked.yield(())
        if scanAnswer == .isRefused {
            return call.fail(
                DBusError(
                    "\(Self.service).Device.NotAllowed", "Scanning not allowed immediately following previous scan"))
        }
        call.reply()
        if scanAnswer == .ends { endScan() }
    }

    /// A scan ends, whoever began it.
    func endScan() {
        set(["LastScan": .int64(Int64(properties["LastScan"]?.integer ?? 0) + 1)], of: "Device.Wireless")
    }

    private func exportAccessPoints() -> [String] {
        networks.enumerated().map { index, network in
            let path = "\(Self.root)/AccessPoint/\(index + 1)"
            export(
                path, "AccessPoint",
                [
                    "Ssid": .bytes(network.isHidden ? [] : network.ssid), "HwAddress": .string(network.bssid),
                    "Frequency": .uint32(network.frequency), "Strength": .byte(network.strength),
                    "Flags": .uint32(network.flags), "WpaFlags": .uint32(network.wpa),
                    "RsnFlags": .uint32(network.rsn), "Mode": .uint32(2), "LastSeen": .int32(10),
                ])
            return path
        }
    }

    // MARK: Profiles

    private func add(_ call: MethodCall) {
        let isInMemory = call.member == "AddConnectionUnsaved"
        if diskIsFull, !isInMemory {
            let text = "failure adding connection: No space left on device"
            return call.fail(DBusError("\(Self.service).Settings.Failed", text))
        }
        let path = keep(call.arguments[0].interfaces, isInMemory: isInMemory)
        call.reply([.objectPath(path)])
        connectByItself()
    }

    /// Puts a profile on the bus.
    @discardableResult
    func keep(_ settings: Settings, isInMemory: Bool = false) -> String {
        let path = nextPath("Settings")
        profiles[path] = Profile(settings: settings, isInMemory: isInMemory)
        let profile = Interface(
            "\(Self.service).Settings.Connection",
            methods: [
                method("GetSettings", "", "a{sa{sv}}") { fake, call in
                    call.reply([Self.value(Self.withoutSecrets(fake.profiles[path]?.settings ?? [:]))])
                },
                method("GetSecrets", "s", "a{sa{sv}}") { fake, call in
                    fake.secretsAsked += 1
                    call.fail(DBusError("\(Self.service).AgentManager.NoSecrets", "No agents were available"))
                },
                method("Update2", "a{sa{sv}}ua{sv}", "a{sv}") { fake, call in fake.update(path, call) },
                method("Delete", "", "") { fake, call in
                    call.reply()
                    if fake.deletionsLeft > 0 { fake.delete(path) }
                },
            ])
        bus.assumeIsolated { try? $0.export(path, [profile]) }
        return path
    }

    private func update(_ path: String, _ call: MethodCall) {
        if diskIsFull {
            let text = "failed to update connection: Read-only file system"
            return call.fail(DBusError("\(Self.service).Settings.InvalidConnection", text))
        }
        var settings = call.arguments[0].interfaces
        let before = profiles[path]?.settings["802-11-wireless-security"] ?? [:]
        // Settings without secrets leave the stored ones in place.
        for name in ["psk", "wep-key0"] where settings["802-11-wireless-security"] != nil {
            if let secret = before[name] { settings["802-11-wireless-security"]?[name] = secret }
        }
        profiles[path]?.settings = settings
        call.reply([.properties([:])])
    }

    private func delete(_ path: String) {
        deletionsLeft -= 1
        let inUse = activations.last == path && state >= 40
        remove(path)
        guard inUse else { return }
        leave(reason: 38)
        connectByItself()
    }

    private func remove(_ path: String) {
        profiles[path] = nil
        bus.assumeIsolated { $0.unexport(path) }
    }

    private static func withoutSecrets(_ settings: Settings) -> Settings {
        var settings = settings
        settings["802-11-wireless-security"]?["psk"] = nil
        settings["802-11-wireless-security"]?["wep-key0"] = nil
        // What came with a secret came as secrets altogether.
        return settings.mapValues { $0.mapValues { $0.open } }
    }

    private static func value(_ settings: Settings) -> DBusValue {
        var entries: [DBusValue: DBusValue] = [:]
        for (name, section) in settings { entries[.string(name)] = .properties(section) }
        return .dictionary(entries, key: "s", value: "a{sv}")
    }
}

extension DBusValue {
    /// The same as no secret.
    var open: DBusValue {
        switch self {
        case .secretText: .string(text ?? "")
        case .secretBytes(let bytes): .bytes(bytes.array)
        default: self
        }
    }
}
