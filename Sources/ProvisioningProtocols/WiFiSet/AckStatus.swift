extension WiFiSet {
    /// How the device took the credentials. An open set: a status that is not known keeps its number.
    public struct AckStatus: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt8

        /// The status with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The credentials are safely stored.
        public static var stored: AckStatus { AckStatus(rawValue: 0x00) }
        /// The SSID has no byte or more than 32.
        public static var invalidSSIDLength: AckStatus { AckStatus(rawValue: 0x01) }
        /// The passphrase has a length that no network takes.
        public static var invalidPassphraseLength: AckStatus { AckStatus(rawValue: 0x02) }
        /// They could not be stored; what was stored before is intact.
        public static var storageFailure: AckStatus { AckStatus(rawValue: 0x03) }
    }
}
