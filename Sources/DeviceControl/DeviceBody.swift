import DeviceDirectory
import JSONText

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
        guard body.count <= Self.maximumLength, let value = try? JSONReader.read(body),
            case .object(let members) = value.kind
        else {
            self = .notUnderstood
            return
        }
        self = Self.read(members)
    }

    private static func read(_ members: [JSONMember]) -> DeviceBody {
        var (id, isOn, mode) = (DeviceID?.none, Bool?.none, Int?.none)
        for member in members {
            switch (member.key, member.value.kind) {
            case ("uuid", _): return .command
            case ("id", .string(let text)): id = DeviceID(text)
            case ("status", .bool(let flag)): isOn = flag
            case ("mode", .number(let text)):
                guard let number = Int32(text) else { return .notUnderstood }
                mode = Int(number)
            case ("mode", .null): break
            case ("id", _), ("status", _), ("mode", _): return .notUnderstood
            default: break
            }
        }
        guard let id, let isOn else { return .notUnderstood }
        return .report(id: id, isOn: isOn, mode: mode)
    }
}
