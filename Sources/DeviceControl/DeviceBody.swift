import ProvisioningProtocols

/// What the body of a message on a device's topic says.
enum DeviceBody: Equatable {
    /// A device's own state: `{"id":"…","status":true,"mode":2}`. The mode may be missing.
    case report(id: DeviceID, isOn: Bool, mode: Int?)
    /// Somebody's command to a device; it has a `uuid`.
    case command
    /// Neither.
    case notUnderstood

    /// The longest that is looked at, in bytes. Ours have fewer than a hundred.
    static let maximumLength = 4096

    /// What `body` says.
    init(_ body: [UInt8]) {
        self = .notUnderstood
        guard body.count <= Self.maximumLength else { return }
        do throws(TopicJSON.SyntaxFault) {
            self = try Self.read(body.span)
        } catch {
            return
        }
    }

    private static func read(_ bytes: borrowing Span<UInt8>) throws(TopicJSON.SyntaxFault) -> DeviceBody {
        var reader = TopicJSON.Reader()
        guard try reader.next(in: bytes) == .beginObject else { return .notUnderstood }
        var members = Members()
        while case .name(let name) = try reader.next(in: bytes) {
            guard let member = Member(name, in: bytes) else {
                try reader.skipValue(in: bytes)
                continue
            }
            if member == .uuid {
                try reader.skipValue(in: bytes)
                members.hasUUID = true
            } else {
                members.take(member, try reader.next(in: bytes), in: bytes)
            }
        }
        guard try reader.next(in: bytes) == .end else { return .notUnderstood }
        return members.meaning
    }

    private enum Member {
        case uuid, id, status, mode

        init?(_ name: TopicJSON.StringRange, in bytes: borrowing Span<UInt8>) {
            if name.equals("id", in: bytes) {
                self = .id
            } else if name.equals("status", in: bytes) {
                self = .status
            } else if name.equals("mode", in: bytes) {
                self = .mode
            } else if name.equals("uuid", in: bytes) {
                self = .uuid
            } else {
                return nil
            }
        }
    }

    /// What was found of the members that matter.
    private struct Members {
        var hasUUID = false
        private var id: DeviceID?
        private var isOn: Bool?
        private var mode: Int?
        private var hasMode = false
        /// One of them came twice, or is not what it should be.
        private var isBad = false

        mutating func take(_ member: Member, _ token: TopicJSON.Token, in bytes: borrowing Span<UInt8>) {
            switch (member, token) {
            case (.id, .string(let text)) where id == nil:
                id = Self.identifier(text, in: bytes)
                if id == nil { isBad = true }
            case (.status, .boolean(let flag)) where isOn == nil: isOn = flag
            case (.mode, .number(let range)) where !hasMode:
                hasMode = true
                mode = TopicJSON.Reader.integer(at: range, in: bytes).map { Int($0) }
                if mode == nil { isBad = true }
            case (.mode, .null) where !hasMode: hasMode = true
            default: isBad = true
            }
        }

        private static func identifier(_ text: TopicJSON.StringRange, in bytes: borrowing Span<UInt8>) -> DeviceID? {
            var value = InlineArray<36, UInt8>(repeating: 0)
            var target = value.mutableSpan
            guard text.copy(from: bytes, into: &target) == 36 else { return nil }
            return DeviceID(value.span)
        }

        var meaning: DeviceBody {
            if hasUUID { return .command }
            guard !isBad, let id, let isOn else { return .notUnderstood }
            return .report(id: id, isOn: isOn, mode: mode)
        }
    }
}
