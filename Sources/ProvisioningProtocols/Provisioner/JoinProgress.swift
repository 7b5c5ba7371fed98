/// How far a join has come, as the provisioning end sees it. An open set, in the order things happen.
public struct JoinProgress: RawRepresentable, Hashable, Comparable, Sendable {
    /// The step's number; a later step has a greater one.
    public let rawValue: UInt8

    /// The step with this number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The credentials are being written.
    public static var writing: JoinProgress { JoinProgress(rawValue: 10) }
    /// The link has confirmed the write; the device has not yet said what it thinks of it.
    public static var written: JoinProgress { JoinProgress(rawValue: 20) }
    /// The device has the credentials safe.
    public static var acknowledged: JoinProgress { JoinProgress(rawValue: 30) }
    /// The device tries to join, or looks for the access point.
    public static var connecting: JoinProgress { JoinProgress(rawValue: 40) }
    /// The device proves the passphrase.
    public static var authenticating: JoinProgress { JoinProgress(rawValue: 50) }
    /// The device associates with the access point, in protocols that tell that apart, after the proof.
    public static var associating: JoinProgress { JoinProgress(rawValue: 55) }
    /// The device waits for an address.
    public static var obtainingAddress: JoinProgress { JoinProgress(rawValue: 60) }
    /// The link was lost after the device accepted; it is connected again to learn the outcome.
    public static var reconnecting: JoinProgress { JoinProgress(rawValue: 70) }

    /// Whether `left` comes before `right`.
    public static func < (left: JoinProgress, right: JoinProgress) -> Bool { left.rawValue < right.rawValue }
}

#if !hasFeature(Embedded)
    extension JoinProgress: CustomStringConvertible {
        /// `writing`, `written`, `acknowledged`, `connecting`, `authenticating`, `associating`, `obtainingAddress` or `reconnecting`.
        public var description: String {
            switch self {
            case .writing: "writing"
            case .written: "written"
            case .acknowledged: "acknowledged"
            case .connecting: "connecting"
            case .authenticating: "authenticating"
            case .associating: "associating"
            case .obtainingAddress: "obtainingAddress"
            case .reconnecting: "reconnecting"
            default: "step(\(rawValue))"
            }
        }
    }
#endif
