/// How an access point secures its network. An open set: what a device reports and we do not know keeps its number.
public struct Security: RawRepresentable, Hashable, Sendable {
    /// Below 0x100 a kind named here; 0x100 plus the number that the wire carried for one that is not; 0x200 for none.
    public let rawValue: UInt16

    /// The kind with this number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// No encryption. Nothing but an explicit *open* is open.
    public static var open: Security { Security(rawValue: 0) }
    /// Wired Equivalent Privacy, broken since 2001 and still met.
    public static var wep: Security { Security(rawValue: 1) }
    /// WPA or WPA2 with a passphrase, or both.
    public static var wpaPersonal: Security { Security(rawValue: 2) }
    /// WPA2 with a user's own credentials (802.1X).
    public static var wpa2Enterprise: Security { Security(rawValue: 3) }
    /// WPA3 with a passphrase (SAE), alone or beside WPA2.
    public static var wpa3Personal: Security { Security(rawValue: 4) }
    /// A kind that the wire numbers `number` and we do not know.
    public static func unknown(_ number: UInt8) -> Security { Security(rawValue: 0x100 | UInt16(number)) }
    /// The device did not say.
    public static var unspecified: Security { Security(rawValue: 0x200) }

    /// Whether a join needs a passphrase: all but ``open``, the unknown included.
    public var needsPassphrase: Bool { self != .open }
}

#if !hasFeature(Embedded)
    extension Security: CustomStringConvertible {
        /// `open`, `wep`, `wpa-personal`, `wpa2-enterprise`, `wpa3-personal`, `unknown(7)` or `unspecified`.
        public var description: String {
            switch self {
            case .open: "open"
            case .wep: "wep"
            case .wpaPersonal: "wpa-personal"
            case .wpa2Enterprise: "wpa2-enterprise"
            case .wpa3Personal: "wpa3-personal"
            case .unspecified: "unspecified"
            default: "unknown(\(rawValue & 0xFF))"
            }
        }
    }
#endif
