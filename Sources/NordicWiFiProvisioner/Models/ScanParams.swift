import ProvisioningProtocols

/// How a device is to look for networks.
public struct ScanParams: Hashable, Sendable {
    /// The bands to look in.
    public struct Band: OptionSet, Hashable, Sendable {
        /// The set's bits.
        public var rawValue: Int

        /// The set with these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 2.4 GHz.
        public static let band24Gh = Band(rawValue: 1 << 0)
        /// 5 GHz.
        public static let band5Gh = Band(rawValue: 1 << 1)
        /// Both.
        public static let any: Band = [.band24Gh, .band5Gh]

        /// The one band; any for none and for both.
        var band: ProvisioningProtocols.Band {
            switch self {
            case .band24Gh: .twoPointFourGHz
            case .band5Gh: .fiveGHz
            default: .any
            }
        }
    }

    /// The bands to look in; an empty set is any.
    public var band: Band
    /// Whether the device only listens.
    public var passive: Bool?
    /// How long it looks, in milliseconds.
    public var periodMs: UInt?
    /// After how many channels it goes back to the network that it is on.
    public var groupChannels: UInt?

    /// A scan with these wishes; what is left out is the device's choice.
    public init(band: Band = .any, passive: Bool? = nil, periodMs: UInt? = nil, groupChannels: UInt? = nil) {
        self.band = band
        self.passive = passive
        self.periodMs = periodMs
        self.groupChannels = groupChannels
    }

    var options: ScanOptions {
        ScanOptions(
            band: band.band, isPassive: passive ?? false, period: periodMs.map { UInt32(clamping: $0) },
            groupChannels: groupChannels.map { UInt32(clamping: $0) })
    }
}
