/// Nordic's Wi-Fi provisioning: protobuf messages over three characteristics, the last two for paired links only.
///
/// The facts are those of the sdk-nrf's `wifi_prov` service and of the `.proto` files of its mobile libraries.
public enum NordicWiFi {
    /// The UUID of the service, in two halves, most significant first.
    public static var serviceUUID: (high: UInt64, low: UInt64) { (0x1438_7800_130C_49E7, 0xB877_2881_C89C_B258) }

    /// The characteristics, by the number that tells them apart in their UUIDs.
    public enum Characteristic: UInt8, Sendable {
        /// ``Info``: read, by anybody.
        case info = 1
        /// ``Request`` is written, ``Response`` is indicated.
        case controlPoint = 2
        /// ``Result`` is notified.
        case dataOut = 3

        /// The characteristic's UUID in two halves, most significant first.
        public var uuid: (high: UInt64, low: UInt64) {
            // Written out: 64-bit conversions need a heap type on 32-bit targets (see `UInt64.init(widening:)`).
            switch self {
            case .info: (0x1438_7801_130C_49E7, 0xB877_2881_C89C_B258)
            case .controlPoint: (0x1438_7802_130C_49E7, 0xB877_2881_C89C_B258)
            case .dataOut: (0x1438_7803_130C_49E7, 0xB877_2881_C89C_B258)
            }
        }
    }

    /// What the service carries of credentials. The certificates of enterprise networks do not fit an attribute.
    public static var credentialLimits: CredentialLimits {
        CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
    }

    /// The longest message: one attribute value (Core Specification 5.4, Vol 3 Part F §3.2.9).
    public static var maximumMessageLength: Int { 512 }
}
