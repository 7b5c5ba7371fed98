public import DeviceDirectory
public import MessageBroker
public import ProvisioningProtocols
public import Runtime

/// Steers devices over a broker and keeps what they report.
///
/// It listens to `<topic>/#` for each topic that it is told of, or that a device of the directory has; everything that a
/// device says is matched to it by the identifier in its topic, and published to observers as it arrives, in order. What is
/// not understood changes nothing, nor does a report whose own identifier is another.
public actor DeviceControl {
    /// What a device is told, also where a program has commands of its own.
    public typealias Command = DeviceCommand

    /// What it listens to.
    public enum Scope: Hashable, Sendable {
        /// The topics that it knows.
        case knownTopics
        /// Everything that the broker lets it hear, `#`. That can be every home's traffic, and many brokers refuse it.
        case everything
    }

    /// How long a command may take to reach the broker, in milliseconds.
    public static let publishLimit: UInt32 = 10_000

    /// How long a device that answers a command with another state may take to report the one that was asked for, in
    /// milliseconds.
    public static let answerLimit: UInt32 = 2_000

    /// Of how many devices that the directory does not list something is kept. Who may publish can make up any number of them;
    /// where there are more, all of them are forgotten and begin anew.
    public static let strangerLimit = 16_384

    let broker: any Broker
    let directory: (any DeviceDirectory)?
    let scope: Scope
    let time: any TimeSource
    let wallClock: @Sendable () -> WallTime

    var table = DeviceTable()
    var observers: [ChangeSource] = []
    var problems: [EventSource<ControlProblem, Never>] = []
    /// Topics that were asked for by name, beside those of the directory.
    var ownTopics: Set<String> = []
    var listedTopics: [DeviceID: String] = [:]
    /// The modes that the list, or who called ``know(_:)``, has of devices.
    var listedModes: [DeviceID: Int] = [:]
    /// Whether the connection to the broker was lost and is not back.
    var wasLost = false
    var followed: Set<String> = []
    var queue = CommandQueue()
    /// How many commands each device was sent.
    var newest: [DeviceID: UInt64] = [:]
    var watches = Watches()
    var tasks: [Task<Void, Never>] = []
    var isClosed = false

    /// A control over `broker`, which it neither connects nor closes. What devices report is kept in `directory`, where one is
    /// given. Nothing happens before ``start()``.
    public init(
        broker: any Broker, directory: (any DeviceDirectory)? = nil, scope: Scope = .knownTopics,
        time: any TimeSource = SystemTime.shared, wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.broker = broker
        self.directory = directory
        self.scope = scope
        self.time = time
        self.wallClock = wallClock
    }

    deinit { for task in tasks { task.cancel() } }

    /// Begins to listen. To miss nothing it is called before the broker is told to connect.
    public func start() {
        guard tasks.isEmpty, !isClosed else { return }
        let (messages, events) = (broker.messages(), broker.events())
        tasks.append(
            Task { [weak self] in
                while let batch = await messages.next() { await self?.take(batch, over: messages.connection) }
            })
        tasks.append(Task { [weak self] in while let event = await events.next() { await self?.take(event) } })
        if let directory {
            tasks.append(Task { [weak self] in await Self.follow(directory) { await self?.take($0) } })
        }
        adjustSubscriptions()
    }

    /// Listens no more; the broker's connection stands. Calls and streams end.
    public func stop() {
        isClosed = true
        for task in tasks { task.cancel() }
        tasks = []
        for call in queue.removeAll() { finish(call, .closed()) }
        watches.endAll()
        for observer in observers { observer.finish() }
        for problem in problems { problem.finish() }
        (observers, problems) = ([], [])
    }

    /// What is learnt of devices from now on. Any number may listen.
    public func changes() -> DeviceChanges {
        let (stream, source) = DeviceChanges.make()
        if isClosed { source.finish() } else { observers.append(source) }
        return stream
    }

    /// What is learnt of one device from now on, in order; for one that attends to it, since no more than 256 changes wait.
    public func changes(of id: DeviceID) -> EventStream<DeviceChange, Never> {
        let number = Lock<UInt64?>(nil)
        let (stream, source) = EventStream<DeviceChange, Never>.make { [weak self] in
            Task { if let number = number.withLock({ $0 }) { await self?.unfollow(number) } }
        }
        if isClosed {
            source.finish()
        } else {
            let given = watches.follow(id, source)
            number.withLock { $0 = given }
        }
        return stream
    }

    private func unfollow(_ number: UInt64) { watches.end(number) }

    /// What goes wrong without a call that could tell. Any number may listen.
    public func troubles() -> EventStream<ControlProblem, Never> {
        let (stream, source) = EventStream<ControlProblem, Never>.make()
        if isClosed { source.finish() } else { problems.append(source) }
        return stream
    }

    /// Where the connection to the broker stands.
    public nonisolated var connection: BrokerState { broker.state }

    /// What is known of a device; `nil` for nothing.
    public func status(of id: DeviceID) -> DeviceStatus? { table.devices[id] }

    /// What is known of all devices: of each that the directory lists and that was heard of, and of as many others as
    /// ``strangerLimit`` says.
    public var statuses: [DeviceID: DeviceStatus] { table.devices }

    /// How many messages on devices' topics were not understood, or in another's name. ``troubles()`` tells of the first of each device.
    public var misunderstood: Int { table.misunderstood }

    /// Takes over the mode that a list has of a device, for a control without a directory. A command without a mode carries the
    /// last that is known, and a broker may have kept nothing of the device.
    public func know(_ device: Device) { listedModes[device.id] = device.state?.mode }

    /// The mode that a device is in as far as is known; `nil` for nothing.
    func knownMode(of id: DeviceID) -> Int? { table.devices[id]?.state?.mode ?? listedModes[id] }

    /// Listens to the devices under `topics` too, as those of a set-up that is not listed yet.
    public func listen(to topics: [String]) throws(ControlError) {
        for topic in topics {
            if let fault = DeviceRules.fault(inTopic: topic) { throw .invalidTopic(topic, fault) }
        }
        ownTopics.formUnion(topics)
        adjustSubscriptions()
    }

    /// The same, and returns when the broker has agreed, so that whatever a device says from then on is heard. What it had kept
    /// comes once more.
    ///
    /// Where it has not agreed by `deadline`, no attempt to connect is to come before that, or the task is cancelled, it is
    /// still asked for later.
    /// - Throws: `invalidTopic`, `noBroker`, `notHeard` where the broker refuses, `cancelled`, `closed`.
    public func listen(to topics: [String], deadline: Instant) async throws(ControlError) {
        if isClosed { throw .closed() }
        for topic in topics {
            if let fault = DeviceRules.fault(inTopic: topic) { throw .invalidTopic(topic, fault) }
        }
        ownTopics.formUnion(topics)
        let filters = scope == .everything ? ["#"] : topics.map { "\($0)/#" }
        // Asked for here, so that it is not asked for beside.
        followed.formUnion(filters)
        adjustSubscriptions()
        try await connection(before: deadline)
        do throws(BrokerError) {
            try await broker.subscribe(filters.map { Subscription($0) }, deadline: deadline)
        } catch {
            throw .notListening(error, broker.state)
        }
    }

    /// Waits until there is a connection, as long as one can come about before `deadline`.
    private func connection(before deadline: Instant) async throws(ControlError) {
        let events = broker.events()
        while true {
            switch await events.next(until: deadline, on: time) {
            case .event(.state(.connected)): return
            case .event(.state(.waiting(let error, let until))) where until > deadline:
                throw .notListening(error, broker.state)
            case .event: continue
            case .timedOut: throw .noBroker(broker.state)
            case .cancelled: throw .cancelled()
            case .ended: throw .closed()
            }
        }
    }
}

/// What went wrong without a call that could tell.
public enum ControlProblem: Sendable {
    /// The broker refuses to let some devices be heard.
    case subscription(BrokerError)
    /// The directory could not keep what devices reported, or not be read.
    case directory(DirectoryError)
    /// A device's message was not understood, or is in another's name, and changed nothing. Told of the first of a device at
    /// each connection.
    case misunderstood(MisunderstoodMessage)
}

/// A message on a device's topic that says nothing that is understood, or that reports of another device.
public struct MisunderstoodMessage: Hashable, Sendable {
    /// The whole topic.
    public var topic: String
    /// How many bytes it has. What they are is not told: it may be a secret that went astray.
    public var length: Int
    /// The device that it reports of, which is another than the one whose topic that is; `nil` where it says nothing.
    public var otherDevice: DeviceID?

    /// A message of these facts.
    public init(topic: String, length: Int, otherDevice: DeviceID? = nil) {
        (self.topic, self.length, self.otherDevice) = (topic, length, otherDevice)
    }

    init(_ message: Message, _ other: DeviceID?) {
        self.init(topic: message.topic, length: message.body.count, otherDevice: other)
    }
}
