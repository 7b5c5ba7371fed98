extension WiFiSet {
    /// What a status response carries.
    public struct StatusReport: Hashable, Sendable {
        /// The network that is configured; empty where none is.
        public var ssid: SSID
        /// The device's address, ``IPv4Address/unspecified`` where it has none.
        public var address: IPv4Address
        /// Where the device stands.
        public var state: ConnectionState
        /// The strength of its network; 0 dBm where it is not connected.
        public var signal: SignalStrength

        /// A report of these facts; what is left out is what a device without a network sends.
        public init(
            state: ConnectionState, signal: SignalStrength = SignalStrength(rawValue: 0),
            address: IPv4Address = .unspecified, ssid: SSID = SSID()
        ) {
            self.ssid = ssid
            self.address = address
            self.state = state
            self.signal = signal
        }
    }
}
