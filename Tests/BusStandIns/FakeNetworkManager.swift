import DBus
import Runtime

/// A stand-in for NetworkManager 1.42 on a private bus: the objects that a station uses, with states, reasons and error
/// names as the real one gives them. Joins run at once, unless they are held.
actor FakeNetworkManager {
    typealias Settings = [String: [String: DBusValue]]

    struct Profile {
        var settings: Settings
        var isInMemory: Bool
    }

    struct Network {
        var ssid: [UInt8]
        var flags: UInt32 = 1
        var wpa: UInt32 = 0
        var rsn: UInt32 = 0x188
        var passphrase: String? = "correct horse battery"
        /// Whether a passphrase is right, in the place of a text that stays in memory.
        var isRight: (@Sendable (SecretBytes) -> Bool)?
        var isHidden = false
        var givesAddresses = true
        var strength: UInt8 = 80
        var frequency: UInt32 = 2437
        var bssid = "02:00:00:00:00:01"
    }

    /// How a scan is answered.
    enum ScanAnswer {
        case ends
        case isRefused
        case neverEnds
    }

    static let service = "org.freedesktop.NetworkManager"
    static let root = "/org/freedesktop/NetworkManager"
    static let device = root + "/Devices/3"
    static let supplicantInterface = "/fi/w1/wpa_supplicant1/Interfaces/4"
    static let config = root + "/IP4Config/7"

    nonisolated let bus: Bus
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.executor.asUnownedSerialExecutor() }

    var networks: [Network]
    var profiles: [String: Profile] = [:]
    var scanAnswer = ScanAnswer.ends
    var diskIsFull = false
    var permission = "yes"
    /// The state that a join stops at, as if the power went.
    var holdsAt: UInt32?
    /// What wpa_supplicant says before it is associated; of a WPA3 passphrase instead of NetworkManager, which then says nothing
    /// more.
    var supplicantSays: [[String: DBusValue]] = []
    var secretsAsked = 0
    var scannedFor: [[UInt8]] = []
    /// Deleting stops working after this many: what a power cut between two steps looks like.
    var deletionsLeft = Int.max
    var activations: [String] = []
    var properties: [String: DBusValue] = [:]
    /// Each scan that was asked for, also one that was refused.
    nonisolated let scanRequests: EventStream<Void, Never>
    let scanWasAsked: EventSource<Void, Never>
    private var lastPath = 0

    init(on bus: Bus, networks: [Network] = []) {
        self.bus = bus
        self.networks = networks
        properties = Self.idle
        (scanRequests, scanWasAsked) = EventStream.make(capacity: 8)
    }

    func change(_ body: @Sendable (isolated FakeNetworkManager) -> Void) { body(self) }

    /// The properties of a manager and a device that have nothing to do.
    static var idle: [String: DBusValue] {
        let none = DBusValue.objectPath("/")
        return [
            "DeviceType": .uint32(2), "Interface": .string("wlan1"), "State": .uint32(30), "InterfaceFlags": .uint32(1),
            "ActiveConnection": none, "Ip4Config": none, "Autoconnect": .boolean(true), "LastScan": .int64(1000),
            "ActiveAccessPoint": none, "WirelessEnabled": .boolean(true), "WirelessHardwareEnabled": .boolean(true),
            "Scanning": .boolean(false),
        ]
    }

    // MARK: What tests look at

    /// The settings of the profiles that carry our mark, oldest first.
    var marked: [Settings] {
        profiles.keys.sorted { Self.number($0) < Self.number($1) }.compactMap { profiles[$0]?.settings }
            .filter { $0["user"] != nil }
    }

    static func number(_ path: String) -> Int { path.split(separator: "/").last.flatMap { Int($0) } ?? 0 }

    func nextPath(_ kind: String) -> String {
        lastPath += 1
        return "\(Self.root)/\(kind)/\(lastPath)"
    }

    // MARK: Joining

    /// Runs the states of a join, as the real one does.
    func activate(_ path: String) {
        activations.append(path)
        guard let profile = profiles[path] else { return }
        let active = nextPath("ActiveConnection")
        export(active, "Connection.Active", ["Connection": .objectPath(path)])
        if state >= 40 { leave(reason: 60) }
        set(["ActiveConnection": .objectPath(active)], of: "Device")
        for step: UInt32 in [40, 50, 60, 40, 50] {
            go(to: step)
            if holdsAt == step { return }
        }
        finish(profile.settings)
    }

    private func finish(_ settings: Settings) {
        let ssid = settings["802-11-wireless"]?["ssid"]?.byteArray ?? []
        let isHidden = settings["802-11-wireless"]?["hidden"]?.bool ?? false
        guard let network = networks.first(where: { $0.ssid == ssid && (!$0.isHidden || isHidden) }) else {
            return refuse(reason: 53)
        }
        let security = settings["802-11-wireless-security"]
        let secret = security?["psk"] ?? security?["wep-key0"]
        let isRight = network.isRight.map { $0(secret?.secretBytes ?? []) } ?? (network.passphrase == secret?.text)
        // WPA3 proves the passphrase before it associates.
        for change in supplicantSays { supplicantChanged(change) }
        if !isRight, network.rsn & 0x400 != 0 {
            if supplicantSays.isEmpty { refuse(reason: 53) }
            return
        }
        set(["InterfaceFlags": .uint32(0x10003)], of: "Device")
        guard isRight else {
            set(["InterfaceFlags": .uint32(1)], of: "Device")
            go(to: 60, reason: 8)
            return refuse(reason: 7)
        }
        go(to: 70)
        guard network.givesAddresses else { return refuse(reason: 5) }
        set(["Ip4Config": .objectPath(Self.config)], of: "Device")
        for state: UInt32 in [80, 90, 100] { go(to: state) }
    }

    private func refuse(reason: UInt32) {
        set(["ActiveConnection": .objectPath("/")], of: "Device")
        go(to: 120, reason: reason)
        go(to: 30)
    }

    func leave(reason: UInt32) {
        go(to: 110, reason: reason)
        set(["InterfaceFlags": .uint32(1)], of: "Device")
        set(["ActiveConnection": .objectPath("/"), "Ip4Config": .objectPath("/")], of: "Device")
        go(to: 30, reason: reason)
    }

    /// Connects what connects by itself, the oldest first.
    func connectByItself() {
        guard properties["Autoconnect"]?.bool == true, state == 30 else { return }
        let oldest = profiles.keys.sorted { Self.number($0) < Self.number($1) }.first {
            profiles[$0]?.settings["connection"]?["autoconnect"]?.bool ?? true
        }
        if let oldest { activate(oldest) }
    }

    var state: UInt32 { UInt32(properties["State"]?.integer ?? 0) }

    func go(to new: UInt32, reason: UInt32 = 0) {
        let old = state
        set(["State": .uint32(new)], of: "Device")
        emit(
            Self.device, "\(Self.service).Device", "StateChanged", [.uint32(new), .uint32(old), .uint32(reason)])
    }

    // MARK: The bus

    func set(_ values: [String: DBusValue], of interface: String) {
        properties.merge(values) { $1 }
        let path = interface.isEmpty ? Self.root : Self.device
        let name = interface.isEmpty ? Self.service : "\(Self.service).\(interface)"
        emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(name), .properties(values), .strings([])])
    }

    /// Changes properties of wpa_supplicant's interface.
    private func supplicantChanged(_ values: [String: DBusValue]) {
        let name = "fi.w1.wpa_supplicant1.Interface"
        emit(
            Self.supplicantInterface, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(name), .properties(values), .strings([])])
    }

    private func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue]) {
        bus.assumeIsolated { try? $0.emit(path, interface, member, arguments) }
    }

    func export(_ path: String, _ interface: String, _ values: [String: DBusValue]) {
        let properties = values.map { Interface.Property($0.key, $0.value) }
        bus.assumeIsolated {
            try? $0.export(path, [Interface("\(Self.service).\(interface)", properties: properties)])
        }
    }
}
