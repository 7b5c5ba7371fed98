import ProvisioningProtocols

/// The messages that wait to be sent.
let outboxSuite = Suite(
    "Outbox",
    [
        Check("Messages come out in order, each for its characteristic") {
            var outbox = Outbox()
            let first: [UInt8] = [1, 2, 3], last: [UInt8] = []
            guard outbox.append(first.span, to: 3) else { return "the first" }
            guard outbox.append(.statusRequest, sequence: 9, to: .credentialWrite) else { return "the second" }
            guard outbox.append(last.span, to: 4) else { return "the third" }
            let messages = (0..<outbox.count).map { index in outbox.withMessage(index) { Sent($0, $1) } }
            let expected = [Sent(3, [1, 2, 3]), Sent(3, [0x20, 9, 0, 0]), Sent(4, [])]
            return messages == expected ? nil : "the messages"
        },
        Check("It takes as many bytes as an attribute value has, and no more") {
            var outbox = Outbox()
            let bytes = [UInt8](repeating: 7, count: 513)
            let refusesMore = !outbox.append(bytes.span, to: 2)
            let takesAll = outbox.append(bytes.span.extracting(first: 512), to: 2)
            let isFull = outbox.freeCapacity == 0 && !outbox.append([1].span, to: 2) && outbox.count == 1
            return refusesMore && takesAll && isFull ? nil : "its room"
        },
        Check("It takes eight messages, and a ninth after they were removed") {
            var outbox = Outbox()
            for number in 0..<8 where !outbox.append([UInt8(number)].span, to: 2) { return "one of the eight" }
            if outbox.append([8].span, to: 2) { return "the ninth was taken" }
            outbox.removeAll()
            return outbox.count == 0 && outbox.append([8].span, to: 2) ? nil : "the ninth was refused"
        },
        Check("A message that does not fit leaves it as it was") {
            var outbox = Outbox()
            let bytes = [UInt8](repeating: 7, count: 510)
            guard outbox.append(bytes.span, to: 2) else { return "the first" }
            let refused = !outbox.append(.listEnd(count: 3), sequence: 0, to: .list)
            return refused && outbox.count == 1 && outbox.freeCapacity == 2 ? nil : "it changed"
        },
    ])

private struct Sent: Equatable {
    let characteristic: UInt8
    let bytes: [UInt8]

    init(_ characteristic: UInt8, _ bytes: [UInt8]) {
        self.characteristic = characteristic
        self.bytes = bytes
    }

    init(_ characteristic: UInt8, _ bytes: borrowing Span<UInt8>) {
        self.init(characteristic, bytes.indices.map { bytes[$0] })
    }
}
