import MessageBroker
import ProvisioningProtocols
import Runtime

extension DeviceConnection {
    /// How long one message may take to reach the broker, in milliseconds.
    private static let limit: UInt32 = 10_000
    /// How long the good-bye may take, in milliseconds.
    private static let goodbyeLimit: UInt32 = 2_000

    /// Sends what is due, one after the other. What becomes due meanwhile is sent once, as it is then: however much comes in,
    /// one message goes out at a time.
    func send() {
        guard sender == nil, connection != nil, !isLeaving, !due.isEmpty else { return }
        sender = Task { await self.sendAll() }
    }

    private func sendAll() async {
        while connection != nil, !isLeaving, let step = Step.allCases.first(where: due.contains) {
            due.remove(step)
            let generation = generation
            do throws(BrokerError) {
                try await send(step)
            } catch {
                failed(step, error, generation)
            }
            tellOnline()
        }
        sender = nil
    }

    private func send(_ step: Step) async throws(BrokerError) {
        switch step {
        case .farewells:
            while let last = await former.last {
                try await send(farewells(to: last, for: address.id), Self.limit)
                await former.left(last)
            }
        case .subscriptions:
            // Asked for at every connection: the answer tells when commands are heard.
            try await broker.subscribe(filters.map { Subscription($0) }, deadline: time.now + Self.limit)
        case .announcements: try await send(discovery(address).announcements, Self.limit)
        case .state:
            let state = await device.state()
            let report = ControlBody.report(id: address.id, isOn: state.isOn, mode: state.mode)
            try await send([Message(topic: address.stateTopic, body: report.bytes, isRetained: true)], Self.limit)
        case .availability: try await send([availability(address, Availability.online)], Self.limit)
        case .joinFailure: if case .failed = joinReport { try await sendJoinReport() }
        case .joined: if joinReport == .joined { try await sendJoinReport() }
        case .signal:
            // Never kept by the broker: it says nothing of a later moment.
            guard let strength = await signal?()?.rawValue else { return }
            try await send([Message(topic: address.signalTopic, text: "\(strength)")], Self.limit)
        }
    }

    /// Never kept by the broker: it answers those who gave the credentials.
    private func sendJoinReport() async throws(BrokerError) {
        guard let report = joinReport else { return }
        try await send([Message(topic: address.joinTopic, text: report.text)], Self.limit)
        if joinReport == report { joinReport = nil }
    }

    private func send(_ messages: [Message], _ limit: UInt32) async throws(BrokerError) {
        let deadline = time.now + limit
        for message in messages { try await broker.publish(message, deadline: deadline) }
    }

    private func failed(_ step: Step, _ error: BrokerError, _ generation: Int) {
        if isLeaving { return }
        switch error.code {
        case .subscriptionRefused, .publishRefused, .tooLarge, .invalidTopic: refused(error, step)
        default:
            // Without a connection all becomes due with the next one; the word of it may be here already.
            due.insert(step)
            if error.code != .timedOut, generation == self.generation { connection = nil }
        }
    }

    func refused(_ error: BrokerError, _ step: Step) {
        if toldRefusals.insert(step).inserted { tell(.refused(error)) }
    }

    private func tellOnline() {
        guard !hasToldOnline, due.isEmpty, let connection else { return }
        hasToldOnline = true
        tell(.online(address, connection))
    }

    // MARK: - The end

    /// Whether the broker has heard it.
    func sayGoodbye(isForEver: Bool, for successor: DeviceID?) async -> Bool {
        guard connection != nil else { return false }
        let words = isForEver ? farewells(to: address, for: successor) : [availability(address, Availability.offline)]
        do throws(BrokerError) {
            try await send(words, Self.goodbyeLimit)
            return true
        } catch {
            return false
        }
    }

    /// What is said of an address at which the device is steered no more. A device that keeps its identifier under another
    /// topic leaves nothing behind: whoever knows devices by their identifiers would take the old for the new.
    private func farewells(to old: ControlAddress, for successor: DeviceID?) -> [Message] {
        let goodbye = availability(old, Availability.offline)
        guard old.id == successor else { return [goodbye] + discovery(old).removals }
        return [
            goodbye, availability(old, []), Message(topic: old.stateTopic, body: [], isRetained: true),
        ]
    }

    private func discovery(_ address: ControlAddress) -> Discovery {
        Discovery(address: address, description: description, tellsSignal: signal != nil)
    }

    private func availability(_ address: ControlAddress, _ word: [UInt8]) -> Message {
        Message(topic: address.availabilityTopic, body: word, isRetained: true)
    }
}
