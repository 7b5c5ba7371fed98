/// Where a device stands with its Wi-Fi, and with which network.
public struct JoinStatus: Equatable, Sendable {
    /// The network it is on or tries, the one whose join failed, or the stored one; empty where none is.
    public var ssid: SSID
    /// The state.
    public var state: StationState
    /// How strongly the network is received; `nil` where the device is not on it.
    public var signal: SignalStrength?
    /// Whether a network is stored that has worked: credentials that were never joined with do not count.
    public var isProvisioned: Bool

    /// A status of these facts.
    public init(
        state: StationState, ssid: SSID = SSID(), signal: SignalStrength? = nil, isProvisioned: Bool = false
    ) {
        self.state = state
        self.ssid = ssid
        self.signal = signal
        self.isProvisioned = isProvisioned
    }
}
