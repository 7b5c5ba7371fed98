import BluetoothLE
import ProvisioningProtocols

/// What an attribute of a capture holds.
enum AttributeRole: Hashable {
    /// Messages of WiFiSet.
    case wifiSet
    /// One of the characteristics of Nordic's service.
    case nordic(NordicWiFi.Characteristic)
    /// The credentials of the JSON protocol.
    case topicJSON

    /// The protocol's name.
    var protocolName: String {
        switch self {
        case .wifiSet: "wifiset"
        case .nordic: "nordic"
        case .topicJSON: "json"
        }
    }

    /// The role of the characteristic with this UUID; `nil` where it is of no protocol here.
    init?(_ characteristic: BluetoothUUID) {
        guard let role = Self.characteristics[characteristic] else { return nil }
        self = role
    }

    private static let characteristics: [BluetoothUUID: AttributeRole] = {
        let wifiSet = [WiFiSet.Characteristic.list, .credentialWrite, .status].map { ($0.uuid, AttributeRole.wifiSet) }
        let nordic = [NordicWiFi.Characteristic.info, .controlPoint, .dataOut].map {
            ($0.uuid, AttributeRole.nordic($0))
        }
        let json = [(TopicJSON.Characteristic.credentials.uuid, AttributeRole.topicJSON)]
        return Dictionary(
            (wifiSet + nordic + json).map { (BluetoothUUID(high: $0.high, low: $0.low), $1) }, uniquingKeysWith: { $1 })
    }()
}

/// Finds out what the attributes of a capture hold: by the discovery of a device's characteristics where the capture has it.
/// Where it has not (a device that was connected before has them remembered), by what their values look like.
struct AttributeRoles {
    /// An attribute of the end that serves it, in the direction in which that is asked.
    private struct Place: Hashable {
        let asking: LinkDirection
        let attribute: UInt16

        init(_ value: AttributeValue) {
            asking = value.kind == .written ? value.link : value.link.reversed
            attribute = value.attribute
        }
    }

    private let discovered: [LinkDirection: [UInt16: AttributeRole]]
    private var guessed: [Place: AttributeRole] = [:]

    /// The roles of the attributes of `values`; `discovered` are the UUIDs that the capture tells.
    init(_ values: [AttributeValue], discovered: [LinkDirection: [UInt16: BluetoothUUID]]) {
        self.discovered = discovered.mapValues { $0.compactMapValues(AttributeRole.init) }
            .filter { !$0.value.isEmpty }
        let known = self.discovered
        let places = Dictionary(grouping: values.filter { known[Place($0).asking] == nil }, by: Place.init)
        guessControlPoints(places)
        guessOthers(places)
    }

    /// What the attribute of `value` holds; `nil` where it is of no protocol here.
    func role(of value: AttributeValue) -> AttributeRole? {
        let place = Place(value)
        if let attributes = discovered[place.asking] { return attributes[place.attribute] }
        return guessed[place]
    }

    /// Nordic's control point is where all that is written are requests, and all that is answered are responses.
    private mutating func guessControlPoints(_ places: [Place: [AttributeValue]]) {
        for (place, values) in places {
            let (written, answered) = (values.filter { $0.kind == .written }, values.filter { $0.kind == .notified })
            guard !written.isEmpty, written.allSatisfy({ $0.isRequest }), !answered.isEmpty,
                answered.allSatisfy({ $0.reads(as: "response") })
            else { continue }
            guessed[place] = .nordic(.controlPoint)
        }
    }

    /// An attribute beside a control point whose values all read as results, or as a version, is Nordic's too; one of whose
    /// values begins like a message of WiFiSet is WiFiSet's; one that only credentials as JSON are written to is that protocol's,
    /// on which characteristic soever.
    private mutating func guessOthers(_ places: [Place: [AttributeValue]]) {
        let nordic = Set(guessed.keys.map(\.asking))
        for (place, values) in places where guessed[place] == nil {
            let hasControlPoint = nordic.contains(place.asking)
            if hasControlPoint, values.allSatisfy({ $0.kind == .notified && $0.reads(as: "result") }) {
                guessed[place] = .nordic(.dataOut)
            } else if hasControlPoint, values.allSatisfy({ $0.kind == .read && $0.reads(as: "info") }) {
                guessed[place] = .nordic(.info)
            } else if values.allSatisfy({ $0.kind == .written && TopicJSONText.reads($0.bytes) }) {
                guessed[place] = .topicJSON
            } else if values.contains(where: \.beginsLikeWiFiSet) {
                guessed[place] = .wifiSet
            }
        }
    }
}

extension AttributeValue {
    fileprivate var beginsLikeWiFiSet: Bool {
        guard let header = WiFiSet.Header(bytes.span), let lengths = header.plausibleLengths else { return false }
        return lengths.contains(header.payloadLength)
    }

    /// Whether it begins with one of the five operations, and all of it is known.
    fileprivate var isRequest: Bool {
        bytes.count >= 2 && bytes[0] == 0x08 && (1...5).contains(bytes[1]) && reads(as: "request")
    }

    /// Whether it is a message of that name with something in it and nothing that is not known.
    fileprivate func reads(as message: String) -> Bool {
        guard let schema = NordicSchema.message(message), let object = try? NordicJSON.object(bytes, as: schema) else {
            return false
        }
        return !object.members.isEmpty && object["unknown"] == nil
    }
}

extension NordicWiFi.Characteristic {
    /// The name of the message that a value of it is, as `--message` takes it.
    func message(isWritten: Bool) -> String {
        switch self {
        case .info: "info"
        case .controlPoint: isWritten ? "request" : "response"
        case .dataOut: "result"
        }
    }
}
