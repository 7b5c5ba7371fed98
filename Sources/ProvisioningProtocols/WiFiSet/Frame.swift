extension WiFiSet {
    /// A message as it was read from the wire, with its sequence number.
    public struct Frame: Equatable, Sendable {
        /// The longest frame of the specification: an error with a text of 255 bytes.
        public static var maximumLength: Int { 261 }
        /// The longest passphrase that a credential write carries.
        public static var maximumPassphraseLength: Int { 63 }

        /// The message.
        public let message: Message
        /// How many bytes the frame takes by its header. Where the bytes it was read from are more, the rest is not its own:
        /// the next message in a stream, a fault in a write that is to hold exactly one.
        public let length: UInt32
        /// The sender's count of its messages on this connection.
        public let sequence: UInt8

        /// Reads the frame at the start of `bytes`.
        /// - Throws: ``DecodingError`` where the bytes are too few or contradict themselves; numbers that are not known
        ///   (type, security, state, code) are kept and no error.
        @inlinable
        public init(decoding bytes: borrowing Span<UInt8>) throws(DecodingError) { self = try readFrame(bytes) }

        @inline(__always)
        init(_ message: Message, length: Int, sequence: UInt8) {
            self.message = message
            self.length = UInt32(truncatingIfNeeded: length)
            self.sequence = sequence
        }
    }

    /// The payload of a frame, `4..<end`, which is known to lie within the bytes it is read from.
    fileprivate struct Payload {
        let end: Int

        @inline(__always)
        func message(of type: MessageType, in bytes: borrowing Span<UInt8>) throws(DecodingError) -> Message {
            switch type.rawValue {
            case MessageType.networkEntry.rawValue: return try networkEntry(in: bytes)
            case MessageType.statusResponse.rawValue: return try statusResponse(in: bytes)
            case MessageType.credentialWrite.rawValue: return try credentialWrite(in: bytes)
            case MessageType.error.rawValue: return try error(in: bytes)
            case MessageType.listStart.rawValue:
                try finish(at: Header.length)
                return .listStart
            case MessageType.statusRequest.rawValue:
                try finish(at: Header.length)
                return .statusRequest
            case MessageType.listEnd.rawValue:
                return .listEnd(count: try onlyByte(in: bytes))
            case MessageType.credentialAck.rawValue:
                return .credentialAck(AckStatus(rawValue: try onlyByte(in: bytes)))
            default:
                return .unknown(type, payload: FrameRange(Header.length, count: end - Header.length))
            }
        }

        @inline(__always)
        private func networkEntry(in bytes: borrowing Span<UInt8>) throws(DecodingError) -> Message {
            let count = try ssidLength(in: bytes, at: 4, least: 0)
            let after = 5 + count
            try need(count + 3, at: 5)
            try finish(at: after + 3)
            return .networkEntry(
                AccessPoint(
                    ssid: SSID(copying: bytes, from: 5, count: count), security: Security(wifiSet: bytes[after + 1]),
                    signal: SignalStrength(rawValue: Int8(bitPattern: bytes[after])),
                    channel: Channel(rawValue: bytes[after + 2])))
        }

        private func statusResponse(in bytes: borrowing Span<UInt8>) throws(DecodingError) -> Message {
            try need(7, at: 4)
            let count = try ssidLength(in: bytes, at: 10, least: 0)
            try need(count, at: 11)
            try finish(at: 11 + count)
            return .statusResponse(
                StatusReport(
                    state: ConnectionState(rawValue: bytes[4]),
                    signal: SignalStrength(rawValue: Int8(bitPattern: bytes[5])),
                    address: IPv4Address(bytes[6], bytes[7], bytes[8], bytes[9]),
                    ssid: SSID(copying: bytes, from: 11, count: count)))
        }

        @inline(__always)
        private func credentialWrite(in bytes: borrowing Span<UInt8>) throws(DecodingError) -> Message {
            let count = try ssidLength(in: bytes, at: 4, least: 1)
            try need(count + 1, at: 5)
            let place = 5 + count
            let passphrase = Int(bytes[place])
            guard passphrase <= Frame.maximumPassphraseLength else {
                throw DecodingError(
                    .passphraseLength, at: place, needed: Frame.maximumPassphraseLength, available: passphrase)
            }
            try need(passphrase, at: place + 1)
            try finish(at: place + 1 + passphrase)
            return .credentialWrite(
                CredentialWrite(
                    ssid: SSID(copying: bytes, from: 5, count: count),
                    passphrase: FrameRange(place + 1, count: passphrase)))
        }

        private func error(in bytes: borrowing Span<UInt8>) throws(DecodingError) -> Message {
            try need(2, at: 4)
            let count = Int(bytes[5])
            try need(count, at: 6)
            try finish(at: 6 + count)
            return .error(ErrorCode(rawValue: bytes[4]), text: FrameRange(6, count: count))
        }

        private func onlyByte(in bytes: borrowing Span<UInt8>) throws(DecodingError) -> UInt8 {
            try need(1, at: 4)
            try finish(at: 5)
            return bytes[4]
        }

        /// The length byte of an SSID at `place`.
        @inline(__always)
        private func ssidLength(
            in bytes: borrowing Span<UInt8>, at place: Int, least: Int
        ) throws(DecodingError) -> Int {
            try need(1, at: place)
            let count = Int(bytes[place])
            guard count >= least, count <= SSID.maximumLength else {
                throw DecodingError(.ssidLength, at: place, needed: SSID.maximumLength, available: count)
            }
            return count
        }

        @inline(__always)
        private func need(_ count: Int, at place: Int) throws(DecodingError) {
            guard count <= end &- place else {
                throw DecodingError(.payloadTooShort, at: place, needed: count, available: end - place)
            }
        }

        @inline(__always)
        private func finish(at place: Int) throws(DecodingError) {
            guard place == end else {
                throw DecodingError(.payloadTooLong, at: place, needed: 0, available: end - place)
            }
        }
    }
}

/// A function of no type: as an initializer it gets a second one in front of it, and costs a tenth more.
@usableFromInline
func readFrame(_ bytes: borrowing Span<UInt8>) throws(WiFiSet.DecodingError) -> WiFiSet.Frame {
    guard let header = WiFiSet.Header(bytes) else {
        throw WiFiSet.DecodingError(
            .truncated, at: bytes.count, needed: WiFiSet.Header.length, available: bytes.count)
    }
    let end = header.messageLength
    guard end <= bytes.count else {
        throw WiFiSet.DecodingError(.truncated, at: bytes.count, needed: end, available: bytes.count)
    }
    let message = try WiFiSet.Payload(end: end).message(of: header.type, in: bytes)
    return WiFiSet.Frame(message, length: end, sequence: header.sequence)
}

extension Security {
    /// The kind that WiFiSet numbers `number`.
    @inline(__always)
    init(wifiSet number: UInt8) { self = number <= 4 ? Security(rawValue: UInt16(number)) : .unknown(number) }

    /// The number that WiFiSet has for it. One that it has none for, and *unspecified*, is 0xFF, which no reader takes for
    /// open.
    @inline(__always)
    var wifiSetNumber: UInt8 {
        let number = UInt8(truncatingIfNeeded: rawValue)
        switch rawValue {
        case 0...4: return number
        case 0x105...0x1FF: return number
        default: return 0xFF
        }
    }
}
