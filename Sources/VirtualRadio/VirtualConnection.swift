import BluetoothLE
import ProvisioningProtocols
import Runtime

/// The central's end of a virtual link.
final class VirtualConnection: PeripheralConnection, LinkReceiver {
    let peripheral: PeripheralID
    let events: EventStream<ConnectionEvent, BluetoothError>

    private struct State {
        var mtu = 23
        var isPaired = false
        var attributes: AttributeTable?
    }

    private let source: EventSource<ConnectionEvent, BluetoothError>
    private let state = Lock(State())
    private let requests: PendingRequests
    let channel: LinkChannel
    private let time: any TimeSource
    private let onPaired: @Sendable () -> Void

    /// A connection that is not up: see ``begin(_:deadline:)``.
    init(
        to peripheral: PeripheralID, channel: LinkChannel, time: any TimeSource,
        onPaired: @escaping @Sendable () -> Void
    ) {
        self.peripheral = peripheral
        self.channel = channel
        self.time = time
        self.onPaired = onPaired
        requests = PendingRequests(time: time)
        (events, source) = EventStream.make(capacity: 4_096)
    }

    deinit { channel.close() }

    var mtu: Int { state.withLock { $0.mtu } }

    /// Brings the link up: `greeting` is the `connect` message. Where it fails, nothing is left.
    func begin(_ greeting: LinkMessage, deadline: Instant) async throws(BluetoothError) {
        do {
            let answer = try await request(greeting, deadline: deadline)
            state.withLock { state in
                state.mtu = min(max(Int(answer.number), 23), 517)
                state.isPaired = answer.handle != 0
            }
        } catch {
            end(error, tellingConsumer: false)
            throw error
        }
    }

    func services(deadline: Instant) async throws(BluetoothError) -> [Service] {
        if let known = state.withLock({ $0.attributes }) { return known.services }
        let answer = try await request(LinkMessage(kind: .services), deadline: deadline)
        let attributes = AttributeTable(answer.table)
        state.withLock { $0.attributes = attributes }
        return attributes.services
    }

    func read(_ characteristic: CharacteristicID) async throws(BluetoothError) -> [UInt8] {
        let handle = try handle(of: characteristic, can: .read)
        let chunk = mtu - 1
        var value: [UInt8] = []
        while true {
            let message = LinkMessage(kind: .read, handle: handle, number: UInt16(value.count))
            do {
                let part = try await request(message).value.prefix(maximumAttributeLength - value.count)
                value += part
                if part.count < chunk || value.count >= maximumAttributeLength { return value }
            } catch {
                // The value was exactly as long as what came: some peripherals say so with an error.
                if !value.isEmpty, error.attributeError == .invalidOffset { return value }
                throw error
            }
        }
    }

    func write(
        _ value: SecretBytes, to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError) {
        guard value.count <= maximumAttributeLength else {
            throw BluetoothError(.valueTooLong, "\(value.count) bytes; an attribute takes \(maximumAttributeLength)")
        }
        let handle = try handle(of: characteristic, can: withResponse ? .write : .writeWithoutResponse)
        if withResponse {
            _ = try await request(LinkMessage(kind: .write, handle: handle, written: value))
            return
        }
        let limit = mtu - 3
        guard value.count <= limit else {
            throw BluetoothError(.valueTooLong, "\(value.count) bytes; a write without response takes \(limit) here")
        }
        if let ended = requests.ended { throw ended }
        if !channel.send(LinkMessage(kind: .command, handle: handle, written: value)) { await channel.drained() }
    }

    func subscribe(to characteristic: CharacteristicID) async throws(BluetoothError) {
        let handle = try handle(of: characteristic, can: [.notify, .indicate])
        _ = try await request(LinkMessage(kind: .subscribe, handle: handle))
    }

    func unsubscribe(from characteristic: CharacteristicID) async throws(BluetoothError) {
        let handle = try handle(of: characteristic, can: [.notify, .indicate])
        _ = try await request(LinkMessage(kind: .unsubscribe, handle: handle))
    }

    func pair(deadline: Instant) async throws(BluetoothError) {
        if state.withLock({ $0.isPaired }) { return }
        _ = try await request(LinkMessage(kind: .pair), deadline: deadline)
        state.withLock { $0.isPaired = true }
        onPaired()
    }

    func disconnect() async { end(BluetoothError(.disconnected, "this end has disconnected"), tellingConsumer: false) }

    // MARK: The link

    /// Ends the link because of this end's radio.
    func cut(_ reason: BluetoothError) { end(reason, tellingConsumer: true) }

    func linkEnded(_ reason: BluetoothError) { end(reason, tellingConsumer: true) }

    func received(_ message: LinkMessage) {
        switch message.kind {
        case .answer, .table: requests.end(message.token, with: .answered(message))
        case .error: requests.end(message.token, with: .failed(attributeError(message.number)))
        case .refusal: requests.end(message.token, with: .failed(refusal(message)))
        case .notification: deliver(message)
        case .indication:
            deliver(message)
            channel.send(LinkMessage(kind: .confirmation, token: message.token))
        default: linkEnded(BluetoothError(.failed, "the peripheral sent what only a central may send"))
        }
    }

    private func deliver(_ message: LinkMessage) {
        guard let id = state.withLock({ $0.attributes?[message.handle]?.id }) else { return }
        if !source.yield(.notification(id, message.value)) {
            linkEnded(BluetoothError(.failed, "4,096 notifications wait and nobody takes them"))
        }
    }

    private func attributeError(_ code: UInt16) -> BluetoothError {
        let error = ATTError(rawValue: UInt8(clamping: code))
        return BluetoothError(
            .attributeError, "the peripheral answered with attribute error 0x" + String(code, radix: 16),
            attributeError: error)
    }

    private func refusal(_ message: LinkMessage) -> BluetoothError {
        // A refused link has no MTU yet: each kind of refusal comes with their own number.
        switch message.number {
        case LinkMessage.pairingRefused: BluetoothError(.pairingFailed, "the peripheral refused to pair")
        case LinkMessage.bondLost: BluetoothError(.bondLost, "the peripheral has lost its bond")
        default: BluetoothError(.connectionFailed, "the peripheral refused the connection")
        }
    }

    private func handle(
        of id: CharacteristicID, can properties: CharacteristicProperties
    ) throws(BluetoothError) -> UInt16 {
        if let ended = requests.ended { throw ended }
        guard let attributes = state.withLock({ $0.attributes }) else {
            throw BluetoothError(.unsupported, "the services of this link are not known yet: ask for them first")
        }
        guard let handle = attributes.handle(of: id), let entry = attributes[handle] else {
            throw BluetoothError(.unsupported, "the peripheral has no characteristic \(id.characteristic)")
        }
        guard !entry.properties.isDisjoint(with: properties) else {
            throw BluetoothError(.unsupported, "characteristic \(id.characteristic) cannot do that")
        }
        return handle
    }

    /// Sends a request and waits for its answer: until `deadline`, or as long as the attribute protocol does.
    private func request(
        _ message: LinkMessage, deadline: Instant? = nil
    ) async throws(BluetoothError) -> LinkMessage {
        let limit = time.now + attributeTimeLimit
        let isCallers = deadline.map { $0 < limit } ?? false
        let failure: @Sendable () -> BluetoothError = {
            if isCallers { return BluetoothError(.timedOut) }
            return BluetoothError(
                .disconnected, "the peripheral did not answer a request for 30 s, which ends the link")
        }
        return try await requests.perform(
            until: min(deadline ?? limit, limit), failingWith: failure,
            expired: { [weak self] in if !isCallers { self?.linkEnded(failure()) } },
            send: { token in
                var message = message
                message.token = token
                channel.send(message)
            })
    }

    private func end(_ reason: BluetoothError, tellingConsumer: Bool) {
        channel.close()
        guard requests.endAll(reason) else { return }
        if tellingConsumer { source.finish(throwing: reason) } else { source.finish() }
    }
}

extension LinkMessage {
    /// The number of a refusal to pair; another number refuses the link.
    static let pairingRefused: UInt16 = 1
    /// The number of a link that is refused because the central relies on a bond that the peripheral has lost.
    static let bondLost: UInt16 = 2
}
