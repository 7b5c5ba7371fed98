import BluetoothLE
import ProvisioningProtocols
import Runtime

/// Moves the machine of any protocol over one device's link: it feeds events in, carries out actions, and hands facts to
/// those who wait. It is the only place that has a link, a clock and a machine at once.
actor MachineDriver<Machine: ProvisioningMachine & ~Copyable>: SessionDriver {
    let device: FoundDevice
    let central: any Central
    let context: SessionContext
    let entry: RegisteredProtocol
    let inbox = Lock<[SessionRequest]>([])

    var machine: Machine
    var waiters = Waiters()
    /// What this session was given to send, which a device may say again.
    var secrets = Secrets()
    var connection: (any PeripheralConnection)?
    var map: CharacteristicMap?
    /// Counts the links, so that what an earlier one still says is not taken for the present one's.
    var linkNumber = 0
    /// The one operation that is under way, and by when it must have ended.
    var operation: Task<Void, Never>?
    var operationDeadline: Instant?
    /// The session's one timer.
    var timer: (Timer, due: Instant)?
    var isClosed = false
    /// What every call ends with once the session is closed.
    var closure = ProvisioningError.ended()

    init(device: FoundDevice, central: any Central, context: SessionContext, entry: RegisteredProtocol) {
        self.device = device
        self.central = central
        self.context = context
        self.entry = entry
        machine = Machine(timing: ProvisionerTiming(context.limits))
    }

    var now: Instant { context.time.now }

    func start(_ connection: any PeripheralConnection, _ map: CharacteristicMap) async {
        let maximumLength = await connection.mtu - 3
        guard !isClosed else { return await release(connection) }
        self.connection = connection
        self.map = map
        linkNumber += 1
        let number = linkNumber
        Task { await pump(connection, number) }
        advance { $0.opened(maximumLength: maximumLength, at: $1, &$2) }
    }

    /// Carries what a link says into the machine, until the link ends.
    private func pump(_ connection: any PeripheralConnection, _ number: Int) async {
        try? await connection.events.forEach { event in
            if case .notification(let id, let value) = event { received(value, id, number) }
        }
        if number == linkNumber { lost() }
    }

    private func received(_ value: [UInt8], _ id: CharacteristicID, _ number: Int) {
        guard number == linkNumber, let characteristic = map?.number(of: id) else { return }
        trace(value.span, characteristic, .notified)
        advance { $0.received(value.span, from: characteristic, at: $1, &$2) }
    }

    /// The link is gone, or is given up.
    func lost() {
        linkNumber += 1
        connection = nil
        operation?.cancel()
        operation = nil
        operationDeadline = nil
        guard !isClosed else { return }
        advance { $0.linkLost(at: $1, &$2) }
        if !machine.isUsable { waiters.finishAll(.linkLost) }
    }

    /// Feeds `event` in and does what the machine wants, until it wants nothing more for now.
    func advance(_ event: (_ machine: inout Machine, _ now: Instant, _ outbox: inout Outbox) -> ProvisionerAction) {
        var outbox = Outbox()  // here, since it is empty again at the end, and many sessions may be open
        var action = event(&machine, now, &outbox)
        while action != .wait {
            if !begin(action, &outbox) { tell(action) }
            action = machine.next(at: now, &outbox)
        }
        arm()
    }

    func trace(_ value: borrowing Span<UInt8>, _ characteristic: UInt8, _ direction: TraceRecord.Direction) {
        guard let trace = context.trace, let id = map?[characteristic] else { return }
        let record = TraceRecord(
            time: now, peer: device.id.rawValue, direction: direction, characteristic: id,
            bytes: secrets.masked(value),
            secret: Machine.secret(in: value, of: characteristic))
        trace(record)
    }
}

extension MachineDriver where Machine: ~Copyable {
    /// Sees to it that the machine is called when it wants to be: one timer, moved only when it would be late.
    func arm() {
        var due = machine.deadline
        if let other = operationDeadline { due = due.map { min($0, other) } ?? other }
        guard let due, !isClosed else { return disarm() }
        if let timer, timer.due <= due { return }
        disarm()
        timer = (context.time.schedule(at: due) { [weak self] in Task { await self?.fired() } }, due)
    }

    func disarm() {
        if let (timer, _) = timer { context.time.cancel(timer) }
        timer = nil
    }

    private func fired() {
        timer = nil
        guard !isClosed else { return }
        if let limit = operationDeadline, limit <= now {
            // The attribute protocol allows nothing more on a link that left a request unanswered.
            if let connection { Task { await connection.disconnect() } }
            return lost()
        }
        advance { $0.tick(at: $1, &$2) }
    }

    func close() async {
        isClosed = true
        disarm()
        linkNumber += 1
        waiters.finishAll(closure)
        let operation = self.operation
        operation?.cancel()
        let connection = self.connection
        self.connection = nil
        if let connection { await release(connection) }
        await operation?.value
        secrets = Secrets()
    }

    /// Closes the session because of `error`, which all calls end with.
    func giveUp(_ error: ProvisioningError) {
        closure = error
        isClosed = true
        Task { await close() }
    }

    nonisolated func abandon() { Task { await close() } }
}

extension ProvisionerTiming {
    init(_ limits: Limits) {
        self.init(
            list: limits.networks.milliseconds, status: limits.status.milliseconds,
            request: limits.answer.milliseconds,
            acknowledgement: limits.acknowledgement.milliseconds, join: limits.join.milliseconds,
            recovery: limits.recovery.milliseconds)
    }
}
