/// The messages of Nordic's Wi-Fi provisioning as `gangway decode` shows them, with the schema's own names.
struct NordicSchema: Sendable {
    /// What a field holds.
    indirect enum Kind: Sendable {
        case unsigned, signed, flag, ssid, address, dotted, passphrase
        /// A number with a name for each value from 0 on.
        case named([String])
        case message(NordicSchema)
    }

    /// A field of a message.
    struct Field: Sendable {
        let number: UInt32
        let name: String
        let kind: Kind
        let isRequired: Bool

        init(_ number: UInt32, _ name: String, _ kind: Kind, isRequired: Bool = false) {
            self.number = number
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
        }

        /// The tag that the field has on the wire: its number and the wire type of its kind.
        var tag: UInt32 {
            switch kind {
            case .unsigned, .signed, .flag, .named: number << 3
            case .ssid, .address, .dotted, .passphrase, .message: number << 3 | 2
            }
        }
    }

    /// The fields, by their numbers.
    let fields: [Field]

    private init(_ fields: Field...) { self.fields = fields }

    /// The messages that `--message` names.
    static let messages = ["request", "response", "result", "info"]

    /// The message that `--message` names so.
    static func message(_ name: String) -> NordicSchema? {
        switch name {
        case "request": request
        case "response": response
        case "result": result
        case "info": info
        default: nil
        }
    }

    private static let info = NordicSchema(Field(1, "version", .unsigned, isRequired: true))
    private static let request = NordicSchema(
        Field(1, "op_code", operation), Field(10, "scan_params", .message(scanParams)),
        Field(11, "config", .message(config)))
    private static let response = NordicSchema(
        Field(1, "request_op_code", operation), Field(2, "status", status),
        Field(10, "device_status", .message(deviceStatus)))
    private static let result = NordicSchema(
        Field(1, "scan_record", .message(NordicSchema(Field(1, "wifi", .message(wifi)), Field(2, "rssi", .signed)))),
        Field(2, "state", state), Field(3, "reason", reason))
    private static let wifi = NordicSchema(
        Field(1, "ssid", .ssid, isRequired: true), Field(2, "bssid", .address, isRequired: true),
        Field(3, "band", band), Field(4, "channel", .unsigned, isRequired: true), Field(5, "auth", authMode))
    private static let config = NordicSchema(
        Field(1, "wifi", .message(wifi)), Field(2, "passphrase", .passphrase), Field(3, "volatileMemory", .flag))
    private static let scanParams = NordicSchema(
        Field(1, "band", band), Field(2, "passive", .flag), Field(3, "period_ms", .unsigned),
        Field(4, "group_channels", .unsigned))
    private static let deviceStatus = NordicSchema(
        Field(1, "state", state), Field(10, "provisioning_info", .message(wifi)),
        Field(11, "connection_info", .message(NordicSchema(Field(1, "ip4_addr", .dotted)))),
        Field(12, "scan_info", .message(scanParams)))

    private static let operation = Kind.named([
        "RESERVED", "GET_STATUS", "START_SCAN", "STOP_SCAN", "SET_CONFIG", "FORGET_CONFIG",
    ])
    private static let status = Kind.named(["SUCCESS", "INVALID_ARGUMENT", "INVALID_PROTO", "INTERNAL_ERROR"])
    private static let state = Kind.named([
        "DISCONNECTED", "AUTHENTICATION", "ASSOCIATION", "OBTAINING_IP", "CONNECTED", "CONNECTION_FAILED",
    ])
    private static let reason = Kind.named(["AUTH_ERROR", "NETWORK_NOT_FOUND", "TIMEOUT", "FAIL_IP", "FAIL_CONN"])
    private static let band = Kind.named(["BAND_ANY", "BAND_2_4_GH", "BAND_5_GH"])
    private static let authMode = Kind.named([
        "OPEN", "WEP", "WPA_PSK", "WPA2_PSK", "WPA_WPA2_PSK", "WPA2_ENTERPRISE", "WPA3_PSK",
    ])
}
