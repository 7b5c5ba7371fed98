extension TopicJSON {
    /// The object that is written to a device: where its four strings stand in the bytes that it came in.
    public struct CredentialsObject: Equatable, Sendable {
        /// The topic under which the device is steered.
        public let topic: TopicJSON.StringRange
        /// The network's name.
        public let ssid: TopicJSON.StringRange
        /// Its passphrase, empty for an open network. It is a secret: what is shown of it is its length.
        public let pass: TopicJSON.StringRange
        /// The device's own name, a UUID.
        public let id: TopicJSON.StringRange

        /// Why bytes are no such object. It carries numbers only, never what the bytes hold.
        public struct Fault: Error, Equatable, Sendable {
            /// The kinds of fault.
            public enum Kind: Equatable, Sendable {
                /// The bytes are no JSON.
                case json(TopicJSON.SyntaxFault.Kind)
                /// They are some other value than an object.
                case notAnObject
                /// The member is not there.
                case missing(Member)
                /// The member is there twice.
                case duplicate(Member)
                /// The member is something else than a string.
                case notAString(Member)
            }

            /// What is wrong.
            public let kind: Kind
            /// The byte at which it shows: the member's name, or where it could have been.
            public let offset: UInt32

            @inline(never)
            init(_ kind: Kind, at offset: Int) {
                self.kind = kind
                self.offset = UInt32(clamping: offset)
            }

            init(_ fault: TopicJSON.SyntaxFault) {
                kind = .json(fault.kind)
                offset = fault.offset
            }
        }

        /// The members that an object must have. Others are passed over.
        public enum Member: UInt8, Sendable {
            case topic, ssid, pass, id

            /// Its name in the object.
            public var name: StaticString {
                switch self {
                case .topic: "topic"
                case .ssid: "ssid"
                case .pass: "pass"
                case .id: "id"
                }
            }

            fileprivate init?(_ name: TopicJSON.StringRange, in bytes: borrowing Span<UInt8>) {
                for number in 0..<UInt8(4) {
                    guard let member = Member(rawValue: number), name.equals(member.name, in: bytes) else { continue }
                    self = member
                    return
                }
                return nil
            }
        }

        /// The object that `bytes` are: all of them, but for zero bytes and white space after it.
        /// - Throws: the first fault.
        public init(decoding bytes: borrowing Span<UInt8>) throws(Fault) {
            let text = bytes.extracting(first: Self.textCount(of: bytes))
            var found = InlineArray<4, TopicJSON.StringRange?>(repeating: nil)
            var reader = TopicJSON.Reader()
            guard try Self.next(&reader, in: text) == .beginObject else { throw Fault(.notAnObject, at: 0) }
            while case .name(let name) = try Self.next(&reader, in: text) {
                guard let member = Member(name, in: text) else {
                    try Self.skip(&reader, in: text)
                    continue
                }
                let start = name.range.lowerBound - 1
                if found[Int(member.rawValue)] != nil { throw Fault(.duplicate(member), at: start) }
                guard case .string(let value) = try Self.next(&reader, in: text) else {
                    throw Fault(.notAString(member), at: start)
                }
                found[Int(member.rawValue)] = value
            }
            _ = try Self.next(&reader, in: text)  // the end, or a fault
            let end = reader.place
            topic = try Self.require(.topic, found[0], end)
            ssid = try Self.require(.ssid, found[1], end)
            pass = try Self.require(.pass, found[2], end)
            id = try Self.require(.id, found[3], end)
        }
    }
}

extension TopicJSON.CredentialsObject {
    /// How many bytes there are without the zeros and the white space at their end: some clients send a C string, or a line.
    private static func textCount(of bytes: borrowing Span<UInt8>) -> Int {
        var count = bytes.count
        while count > 0 {
            switch bytes[count - 1] {
            case 0, 0x20, 0x09, 0x0A, 0x0D: count -= 1
            default: return count
            }
        }
        return 0
    }

    private static func next(
        _ reader: inout TopicJSON.Reader, in bytes: borrowing Span<UInt8>
    ) throws(Fault) -> TopicJSON.Token {
        do throws(TopicJSON.SyntaxFault) { return try reader.next(in: bytes) } catch { throw Fault(error) }
    }

    private static func skip(_ reader: inout TopicJSON.Reader, in bytes: borrowing Span<UInt8>) throws(Fault) {
        do throws(TopicJSON.SyntaxFault) { try reader.skipValue(in: bytes) } catch { throw Fault(error) }
    }

    private static func require(
        _ member: Member, _ value: TopicJSON.StringRange?, _ end: Int
    ) throws(Fault) -> TopicJSON.StringRange {
        guard let value else { throw Fault(.missing(member), at: end) }
        return value
    }

    // MARK: - What it says

    /// The credentials that the object brings, read from the `bytes` that it was decoded from.
    /// - Throws: the error with which a device refuses the write.
    public func credentials(in bytes: borrowing Span<UInt8>) throws(TopicJSON.WriteError) -> Credentials {
        guard let ssid = name(in: bytes), ssid.count > 0 else { throw .ssid }
        guard let passphrase = passphrase(in: bytes) else { throw .passphrase }
        if !passphrase.isEmpty {
            do throws(CredentialFault) {
                try TopicJSON.credentialLimits.check(ssid: ssid, passphrase: passphrase, security: .unspecified)
            } catch { throw .passphrase }
        }
        return Credentials(ssid: ssid, passphrase: passphrase)
    }

    /// Where the object says that the device is to be steered, read from the same bytes.
    /// - Throws: the error with which a device refuses the write.
    public func controlAddress(in bytes: borrowing Span<UInt8>) throws(TopicJSON.WriteError) -> ControlAddress {
        ControlAddress(topic: try topicName(in: bytes), id: try deviceID(in: bytes))
    }

    private func name(in bytes: borrowing Span<UInt8>) -> SSID? {
        var value = InlineArray<32, UInt8>(repeating: 0)
        var target = value.mutableSpan
        guard let count = ssid.copy(from: bytes, into: &target) else { return nil }
        return SSID(value.span.extracting(first: count))
    }

    private func passphrase(in bytes: borrowing Span<UInt8>) -> Passphrase? {
        Passphrase.filled(length: pass.count) { pass.copy(from: bytes, into: &$0) != nil }
    }

    private func topicName(in bytes: borrowing Span<UInt8>) throws(TopicJSON.WriteError) -> TopicName {
        var value = InlineArray<200, UInt8>(repeating: 0)
        var target = value.mutableSpan
        guard let count = topic.copy(from: bytes, into: &target) else { throw .topic }
        do throws(TopicName.Fault) {
            return try TopicName(value.span.extracting(first: count))
        } catch { throw .topic }
    }

    private func deviceID(in bytes: borrowing Span<UInt8>) throws(TopicJSON.WriteError) -> DeviceID {
        var value = InlineArray<36, UInt8>(repeating: 0)
        var target = value.mutableSpan
        guard let count = id.copy(from: bytes, into: &target), let id = DeviceID(value.span.extracting(first: count))
        else { throw .id }
        return id
    }
}

extension TopicJSON {
    /// Writes the object for `credentials` and `address` at the start of `target`.
    /// - Returns: how many bytes it takes; `nil`, and nothing written, where they do not fit or cannot be said in it
    ///   (``check(_:steeredAt:)``).
    public static func encode(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        guard isText(credentials), size(of: credentials, address) <= min(target.count, maximumMessageLength) else {
            return nil
        }
        var writer = Writer()
        writer.beginObject(&target)
        writer.name("topic", &target)
        address.topic.withBytes { writer.string($0, &target) }
        writer.name("ssid", &target)
        credentials.ssid.withBytes { writer.string($0, &target) }
        writer.name("pass", &target)
        credentials.passphrase.withBytes { writer.string($0, &target) }
        writer.name("id", &target)
        address.id.withText { writer.string($0, &target) }
        writer.endObject(&target)
        return writer.place
    }

    /// Checks that `credentials` can be sent: by the rules that both ends share, that they are text, that there is an
    /// address, and that all fits.
    /// - Throws: the first rule that is broken.
    public static func check(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) throws(CredentialFault) {
        try credentials.check(credentialLimits)
        guard isText(credentials) else { throw .notText }
        guard let address else { throw .controlAddressMissing }
        if size(of: credentials, address) > maximumMessageLength { throw .messageTooLong }
    }

    private static func isText(_ credentials: borrowing Credentials) -> Bool {
        credentials.ssid.withBytes { isUTF8($0) } && credentials.passphrase.withBytes { isUTF8($0) }
    }

    /// How many bytes the object takes.
    private static func size(of credentials: borrowing Credentials, _ address: ControlAddress) -> Int {
        let frame: StaticString = #"{"topic":,"ssid":,"pass":,"id":}"#
        return frame.utf8CodeUnitCount
            + address.topic.withBytes { Writer.size(of: $0) }
            + credentials.ssid.withBytes { Writer.size(of: $0) }
            + credentials.passphrase.withBytes { Writer.size(of: $0) }
            + DeviceID.textLength + 2
    }

    /// Where a written object holds its passphrase: between the quotes, or all of it where it cannot be read.
    public static func secret(in value: borrowing Span<UInt8>) -> Range<Int> {
        do throws(CredentialsObject.Fault) {
            return try CredentialsObject(decoding: value).pass.range
        } catch { return 0..<value.count }
    }
}
