/// What the body of a message between a device and those who steer it says. Read and written without a heap, for both ends.
///
/// On the command topic a body with `uuid` is a command, whoever sent it, and one with `id` a device's own report.
public enum ControlBody: Equatable, Sendable {
    /// A device's own state: `{"id":"…","status":true,"mode":2}`. The mode may be missing.
    case report(id: DeviceID, isOn: Bool, mode: Int32?)
    /// Somebody's command to a device: `{"uuid":"…","status":true,"mode":2}`. The mode may be missing.
    case command(id: DeviceID, isOn: Bool, mode: Int32?)
    /// A command, since it has a `uuid`, that no device can obey: a member is missing, there twice or of the wrong kind.
    case brokenCommand
    /// None of these.
    case notUnderstood

    /// The longest that is read, in bytes. Ours have fewer than a hundred.
    public static var maximumLength: Int { 4096 }

    /// What `bytes` say. Further members are passed over; the identifier's letter case does not matter.
    public init(_ bytes: borrowing Span<UInt8>) {
        self = .notUnderstood
        guard bytes.count <= Self.maximumLength else { return }
        do throws(TopicJSON.SyntaxFault) {
            self = try Self.read(bytes)
        } catch {
            return
        }
    }

    /// Lends what a report or a command is sent as to `body`, which gets no byte where it is neither.
    public func withBytes<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var storage = InlineArray<96, UInt8>(repeating: 0)
        let count: Int
        switch self {
        case .report(let id, let isOn, let mode): count = Self.write("id", id, isOn, mode, into: &storage)
        case .command(let id, let isOn, let mode): count = Self.write("uuid", id, isOn, mode, into: &storage)
        case .brokenCommand, .notUnderstood: count = 0
        }
        return try body(storage.span.extracting(first: count))
    }

    /// The longest text has 81 bytes: that of a command to switch off with eleven characters of mode.
    private static func write(
        _ name: StaticString, _ id: DeviceID, _ isOn: Bool, _ mode: Int32?,
        into storage: inout InlineArray<96, UInt8>
    ) -> Int {
        var target = storage.mutableSpan
        var writer = TopicJSON.Writer()
        writer.beginObject(&target)
        writer.name(name, &target)
        id.withText { writer.string($0, &target) }
        writer.name("status", &target)
        writer.boolean(isOn, &target)
        if let mode {
            writer.name("mode", &target)
            writer.number(mode, &target)
        }
        writer.endObject(&target)
        return writer.place
    }

    private static func read(_ bytes: borrowing Span<UInt8>) throws(TopicJSON.SyntaxFault) -> ControlBody {
        var reader = TopicJSON.Reader()
        guard try reader.next(in: bytes) == .beginObject else { return .notUnderstood }
        var members = ControlMembers()
        while case .name(let name) = try reader.next(in: bytes) {
            let start = reader.depth
            let value = try reader.next(in: bytes)
            members.take(name, value, in: bytes)
            while reader.depth > start { _ = try reader.next(in: bytes) }
        }
        guard try reader.next(in: bytes) == .end else { return .notUnderstood }
        return members.meaning
    }
}

/// What was found of the members that matter.
private struct ControlMembers {
    /// A member that holds an identifier.
    private struct Identifier {
        var isThere = false
        /// `nil` where it is none, or was there twice.
        var value: DeviceID?

        mutating func take(_ value: TopicJSON.Token, in bytes: borrowing Span<UInt8>) {
            self.value = isThere ? nil : Self.identifier(value, in: bytes)
            isThere = true
        }

        private static func identifier(_ value: TopicJSON.Token, in bytes: borrowing Span<UInt8>) -> DeviceID? {
            guard case .string(let text) = value else { return nil }
            var copy = InlineArray<36, UInt8>(repeating: 0)
            var target = copy.mutableSpan
            guard text.copy(from: bytes, into: &target) == DeviceID.textLength else { return nil }
            return DeviceID(copy.span)
        }
    }

    private var uuid = Identifier()
    private var id = Identifier()
    private var isOn: Bool?
    private var mode: Int32?
    private var hasMode = false
    /// The switch or the mode came twice, or is not what it should be.
    private var isBad = false

    mutating func take(
        _ name: TopicJSON.StringRange, _ value: TopicJSON.Token, in bytes: borrowing Span<UInt8>
    ) {
        if name.equals("uuid", in: bytes) {
            uuid.take(value, in: bytes)
        } else if name.equals("id", in: bytes) {
            id.take(value, in: bytes)
        } else if name.equals("status", in: bytes) {
            if case .boolean(let flag) = value, isOn == nil { isOn = flag } else { isBad = true }
        } else if name.equals("mode", in: bytes) {
            takeMode(value, in: bytes)
        }
    }

    private mutating func takeMode(_ value: TopicJSON.Token, in bytes: borrowing Span<UInt8>) {
        if hasMode { isBad = true }
        hasMode = true
        switch value {
        case .null: break
        case .number(let range):
            mode = TopicJSON.Reader.integer(at: range, in: bytes)
            if mode == nil { isBad = true }
        default: isBad = true
        }
    }

    var meaning: ControlBody {
        if uuid.isThere {
            guard !isBad, let id = uuid.value, let isOn else { return .brokenCommand }
            return .command(id: id, isOn: isOn, mode: mode)
        }
        guard !isBad, let id = id.value, let isOn else { return .notUnderstood }
        return .report(id: id, isOn: isOn, mode: mode)
    }
}
