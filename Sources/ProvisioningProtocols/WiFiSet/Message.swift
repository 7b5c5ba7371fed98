extension WiFiSet {
    /// A message of the protocol, small and without a heap: text and passphrases stay in the frame and are named by their
    /// place in it.
    public enum Message: Equatable, Sendable {
        /// A list of networks begins.
        case listStart
        /// One access point; its ``AccessPoint/bssid`` is not carried.
        case networkEntry(AccessPoint)
        /// The list is complete: `count` networks were sent.
        case listEnd(count: UInt8)
        /// Credentials for the device, 1 to 32 and 0 to 63 bytes.
        case credentialWrite(CredentialWrite)
        /// How the device took the credentials.
        case credentialAck(AckStatus)
        /// Asks for a status response.
        case statusRequest
        /// Where the device stands with its Wi-Fi.
        case statusResponse(StatusReport)
        /// Something went wrong at the device; `text` is a place in the frame, 0 to 255 bytes that ought to be UTF-8.
        case error(ErrorCode, text: FrameRange)
        /// A type that is not known; its payload is everything after the header.
        case unknown(MessageType, payload: FrameRange)

        /// The type of the message.
        public var type: MessageType {
            switch self {
            case .listStart: .listStart
            case .networkEntry: .networkEntry
            case .listEnd: .listEnd
            case .credentialWrite: .credentialWrite
            case .credentialAck: .credentialAck
            case .statusRequest: .statusRequest
            case .statusResponse: .statusResponse
            case .error: .error
            case .unknown(let type, _): type
            }
        }
    }

    /// What a credential write carries.
    public struct CredentialWrite: Equatable, Sendable {
        /// The network to join, 1 to 32 bytes.
        public var ssid: SSID
        /// Where in the frame the passphrase is, 0 to 63 bytes; empty for an open network.
        public var passphrase: FrameRange
    }

    /// Some bytes of the frame that a message was decoded from.
    public typealias FrameRange = ByteRange
}
