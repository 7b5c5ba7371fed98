import ProvisioningProtocols

/// What a topic under which devices are steered is for.
enum TopicRole: Equatable {
    /// `<topic>/<uuid>`.
    case command
    /// `<topic>/<uuid>/state`.
    case state
    /// `<topic>/<uuid>/availability`.
    case availability
    /// `<topic>/<uuid>/signal`.
    case signal
    /// `<topic>/<uuid>/join`.
    case join

    /// The role of `topic`, and where in it the part before the identifier ends; `nil` for a topic that is none of these.
    static func of(_ topic: String) -> (role: TopicRole, prefix: Substring, id: DeviceID)? {
        if let found = split(topic[...], .command) { return found }
        guard let (rest, last) = cut(topic[...]) else { return nil }
        switch last {
        case "state": return split(rest, .state)
        case "availability": return split(rest, .availability)
        case "signal": return split(rest, .signal)
        case "join": return split(rest, .join)
        default: return nil
        }
    }

    private static func split(_ text: Substring, _ role: TopicRole) -> (TopicRole, Substring, DeviceID)? {
        guard let (prefix, name) = cut(text), !prefix.isEmpty, let id = DeviceID(name) else { return nil }
        return (role, prefix, id)
    }

    /// What stands before and after the last `/`.
    private static func cut(_ text: Substring) -> (Substring, Substring)? {
        guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return (text[..<slash], text[text.utf8.index(after: slash)...])
    }
}
