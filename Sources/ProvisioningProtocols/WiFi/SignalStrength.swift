/// Received signal strength in dBm, -128 to 127; nearer to 0 is stronger.
public struct SignalStrength: RawRepresentable, Hashable, Comparable, Sendable {
    /// The strength in dBm.
    public let rawValue: Int8

    /// The strength of `rawValue` dBm.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Whether `left` is the weaker.
    public static func < (left: SignalStrength, right: SignalStrength) -> Bool { left.rawValue < right.rawValue }

    /// How many of four bars to show: 4 from -55 dBm, then one fewer each 11 dB, 0 below -88.
    public var bars: Int {
        switch rawValue {
        case (-55)...: 4
        case -66 ..< -55: 3
        case -77 ..< -66: 2
        case -88 ..< -77: 1
        default: 0
        }
    }
}

#if !hasFeature(Embedded)
    extension SignalStrength: CustomStringConvertible {
        /// `-52 dBm`.
        public var description: String { "\(rawValue) dBm" }
    }
#endif
