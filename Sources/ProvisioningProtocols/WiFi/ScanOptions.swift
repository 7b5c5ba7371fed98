/// How a device is to look for networks, where its protocol carries such wishes. What is left out is the device's choice.
public struct ScanOptions: Hashable, Sendable {
    /// The band to look in.
    public var band: Band
    /// Whether it only listens, and asks nobody: slower, and silent on channels where it may not send.
    public var isPassive: Bool
    /// How long it looks, in milliseconds.
    public var period: UInt32?
    /// After how many channels it goes back to the network that it is on.
    public var groupChannels: UInt32?

    /// A scan with these wishes.
    public init(
        band: Band = .any, isPassive: Bool = false, period: UInt32? = nil, groupChannels: UInt32? = nil
    ) {
        self.band = band
        self.isPassive = isPassive
        self.period = period
        self.groupChannels = groupChannels
    }

    /// Whether nothing in particular is wished for, so that every protocol can carry it.
    public var isPlain: Bool { self == ScanOptions() }
}
