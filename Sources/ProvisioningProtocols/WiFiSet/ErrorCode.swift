extension WiFiSet {
    /// What a device's error message is about. An open set: a code that is not known keeps its number.
    public struct ErrorCode: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt8

        /// The code with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A message from the client is malformed.
        public static var invalidMessageFormat: ErrorCode { ErrorCode(rawValue: 0x01) }
        /// The scan for networks failed.
        public static var scanFailed: ErrorCode { ErrorCode(rawValue: 0x02) }
        /// The credentials could not be taken.
        public static var credentialWriteFailed: ErrorCode { ErrorCode(rawValue: 0x03) }
        /// The device's storage failed.
        public static var storageError: ErrorCode { ErrorCode(rawValue: 0x04) }
        /// Joining the network failed: also for reasons other than time, which the text tells apart.
        public static var connectionTimeout: ErrorCode { ErrorCode(rawValue: 0x05) }
        /// The type of a message from the client is not known.
        public static var unknownMessageType: ErrorCode { ErrorCode(rawValue: 0x06) }
    }
}
