public import ProvisioningProtocols

/// Bytes of a message of Nordic's service, and what they are to be read as.
public struct NordicVector: Sendable {
    /// The messages that a characteristic carries.
    public enum Kind: Sendable { case info, request, response, result }

    /// What it shows.
    public let name: StaticString
    /// Which message the bytes are of.
    public let kind: Kind
    /// The bytes, as pairs of hex digits with spaces between them.
    public let hex: StaticString
    /// The fields as `path=value` with a space between them, in the order of the message; `nil` where the bytes are none.
    public let fields: StaticString?
    /// Whether all required fields are there.
    public let isInitialized: Bool
    /// Why the bytes are no message.
    public let fault: (kind: NordicWiFi.DecodingError.Kind, offset: UInt16)?

    init(_ name: StaticString, _ kind: Kind, _ hex: StaticString, fields: StaticString) {
        self.init(name, kind, hex, fields, true, nil)
    }

    init(_ name: StaticString, _ kind: Kind, _ hex: StaticString, isInitialized: Bool) {
        self.init(name, kind, hex, nil, isInitialized, nil)
    }

    init(
        _ name: StaticString, _ kind: Kind, _ hex: StaticString, fault: NordicWiFi.DecodingError.Kind, at offset: UInt16
    ) {
        self.init(name, kind, hex, nil, false, (fault, offset))
    }

    private init(
        _ name: StaticString, _ kind: Kind, _ hex: StaticString, _ fields: StaticString?, _ isInitialized: Bool,
        _ fault: (kind: NordicWiFi.DecodingError.Kind, offset: UInt16)?
    ) {
        self.name = name
        self.kind = kind
        self.hex = hex
        self.fields = fields
        self.isInitialized = isInitialized
        self.fault = fault
    }

    /// The bytes.
    public var bytes: [UInt8] { hexBytes(hex) }

    /// Whether the vector is one of the field case with this id.
    func belongs(to fieldCase: StaticString) -> Bool {
        name.withUTF8Buffer { name in fieldCase.withUTF8Buffer { name.starts(with: $0) } }
    }
}

/// A message's fields as a vector has them.
struct NordicFields {
    private(set) var text: [UInt8] = []
    private var path: [UInt8] = []
    private let bytes: [UInt8]

    /// The fields of the message in `bytes`, which is one of this kind.
    init(of kind: NordicVector.Kind, in bytes: [UInt8]) throws(NordicWiFi.DecodingError) {
        self.bytes = bytes
        switch kind {
        case .info: number("version", try NordicWiFi.Info(decoding: bytes.span).version.map { Int($0) })
        case .request: show(try NordicWiFi.Request(decoding: bytes.span))
        case .response: show(try NordicWiFi.Response(decoding: bytes.span))
        case .result: show(try NordicWiFi.Result(decoding: bytes.span))
        }
    }

    private mutating func show(_ request: NordicWiFi.Request) {
        number("op_code", request.opCode.map { Int($0.rawValue) })
        inside("scan_params", request.scanParams) { $0.show($1) }
        inside("config", request.config) { fields, config in
            fields.inside("wifi", config.wifi) { $0.show($1) }
            fields.number("passphraseLength", config.passphrase.map { Int($0.count) })
            fields.number("volatileMemory", config.volatileMemory.map { $0 ? 1 : 0 })
        }
    }

    private mutating func show(_ response: NordicWiFi.Response) {
        number("request_op_code", response.requestOpCode.map { Int($0.rawValue) })
        number("status", response.status.map { Int($0.rawValue) })
        inside("device_status", response.deviceStatus) { fields, status in
            fields.number("state", status.state.map { Int($0.rawValue) })
            fields.inside("provisioning_info", status.provisioningInfo) { $0.show($1) }
            fields.inside("connection_info", status.connectionInfo) { $0.data("ip4_addr", $1.ip4Addr) }
            fields.inside("scan_info", status.scanInfo) { $0.show($1) }
        }
    }

    private mutating func show(_ result: NordicWiFi.Result) {
        inside("scan_record", result.scanRecord) { fields, record in
            fields.inside("wifi", record.wifi) { $0.show($1) }
            fields.number("rssi", record.rssi.map { Int($0) })
        }
        number("state", result.state.map { Int($0.rawValue) })
        number("reason", result.reason.map { Int($0.rawValue) })
    }

    private mutating func show(_ wifi: NordicWiFi.WifiInfo) {
        data("ssid", wifi.ssid)
        data("bssid", wifi.bssid)
        number("band", wifi.band.map { Int($0.rawValue) })
        number("channel", wifi.channel.map { Int($0) })
        number("auth", wifi.auth.map { Int($0.rawValue) })
    }

    private mutating func show(_ params: NordicWiFi.ScanParams) {
        number("band", params.band.map { Int($0.rawValue) })
        number("passive", params.passive.map { $0 ? 1 : 0 })
        number("period_ms", params.periodMs.map { Int($0) })
        number("group_channels", params.groupChannels.map { Int($0) })
    }

    // MARK: Text

    private mutating func name(_ name: StaticString) {
        if !text.isEmpty { text.append(0x20) }
        text += path
        name.withUTF8Buffer { text += $0 }
    }

    private mutating func inside<Message>(
        _ name: StaticString, _ message: Message?, _ body: (inout NordicFields, Message) -> Void
    ) {
        guard let message else { return }
        self.name(name)
        let outer = path
        name.withUTF8Buffer { path += $0 }
        path.append(0x2E)
        body(&self, message)
        path = outer
    }

    private mutating func number(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        text.append(0x3D)
        var digits: [UInt8] = []
        var rest = value.magnitude
        repeat {
            digits.append(0x30 + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        if value < 0 { digits.append(0x2D) }
        text += digits.reversed()
    }

    private mutating func data(_ name: StaticString, _ range: ByteRange?) {
        guard let range else { return }
        self.name(name)
        text.append(0x3D)
        for byte in bytes[range.range] {
            for digit in [byte >> 4, byte & 0xF] { text.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
        }
    }
}
