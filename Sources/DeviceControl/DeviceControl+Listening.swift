import DeviceDirectory
import MessageBroker
import ProvisioningProtocols
import Runtime

extension DeviceControl {
    /// Takes a batch of messages of one connection: one batch of changes, one turn of the directory.
    func take(_ batch: [Message], over connection: UInt64) async {
        let now = wallClock()
        var changes: [DeviceChange] = []
        table.begin(connection)
        for message in batch {
            switch table.take(message, at: now) {
            case .change(let change): changes.append(change)
            case .misunderstood(let isNews, let other):
                if isNews { tell(.misunderstood(MisunderstoodMessage(message, other))) }
            case .nothing: break
            }
        }
        table.forgetStrangers { listedTopics[$0] != nil }
        guard !changes.isEmpty, !isClosed else { return }
        observers.removeAll { !$0.yield(changes) }
        watches.take(changes)
        sendQueued()
        await record(changes, now)
    }

    private func record(_ changes: [DeviceChange], _ now: WallTime) async {
        guard let directory else { return }
        // The newest of each device; what the broker had kept says nothing new. Each is kept as what it told: that a device is
        // there is no news of its state, and what is known of that may be older than what another program has kept.
        var reports: [DeviceID: DeviceReport] = [:]
        for change in changes where change.isLive {
            var report = reports[change.id] ?? DeviceReport(id: change.id, time: now)
            switch change.subject {
            case .state: report.state = change.status.state
            case .signal: report.signal = change.status.signal?.strength
            case .presence, .join: break
            }
            reports[change.id] = report
        }
        guard !reports.isEmpty else { return }
        do throws(DirectoryError) {
            try await directory.record(Array(reports.values))
        } catch {
            tell(.directory(error))
        }
    }

    func take(_ event: BrokerEvent) {
        switch event {
        case .state(.connected):
            if wasLost { watches.tellConnectedAnew() }
            wasLost = false
            sendQueued()
        case .state(.waiting): wasLost = true
        case .state: break
        case .subscriptionsRefused(let error): tell(.subscription(error))
        }
    }

    func tell(_ problem: ControlProblem) {
        problems.removeAll { !$0.yield(problem) }
    }

    /// Follows the directory's list until it is gone.
    static func follow(
        _ directory: any DeviceDirectory, _ take: (Result<DirectoryBatch, DirectoryError>) async -> Void
    ) async {
        do throws(DirectoryError) {
            for await batch in try await directory.changes() { await take(.success(batch)) }
        } catch {
            await take(.failure(error))
        }
    }

    func take(_ answer: Result<DirectoryBatch, DirectoryError>) {
        switch answer {
        case .failure(let error): tell(.directory(error))
        case .success(let batch):
            if batch.isWhole { (listedTopics, listedModes) = ([:], [:]) }
            for id in batch.removed { (listedTopics[id], listedModes[id]) = (nil, nil) }
            for device in batch.devices {
                // One that is reached over Bluetooth alone is not heard here.
                listedTopics[device.id] = device.topic.isEmpty ? nil : device.topic
                know(device)
            }
            for report in batch.reports {
                if let state = report.state { listedModes[report.id] = state.mode }
            }
            guard batch.isWhole || !batch.removed.isEmpty || !batch.devices.isEmpty else { return }
            adjustSubscriptions()
        }
    }

    /// Asks for what is missing and no more for what is too much.
    func adjustSubscriptions() {
        guard !tasks.isEmpty else { return }
        let topics = ownTopics.union(listedTopics.values)
        let wanted = scope == .everything ? ["#"] : Set(topics.map { "\($0)/#" })
        let (more, less) = (wanted.subtracting(followed).sorted(), followed.subtracting(wanted).sorted())
        followed = wanted
        let deadline = time.now + Self.publishLimit
        if !more.isEmpty {
            tasks.append(Task { [weak self, broker] in await self?.subscribe(more, on: broker, deadline) })
        }
        if !less.isEmpty {
            tasks.append(Task { [broker] in try? await broker.unsubscribe(less, deadline: deadline) })
        }
    }

    private func subscribe(_ filters: [String], on broker: any Broker, _ deadline: Instant) async {
        do throws(BrokerError) {
            try await broker.subscribe(filters.map { Subscription($0) }, deadline: deadline)
        } catch {
            // Without a connection, or an answer in time, it is asked for again by itself.
            if error.code == .subscriptionRefused { tell(.subscription(error)) }
        }
    }
}
