import CMosquitto
import Glibc
import MessageBroker
import ProvisioningProtocols
import Runtime

extension Engine {
    /// Begins to connect, or goes on at once where it waits for the next attempt.
    func connect() {
        switch phase {
        case .idle: beginRound()
        case .waiting(let timer):
            time.cancel(timer)
            beginRound()
        default: return
        }
    }

    /// Tries every address once, beginning with the one whose turn it is.
    func beginRound() {
        let addresses = settings.addresses
        let start = firstAddress % max(1, addresses.count)
        addressesLeft = Array(addresses[start...] + addresses[..<start])
        targetsLeft = []
        roundError = nil
        tryNextAddress()
    }

    private func tryNextAddress() {
        guard !addressesLeft.isEmpty else { return wait(for: roundError ?? .notConnected(nil)) }
        let address = addressesLeft.removeFirst()
        if let place = settings.addresses.firstIndex(of: address) { firstAddress = place }
        lookups += 1
        let number = lookups
        let timer = schedule(at: time.now + settings.connectLimit) { $0.lookupTimedOut(number) }
        phase = .resolving(address, number: number, timer)
        listeners.set(.connecting(address, .resolving))
        HostLookup.start(address.host) { [weak self] answer in self?.enter { $0.resolved(number, answer) } }
    }

    private func resolved(_ number: Int, _ answer: HostLookup.Answer) {
        guard case .resolving(let address, number, let timer) = phase else { return }
        time.cancel(timer)
        switch answer {
        case .success(let hosts):
            targetsLeft = hosts.map { Target(address: address, numericHost: $0) }
            tryNextTarget()
        case .failure(let error): failed(error)
        }
    }

    private func lookupTimedOut(_ number: Int) {
        guard case .resolving(let address, number, _) = phase else { return }
        failed(.attemptTimedOut(address, .resolving))
    }

    private func tryNextTarget() {
        guard !targetsLeft.isEmpty else { return tryNextAddress() }
        let target = targetsLeft.removeFirst()
        let error = open(target)
        if let error { failed(error) }
    }

    private func open(_ target: Target) -> BrokerError? {
        do throws(BrokerError) {
            let library = try libraryForAttempt()
            try library.tls?.prepare(for: target.address.host, now: surroundings.wallClock())
            let timer = schedule(at: time.now + settings.connectLimit) { $0.attemptTimedOut() }
            phase = .connecting(Attempt(target: target, timer: timer, step: .reaching))
            listeners.set(.connecting(target.address, .reaching))
            let (status, number) = library.open(target.numericHost, port: target.address.port)
            return status == MOSQ_ERR_SUCCESS ? nil : endOfAttempt(status, number, target.address)
        } catch {
            return error
        }
    }

    private func attemptTimedOut() {
        guard case .connecting(let attempt) = phase else { return }
        failed(.attemptTimedOut(attempt.target.address, attempt.step))
    }

    /// Why an attempt ended with `status`, the most telling cause first.
    func endOfAttempt(_ status: mosq_err_t, _ number: Int32, _ address: BrokerAddress) -> BrokerError {
        if let library, let tls = library.tls {
            let now = surroundings.wallClock()
            let error = BrokerError.tls(tls.verdict, notes: library.sink.tlsNotes, address: address, now: now)
            if let error, error.code != .tlsFailed || status == MOSQ_ERR_TLS { return error }
        }
        if let goodbye = library?.sink.goodbye { return .goodbye(goodbye, address) }
        return switch status {
        case let status where status.isViolation: .protocolViolation(address)
        case MOSQ_ERR_ERRNO where number != 0 && number != EPROTO && number != ECONNRESET && number != EPIPE:
            .unreachable(address, number)
        case MOSQ_ERR_NOMEM: .system("connect", ENOMEM)
        default:
            library?.tls.flatMap { .lostOverCertificate($0.verdict, address) }
                ?? .closedAtOnce(address, settings.version)
        }
    }

    /// An attempt failed: on with the next, or, where that is no use, with waiting.
    func failed(_ error: BrokerError) {
        var error = error
        if case .connecting(let attempt) = phase {
            time.cancel(attempt.timer)
            error = error.with(library?.tls?.verdict.learnt)
        }
        if case .resolving(_, _, let timer) = phase { time.cancel(timer) }
        leaveConnection()
        // A host that was reached and said no tells more than one that was not.
        if roundError?.isOfReaching ?? true || !error.isOfReaching { roundError = error }
        if error.isRefusal || error.fault == .caller { return wait(for: error) }
        if error.isOfReaching { tryNextTarget() } else { tryNextAddress() }
    }

    /// The connection, which there was, is gone.
    func lost(_ error: BrokerError) {
        guard case .connected(_, let since) = phase else { return }
        if time.now.milliseconds(since: since) >= Backoff.steadyAfter { backoff.reset() }
        firstAddress += 1
        renewClientID()
        leaveConnection()
        wait(for: error)
    }

    private func wait(for error: BrokerError) {
        lastError = error
        let chance = surroundings.chance()
        let delay = error.isRefusal ? Backoff.afterRefusal(chance: chance) : backoff.next(chance: chance)
        let until = time.now + delay
        phase = .waiting(schedule(at: until) { $0.waited() })
        listeners.set(.waiting(error, until: until))
    }

    private func waited() {
        guard case .waiting = phase else { return }
        beginRound()
    }

    /// The attempt under way is given up and made again, with a client that knows nothing of what it was to send.
    func restartAttempt() {
        guard case .connecting(let attempt) = phase else { return }
        time.cancel(attempt.timer)
        leaveConnection()
        targetsLeft.insert(attempt.target, at: 0)
        tryNextTarget()
    }
}
