/// A band of radio frequencies that Wi-Fi uses. An open set.
public struct Band: RawRepresentable, Hashable, Sendable {
    /// Our number for it.
    public let rawValue: UInt8

    /// The band with this number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Any band, or not said which.
    public static var any: Band { Band(rawValue: 0) }
    /// 2.4 GHz, channels 1 to 14.
    public static var twoPointFourGHz: Band { Band(rawValue: 1) }
    /// 5 GHz, channels 32 to 177.
    public static var fiveGHz: Band { Band(rawValue: 2) }
    /// 6 GHz, whose channels are numbered from 1 again.
    public static var sixGHz: Band { Band(rawValue: 3) }
}

#if !hasFeature(Embedded)
    extension Band: CustomStringConvertible {
        /// `any`, `2.4`, `5`, `6`, or `band(7)`.
        public var description: String {
            switch self {
            case .any: "any"
            case .twoPointFourGHz: "2.4"
            case .fiveGHz: "5"
            case .sixGHz: "6"
            default: "band(\(rawValue))"
            }
        }
    }
#endif
