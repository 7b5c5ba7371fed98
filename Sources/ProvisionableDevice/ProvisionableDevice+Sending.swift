import BluetoothLE
import ProvisioningProtocols
import Runtime

/// A message that waits to be notified.
struct Message {
    let characteristic: CharacteristicID
    let bytes: [UInt8]
}

/// How many messages wait at most. Above the first number writes are refused, which keeps the rest for what the device has
/// to tell by itself; what does not fit at all is lost, as a notification may be.
private let busyCount = 64
private let maximumCount = 256

/// What a notification carries at the least ATT MTU, 23: taken where the platform does not say more.
private let leastNotificationLength = 20

extension ProvisionableDevice {
    /// Hands `input` to a protocol, queues what it wants sent, and does what it asks for.
    @discardableResult
    func handle(_ input: DeviceInput, at index: Int) -> DeviceAction {
        let end = served[index]
        var outbox = Outbox()  // here, since it is empty again at the end, and a device has more use for its memory
        let action = end.handle(input, now: time.now, status: coordinator.status, outbox: &outbox)
        for message in 0..<outbox.count {
            outbox.withMessage(message) { number, bytes in
                guard let characteristic = end.characteristic(numbered: number) else { return }
                guard subscriptions.contains(where: { $0.characteristic == characteristic }) else { return }
                queue(Message(characteristic: characteristic, bytes: bytes.indices.map { bytes[$0] }), of: end)
            }
        }
        if outbox.count > 0 {
            outbox.removeAll()
            wakeSender()
        }
        switch action {
        case .none, .refuse: break
        case .scan:
            end.isListed = false  // a list that is being told was begun for somebody who has left
            startScan(end.scanOptions)
        case .stopScan: stopScan(for: index)
        case .forget: forget()
        case .join:
            if let credentials = end.takeCredentials() {
                reporter.yield(.credentialsReceived(credentials.ssid))
                apply(coordinator.requested(credentials, from: UInt8(truncatingIfNeeded: index)))
            }
        }
        return action
    }

    /// Whether so much waits to be sent that a write cannot be answered.
    var isBusy: Bool { messages.count - firstMessage >= busyCount }

    /// Has `message` wait to be sent, in the place of the last one where it says all that that one did.
    private func queue(_ message: Message, of end: any ServedProtocol) {
        if firstMessage < messages.count, let last = messages.last, last.characteristic == message.characteristic,
            end.isSuperseded(last.bytes, by: message.bytes)
        {
            messages[messages.count - 1] = message
        } else if messages.count - firstMessage < maximumCount {
            messages.append(message)
        }
    }

    /// Has sent what waits, unless that is being done.
    func wakeSender() {
        if sender == nil { sender = Task { await self.sendMessages() } }
    }

    /// Sends what waits, in order, until nothing does; a list goes on only when all before it is sent.
    private func sendMessages() async {
        while !Task.isCancelled {
            if firstMessage < messages.count {
                let message = messages[firstMessage]
                firstMessage += 1
                if firstMessage == messages.count || firstMessage >= maximumCount {
                    messages.removeFirst(firstMessage)  // keeps its memory for those to come
                    firstMessage = 0
                }
                await send(message)
            } else if !tellNextPoint() {
                break
            }
        }
        sender = nil
    }

    /// Notifies a message, in pieces where a subscriber's link does not carry it whole.
    private func send(_ message: Message) async {
        var limit = Int.max
        for subscription in subscriptions where subscription.characteristic == message.characteristic {
            limit = min(limit, max(1, subscription.maximumLength ?? leastNotificationLength))
        }
        record(.notified, message.characteristic, nil, offset: 0, message.bytes)
        var start = 0
        while start < message.bytes.count {
            let end = min(message.bytes.count - start, limit) + start
            do throws(BluetoothError) {
                guard let peripheral else { return }
                try await peripheral.notify(
                    Array(message.bytes[start..<end]), on: message.characteristic, to: nil)
            } catch {
                return  // the radio's own events tell what became of it
            }
            start = end
        }
    }

    /// Hands a value to the trace, its secret hidden.
    func record(
        _ direction: TraceRecord.Direction, _ characteristic: CharacteristicID, _ central: CentralID?, offset: Int,
        _ bytes: [UInt8], secret: Range<Int> = 0..<0
    ) {
        guard let trace else { return }
        trace(
            TraceRecord(
                time: time.now, peer: central?.rawValue, direction: direction, characteristic: characteristic,
                offset: offset, bytes: bytes, secret: secret))
    }
}
