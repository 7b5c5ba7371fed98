import CMosquitto
import MessageBroker
import ProvisioningProtocols
import Runtime

extension Engine {
    /// Sends a message; see ``Broker/publish(_:deadline:)``.
    func publish(_ message: Message, deadline: Instant) async throws(BrokerError) {
        if let fault = TopicFault.ofTopic(message.topic) { throw .invalidTopic(message.topic, fault) }
        switch phase {
        case .connected: break
        case .closing, .closed: throw .closed(state: "Nothing was sent.")
        default: throw .notConnected(lastError)
        }
        publishing.lastNumber += 1
        let number = publishing.lastNumber
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                accept(message, deadline, number, continuation)
            }
        } onCancel: {
            enter { $0.giveUp(number, .cancelled("a message", state: Engine.unknownState)) }
        }
        if let error { throw error }
    }

    static let unknownState = "Whether the broker has the message is not known; it is not sent again."

    private func accept(
        _ message: Message, _ deadline: Instant, _ number: UInt64,
        _ continuation: CheckedContinuation<BrokerError?, Never>
    ) {
        let timer = schedule(at: deadline) { $0.deadlinePassed(number) }
        publishing.calls[number] = Publishing.Call(
            message: message, deadline: deadline, timer: timer, continuation: continuation)
        publishing.waiting.append(number)
        sendWaiting()
    }

    /// Hands over as many messages as may be under way.
    func sendWaiting() {
        guard case .connected = phase else { return }
        while publishing.numbers.count < publishing.window, let number = publishing.nextWaiting() {
            guard handOver(number) else { break }
        }
        handleEvents()
    }

    /// `false` where there is no connection any more.
    private func handOver(_ number: UInt64) -> Bool {
        guard let library, let call = publishing.calls[number] else { return true }
        switch library.publish(call.message) {
        case .success(let identifier):
            publishing.calls[number]?.identifier = identifier
            publishing.calls[number]?.handedOver = time.now
            publishing.numbers[identifier] = number
        case .failure(let failure):
            if failure.isOne(of: MOSQ_ERR_NO_CONN, MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO) {
                publishing.putBack([number])
                return false
            }
            finish(number, refusal(of: call.message, failure))
        }
        return true
    }

    private func refusal(of message: Message, _ failure: LibraryFailure) -> BrokerError {
        if failure.isOne(of: MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_PAYLOAD_SIZE) { return .tooLarge(message.body.count) }
        if failure.isOne(of: MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8) { return .invalidTopic(message.topic, .wildcard) }
        return .publishRefused("the library's number is \(failure.status)")
    }

    /// The library wrote a message of QoS 0, or the broker answered one.
    func published(_ identifier: Int32, _ reason: Int32) {
        publishing.abandoned.remove(identifier)
        guard let number = publishing.numbers.removeValue(forKey: identifier) else { return }
        finish(number, reason >= 0x80 ? .publishRefused("its number is \(reason)") : nil)
        sendWaiting()
    }

    private func deadlinePassed(_ number: UInt64) {
        guard let call = publishing.calls[number] else { return }
        let isSent = call.identifier != nil
        giveUp(
            number,
            .timedOut(
                "a message", lastError,
                state: isSent ? Engine.unknownState : "It was not sent, and will not be."))
        // A broker that has said nothing at all since is taken for gone.
        if case .connected(let connection, _) = phase, let sent = call.handedOver, lastHeard <= sent {
            lost(.unanswered(connection.address))
        }
    }

    /// Ends a call whose message must not be sent any more.
    func giveUp(_ number: UInt64, _ error: BrokerError) {
        guard let call = publishing.calls[number] else { return }
        if let identifier = call.identifier {
            publishing.numbers.removeValue(forKey: identifier)
            publishing.abandoned.insert(identifier)
        }
        finish(number, error)
        // The library sends what it has as soon as the broker lets it in.
        if case .connecting = phase, call.identifier != nil { restartAttempt() }
    }

    private func finish(_ number: UInt64, _ error: BrokerError?) {
        guard let call = publishing.calls.removeValue(forKey: number) else { return }
        time.cancel(call.timer)
        call.continuation.resume(returning: error)
    }

    /// The connection is gone: what was on its way with QoS 0 is neither known to have arrived nor sent again, and QoS 2
    /// only holds as long as both ends keep their session.
    func connectionEndedForPublishing() {
        for (identifier, number) in publishing.numbers {
            guard let quality = publishing.calls[number]?.message.qualityOfService else { continue }
            let isOver = quality == .atMostOnce || (quality == .exactlyOnce && settings.session == .clean)
            guard isOver else { continue }
            publishing.numbers.removeValue(forKey: identifier)
            finish(number, .interrupted(lastError))
        }
    }

    /// The library's client is a new one, which has nothing: what the old one had waits again, in its order.
    func sendAgain() {
        var again: [UInt64] = []
        for number in publishing.numbers.values {
            guard let call = publishing.calls[number] else { continue }
            if call.message.qualityOfService == .exactlyOnce {
                finish(number, .interrupted(lastError))
            } else {
                publishing.calls[number]?.identifier = nil
                publishing.calls[number]?.handedOver = nil
                again.append(number)
            }
        }
        publishing.numbers = [:]
        publishing.putBack(again.sorted())
    }

    /// Ends all calls.
    func endPublishing(_ error: BrokerError) {
        for number in publishing.calls.keys.sorted() { finish(number, error) }
        publishing.numbers = [:]
        publishing.waiting = []
        publishing.head = 0
    }
}
