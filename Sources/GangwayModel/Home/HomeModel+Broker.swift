import DeviceControl
import DeviceDirectory
import MessageBroker
import Onboarding
import ProvisioningProtocols
import Runtime

extension HomeModel {
    /// Connects to the broker that was set up, if one was.
    func openBroker() async {
        do throws(Problem) {
            guard let plan = try await services.store.brokerPlan() else { return set(.notSetUp) }
            await start(try await services.store.broker(plan, password: nil), plan)
        } catch {
            set(.lost(error))
        }
    }

    /// The same after its settings were changed, or the list could be opened.
    func reopenBroker() async {
        await closeBroker()
        await openBroker()
    }

    func closeBroker() async {
        for task in controlTasks { task.cancel() }
        controlTasks = []
        let (control, connection) = (self.control, self.connection)
        (self.control, self.connection) = (nil, nil)
        set(.closed)
        await control?.stop()
        await connection?.close()
    }

    /// Everybody listens before the connection is made, so that nothing is missed.
    private func start(_ broker: any Broker, _ plan: BrokerPlan) async {
        let control = DeviceControl(
            broker: broker, directory: directory, scope: plan.listensToEverything ? .everything : .knownTopics,
            time: services.time, wallClock: services.wallClock)
        let (changes, troubles) = (await control.changes(), await control.troubles())
        let events = broker.events()
        await control.start()
        // Another session may have changed the settings meanwhile: the later connection counts.
        if self.control != nil { await closeBroker() }
        (connection, self.control, isControlListing) = (broker, control, directory != nil)
        controlTasks = [
            Task { [weak self] in while let batch = await changes.next() { self?.take(batch) } },
            Task { [weak self] in while let trouble = await troubles.next() { self?.take(trouble) } },
            Task { [weak self] in while let event = await events.next() { self?.take(event) } },
        ]
        broker.connect()
    }

    /// The flow by which devices are set up into this home.
    func onboarding() -> Onboarding {
        Onboarding(
            directory: directory, control: control, limits: services.limits, listsUnsteered: true,
            time: services.time, wallClock: services.wallClock)
    }

    /// Takes what devices said.
    func take(_ changes: [DeviceChange]) {
        var told = HomeChange()
        for change in changes {
            guard let device = byID[change.id] else { continue }
            update(device, &told) { $0.take(change.status) }
        }
        publish(told)
    }

    private func take(_ event: BrokerEvent) {
        switch event {
        case .state(let state): set(BrokerStatus(state))
        case .subscriptionsRefused(let error): set(listeningProblem: Problem(error))
        }
    }

    private func take(_ trouble: ControlProblem) {
        switch trouble {
        case .subscription(let error): set(listeningProblem: Problem(error))
        case .directory(let error): set(directoryProblem: Problem(error))
        case .misunderstood(let message):
            let sentence =
                message.otherDevice.map { Sentence("activity.reportOfAnother", message.topic, $0.description) }
                ?? Sentence("activity.misunderstood", message.topic)
            note(sentence, isProblem: true)
        }
    }

    private func set(listeningProblem problem: Problem) {
        guard problem != listeningProblem else { return }
        listeningProblem = problem
        publish(.problems)
        note(problem.summary, isProblem: true)
    }

    func set(_ status: BrokerStatus) {
        guard status != broker else { return }
        let before = broker
        broker = status
        publish(.broker)
        // What a connection refused goes with it: a refusal may be heard of before the connection is.
        if before.isConnected, !status.isConnected, listeningProblem != nil {
            listeningProblem = nil
            publish(.problems)
        }
        switch status {
        case .connected(let connection):
            isSeriesTold = false
            note(Sentence("activity.brokerConnected", connection.address.description))
        case .lost(let problem):
            // The attempts of one series are one to a person.
            if !isSeriesTold { note(problem.summary, isProblem: true) }
            isSeriesTold = true
        default: break
        }
    }
}

extension DeviceFacts {
    /// Takes what is known of the device by what it sent.
    mutating func take(_ status: DeviceStatus) {
        switch status.presence {
        case .unknown: break
        case .online: availability = .online
        case .offline: availability = .offline
        }
        if let heard = status.heard, lastSeen.map({ $0 < heard }) ?? true { lastSeen = heard }
        if let signal = status.signal { self.signal = signal }
        if let state = status.state, state.isOn != isOn || state.mode != mode || state.time != stateTime { set(state) }
    }
}
