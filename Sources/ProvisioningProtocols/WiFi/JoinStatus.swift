/// Where a device stands with its Wi-Fi, and with which network.
public struct JoinStatus: Equatable, Sendable {
    /// The network it is on or tries, the one whose join failed, or the stored one; empty where none is.
    public var ssid: SSID
    /// The state.
    public var state: StationState
    /// How strongly the network is received; `nil` where the device is not on it.
    public var signal: SignalStrength?

    /// A status of these facts.
    public init(state: StationState, ssid: SSID = SSID(), signal: SignalStrength? = nil) {
        self.state = state
        self.ssid = ssid
        self.signal = signal
    }
}
