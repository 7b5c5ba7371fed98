extension WiFiSet {
    /// Follows the sequence numbers of one peer on one connection. A number alone never rejects a message: a duplicate is
    /// dropped, all else is for diagnostics.
    public struct SequenceTracker: Equatable, Sendable {
        /// How a message stands to the one before it.
        public enum Observation: Equatable, Sendable {
            /// The first of the connection: any number will do.
            case first
            /// The next number.
            case inOrder
            /// The number and the bytes of the message before it: to be dropped.
            case duplicate
            /// So many numbers were left out, 1 to 127.
            case gap(UInt8)
            /// So many numbers back from the one expected, 1 to 128: sent again, or out of order.
            case stepBack(UInt8)
        }

        private var digest: UInt32 = 0
        private var length: UInt32 = 0
        private var lastSequence: UInt8 = 0
        private var isEmpty = true
        /// The number of the message that was read last, and never notified.
        private var readSequence: UInt8?

        /// A tracker for a new connection.
        public init() {}

        /// Takes note of a whole message, at least a header long, and says how it stands to the one before it.
        public mutating func observe(_ frame: borrowing Span<UInt8>) -> Observation {
            guard frame.count >= Header.length else { return .stepBack(1) }
            let sequence = frame[1]
            let (newDigest, newLength) = (Self.digest(of: frame), UInt32(truncatingIfNeeded: frame.count))
            let isSame = sequence == lastSequence && newDigest == digest && newLength == length
            defer {
                digest = newDigest
                length = newLength
                lastSequence = sequence
                isEmpty = false
            }
            if isEmpty { return .first }
            if isSame { return .duplicate }
            let step = sequence &- lastSequence &- 1
            if step == 0 || (step == 1 && readSequence == lastSequence &+ 1) { return .inOrder }
            return step < 128 ? .gap(step) : .stepBack(0 &- step)
        }

        /// Takes note of a message that came because it was read: where it was sent for that alone, its number is not missing.
        public mutating func noteRead(_ sequence: UInt8) { readSequence = sequence }

        /// FNV-1a in 32 bits (Fowler, Noll, Vo): the message itself is not kept, for it may hold a passphrase. Two different
        /// messages are taken for one only when number, length and digest agree.
        private static func digest(of bytes: borrowing Span<UInt8>) -> UInt32 {
            var digest: UInt32 = 0x811C_9DC5
            for index in bytes.indices { digest = (digest ^ UInt32(bytes[index])) &* 0x0100_0193 }
            return digest
        }
    }
}
