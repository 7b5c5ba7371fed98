extension WiFiSet {
    /// The first byte of every message. An open set: a type that is not known keeps its number.
    public struct MessageType: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt8

        /// The type with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Device to client: a list of networks begins.
        public static var listStart: MessageType { MessageType(rawValue: 0x01) }
        /// Device to client: one network.
        public static var networkEntry: MessageType { MessageType(rawValue: 0x02) }
        /// Device to client: the list is complete.
        public static var listEnd: MessageType { MessageType(rawValue: 0x03) }
        /// Client to device: the network to join.
        public static var credentialWrite: MessageType { MessageType(rawValue: 0x10) }
        /// Device to client: the credentials are stored, or why not.
        public static var credentialAck: MessageType { MessageType(rawValue: 0x11) }
        /// Client to device: asks for a status response.
        public static var statusRequest: MessageType { MessageType(rawValue: 0x20) }
        /// Device to client: where it stands with its Wi-Fi.
        public static var statusResponse: MessageType { MessageType(rawValue: 0x21) }
        /// Device to client: something went wrong.
        public static var error: MessageType { MessageType(rawValue: 0xFF) }
    }
}

#if !hasFeature(Embedded)
    extension WiFiSet.MessageType: CustomStringConvertible {
        /// The stable name, `listStart` to `error`, or `unknown`.
        public var description: String {
            switch self {
            case .listStart: "listStart"
            case .networkEntry: "networkEntry"
            case .listEnd: "listEnd"
            case .credentialWrite: "credentialWrite"
            case .credentialAck: "credentialAck"
            case .statusRequest: "statusRequest"
            case .statusResponse: "statusResponse"
            case .error: "error"
            default: "unknown"
            }
        }
    }
#endif
