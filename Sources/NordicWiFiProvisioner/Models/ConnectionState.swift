import ProvisioningProtocols

/// Where a device stands with its network.
public enum ConnectionState: Hashable, Sendable {
    /// It is on none.
    case disconnected
    /// It proves the passphrase.
    case authentication
    /// It associates with the access point.
    case association
    /// It waits for an address.
    case obtainingIp
    /// It is on the network.
    case connected
    /// It could not join.
    case connectionFailed(ConnectionFailureReason)

    /// From a status; `nil` where a device has none.
    init?(_ state: StationState) {
        switch state {
        case .notConfigured: return nil
        case .disconnected: self = .disconnected
        case .authenticating: self = .authentication
        case .associating: self = .association
        case .obtainingAddress: self = .obtainingIp
        case .connected: self = .connected
        case .failed(let reason): self = .connectionFailed(ConnectionFailureReason(reason))
        }
    }

    /// From a step of a join; `nil` for steps before the device tries.
    init?(_ progress: JoinProgress) {
        switch progress {
        case .authenticating: self = .authentication
        case .associating: self = .association
        case .obtainingAddress: self = .obtainingIp
        default: return nil
        }
    }
}

/// Why a device could not join.
public enum ConnectionFailureReason: Error, Hashable, Sendable {
    /// The access point refused the passphrase.
    case authError
    /// No access point of that name answered.
    case networkNotFound
    /// It took too long.
    case timeout
    /// The network gave no address.
    case failIp
    /// It could not connect for another reason.
    case failConn
    /// It did not say why.
    case unknown

    init(_ reason: JoinFailure) {
        switch reason {
        case .wrongPassphrase: self = .authError
        case .networkNotFound: self = .networkNotFound
        case .timeOut: self = .timeout
        case .noAddress: self = .failIp
        case .unspecified: self = .unknown
        default: self = .failConn
        }
    }

    /// For a person.
    public var localizedDescription: String {
        switch self {
        case .authError: "The network refused the passphrase."
        case .networkNotFound: "The network was not found."
        case .timeout: "It took too long."
        case .failIp: "The network gave no address."
        case .failConn: "The network could not be joined."
        case .unknown: "The device did not say why it could not join."
        }
    }
}
