/// How a list of networks ended.
public struct ProvisionerList: Hashable, Sendable {
    /// The ways a list can end.
    public enum End: UInt8, Sendable {
        /// The device said so, or the protocol's own rule for the end was met.
        case ended
        /// The limit passed, also after the retry.
        case timedOut
        /// The link was lost.
        case linkLost
        /// The peer refused what the list needs, such as the subscription.
        case refused
        /// It was stopped, as was asked for.
        case stopped
    }

    /// How it ended.
    public var end: End
    /// Whether everything that the device sent was received.
    public var isComplete: Bool
    /// Whether the device said that its scan failed.
    public var scanFailed: Bool
    /// How many networks were received, the dropped ones included.
    public var received: UInt16
    /// How many the device said it sent, where it said so.
    public var announced: UInt16?

    /// A list that ended in this way.
    public init(
        end: End, isComplete: Bool = false, scanFailed: Bool = false, received: UInt16 = 0, announced: UInt16? = nil
    ) {
        self.end = end
        self.isComplete = isComplete
        self.scanFailed = scanFailed
        self.received = received
        self.announced = announced
    }
}

/// Where a device stands with its Wi-Fi, as it reported it.
public struct ProvisionerStatus: Equatable, Sendable {
    /// The state.
    public var state: StationState
    /// The network it is about; empty where there is none.
    public var ssid: SSID
    /// How strongly it is received; `nil` where the device is not connected.
    public var signal: SignalStrength?
    /// How that network is secured, where the device says so.
    public var security: Security
    /// The access point, where the device tells a particular one.
    public var bssid: HardwareAddress?
    /// Its channel, where the device tells one.
    public var channel: Channel
    /// Its band, where the device tells one.
    public var band: Band
    /// The wire's own number for how the network is secured, in protocols that tell more kinds apart.
    public var wireSecurity: UInt8?

    /// A status of these facts.
    public init(
        state: StationState, ssid: SSID = SSID(), signal: SignalStrength? = nil, security: Security = .unspecified,
        bssid: HardwareAddress? = nil, channel: Channel = .unknown, band: Band = .any,
        wireSecurity: UInt8? = nil
    ) {
        self.state = state
        self.ssid = ssid
        self.signal = signal
        self.security = security
        self.bssid = bssid
        self.channel = channel
        self.band = band
        self.wireSecurity = wireSecurity
    }
}

/// How a join ended.
public enum ProvisionerJoinResult: Hashable, Sendable {
    /// The device is on the network; the address is 0.0.0.0 where it told none.
    case connected(IPv4Address, SignalStrength?)
    /// The device accepted, and its protocol reports no more.
    case accepted
    /// The device failed or refused; its own text, if any, is lent by the machine.
    case failed(JoinFailure)
    /// Neither success nor failure could be learned.
    case unknown(UnknownOutcome)
    /// The credentials never reached the device: the link was lost before.
    case linkLost
    /// The credentials never reached the device: the limit passed before.
    case timedOut
    /// The peer refused the write with this error of the attribute protocol.
    case refused(UInt8)
}

/// How it ended that a device was told to forget its networks.
public enum ProvisionerForgetResult: Hashable, Sendable {
    /// The device has forgotten them.
    case forgotten
    /// The device says that it could not.
    case failed
    /// The peer refused the write with this error of the attribute protocol.
    case refused(UInt8)
    /// The link was lost; whether the device has forgotten is not known.
    case linkLost
    /// The limit passed; whether the device has forgotten is not known.
    case timedOut
}

/// What a device says of itself in its advertisement, to anybody.
public struct AdvertisedState: Hashable, Sendable {
    /// The version of its protocol.
    public var version: UInt8
    /// Whether it has a network stored.
    public var isProvisioned: Bool
    /// Whether it is on its network.
    public var isConnected: Bool
    /// How strongly it receives its network; `nil` where it is not on one.
    public var signal: SignalStrength?

    /// What a device says.
    public init(version: UInt8, isProvisioned: Bool, isConnected: Bool, signal: SignalStrength? = nil) {
        self.version = version
        self.isProvisioned = isProvisioned
        self.isConnected = isConnected
        self.signal = signal
    }
}
