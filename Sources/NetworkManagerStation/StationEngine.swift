import DBus
import ProvisioningProtocols
import Runtime
import WiFiStation

/// The one place where a station's state lives. It shares its executor with the bus.
actor StationEngine {
    /// A join that was asked for.
    struct Join {
        let profile: String
        let ssid: SSID
        /// Whether the device has begun it; before that, what the device does belongs to the network before.
        var hasBegun = false
        /// Why it failed before the device began it.
        var failure: JoinFailure?
        /// Whether an access point of it is in range.
        var isVisible = false
        /// Whether it may prove its passphrase by SAE to an access point that is in range.
        var isSAE = false
    }

    /// How long to wait before the bus is opened again.
    private static let reopenPause: UInt32 = 1000

    nonisolated let executor = QueueExecutor(label: "gangway.networkmanager")
    nonisolated let broadcast = Broadcast()
    nonisolated let time: any TimeSource
    nonisolated let interface: String?
    nonisolated private let address: BusAddress
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The connection; `nil` while there is none.
    var bus: Bus?
    var observations: [SignalObservation] = []
    /// What the device and the manager last said.
    var facts = DeviceFacts()
    var link = LinkState()
    var join: Join? { didSet { joinChanges &+= 1 } }
    /// Tells whether the join changed while NetworkManager was asked for details.
    private(set) var joinChanges = 0
    /// Prepares the join, before NetworkManager has it.
    var joinTask: Task<Void, Never>?
    /// Keeps wpa_supplicant watched during a join, and what it said of proving a passphrase by SAE.
    var supplicant: SignalObservation?
    var trial = AuthenticationTrial()
    /// Who waits for the next end of a scan.
    var scanWaiters: [UInt64: EventSource<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
    /// Which networks are kept, as last read.
    var kept = StoredNetworks()
    /// The network that the device was last on, or tried.
    var lastSSID: SSID?
    private(set) var inbox: EventSource<BusEvent, Never>?
    private var trouble: StationError? = StationError(.serviceUnavailable, "not started")
    private var isSettled = false
    private var startWaiters: [CheckedContinuation<Void, Never>] = []

    init(interface: String?, bus: BusAddress, time: any TimeSource) {
        self.interface = interface
        self.time = time
        address = bus
    }

    /// Serves until it is cancelled: a bus that ends is opened again.
    func run() async {
        while !Task.isCancelled {
            do throws(DBusError) {
                let bus = try Bus(address, executor: executor, time: time)
                try await serve(bus)
                settle(StationError(.serviceUnavailable, "the system bus ended"))
            } catch {
                settle(StationError(.serviceUnavailable, error.description))
            }
            detach()
            if Task.isCancelled { break }
            await time.sleep(until: time.now + Self.reopenPause)
        }
        detach()
    }

    /// Follows NetworkManager on `bus` until the bus ends.
    private func serve(_ bus: Bus) async throws(DBusError) {
        let (stream, source) = EventStream<BusEvent, Never>.make(capacity: 8192)
        await bus.onClose { source.finish() }
        let name = NetworkManagerName.self
        let owners = try await bus.observe(
            MatchRule(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                argument0: name.service)
        ) { signal in
            source.yield(.owner(signal.arguments.last?.text.flatMap { $0.isEmpty ? nil : $0 }))
        }
        let manager = try await bus.observe(MatchRule(sender: name.service, path: name.managerPath)) {
            source.yield(.signal($0))
        }
        let devices = try await bus.observe(
            MatchRule(sender: name.service, pathNamespace: "\(name.managerPath)/Devices")
        ) { source.yield(.signal($0)) }
        let addresses = try await bus.observe(
            MatchRule(
                sender: name.service, interface: name.properties, member: "PropertiesChanged",
                argument0: name.ip4Config)
        ) { source.yield(.signal($0)) }
        observations = [owners, manager, devices, addresses]
        self.bus = bus
        inbox = source
        source.yield(.owner(try await bus.owner(of: name.service)))
        for await event in stream { await handle(event) }
    }

    /// Lets the bus go, and fails what waits for NetworkManager.
    private func detach() {
        observations = []
        bus = nil
        inbox = nil
        loseService()
    }

    /// NetworkManager is gone: what it was doing for us is void.
    func loseService() {
        joinTask?.cancel()
        joinTask = nil
        join = nil
        supplicant = nil
        facts = DeviceFacts()
        link = LinkState()
        for waiter in scanWaiters.values { waiter.finish() }
        scanWaiters = [:]
    }

    /// Notes whether the station can be used, and tells when that changes.
    func settle(_ newTrouble: StationError?) {
        let before = isSettled ? trouble : nil
        trouble = newTrouble
        isSettled = true
        for waiter in startWaiters { waiter.resume() }
        startWaiters = []
        if let newTrouble {
            broadcast.tell(.unavailable(newTrouble))
        } else if before != nil {
            broadcast.tell(.available)
        }
    }

    /// Whether the station can be used now.
    var isUsable: Bool { trouble == nil }

    /// Has the present status told, in its order with what NetworkManager says; also an unchanged one if `isForced`.
    func tellStatus(isForced: Bool = false) { inbox?.yield(.report(isForced: isForced)) }

    /// The bus, when the whole station can be used.
    func usable() async throws(StationError) -> Bus {
        await settled()
        if let trouble { throw trouble }
        return try connection()
    }

    /// The bus, when NetworkManager is there to keep profiles, even with Wi-Fi switched off or its interface gone.
    func service() async throws(StationError) -> Bus {
        await settled()
        if let trouble, trouble.code != .poweredOff, trouble.code != .noInterface { throw trouble }
        return try connection()
    }

    private func connection() throws(StationError) -> Bus {
        guard let bus else { throw StationError(.serviceUnavailable, "no connection to the system bus") }
        return bus
    }

    private func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { startWaiters.append($0) }
    }
}

/// What the bus tells, in its order.
enum BusEvent: Sendable {
    /// NetworkManager came (its unique name) or went.
    case owner(String?)
    /// NetworkManager said something.
    case signal(DBusSignal)
    /// wpa_supplicant said something of a join.
    case supplicant(DBusSignal)
    /// The station itself has news.
    case report(isForced: Bool)
    /// NetworkManager could not answer when it came, and is to be asked again.
    case retry
}
