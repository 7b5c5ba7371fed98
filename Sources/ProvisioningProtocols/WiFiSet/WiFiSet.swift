/// The WiFiSet 1.0 protocol: binary messages over three characteristics, unencrypted.
public enum WiFiSet {
    /// The UUID of the service, in two halves, most significant first.
    public static var serviceUUID: (high: UInt64, low: UInt64) { (0x4FAF_C201_1FB5_459E, 0x8FCC_C5C9_C331_914B) }

    /// The characteristics, by the number that tells them apart in their UUIDs. All three make a device WiFiSet: the
    /// service UUID is a tutorial's, and strangers use it.
    public enum Characteristic: UInt8, Sendable {
        /// The list of networks: read, notify.
        case list = 2
        /// Credentials and status requests: write.
        case credentialWrite = 3
        /// ACK, status and errors: read, notify.
        case status = 4

        /// The characteristic's UUID in two halves, most significant first.
        public var uuid: (high: UInt64, low: UInt64) {
            // Written out: 64-bit conversions need a heap type on 32-bit targets (see `UInt64.init(widening:)`).
            switch self {
            case .list: (0x4FAF_C202_1FB5_459E, 0x8FCC_C5C9_C331_914B)
            case .credentialWrite: (0x4FAF_C203_1FB5_459E, 0x8FCC_C5C9_C331_914B)
            case .status: (0x4FAF_C204_1FB5_459E, 0x8FCC_C5C9_C331_914B)
            }
        }
    }
}
