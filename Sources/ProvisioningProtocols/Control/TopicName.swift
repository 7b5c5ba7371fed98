/// An MQTT topic name as devices are given it: 1 to 200 bytes of UTF-8 (MQTT 3.1.1 §4.7, and narrower).
///
/// A name that begins with `$` belongs to the broker, an empty level and a wildcard are refused: none of them can be
/// published to by everybody. So are control characters, for which a broker may close the connection (§1.5.3). On a
/// host its copies share their bytes; in firmware they are in the value itself, so that it can be kept without a heap.
public struct TopicName: Sendable {
    /// The longest that is taken.
    public static var maximumLength: Int { 200 }

    /// Why bytes are no topic.
    public enum Fault: UInt8, Error, Sendable {
        /// There is no byte.
        case empty
        /// There are more than 200 bytes.
        case tooLong
        /// It is not UTF-8.
        case notUTF8
        /// It has a `+` or a `#`, which only subscriptions have.
        case wildcard
        /// It has a control character: U+0000 to U+001F, or U+007F to U+009F.
        case controlCharacter
        /// It begins with `$`.
        case leadingDollar
        /// It begins or ends with `/`, or has two of them side by side.
        case emptyLevel
    }

    private let storage: TopicStorage

    /// A topic of these bytes.
    /// - Throws: the first rule that is broken.
    public init(_ bytes: borrowing Span<UInt8>) throws(Fault) {
        if bytes.count == 0 { throw .empty }
        if bytes.count > Self.maximumLength { throw .tooLong }
        if bytes[0] == 0x24 { throw .leadingDollar }
        var isLevelEmpty = true
        for index in bytes.indices {
            switch bytes[index] {
            case 0..<0x20, 0x7F: throw .controlCharacter
            case 0x80..<0xA0 where index > 0 && bytes[index - 1] == 0xC2: throw .controlCharacter
            case 0x2B, 0x23: throw .wildcard
            case 0x2F:
                if isLevelEmpty { throw .emptyLevel }
                isLevelEmpty = true
            default: isLevelEmpty = false
            }
        }
        if isLevelEmpty { throw .emptyLevel }
        if !isUTF8(bytes) { throw .notUTF8 }
        storage = TopicStorage(copying: bytes)
    }

    /// How many bytes it has, 1 to 200.
    public var count: Int { storage.count }

    /// Whether it has a dot: RabbitMQ takes one for the end of a level.
    public var hasDot: Bool {
        withBytes { bytes in
            for index in bytes.indices where bytes[index] == 0x2E { return true }
            return false
        }
    }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withBytes(body)
    }
}

extension TopicName: Hashable {
    /// Whether both have the same bytes.
    public static func == (left: TopicName, right: TopicName) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                guard left.count == right.count else { return false }
                for index in left.indices where left[index] != right[index] { return false }
                return true
            }
        }
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        withBytes { bytes in
            for index in bytes.indices { hasher.combine(bytes[index]) }
        }
    }
}

#if !hasFeature(Embedded)
    extension TopicName: CustomStringConvertible, CustomReflectable {
        /// The topic of this text.
        /// - Throws: the first rule that is broken.
        public init(_ text: String) throws(Fault) { try self.init(Array(text.utf8).span) }

        private var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

        /// The topic as text, as it is sent.
        public var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The topic as text for a terminal, control characters escaped.
        public var description: String { escapedText(bytes) }

        /// Its text alone.
        public var customMirror: Mirror { Mirror(self, children: ["text": description]) }
    }

    extension TopicName.Fault: CustomStringConvertible {
        /// What is wrong, as the end of a sentence about a topic.
        public var description: String { "it " + predicate }

        /// What is wrong, as the end of a sentence that begins with the topic.
        public var predicate: String {
            switch self {
            case .empty: "is empty"
            case .tooLong: "is longer than \(TopicName.maximumLength) bytes"
            case .notUTF8: "is not UTF-8"
            case .wildcard: "has a + or a #, which stand for other topics"
            case .controlCharacter: "has a control character"
            case .leadingDollar: "begins with $, which is kept for the broker"
            case .emptyLevel: "begins or ends with /, or has two side by side"
            }
        }
    }
#endif
