/// Why it cannot be told whether a device joined. An open set.
public struct UnknownOutcome: RawRepresentable, Hashable, Sendable {
    /// The reason's number.
    public let rawValue: UInt8

    /// The reason with this number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The credentials were written, and the link was lost before the device answered.
    public static var linkLostBeforeAnswer: UnknownOutcome { UnknownOutcome(rawValue: 1) }
    /// The device accepted, the link was lost, and the device could not be reached again.
    public static var linkLostAfterAcceptance: UnknownOutcome { UnknownOutcome(rawValue: 2) }
    /// The credentials were written, and the device answered nothing within the limit.
    public static var noAnswer: UnknownOutcome { UnknownOutcome(rawValue: 3) }
    /// The device accepted, and reported no end within the limit.
    public static var noResult: UnknownOutcome { UnknownOutcome(rawValue: 4) }
}

#if !hasFeature(Embedded)
    extension UnknownOutcome: CustomStringConvertible {
        /// A whole sentence for a person.
        public var description: String {
            switch self {
            case .linkLostBeforeAnswer:
                "The link was lost after the credentials were sent and before the device answered."
            case .linkLostAfterAcceptance:
                "The device took the credentials, then the link was lost and did not come back."
            case .noAnswer: "The credentials were sent, and the device did not answer."
            case .noResult: "The device took the credentials, and did not say whether it joined."
            default: "The device may or may not have joined."
            }
        }

        /// The reason's name for programs, stable: `noAnswer`, or `unknown(N)` for one that has none.
        public var name: String {
            switch self {
            case .linkLostBeforeAnswer: "linkLostBeforeAnswer"
            case .linkLostAfterAcceptance: "linkLostAfterAcceptance"
            case .noAnswer: "noAnswer"
            case .noResult: "noResult"
            default: "unknown(\(rawValue))"
            }
        }
    }
#endif
