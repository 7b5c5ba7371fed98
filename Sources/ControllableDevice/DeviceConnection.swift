import MessageBroker
import ProvisioningProtocols
import Runtime

/// A device at one address: it hears commands there, has them carried out and reports. What it sends is in
/// `DeviceConnection+Sending`.
actor DeviceConnection {
    /// What still has to be sent on this connection, in the order in which it is.
    enum Step: Int, CaseIterable {
        /// What is left of addresses at which the device was steered before.
        case farewells
        case subscriptions
        case announcements
        /// That credentials have not worked: before anything that might pass for their success.
        case joinFailure
        case state
        /// Behind these: who hears that the device is there can already steer it and read its state.
        case availability
        /// That credentials have worked: who waits for that has the state by then.
        case joined
        /// How strongly it receives its network: nobody waits for that.
        case signal
    }

    let address: ControlAddress
    let description: DeviceDescription
    let device: any Switch
    let signal: ControllableDevice.SignalSource?
    let broker: any Broker
    let time: any TimeSource
    let tell: @Sendable (ControlEvent) -> Void
    private let hearing: Hearing

    /// Where the device was steered before, as long as the broker has not heard that it is there no more.
    let former: FormerAddresses
    var due: Set<Step> = []
    /// What is to be said of the credentials that the device was given last, until the broker has it.
    var joinReport: JoinReport?
    var connection: BrokerConnection?
    /// Which connection it is, so that what failed on one is not held against the next.
    var generation = 0
    var hasToldOnline = false
    var isLeaving = false
    /// What sends, while there is something.
    var sender: Task<Void, Never>?
    /// What was refused or ignored on this connection, so that it is told once.
    var toldRefusals: Set<Step> = []
    private var toldFaults: Set<CommandFault> = []

    private var lastState: SwitchState?
    private var command: SwitchCommand?
    /// What has commands carried out, while there is one.
    private var worker: Task<Void, Never>?
    private var listeners: [Task<Void, Never>] = []

    init(
        _ address: ControlAddress, _ description: DeviceDescription, _ device: any Switch,
        _ signal: ControllableDevice.SignalSource?, broker: any Broker, time: any TimeSource, former: FormerAddresses,
        tell: @escaping @Sendable (ControlEvent) -> Void
    ) {
        self.address = address
        self.description = description
        self.device = device
        self.signal = signal
        self.broker = broker
        self.time = time
        self.former = former
        self.tell = tell
        hearing = Hearing(address, description)
    }

    deinit { for listener in listeners { listener.cancel() } }

    nonisolated var filters: [String] { hearing.filters }

    /// Begins to connect; what is to be said of credentials is said then.
    func start(saying report: JoinReport?) async {
        joinReport = report
        lastState = await device.state()
        // Listening first, so that nothing is missed.
        let (messages, events) = (broker.messages(), broker.events())
        listeners = [
            Task { [weak self] in while let batch = await messages.next() { await self?.take(batch) } },
            Task { [weak self] in while let event = await events.next() { await self?.take(event) } },
        ]
        if signal != nil { listeners.append(measuring()) }
        broker.connect()
    }

    /// Has the signal told again and again.
    private func measuring() -> Task<Void, Never> {
        Task { [weak self, time] in
            while !Task.isCancelled {
                await time.sleep(until: time.now + ControllableDevice.signalInterval)
                await self?.measure()
            }
        }
    }

    private func measure() {
        due.insert(.signal)
        send()
    }

    /// Connects at once where it waits to. Where there is a connection it says what the device does, which also shows soon
    /// whether that connection still holds; not that it is there, since it makes no other connection.
    func greet(saying report: JoinReport?) {
        joinReport = report ?? joinReport
        broker.connect()
        guard connection != nil else { return }
        due.formUnion([.joinFailure, .state, .joined, .signal])
        send()
    }

    /// Ends for good: says that the device is not there, where there is a connection, and with `isForEver` takes back what it
    /// announced. Whether the broker has heard it.
    func leave(isForEver: Bool, for successor: DeviceID? = nil) async -> Bool {
        isLeaving = true
        worker?.cancel()
        sender?.cancel()
        await sender?.value
        let hasSaid = await sayGoodbye(isForEver: isForEver, for: successor)
        for listener in listeners { listener.cancel() }
        await broker.close()
        return hasSaid
    }

    // MARK: - What comes in

    private func take(_ event: BrokerEvent) {
        switch event {
        case .state(.connected(let connection)):
            self.connection = connection
            generation += 1
            hasToldOnline = false
            (toldRefusals, toldFaults) = ([], [])
            due = Set(Step.allCases)
            send()
        case .state(.waiting(let error, let until)):
            connection = nil
            tell(.offline(error, until: until))
        case .state(.idle), .state(.connecting), .state(.closed): connection = nil
        case .subscriptionsRefused(let error): refused(error, .subscriptions)
        }
    }

    private func take(_ batch: [Message]) {
        for message in batch {
            switch hearing.meaning(of: message) {
            case .command(let wanted): command = wanted.after(command)
            case .fault(let fault):
                if toldFaults.insert(fault).inserted { tell(.ignored(fault)) }
                if fault == .unknownMode { due.insert(.state) }
            case .disowned: due.insert(.availability)
            case .birth: due.formUnion([.announcements, .state, .availability, .signal])
            case .nothing: break
            }
        }
        if command != nil, worker == nil, !isLeaving { worker = Task { await self.work() } }
        send()
    }

    // MARK: - The switch

    /// Has the commands that wait carried out: however many come meanwhile, they wait as one.
    private func work() async {
        while let next = command, !isLeaving {
            command = nil
            isNow(await device.apply(next))
        }
        worker = nil
    }

    /// Tells what the device does, for a command or because it says so itself.
    private func isNow(_ state: SwitchState) {
        if state != lastState { tell(.switched(state)) }
        lastState = state
        due.insert(.state)
        send()
    }

    /// The device does something else by itself.
    func changed() async { isNow(await device.state()) }
}
