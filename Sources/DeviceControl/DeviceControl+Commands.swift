public import DeviceDirectory
import MessageBroker
public import ProvisioningProtocols
import Runtime

extension DeviceControl {
    /// Sends a command, and returns when the broker has it.
    ///
    /// To a device that is known to be offline, and without a connection to the broker, it fails at once. With `wait` it is
    /// kept instead, in memory, for that many milliseconds, and sent when both are there; a later command to the same device
    /// takes its place. After that time, or a cancellation, it is never sent.
    /// - Throws: `noBroker`, `deviceOffline`, `replaced`, `notSent`, `cancelled`, `closed`.
    public func send(_ command: DeviceCommand, to address: ControlAddress, wait: UInt32 = 0) async throws(ControlError)
    {
        let limit = time.now + wait
        repeat {
            _ = try await reach(command, address, until: limit)
        } while try await !handOver(command, address, limit)
    }

    /// Sends a command, and returns the state that the device reports when it is what was asked for.
    ///
    /// A device that says meanwhile that it is there anew was away, and no broker keeps a command for it: it is told again,
    /// unless another command to it has come since. So it is when the connection to the broker was lost and is back. One that
    /// reports another state has answered, and has `answerLimit` milliseconds more to report the one that was asked for; with `wait` it is told once more
    /// before that counts, since one without an availability may only have come back.
    /// - Throws: what ``send(_:to:wait:)`` throws; `notObeyed`, with what was reported, where that is another state; and
    ///   `unconfirmed` where nothing was reported by `deadline`.
    @discardableResult
    public func set(
        _ command: DeviceCommand, of address: ControlAddress, deadline: Instant, wait: UInt32 = 0,
        answerLimit: UInt32 = DeviceControl.answerLimit
    ) async throws(ControlError) -> DeviceState {
        let waitLimit = time.now + wait
        var mine = try await reach(command, address, until: waitLimit)
        var (number, stream) = watches.begin(address.id) { $0.subject.isAnswer }
        defer { watches.end(number) }
        while try await !handOver(command, address, waitLimit) {
            // What comes before the command is sent is no answer to it.
            watches.end(number)
            mine = try await reach(command, address, until: waitLimit)
            (number, stream) = watches.begin(address.id) { $0.subject.isAnswer }
        }
        var confirmation = Confirmation(command, mayRepeat: wait > 0)
        while true {
            let limit = confirmation.answered.map { min(deadline, $0 + answerLimit) } ?? deadline
            switch await stream.next(until: limit, on: time) {
            case .event(let sign):
                switch confirmation.take(sign, at: time.now) {
                case .done(let state): return state
                case .wait: continue
                case .repeatCommand:
                    guard newest[address.id] == mine else { continue }
                    // It has been told once: where this fails, a report may come all the same.
                    try? await publish(command, address, until: min(deadline, time.now + Self.publishLimit))
                }
            case .cancelled: throw .cancelled(isSent: true)
            case .ended: throw .closed()
            case .timedOut:
                if let other = confirmation.other { throw .notObeyed(address, other, within: answerLimit) }
                throw .unconfirmed(address, broker.state)
            }
        }
    }

    /// Waits until a command can be sent, where it cannot and may wait. Its number among those to the device.
    private func reach(
        _ command: DeviceCommand, _ address: ControlAddress, until limit: Instant
    ) async throws(ControlError) -> UInt64 {
        if isClosed { throw .closed() }
        if let obstacle = obstacle(address) {
            guard time.now < limit else { throw obstacle }
            if let error = await enqueue(command, address, until: limit) { throw error }
        } else {
            // What waited is older than this.
            for call in queue.removeAll(where: { $0.address.id == address.id }) { finish(call, .replaced(address)) }
        }
        newest[address.id, default: 0] += 1
        return newest[address.id, default: 0]
    }

    /// Gives a command to the broker. `false` where the connection went meanwhile, and the command may wait for the next.
    private func handOver(
        _ command: DeviceCommand, _ address: ControlAddress, _ limit: Instant
    ) async throws(ControlError) -> Bool {
        do throws(ControlError) {
            try await publish(command, address, until: time.now + Self.publishLimit)
            return true
        } catch {
            guard error.code == .noBroker, time.now < limit else { throw error }
            return false
        }
    }

    /// Waits until a device is heard itself; what the broker had kept of it does not count. Its status then; `nil` when
    /// `deadline` passes first, when the task is cancelled or the control stopped.
    ///
    /// Its topic has to be listened to, see ``listen(to:)``.
    public func heard(from id: DeviceID, deadline: Instant) async -> DeviceStatus? {
        if isClosed { return nil }
        let (number, stream) = watches.begin(id) { _ in true }
        defer { watches.end(number) }
        while case .event(let sign) = await stream.next(until: deadline, on: time) {
            if case .change(let change) = sign { return change.status }
        }
        return nil
    }

    /// Why a command cannot be sent now; `nil` where it can.
    private func obstacle(_ address: ControlAddress) -> ControlError? {
        guard case .connected = broker.state else { return .noBroker(broker.state) }
        return table.devices[address.id]?.presence == .offline ? .deviceOffline(address) : nil
    }

    private func publish(
        _ command: DeviceCommand, _ address: ControlAddress, until deadline: Instant
    ) async throws(ControlError) {
        let body = command.body(for: address.id, known: knownMode(of: address.id))
        let message = Message(topic: address.commandTopic, body: body, qualityOfService: .atLeastOnce)
        do throws(BrokerError) {
            try await broker.publish(message, deadline: deadline)
        } catch {
            throw error.code == .notConnected ? .noBroker(broker.state) : .notSent(error)
        }
    }

    /// Keeps a command until it can be sent. `nil` when it can; otherwise why it never will be.
    private func enqueue(
        _ command: DeviceCommand, _ address: ControlAddress, until deadline: Instant
    ) async -> ControlError? {
        let number = queue.nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let timer = time.schedule(at: deadline) { [weak self] in Task { await self?.timedOut(number) } }
                let call = CommandQueue.Call(
                    number: number, command: command, address: address, timer: timer, continuation: continuation)
                if let earlier = queue.put(call) { finish(earlier, .replaced(address)) }
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func timedOut(_ number: UInt64) {
        guard let call = queue.remove(number) else { return }
        guard case .connected = broker.state else { return finish(call, .noBroker(broker.state)) }
        finish(call, .deviceOffline(call.address, hasWaited: true))
    }

    private func giveUp(_ number: UInt64) {
        if let call = queue.remove(number) { finish(call, .cancelled()) }
    }

    /// Lets go on what waited for a device or for the broker, and need not any more.
    func sendQueued() {
        for call in queue.removeAll(where: { obstacle($0.address) == nil }) { finish(call, nil) }
    }

    func finish(_ call: CommandQueue.Call, _ error: ControlError?) {
        time.cancel(call.timer)
        call.continuation.resume(returning: error)
    }
}
