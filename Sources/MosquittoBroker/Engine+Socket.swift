import CMosquitto
import Glibc
import MessageBroker
import ProvisioningProtocols
import Runtime

extension Engine: PollClient {
    nonisolated func watch() -> Watch? { assumeIsolated { $0.watchNow() } }

    nonisolated func ready(_ events: Int16) { assumeIsolated { $0.handle(events) } }

    private func watchNow() -> Watch? {
        guard let library, library.descriptor >= 0 else { return nil }
        var events: Int16 = 0
        var timeout: Int32 = -1
        switch phase {
        case .connecting(let attempt):
            events = Int16(POLLIN)
            if attempt.step == .reaching { events |= Int16(POLLOUT) }
        case .connected:
            // A listener that does not keep up lets the broker wait.
            events = listeners.areFull ? 0 : Int16(POLLIN)
            timeout = min(5000, Int32(settings.keepAlive) * 250)
        case .closing: break
        default: return nil
        }
        if library.wantsToWrite { events |= Int16(POLLOUT) }
        return Watch(descriptor: library.descriptor, events: events, timeout: timeout)
    }

    private func handle(_ events: Int16) {
        guard let library else { return }
        let isBroken = events & Int16(POLLERR | POLLHUP) != 0
        if case .connecting(let attempt) = phase, attempt.step == .reaching, events != 0 {
            let number = library.socketError
            guard number == 0 else {
                return failed(endOfAttempt(MOSQ_ERR_ERRNO, number, attempt.target.address))
            }
            move(attempt, to: library.tls == nil ? .loggingIn : .securing)
        }
        if events & Int16(POLLIN) != 0 { lastHeard = time.now }
        var status = MOSQ_ERR_SUCCESS
        if events & Int16(POLLIN) != 0 || isBroken { status = library.read() }
        if status == MOSQ_ERR_SUCCESS, library.descriptor >= 0, events & Int16(POLLOUT) != 0 {
            status = library.write()
        }
        if status == MOSQ_ERR_SUCCESS, library.descriptor >= 0, case .connected = phase { status = library.keepAlive() }
        noteProtection()
        handleEvents()
        concludeReading(status, isBroken: isBroken)
    }

    /// Tells that the handshake is through, before what came in the same read: the answer to the log-in, or the end.
    private func noteProtection() {
        guard case .connecting(let attempt) = phase, attempt.step == .securing, library?.tlsFacts != nil else { return }
        move(attempt, to: .loggingIn)
    }

    private func move(_ attempt: Attempt, to step: ConnectionStep) {
        var attempt = attempt
        attempt.step = step
        phase = .connecting(attempt)
        listeners.set(.connecting(attempt.target.address, step))
    }

    private func concludeReading(_ status: mosq_err_t, isBroken: Bool) {
        guard let library else { return }
        let hasEnded = status != MOSQ_ERR_SUCCESS || library.descriptor < 0
        switch phase {
        case .connecting(let attempt):
            // The library goes on with a handshake that was cut off as if there were more to come.
            if hasEnded || isBroken {
                failed(endOfAttempt(status, status == MOSQ_ERR_ERRNO ? errno : 0, attempt.target.address))
            }
        case .connected(let connection, _):
            if hasEnded { lost(endOfConnection(status, connection.address)) }
        case .closing: if hasEnded { finishClosing() }
        default: return
        }
    }

    private func endOfConnection(_ status: mosq_err_t, _ address: BrokerAddress) -> BrokerError {
        if let goodbye = library?.sink.goodbye { return .goodbye(goodbye, address) }
        return switch status {
        case MOSQ_ERR_KEEPALIVE: .unanswered(address)
        case let status where status.isViolation: .protocolViolation(address)
        default:
            // With TLS 1.3 a broker looks at the client's certificate when the client already thinks it is through.
            library?.tls.flatMap {
                .tls($0.verdict, notes: [], address: address, now: surroundings.wallClock())
            } ?? .connectionLost(address)
        }
    }

    /// Takes what the library has told: first the messages, as one batch, then the rest in its order.
    func handleEvents() {
        guard !isHandling, let library else { return }
        isHandling = true
        defer { isHandling = false }
        while true {
            if !library.sink.messages.isEmpty {
                listeners.deliver(library.sink.messages)
                library.sink.messages = []
            }
            guard !library.sink.events.isEmpty else { return }
            let events = library.sink.events
            library.sink.events = []
            for event in events { handle(event) }
        }
    }

    private func handle(_ event: LibraryEvent) {
        switch event {
        case .answered(let answer): answered(answer)
        case .published(let identifier, let reason): published(identifier, reason)
        case .subscribed(let identifier, let granted): subscribed(identifier, granted)
        case .unsubscribed(let identifier): unsubscribed(identifier)
        }
    }

    private func answered(_ answer: LibraryEvent.Answer) {
        guard case .connecting(let attempt) = phase, let library else { return }
        let address = attempt.target.address
        guard answer.reason == 0 else { return failed(.refused(answer.reason, address, settings.version)) }
        time.cancel(attempt.timer)
        library.isThrough()
        let connection = BrokerConnection(
            address: address, numericHost: attempt.target.numericHost, tls: library.tlsFacts,
            isSessionPresent: answer.isSessionPresent)
        phase = .connected(connection, since: time.now)
        lastHeard = time.now
        lastError = nil
        addressesLeft = []
        targetsLeft = []
        publishing.window = Int(answer.receiveMaximum ?? Publishing.defaultWindow)
        listeners.set(.connected(connection))
        subscribeAnew(isSessionPresent: answer.isSessionPresent)
        sendWaiting()
    }
}
