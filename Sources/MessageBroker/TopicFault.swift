/// Why a text is no topic, or no filter of topics (MQTT 3.1.1 §4.7, §1.5.3).
public enum TopicFault: String, Error, Sendable {
    /// It has no character.
    case empty
    /// It has more than 65,535 bytes.
    case tooLong
    /// It has a zero character.
    case null
    /// A topic with a `+` or a `#`, which stand for others.
    case wildcard
    /// A filter with a `+` that is not a whole level, or a `#` that is not the whole last one.
    case misplacedWildcard

    /// The longest that the protocol can carry, in bytes.
    public static var maximumLength: Int { 65_535 }

    /// Why `topic` cannot be published to; `nil` where it can.
    public static func ofTopic(_ topic: String) -> TopicFault? {
        if let fault = ofText(topic) { return fault }
        return topic.utf8.contains { $0 == wildcardOfLevel || $0 == wildcardOfRest } ? .wildcard : nil
    }

    /// Why `filter` cannot be subscribed to; `nil` where it can.
    public static func ofFilter(_ filter: String) -> TopicFault? {
        if let fault = ofText(filter) { return fault }
        let levels = filter.utf8.split(separator: separator, omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() where level.count > 1 || level.first == wildcardOfRest {
            if level.contains(wildcardOfLevel) { return .misplacedWildcard }
            let isLastAndAlone = level.count == 1 && index == levels.count - 1
            if level.contains(wildcardOfRest), !isLastAndAlone { return .misplacedWildcard }
        }
        return nil
    }

    private static func ofText(_ text: String) -> TopicFault? {
        if text.isEmpty { return .empty }
        if text.utf8.count > maximumLength { return .tooLong }
        return text.utf8.contains(0) ? .null : nil
    }
}

extension TopicFault: CustomStringConvertible {
    /// What is wrong, as the end of a sentence about it.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong: "it is longer than \(Self.maximumLength) bytes"
        case .null: "it has a zero character"
        case .wildcard: "it has a + or a #, which stand for other topics"
        case .misplacedWildcard: "a + has to be a whole level, and a # the whole last one"
        }
    }
}

private let separator = UInt8(ascii: "/")
private let wildcardOfLevel = UInt8(ascii: "+")
private let wildcardOfRest = UInt8(ascii: "#")

extension Subscription {
    /// Whether a message to `topic` is one of those asked for (MQTT 3.1.1 §4.7.1 and §4.7.2: no wildcard at the front takes
    /// the topics that begin with `$`).
    public static func filter(_ filter: String, matches topic: String) -> Bool {
        if topic.utf8.first == UInt8(ascii: "$"), let first = filter.utf8.first,
            first == wildcardOfLevel || first == wildcardOfRest
        {
            return false
        }
        var levels = topic.utf8.split(separator: separator, omittingEmptySubsequences: false)[...]
        for wanted in filter.utf8.split(separator: separator, omittingEmptySubsequences: false) {
            if wanted.elementsEqual([wildcardOfRest]) { return true }
            guard let level = levels.popFirst() else { return false }
            guard wanted.elementsEqual([wildcardOfLevel]) || wanted.elementsEqual(level) else { return false }
        }
        return levels.isEmpty
    }

    /// Whether a message to `topic` is one of those it asks for.
    public func matches(_ topic: String) -> Bool { Self.filter(filter, matches: topic) }
}
