extension WiFiSet {
    /// Where a device stands with its Wi-Fi, as a status response says. An open set: a state that is not known keeps its
    /// number.
    public struct ConnectionState: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt8

        /// The state with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// No credentials are stored.
        public static var notConfigured: ConnectionState { ConnectionState(rawValue: 0x00) }
        /// Credentials are stored; the device is not connected.
        public static var configuredNotConnected: ConnectionState { ConnectionState(rawValue: 0x01) }
        /// The device is joining.
        public static var connecting: ConnectionState { ConnectionState(rawValue: 0x02) }
        /// The device is on the network.
        public static var connected: ConnectionState { ConnectionState(rawValue: 0x03) }
        /// The last try to join failed.
        public static var connectionFailed: ConnectionState { ConnectionState(rawValue: 0x04) }
    }
}

#if !hasFeature(Embedded)
    extension WiFiSet.ConnectionState: CustomStringConvertible {
        /// The stable name, `notConfigured` to `connectionFailed`, or `unknown(7)`.
        public var description: String {
            switch self {
            case .notConfigured: "notConfigured"
            case .configuredNotConnected: "configuredNotConnected"
            case .connecting: "connecting"
            case .connected: "connected"
            case .connectionFailed: "connectionFailed"
            default: "unknown(\(rawValue))"
            }
        }
    }
#endif
