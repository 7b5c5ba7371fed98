extension WiFiSet {
    /// The four bytes that begin every message: type, sequence number, length of the payload (little-endian).
    public struct Header: Equatable, Sendable {
        /// How many bytes it takes.
        @inlinable public static var length: Int { 4 }

        /// How many bytes follow the header.
        public var payloadLength: UInt16
        /// The type of the message.
        public var type: MessageType
        /// The sender's count of its messages on this connection.
        public var sequence: UInt8

        /// A header of these facts.
        public init(type: MessageType, sequence: UInt8, payloadLength: UInt16) {
            self.payloadLength = payloadLength
            self.type = type
            self.sequence = sequence
        }

        /// The first four of `bytes`; `nil` when there are fewer.
        @inline(__always)
        public init?(_ bytes: borrowing Span<UInt8>) {
            guard bytes.count >= Self.length else { return nil }
            payloadLength = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
            type = MessageType(rawValue: bytes[0])
            sequence = bytes[1]
        }

        /// How many bytes the whole message takes.
        public var messageLength: Int { Self.length + Int(payloadLength) }

        /// The payload lengths that a message of this type can have; `nil` for a type that is not known.
        public var plausibleLengths: ClosedRange<UInt16>? {
            switch type {
            case .listStart, .statusRequest: 0...0
            case .listEnd, .credentialAck: 1...1
            case .networkEntry: 4...36
            case .credentialWrite: 3...97
            case .statusResponse: 7...39
            case .error: 2...257
            default: nil
            }
        }
    }
}
