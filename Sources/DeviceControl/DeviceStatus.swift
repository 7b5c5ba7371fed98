public import DeviceDirectory
public import ProvisioningProtocols

/// Whether a device is there.
public enum Presence: String, Sendable {
    /// Nothing was heard that tells.
    case unknown
    /// It is.
    case online
    /// It is not, as it said itself or the broker in its place.
    case offline
}

/// What is known of a device by what it sent.
public struct DeviceStatus: Hashable, Sendable {
    /// The state that it reported last; `nil` for none.
    public var state: DeviceState?
    /// Whether that state is only what the broker had kept: it was so once, and says nothing of now.
    public var isLastKnown: Bool
    /// Whether it is there.
    public var presence: Presence
    /// When it was last heard itself; `nil` where all that is known was kept by the broker.
    public var heard: WallTime?
    /// How strongly it receives its network, as it said last; `nil` where it never did.
    public var signal: SignalSample?
    /// What became of the credentials that it was given last, as it said; `nil` where it never did.
    public var join: JoinReport?

    /// A status of these facts.
    public init(
        state: DeviceState? = nil, isLastKnown: Bool = false, presence: Presence = .unknown, heard: WallTime? = nil,
        signal: SignalSample? = nil, join: JoinReport? = nil
    ) {
        self.state = state
        self.isLastKnown = isLastKnown
        self.presence = presence
        self.heard = heard
        self.signal = signal
        self.join = join
    }
}

/// That something was learnt of a device.
public struct DeviceChange: Hashable, Sendable {
    /// What a message tells of its device.
    public enum Subject: String, Hashable, Sendable {
        /// Its state: the device's own report.
        case state
        /// Whether it is there. That it is, it says itself: for every connection that it makes, and where it is taken for gone
        /// or Home Assistant has started.
        case presence
        /// How strongly it receives its network. It is told again and again, and no answer to anything.
        case signal
        /// What became of the credentials that it was given.
        case join
    }

    /// Which device.
    public var id: DeviceID
    /// The topic under which it was heard, without its identifier.
    public var topic: String
    /// What the message was about that told it.
    public var subject: Subject
    /// What is known of it now.
    public var status: DeviceStatus
    /// Whether the device itself was heard, and not only what the broker had kept of it.
    public var isLive: Bool

    /// A change of these facts.
    public init(id: DeviceID, topic: String, subject: Subject, status: DeviceStatus, isLive: Bool) {
        self.id = id
        self.topic = topic
        self.subject = subject
        self.status = status
        self.isLive = isLive
    }
}
