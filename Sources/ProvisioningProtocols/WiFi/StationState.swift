/// Where a device stands with its Wi-Fi, as its station or its protocol reports it.
public enum StationState: Equatable, Sendable {
    /// No network is stored.
    case notConfigured
    /// A network is stored; the device is not on it and not trying.
    case disconnected
    /// Looking for the access point and associating with it.
    case associating
    /// Proving the passphrase.
    case authenticating
    /// On the network, waiting for an address.
    case obtainingAddress
    /// On the network with this address.
    case connected(IPv4Address)
    /// The last try to join failed.
    case failed(JoinFailure)
}

/// Why a join failed. An open set: what a device reports and we do not know keeps its number.
public struct JoinFailure: RawRepresentable, Hashable, Sendable {
    /// Below 0x100 a reason named here, 0x100 and above the number that the wire carried for one that is not.
    public let rawValue: UInt16

    /// The reason with this number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The reason is not known: the device did not say why, or said it, as WiFiSet does, once and before this link.
    public static var unspecified: JoinFailure { JoinFailure(rawValue: 0) }
    /// The access point refused the passphrase.
    public static var wrongPassphrase: JoinFailure { JoinFailure(rawValue: 1) }
    /// No access point of that name answered.
    public static var networkNotFound: JoinFailure { JoinFailure(rawValue: 2) }
    /// The join took longer than its limit.
    public static var timeOut: JoinFailure { JoinFailure(rawValue: 3) }
    /// Associated, but no address was handed out.
    public static var noAddress: JoinFailure { JoinFailure(rawValue: 4) }
    /// The device cannot do this kind of security.
    public static var unsupportedSecurity: JoinFailure { JoinFailure(rawValue: 5) }
    /// The device failed in itself: driver, memory, service not running.
    public static var deviceFault: JoinFailure { JoinFailure(rawValue: 6) }
    /// The device could not store the credentials; what it had before is intact.
    public static var storageFailed: JoinFailure { JoinFailure(rawValue: 7) }
    /// The device refused the credentials without a try.
    public static var credentialsRefused: JoinFailure { JoinFailure(rawValue: 8) }
    /// The connection to the access point failed, and nothing more is known.
    public static var connectionFailed: JoinFailure { JoinFailure(rawValue: 9) }
    /// Another program gave the device other credentials before it was done with these, and it joins with those.
    public static var replaced: JoinFailure { JoinFailure(rawValue: 10) }
    /// A reason that the wire numbers `number` and we do not know.
    public static func unknown(_ number: UInt8) -> JoinFailure { JoinFailure(rawValue: 0x100 | UInt16(number)) }
}
