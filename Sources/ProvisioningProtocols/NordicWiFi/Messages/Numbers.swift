extension NordicWiFi {
    /// What a request asks for.
    public struct OpCode: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The operation with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// None: in a response, the request's operation could not be read.
        public static var reserved: OpCode { OpCode(rawValue: 0) }
        /// Where the device stands.
        public static var getStatus: OpCode { OpCode(rawValue: 1) }
        /// Look for networks.
        public static var startScan: OpCode { OpCode(rawValue: 2) }
        /// Look no more.
        public static var stopScan: OpCode { OpCode(rawValue: 3) }
        /// Join this network.
        public static var setConfig: OpCode { OpCode(rawValue: 4) }
        /// Leave the network and forget it.
        public static var forgetConfig: OpCode { OpCode(rawValue: 5) }
    }

    /// How a request went.
    public struct Status: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The status with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Accepted.
        public static var success: Status { Status(rawValue: 0) }
        /// A value is missing or out of range.
        public static var invalidArgument: Status { Status(rawValue: 1) }
        /// The bytes are no request.
        public static var invalidProto: Status { Status(rawValue: 2) }
        /// The device failed in itself.
        public static var internalError: Status { Status(rawValue: 3) }
    }

    /// Where a device stands with its network.
    public struct ConnectionState: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The state with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// On none.
        public static var disconnected: ConnectionState { ConnectionState(rawValue: 0) }
        /// Proving the passphrase.
        public static var authentication: ConnectionState { ConnectionState(rawValue: 1) }
        /// Associating with the access point.
        public static var association: ConnectionState { ConnectionState(rawValue: 2) }
        /// Waiting for an address.
        public static var obtainingIP: ConnectionState { ConnectionState(rawValue: 3) }
        /// On the network.
        public static var connected: ConnectionState { ConnectionState(rawValue: 4) }
        /// The join failed.
        public static var connectionFailed: ConnectionState { ConnectionState(rawValue: 5) }
    }

    /// Why a join failed.
    public struct ConnectionFailureReason: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The reason with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The access point refused the passphrase.
        public static var authError: ConnectionFailureReason { ConnectionFailureReason(rawValue: 0) }
        /// No access point of that name answered.
        public static var networkNotFound: ConnectionFailureReason { ConnectionFailureReason(rawValue: 1) }
        /// It took too long.
        public static var timeout: ConnectionFailureReason { ConnectionFailureReason(rawValue: 2) }
        /// The network gave no address.
        public static var failIP: ConnectionFailureReason { ConnectionFailureReason(rawValue: 3) }
        /// Another reason.
        public static var failConn: ConnectionFailureReason { ConnectionFailureReason(rawValue: 4) }
    }

    /// A band, as the service numbers them.
    public struct FrequencyBand: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The band with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Any; firmware sends it for 6 GHz, too.
        public static var any: FrequencyBand { FrequencyBand(rawValue: 0) }
        /// 2.4 GHz.
        public static var twoPointFourGHz: FrequencyBand { FrequencyBand(rawValue: 1) }
        /// 5 GHz.
        public static var fiveGHz: FrequencyBand { FrequencyBand(rawValue: 2) }
    }

    /// How a network is secured. Firmware has added more kinds since, which keep their numbers.
    public struct AuthMode: WireNumber {
        /// The number on the wire.
        public var rawValue: Int32
        /// The kind with this number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Not at all.
        public static var open: AuthMode { AuthMode(rawValue: 0) }
        /// WEP.
        public static var wep: AuthMode { AuthMode(rawValue: 1) }
        /// WPA with a passphrase.
        public static var wpaPSK: AuthMode { AuthMode(rawValue: 2) }
        /// WPA2 with a passphrase.
        public static var wpa2PSK: AuthMode { AuthMode(rawValue: 3) }
        /// WPA or WPA2 with a passphrase.
        public static var wpaWPA2PSK: AuthMode { AuthMode(rawValue: 4) }
        /// WPA2 with a user's own credentials.
        public static var wpa2Enterprise: AuthMode { AuthMode(rawValue: 5) }
        /// WPA3 with a passphrase.
        public static var wpa3PSK: AuthMode { AuthMode(rawValue: 6) }
    }
}
