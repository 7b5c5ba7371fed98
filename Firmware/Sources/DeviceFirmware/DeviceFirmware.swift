public import ProvisioningProtocols

/// The device's end on a microcontroller: it drives the machines of its protocols and the one coordinator of joins, in fixed
/// memory, on one task.
///
/// ```swift
/// var device = DeviceFirmware<AllProtocols, MyBoard>(MyBoard())
/// device.start(now: now)
/// while true {
///     // tell it what the radio and the Wi-Fi said, then:
///     device.poll(now: now)
///     // sleep until something happens, or device.deadline
/// }
/// ```
///
/// Its parts are never inlined: each is called from several places, and would be in the image as often.
///
/// It decides nothing itself. What the radio, the Wi-Fi and the clock say are its methods; what is to be done is asked of the
/// ``board``, which must not call back. After ``start(now:)`` it joins by itself the network that is stored.
public struct DeviceFirmware<Protocols: ServedProtocols & ~Copyable, Board: DeviceBoard & ~Copyable>: ~Copyable {
    /// What the firmware brought.
    public var board: Board
    var protocols = Protocols()
    var coordinator = JoinCoordinator()
    var outbox = Outbox()
    /// Where the device is steered by the credentials that came last, until they are staged or others come.
    var wantedAddress: ControlAddress?
    /// Whether the Wi-Fi was told to join the staged network, and nothing else since.
    var isOnStaged = false
    /// What the board was told last.
    var told = JoinStatus(state: .notConfigured)

    // Scans: see DeviceFirmware+Scan.swift
    var runningScan: ScanOptions?
    var nextScan: ScanOptions?
    /// Until when what was found is taken to be there still.
    var foundUntil = Instant(milliseconds: 0)
    /// The next access point of the list that is being told; -1 where none is.
    var cursor: Int16 = -1
    /// Which protocols the list is for, a bit each.
    var listed: UInt8 = 0
    var isSearching = false
    /// Whether the device is on the air.
    public internal(set) var isAdvertising = false

    /// A device that does nothing yet.
    public init(_ board: consuming Board) { self.board = board }

    /// Where the device stands.
    public var status: JoinStatus { coordinator.status }

    /// By when ``poll(now:)`` is to be called, if nothing else happens before: at once where a list is being told. Mutating
    /// though it changes nothing: a borrowed device is copied whole for it.
    public var deadline: Instant? {
        mutating get {
            if cursor >= 0, board.canNotify { return Instant(milliseconds: 0) }
            return earliest(coordinator.deadline, protocols.deadline)
        }
    }

    /// Reads what is stored, goes on the air, and joins the stored network, or takes up the join that a loss of power cut off.
    @inline(never)
    public mutating func start(now: Instant) {
        startBluetooth()
        tellServiceData()
        apply(coordinator.start(), now: now)
    }

    /// Does what is due: deadlines, and the next part of a list where the radio takes it.
    @inline(never)
    public mutating func poll(now: Instant) {
        if let deadline = coordinator.deadline, deadline <= now { apply(coordinator.tick(now: now), now: now) }
        if let deadline = protocols.deadline, deadline <= now {
            for index in 0..<Protocols.count { handle(.tick, at: index, now: now) }
        }
        while board.canNotify, tellNextPoint(now: now) {}
    }

    /// Leaves the network and forgets all credentials: what a button does. ``DeviceCallbacks/credentialsCleared()`` tells that
    /// it is done.
    @inline(never)
    public mutating func forget(now: Instant) { apply(coordinator.forget(), now: now) }

    // MARK: - Bluetooth

    /// Goes on the air, where it is not.
    public mutating func startBluetooth() {
        guard !isAdvertising else { return }
        isAdvertising = true
        board.startAdvertising()
    }

    /// Goes off the air; its Wi-Fi stays as it is.
    public mutating func stopBluetooth() {
        guard isAdvertising else { return }
        isAdvertising = false
        board.stopAdvertising()
    }

    /// A client has connected. The board gives each a number of its own, above 0.
    @inline(never)
    public mutating func clientConnected(_ client: UInt32, now: Instant) {
        board.clientConnected(client)
        for index in 0..<Protocols.count { handle(.connected(client), at: index, now: now) }
    }

    /// A client's link has ended.
    @inline(never)
    public mutating func clientLeft(_ client: UInt32, now: Instant) {
        board.clientLeft(client)
        for index in 0..<Protocols.count { handle(.left(client), at: index, now: now) }
    }

    /// A client has subscribed to a characteristic of a service.
    public mutating func subscribed(to characteristic: UInt8, of service: Int, by client: UInt32, now: Instant) {
        handle(.subscribed(characteristic, client), at: service, now: now)
    }

    /// A client has written.
    /// - Returns: the error of the attribute protocol to answer with; 0 for success.
    public mutating func written(
        _ bytes: borrowing Span<UInt8>, _ write: WrittenTo, to service: Int, now: Instant
    ) -> UInt8 {
        let moment = Moment(now: now, status: coordinator.status)
        let action = protocols.written(bytes, write, moment, &outbox, at: service)
        drain(service)
        perform(action, at: service, now: now)
        if case .refuse(let error) = action { return error }
        return 0
    }

    /// Writes a characteristic's value at the start of `target`, which has room for 512 bytes, and says how many bytes it has;
    /// `nil` where it cannot be read.
    public mutating func read(_ characteristic: UInt8, of service: Int, into target: inout MutableSpan<UInt8>) -> Int? {
        protocols.read(characteristic, status: coordinator.status, into: &target, at: service)
    }

    // MARK: - Wi-Fi

    /// The Wi-Fi's state, network or signal has changed.
    public mutating func wifiChanged(to status: JoinStatus, now: Instant) {
        apply(coordinator.stationChanged(to: status, now: now), now: now)
    }

    /// The Wi-Fi or the store cannot be used now; ``wifiAvailable(now:)`` takes up what is stored.
    public mutating func wifiLost(now: Instant) { apply(coordinator.stationLost(), now: now) }

    /// The Wi-Fi and the store can be used again.
    public mutating func wifiAvailable(now: Instant) { apply(coordinator.start(), now: now) }

    // MARK: - What the protocols want

    /// Hands a protocol an event and does what comes of it.
    @inline(never)
    mutating func handle(_ event: ServedEvent, at index: Int, now: Instant) {
        let moment = Moment(now: now, status: coordinator.status)
        let action = protocols.handle(event, moment, &outbox, at: index)
        drain(index)
        perform(action, at: index, now: now)
    }

    /// Sends what a protocol wants sent.
    @inline(never)
    mutating func drain(_ service: Int) {
        guard outbox.count > 0 else { return }
        for index in 0..<outbox.count { Self.send(index, of: &outbox, from: service, on: &board) }
        outbox.removeAll()
    }

    private static func send(_ index: Int, of outbox: inout Outbox, from service: Int, on board: inout Board) {
        outbox.withMessage(index) { board.notify($1, on: $0, of: service) }
    }

    @inline(never)
    private mutating func perform(_ action: DeviceAction, at index: Int, now: Instant) {
        switch action {
        case .none, .refuse: break
        case .scan:
            // a list that is being told was begun for somebody who left
            listed &= ~(1 &<< UInt8(truncatingIfNeeded: index))
            startScan(protocols.scanOptions(at: index), now: now)
        case .stopScan: stopScan(for: index)
        case .forget: forget(now: now)
        case .join: join(from: index, now: now)
        }
    }

    @inline(never)
    private mutating func join(from index: Int, now: Instant) {
        let address = protocols.controlAddress(at: index)
        guard let credentials = protocols.takeCredentials(at: index) else { return }
        board.credentialsReceived(for: credentials.ssid)
        let isNews = address != nil && address != wantedAddress
        wantedAddress = address
        let step = coordinator.requested(credentials, from: UInt8(truncatingIfNeeded: index), isNews: isNews)
        apply(step, now: now)
    }
}
