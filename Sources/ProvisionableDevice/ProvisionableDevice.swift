public import BluetoothLE
import ProvisioningProtocols
public import Runtime
public import WiFiStation

/// The device's end as a service: it advertises, serves its protocols, stores credentials, joins and reports.
///
/// ```swift
/// let device = ProvisionableDevice(
///     host: radio, station: station, configuration: DeviceConfiguration(name: "Barn sensor"))
/// try await device.run()
/// ```
///
/// It decides nothing itself: each protocol's machine and the one ``JoinCoordinator`` do. It carries their words to the
/// radio and the station, and the answers back; scans and joins run beside reads and writes, which are answered at once.
public actor ProvisionableDevice {
    /// What happens, for one consumer. It ends when ``run()`` does. At most 64 events wait; more are lost, so a program
    /// that does not care need not drain it.
    public nonisolated let events: EventStream<DeviceEvent, Never>

    let reporter: EventSource<DeviceEvent, Never>
    let host: any PeripheralHost
    let station: any Station
    let configuration: DeviceConfiguration
    let time: any TimeSource
    let trace: TraceHandler?
    private var hasRun = false

    let served: [any ServedProtocol]
    var coordinator = JoinCoordinator()

    // The radio
    var peripheral: (any PublishedPeripheral)?
    var centrals: [CentralID: UInt32] = [:]
    var lastCentral: UInt32 = 0
    var subscriptions: [Subscription] = []
    var longRead: LongRead?
    /// What is on the air, and what puts it there where it has changed.
    var advertised: Advertisement?
    var advertiser: Task<Void, Never>?
    /// Wakes the loop that serves, when the device may have to go on the air again.
    let airing = EventStream<Void, Never>.make(capacity: 1)

    // What is to be sent
    var messages: [Message] = []
    var firstMessage = 0
    /// What sends, while there is something.
    var sender: Task<Void, Never>?

    // The station
    var actions: [JoinCoordinator.Action] = []
    var operation: Task<Void, Never>?
    var scan: Task<Void, Never>?
    /// How the scan that runs, or ran last, was to be done.
    var scanOptions = ScanOptions()
    /// How the one is to be done that is waited with.
    var nextScanOptions = ScanOptions()
    var points: [AccessPoint] = []
    var pointsUntil: Instant?
    /// The next access point of the list that is being told.
    var cursor: Int?
    var isSearching = false
    var mustScanAgain = false
    var isStationAway = false
    /// What people were told last.
    var reported: JoinStatus?
    /// Where the device is steered, by the credentials that worked last.
    var controlAddress: ControlAddress?
    /// The same by those that came since and have not worked yet: those that are joined with and those that wait.
    var wantedAddresses: [(ssid: SSID, address: ControlAddress)] = []
    /// The same by those that are staged, where this run has staged any.
    var stagedAddress: ControlAddress?
    var hasStaged = false

    // Time
    var armed: (deadline: Instant, timer: Timer)?

    /// A device on `host` and `station`, of which it is the only user.
    ///
    /// `trace` is called with every value that is written, read or notified, the passphrase hidden.
    public init(
        host: any PeripheralHost, station: any Station, configuration: DeviceConfiguration,
        time: any TimeSource = SystemTime.shared, trace: TraceHandler? = nil
    ) {
        (events, reporter) = EventStream.make(capacity: 64)
        self.host = host
        self.station = station
        self.configuration = configuration
        self.time = time
        self.trace = trace
        served = configuration.protocols.map { $0.make() }
    }

    /// Serves until the calling task is cancelled, then takes the device off the air and returns.
    ///
    /// What was stored stays, and a network that was joined stays joined. A join that is under way is taken up again by
    /// the next run. A radio or a station that goes away is reported, waited for and gone on with.
    /// - Throws: ``DeviceError``: `alreadyRun`, `noProtocol`, or `radioUnavailable` at the start, unless
    ///   ``DeviceConfiguration/waitsForRadio``.
    public func run() async throws(DeviceError) {
        guard !hasRun else { throw DeviceError(.alreadyRun) }
        guard !configuration.protocols.isEmpty else { throw DeviceError(.noProtocol) }
        hasRun = true
        let following = Task { await self.followStation() }
        let failure = await serve()
        following.cancel()
        await following.value
        await end()
        if let failure { throw DeviceError(.radioUnavailable, radio: failure) }
    }

    /// Forgets every network and leaves the present one; ``DeviceEvent/cleared`` tells when that is done.
    public func forget() { apply(coordinator.forget()) }

    /// Ends what still runs, in order.
    private func end() async {
        if let armed { time.cancel(armed.timer) }
        armed = nil
        mustScanAgain = false
        scan?.cancel()
        operation?.cancel()
        advertiser?.cancel()
        await scan?.value
        await advertiser?.value
        await operation?.value
        sender?.cancel()
        await sender?.value
        reporter.finish()
    }

    // MARK: - Time

    /// Sets the one timer to the earliest deadline.
    func arm() {
        var next = coordinator.deadline
        for end in served {
            guard let deadline = end.deadline else { continue }
            next = next.map { min($0, deadline) } ?? deadline
        }
        guard next != armed?.deadline else { return }
        if let armed { time.cancel(armed.timer) }
        armed = next.map { deadline in
            (deadline, time.schedule(at: deadline) { [weak self] in Task { await self?.tick() } })
        }
    }

    private func tick() {
        armed = nil
        apply(coordinator.tick(now: time.now))
        for index in served.indices { handle(.tick, at: index) }
        arm()
    }
}
