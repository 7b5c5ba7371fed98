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
            let address = end.controlAddress
            if let credentials = end.takeCredentials() {
                reporter.yield(.credentialsReceived(credentials.ssid))
                let isNews = keep(address, for: credentials.ssid)
                apply(coordinator.requested(credentials, from: UInt8(truncatingIfNeeded: index), isNews: isNews))
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

    /// Sends what waits, in order, until nothing does, as much at a time as the radio likes. A list goes on only when
    /// nearly all before it is sent: what the device has to tell meanwhile need not wait for all of it.
    private func sendMessages() async {
        while !Task.isCancelled {
            let most = max(1, peripheral?.notificationsAtOnce ?? 1)
            while messages.count - firstMessage < most, tellNextPoint() {}
            guard let (values, characteristic) = takeMessages(upTo: most) else { break }
            // The radio's own events tell what became of those that it does not take.
            try? await peripheral?.notify(each: values, on: characteristic, to: nil)
        }
        sender = nil
    }

    /// Takes the messages that come next and are for one characteristic, in pieces where a subscriber's link does not carry
    /// them whole; `nil` where nothing waits.
    private func takeMessages(upTo most: Int) -> (values: [[UInt8]], CharacteristicID)? {
        guard firstMessage < messages.count else { return nil }
        let characteristic = messages[firstMessage].characteristic
        var limit = Int.max
        for subscription in subscriptions where subscription.characteristic == characteristic {
            limit = min(limit, max(1, subscription.maximumLength ?? leastNotificationLength))
        }
        var pieces: [[UInt8]] = []
        while firstMessage < messages.count, pieces.count < most,
            messages[firstMessage].characteristic == characteristic
        {
            let bytes = messages[firstMessage].bytes
            firstMessage += 1
            record(.notified, characteristic, nil, offset: 0, bytes)
            if bytes.count <= limit {
                pieces.append(bytes)
            } else {
                for start in stride(from: 0, to: bytes.count, by: limit) {
                    pieces.append(Array(bytes[start..<min(start + limit, bytes.count)]))
                }
            }
        }
        if firstMessage == messages.count {
            messages = []  // a list's memory is not kept for the few messages after it
            firstMessage = 0
        } else if firstMessage >= maximumCount {
            messages.removeFirst(firstMessage)
            firstMessage = 0
        }
        return (pieces, characteristic)
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
