import BluetoothLE
import ProvisioningProtocols
import Runtime

extension MachineDriver where Machine: ~Copyable {
    /// Begins an operation on the link; `false` where the action is none.
    func begin(_ action: ProvisionerAction, _ outbox: inout Outbox) -> Bool {
        switch action {
        case .pair: pair()
        case .subscribe(let characteristic): subscribe(characteristic, anew: false)
        case .resubscribe(let characteristic): subscribe(characteristic, anew: true)
        case .read(let characteristic): read(characteristic)
        case .write: write(&outbox)
        case .reconnect: reconnect()
        default: return false
        }
        return true
    }

    /// Runs `body` as the operation that is under way; what it says to the machine is dropped where the link is another.
    private func run(
        before deadline: Instant? = nil,
        _ body: @escaping @Sendable (isolated MachineDriver<Machine>, any PeripheralConnection, Int) async -> Void
    ) {
        guard let connection else { return }
        let number = linkNumber
        operationDeadline = deadline ?? now + context.limits.request.milliseconds
        operation = Task { await body(self, connection, number) }
    }

    /// Whether an operation that ended belongs to the present link; it is no longer under way then.
    private func ended(_ number: Int) -> Bool {
        guard number == linkNumber, !isClosed else { return false }
        operation = nil
        operationDeadline = nil
        return true
    }

    private func pair() {
        let limit = now + context.limits.pairing.milliseconds
        run(before: limit + pairingGrace) { driver, connection, number in
            let failure = await failure { () throws(BluetoothError) in try await connection.pair(deadline: limit) }
            guard driver.ended(number) else { return }
            // Why pairing failed is for a person to mend: those who wait are told that, instead of what the protocol
            // makes of it.
            if let failure { driver.waiters.finishAll(ProvisioningError(failure, during: "Pairing")) }
            driver.advance { $0.paired(OperationResult(failure), at: $1, &$2) }
        }
    }

    private func subscribe(_ characteristic: UInt8, anew: Bool) {
        guard let id = map?[characteristic] else { return }
        run { driver, connection, number in
            if anew { _ = await failure { () throws(BluetoothError) in try await connection.unsubscribe(from: id) } }
            let failure = await failure { () throws(BluetoothError) in try await connection.subscribe(to: id) }
            guard driver.ended(number) else { return }
            // Where another program hears the device, nothing that is sent would have an outcome.
            if let failure, failure.code == .inUse {
                return driver.giveUp(ProvisioningError(failure, during: "Listening to the device"))
            }
            driver.advance { $0.subscribed(characteristic, OperationResult(failure), at: $1, &$2) }
        }
    }

    private func read(_ characteristic: UInt8) {
        guard let id = map?[characteristic] else { return }
        run { driver, connection, number in
            let value = try? await connection.read(id)
            guard driver.ended(number) else { return }
            if let value {
                driver.trace(value.span, characteristic, .read)
                driver.advance { $0.readCompleted(value.span, from: characteristic, at: $1, &$2) }
            } else {
                driver.advance { $0.readFailed(characteristic, at: $1, &$2) }
            }
        }
    }

    /// Writes the message in the outbox, whole: a protocol without pieces of its own must not be cut into any.
    private func write(_ outbox: inout Outbox) {
        guard outbox.count > 0 else { return }
        let (characteristic, value) = outbox.withMessage(0) { characteristic, bytes in
            (characteristic, SecretBytes(bytes))
        }
        outbox.removeAll()
        guard let id = map?[characteristic] else { return }
        value.withBytes { trace($0, characteristic, .written) }
        run { driver, connection, number in
            let failure = await failure { () throws(BluetoothError) in
                try await connection.write(value, to: id, withResponse: true)
            }
            guard driver.ended(number) else { return }
            driver.advance { $0.writeCompleted(OperationResult(failure), at: $1, &$2) }
        }
    }

    /// Ends the link, if there is one, and makes another.
    private func reconnect() {
        linkNumber += 1
        let number = linkNumber
        let old = connection
        connection = nil
        let limit = machine.deadline
        operationDeadline = nil
        operation = Task {
            if let old { await release(old) }
            let made = try? await context.connect(to: device.id, through: central, before: limit)
            guard number == linkNumber, !isClosed else {
                if let made { await release(made.0) }
                return
            }
            operation = nil
            if let (connection, services) = made {
                if let map = entry.resolve(services) { return await start(connection, map) }
                await release(connection)
                guard number == linkNumber else { return }
            }
            lost()
        }
    }
}

/// How much longer than its limit a radio may take to say that pairing ended, in milliseconds.
private let pairingGrace: UInt32 = 1_000

/// Why a call on the link failed; `nil` where it did not.
private func failure(_ call: () async throws(BluetoothError) -> Void) async -> BluetoothError? {
    do {
        try await call()
        return nil
    } catch {
        return error
    }
}

extension OperationResult {
    /// How a call on the link went, in a machine's terms.
    fileprivate init(_ failure: BluetoothError?) {
        self = failure.map { error in error.attributeError.map { .refused($0.rawValue) } ?? .failed } ?? .done
    }
}
