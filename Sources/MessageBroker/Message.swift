/// How surely a message arrives (MQTT 3.1.1 §4.3, MQTT 5 §4.3).
public enum QualityOfService: UInt8, Comparable, Sendable {
    /// At most once: sent, and never heard of again.
    case atMostOnce = 0
    /// At least once: it may come twice.
    case atLeastOnce = 1
    /// Exactly once, where both ends keep their session.
    case exactlyOnce = 2

    /// Whether `left` promises less.
    public static func < (left: QualityOfService, right: QualityOfService) -> Bool { left.rawValue < right.rawValue }
}

/// One message, sent or received. Its body is bytes: nothing is said of what they mean.
public struct Message: Hashable, Sendable {
    /// Where it goes to or came from. What is received has a topic of valid UTF-8; what is sent is checked by
    /// ``TopicFault``.
    public var topic: String
    /// What it says, 0 bytes to 256 MiB (MQTT 3.1.1 §2.2.3); a broker may take less. Empty and retained, it clears what the
    /// broker retains.
    public var body: [UInt8]
    /// How surely it arrives.
    public var qualityOfService: QualityOfService
    /// Sent: the broker is to keep it for later subscribers. Received: it is such a kept one, from before the subscription,
    /// and says nothing of now.
    public var isRetained: Bool
    /// For how many seconds it is of use; the broker then drops it. MQTT 5 only, and ignored before. `nil` for ever.
    public var lifetime: UInt32?

    /// A message of these facts.
    public init(
        topic: String, body: [UInt8], qualityOfService: QualityOfService = .atLeastOnce, isRetained: Bool = false,
        lifetime: UInt32? = nil
    ) {
        self.topic = topic
        self.body = body
        self.qualityOfService = qualityOfService
        self.isRetained = isRetained
        self.lifetime = lifetime
    }

    /// A message whose body is text.
    public init(
        topic: String, text: String, qualityOfService: QualityOfService = .atLeastOnce, isRetained: Bool = false,
        lifetime: UInt32? = nil
    ) {
        self.init(
            topic: topic, body: Array(text.utf8), qualityOfService: qualityOfService, isRetained: isRetained,
            lifetime: lifetime)
    }
}

/// What a program wants to hear of.
public struct Subscription: Hashable, Sendable {
    /// Which topics: a topic, with `+` for any one level and `#` at the end for all below (MQTT 3.1.1 §4.7.1).
    public var filter: String
    /// The most that the broker is to use; it may grant less.
    public var qualityOfService: QualityOfService

    /// A subscription to the topics of `filter`.
    public init(_ filter: String, qualityOfService: QualityOfService = .atLeastOnce) {
        self.filter = filter
        self.qualityOfService = qualityOfService
    }
}
