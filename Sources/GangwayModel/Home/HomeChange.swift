public import ProvisioningProtocols

/// What changed in a home, for one who shows it elsewhere: which parts, not what they are now, which ``HomeModel`` tells.
public struct HomeChange: Hashable, Sendable {
    /// The parts of a home apart from single devices.
    public struct Parts: OptionSet, Hashable, Sendable {
        /// The set as bits.
        public let rawValue: UInt8

        /// The set of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Which devices there are, or in which order or category.
        public static let list = Parts(rawValue: 1)
        /// The categories or their order.
        public static let categories = Parts(rawValue: 2)
        /// The connection to the broker.
        public static let broker = Parts(rawValue: 4)
        /// The radio.
        public static let radio = Parts(rawValue: 8)
        /// The activity log.
        public static let activity = Parts(rawValue: 16)
        /// What is wrong with the list, or with what is listened to.
        public static let problems = Parts(rawValue: 32)
    }

    /// The number of the newest batch in it. Numbers rise by one with each batch of a home.
    public internal(set) var sequence: UInt64
    /// Devices that are new or changed.
    public internal(set) var devices: Set<DeviceID> = []
    /// Devices that are gone.
    public internal(set) var removed: Set<DeviceID> = []
    /// What else changed.
    public internal(set) var parts: Parts = []

    init(sequence: UInt64 = 0) { self.sequence = sequence }

    /// Whether nothing is in it.
    public var isEmpty: Bool { devices.isEmpty && removed.isEmpty && parts.isEmpty }

    /// Takes in a later one.
    mutating func merge(_ later: HomeChange) {
        sequence = later.sequence
        removed.formUnion(later.removed)
        removed.subtract(later.devices)
        devices.formUnion(later.devices)
        devices.subtract(later.removed)
        parts.formUnion(later.parts)
    }
}
