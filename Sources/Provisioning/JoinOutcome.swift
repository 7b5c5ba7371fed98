public import ProvisioningProtocols

/// How a join ended.
public enum JoinOutcome: Hashable, Sendable {
    /// The device is on the network.
    case connected(address: IPv4Address?, signal: SignalStrength?)
    /// The device took the credentials, and its protocol reports no more: it shows itself when it is on the network.
    case accepted
    /// The device tried and failed, or refused the credentials. `message` is its own text, empty where it gave none.
    case failed(JoinFailure, message: String)
    /// Neither success nor failure could be learned.
    case unknown(UnknownOutcome)
}

extension JoinOutcome: CustomStringConvertible {
    /// The outcome for a person, such as `connected, address 192.168.7.23, signal -52 dBm`.
    public var description: String {
        switch self {
        case .connected(let address, let signal):
            return ["connected", address.map { "address \($0)" }, signal.map { "signal \($0)" }]
                .compactMap(\.self).joined(separator: ", ")
        case .accepted: return "accepted; the device reports no more"
        case .failed(let reason, let message):
            return "failed: \(reason)" + (message.isEmpty ? "" : ". The device says: \(message.debugDescription)")
        case .unknown(let why): return "unknown. \(why)"
        }
    }
}

/// What comes while a device joins.
public enum JoinEvent: Hashable, Sendable {
    /// The join has come this far.
    case progress(JoinProgress)
    /// The end.
    case ended(JoinOutcome)
}

/// Where a device stands with its Wi-Fi.
public struct DeviceStatus: Equatable, Sendable {
    /// The state; a device whose protocol only says *connecting* is ``StationState/associating``.
    public var state: StationState
    /// The network it is on, tries or has stored; `nil` where there is none.
    public var ssid: SSID?
    /// How strongly it receives that network; `nil` where it is not connected.
    public var signal: SignalStrength?
    /// How that network is secured, where the device says so.
    public var security: Security
    /// The access point, its channel and its band, where the device tells a particular one.
    public var bssid: HardwareAddress?
    /// See ``bssid``; ``Channel/unknown`` for any.
    public var channel: Channel
    /// See ``bssid``.
    public var band: Band
    /// The wire's own number for how the network is secured, in protocols that tell more kinds apart.
    public var wireSecurity: UInt8?

    /// A status of these facts.
    public init(
        state: StationState, ssid: SSID? = nil, signal: SignalStrength? = nil, security: Security = .unspecified,
        bssid: HardwareAddress? = nil, channel: Channel = .unknown, band: Band = .any,
        wireSecurity: UInt8? = nil
    ) {
        self.state = state
        self.ssid = ssid
        self.signal = signal
        self.security = security
        self.bssid = bssid
        self.channel = channel
        self.band = band
        self.wireSecurity = wireSecurity
    }

    /// Why its last join failed. `nil` where none did, and where the reason is not known: WiFiSet tells it once, as the join
    /// fails, and not in the reports after it. What a link heard is kept while it lasts.
    public var failure: JoinFailure? {
        guard case .failed(let reason) = state, reason != .unspecified else { return nil }
        return reason
    }

    /// The address it has; `nil` where it has none or said 0.0.0.0.
    public var address: IPv4Address? {
        guard case .connected(let address) = state, address != .unspecified else { return nil }
        return address
    }
}
