import BluetoothLE
import ProvisioningProtocols
import Runtime

/// The peripheral's end of a virtual link.
final class ServedLink: LinkReceiver {
    private struct State {
        var central: CentralID?
        var mtu = 23
        var isPaired = false
        var subscriptions: Set<UInt16> = []
        /// Ends a link whose central does not introduce itself.
        var greetingTimer: Timer?
        /// Requests that the application has not answered: their token, and for reads the offset.
        var open: [UInt16: OpenRequest] = [:]
    }

    private struct OpenRequest {
        let isRead: Bool
    }

    /// Tells the links of a peripheral apart.
    let number: UInt32
    let channel: LinkChannel
    private weak let owner: VirtualPeripheral?
    private let attributes: AttributeTable
    private let state = Lock(State())
    private let indications: PendingRequests
    private let time: any TimeSource

    init(number: UInt32, channel: LinkChannel, owner: VirtualPeripheral, time: any TimeSource) {
        self.number = number
        self.channel = channel
        self.owner = owner
        attributes = owner.attributes
        indications = PendingRequests(time: time)
        self.time = time
    }

    /// The central, once it has connected.
    var central: CentralID? { state.withLock { $0.central } }

    /// Keeps the timer that ends the link unless its central introduces itself.
    func limit(_ timer: Timer) { state.withLock { $0.greetingTimer = timer } }

    private func dropLimit() {
        let timer = state.withLock { state in
            let timer = state.greetingTimer
            state.greetingTimer = nil
            return timer
        }
        if let timer { time.cancel(timer) }
    }

    // MARK: From the application

    /// Notifies the central of values; `false` when notifications have piled up, `nil` where it has not subscribed.
    func notify(_ values: [[UInt8]], handle: UInt16) -> Bool? {
        guard let limit = limit(handle) else { return nil }
        return channel.send(
            values.map { LinkMessage(kind: .notification, handle: handle, value: Self.cut($0, to: limit)) })
    }

    /// How much of a value the link carries; `nil` where the central has not subscribed.
    private func limit(_ handle: UInt16) -> Int? {
        state.withLock { $0.subscriptions.contains(handle) ? $0.mtu - 3 : nil }
    }

    private static func cut(_ value: [UInt8], to limit: Int) -> [UInt8] {
        value.count > limit ? Array(value.prefix(limit)) : value
    }

    /// Indicates a value to the central if it has subscribed, and waits for its confirmation.
    func indicate(_ value: [UInt8], handle: UInt16, until deadline: Instant) async throws(BluetoothError) {
        guard let limit = limit(handle) else { return }
        let late = BluetoothError(
            .disconnected, "the central did not confirm an indication for 30 s, which ends the link")
        _ = try await indications.perform(
            until: deadline, failingWith: { late }, expired: { [self] in linkEnded(late) }
        ) {
            channel.send(LinkMessage(kind: .indication, token: $0, handle: handle, value: Self.cut(value, to: limit)))
        }
    }

    /// Answers request `token`, if it is still open.
    func respond(_ token: UInt16, with value: [UInt8]) {
        let (request, mtu) = state.withLock { ($0.open.removeValue(forKey: token), $0.mtu) }
        guard let request else { return }
        let part = request.isRead ? Array(value.prefix(mtu - 1)) : []
        channel.send(LinkMessage(kind: .answer, token: token, value: part))
    }

    /// Answers request `token` with an error, if it is still open.
    func respond(_ token: UInt16, with error: ATTError) {
        guard state.withLock({ $0.open.removeValue(forKey: token) }) != nil else { return }
        fail(token, error)
    }

    /// Ends the link by this end's wish.
    func end(_ reason: BluetoothError) {
        channel.close()
        dropLimit()
        indications.endAll(reason)
    }

    // MARK: From the central

    func linkEnded(_ reason: BluetoothError) {
        end(reason)
        owner?.ended(self)
    }

    func received(_ message: LinkMessage) {
        guard let owner else { return end(BluetoothError(.disconnected)) }
        guard let central else {
            return message.kind == .connect ? connect(message, owner) : protocolError(message)
        }
        switch message.kind {
        case .services: channel.send(LinkMessage(kind: .table, token: message.token, table: attributes.services))
        case .read: read(message, central, owner)
        case .write, .command: write(message, central, owner)
        case .subscribe, .unsubscribe: subscribe(message, central, owner)
        case .pair: pair(message, central, owner)
        case .confirmation: indications.end(message.token, with: .answered(message))
        default: protocolError(message)
        }
    }

    private func protocolError(_ message: LinkMessage) {
        linkEnded(BluetoothError(.failed, "the central sent what it may not send here: \(message.kind)"))
    }

    private func connect(_ message: LinkMessage, _ owner: VirtualPeripheral) {
        guard let (central, isBonded) = owner.admit(message, self) else {
            channel.send(LinkMessage(kind: .refusal, token: message.token))
            return linkEnded(BluetoothError(.connectionFailed, "refused"))
        }
        guard !owner.hasLostBond(message) else {
            channel.send(LinkMessage(kind: .refusal, token: message.token, number: LinkMessage.bondLost))
            return linkEnded(BluetoothError(.bondLost, "the central relies on a bond that is not there"))
        }
        dropLimit()
        let mtu = min(max(Int(message.number), 23), owner.mtu)
        state.withLock { state in
            state.central = central
            state.mtu = mtu
            state.isPaired = isBonded
        }
        owner.connected(self, central)
        channel.send(
            LinkMessage(kind: .answer, token: message.token, handle: isBonded ? 1 : 0, number: UInt16(mtu)))
    }

    private func fail(_ token: UInt16, _ error: ATTError) {
        channel.send(LinkMessage(kind: .error, token: token, number: UInt16(error.rawValue)))
    }

    /// The characteristic of a request, if it can do that and the link is good enough; otherwise the request is answered.
    private func entry(
        _ message: LinkMessage, can properties: CharacteristicProperties, encrypted: CharacteristicProperties,
        otherwise error: ATTError
    ) -> AttributeTable.Entry? {
        let entry = attributes[message.handle]
        let isPaired = state.withLock { $0.isPaired }
        switch entry {
        case nil: fail(message.token, ATTError(rawValue: 0x01))
        case let entry? where entry.properties.isDisjoint(with: properties): fail(message.token, error)
        case let entry? where entry.properties.contains(encrypted) && !isPaired:
            fail(message.token, .insufficientEncryption)
        default: return entry
        }
        return nil
    }

    private func open(_ message: LinkMessage, isRead: Bool) -> RequestID {
        state.withLock { $0.open[message.token] = OpenRequest(isRead: isRead) }
        return RequestID(rawValue: UInt64(number) << 16 | UInt64(message.token))
    }

    private func read(_ message: LinkMessage, _ central: CentralID, _ owner: VirtualPeripheral) {
        guard let entry = entry(message, can: .read, encrypted: .encryptRead, otherwise: .readNotPermitted) else {
            return
        }
        guard message.number <= maximumAttributeLength else { return fail(message.token, .invalidOffset) }
        let request = open(message, isRead: true)
        if !owner.report(.read(entry.id, central, offset: Int(message.number), request)) {
            respond(message.token, with: .insufficientResources)
        }
    }

    private func write(_ message: LinkMessage, _ central: CentralID, _ owner: VirtualPeripheral) {
        let isCommand = message.kind == .command
        if isCommand {
            // Nobody waits for an answer: what is not allowed is dropped, as the specification has it.
            guard let entry = attributes[message.handle], entry.properties.contains(.writeWithoutResponse),
                !entry.properties.contains(.encryptWrite) || state.withLock({ $0.isPaired })
            else { return }
            owner.report(.write(entry.id, central, offset: 0, value: message.written, nil))
            return
        }
        guard let entry = entry(message, can: .write, encrypted: .encryptWrite, otherwise: .writeNotPermitted) else {
            return
        }
        let request = open(message, isRead: false)
        if !owner.report(.write(entry.id, central, offset: 0, value: message.written, request)) {
            respond(message.token, with: .insufficientResources)
        }
    }

    private func subscribe(_ message: LinkMessage, _ central: CentralID, _ owner: VirtualPeripheral) {
        let begins = message.kind == .subscribe
        guard
            let entry = entry(
                message, can: [.notify, .indicate], encrypted: .encryptNotify, otherwise: .writeNotPermitted)
        else { return }
        let limit = state.withLock { state in
            if begins { state.subscriptions.insert(message.handle) } else { state.subscriptions.remove(message.handle) }
            return state.mtu - 3
        }
        // Told before it is answered: nothing that the central does next can come before it.
        let isTold = owner.report(
            begins ? .subscribed(entry.id, central, maximumLength: limit) : .unsubscribed(entry.id, central))
        guard isTold else { return fail(message.token, .insufficientResources) }
        channel.send(LinkMessage(kind: .answer, token: message.token))
    }

    private func pair(_ message: LinkMessage, _ central: CentralID, _ owner: VirtualPeripheral) {
        guard owner.allowsPairing(self) else {
            channel.send(LinkMessage(kind: .refusal, token: message.token, number: LinkMessage.pairingRefused))
            return
        }
        state.withLock { $0.isPaired = true }
        owner.bonded(self)
        channel.send(LinkMessage(kind: .answer, token: message.token))
    }
}
