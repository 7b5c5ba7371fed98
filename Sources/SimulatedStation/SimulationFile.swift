import JSONText
import ProvisioningProtocols
public import WiFiStation

extension Simulation {
    /// The longest file that is read.
    static let maximumFileLength = 1 << 20

    /// The world that a JSON text describes; its keys are in `Docs/SimulatedStation.md`.
    /// - Throws: `failed`, with the line, the key and what it should be. A passphrase is never part of it.
    public init(json bytes: [UInt8]) throws(StationError) {
        do {
            self = try Self.read(JSONReader.read(bytes))
        } catch {
            throw StationError(.failed, "line \(error.line): \(error.text)")
        }
    }

    /// Every key, with the object that holds it, as the document lists them.
    static let keys: [String: [String]] = [
        "": ["networks", "delays", "failures"],
        "networks": [
            "ssid", "ssidHex", "security", "passphrase", "hidden", "channel", "band", "signal", "bssid",
            "accessPoints", "address", "failure", "failingJoins",
        ],
        "accessPoints": ["bssid", "channel", "band", "signal"],
        "delays": ["scan", "association", "authentication", "address"],
        "failures": ["scans", "storageFullAfter"],
    ]

    private static func read(_ value: JSONValue) throws(JSONFault) -> Simulation {
        let root = try JSONMembers(value, "", of: "the file")
        var simulation = Simulation()
        for value in try root.array("networks") ?? [] { simulation.networks.append(try network(value)) }
        if let value = root["delays"] {
            let delays = try JSONMembers(value, "delays", of: "delays")
            simulation.delays.scan = try delays.number("scan", 0...600_000) ?? 0
            simulation.delays.association = try delays.number("association", 0...600_000) ?? 0
            simulation.delays.authentication = try delays.number("authentication", 0...600_000) ?? 0
            simulation.delays.address = try delays.number("address", 0...600_000) ?? 0
        }
        if let value = root["failures"] {
            let failures = try JSONMembers(value, "failures", of: "failures")
            simulation.failures.scans = try failures.number("scans", 0...1_000_000) ?? 0
            simulation.failures.storageFullAfter = try failures.number("storageFullAfter", 0...1_000_000)
        }
        return simulation
    }

    private static func network(_ value: JSONValue) throws(JSONFault) -> Network {
        let members = try JSONMembers(value, "networks", of: "a network")
        let security = try members.choice("security", securities) ?? .wpaPersonal
        var network = Network(ssid: try ssid(members, value.line), security: security)
        network.passphrase = try passphrase(members, security, value.line)
        network.isHidden = try members.bool("hidden") ?? false
        network.address =
            try members.text("address", "four numbers with dots", IPv4Address.init(dotted:)) ?? network.address
        network.failure = try members.choice(
            "failure", Failure.allCases.map { ($0.rawValue, $0) })
        network.failingJoins = try members.number("failingJoins", 0...1_000_000)
        if let points = try members.array("accessPoints") {
            guard !points.isEmpty else { throw members.fault("accessPoints", "has to hold one at least") }
            for key in ["bssid", "channel", "band", "signal"] where members[key] != nil {
                throw members.fault(key, "cannot stand beside accessPoints: put it into them")
            }
            network.accessPoints = []
            for value in points {
                let members = try JSONMembers(value, "accessPoints", of: "an access point")
                network.accessPoints.append(try accessPoint(members))
            }
        } else {
            network.accessPoints = [try accessPoint(members)]
        }
        return network
    }

    private static func accessPoint(_ members: JSONMembers) throws(JSONFault) -> AccessPointFacts {
        AccessPointFacts(
            bssid: try members.text("bssid", "six pairs of hex digits with colons", HardwareAddress.init),
            signal: SignalStrength(rawValue: try members.number("signal", -128...127) ?? -50),
            channel: Channel(rawValue: try members.number("channel", 0...255) ?? 1),
            band: try members.choice("band", bands))
    }

    private static func ssid(_ members: JSONMembers, _ line: Int) throws(JSONFault) -> SSID {
        let text = try members.text("ssid", "1 to 32 bytes") { $0.isEmpty ? nil : SSID($0) }
        let hex = try members.text("ssidHex", "1 to 32 pairs of hex digits") { text -> SSID? in
            bytes(hex: text).flatMap { $0.isEmpty ? nil : SSID($0) }
        }
        guard let name = text ?? hex, text == nil || hex == nil else {
            throw JSONFault(line: line, text: "a network has either ssid or ssidHex")
        }
        return name
    }

    private static func passphrase(_ members: JSONMembers, _ security: Security, _ line: Int) throws(JSONFault)
        -> [UInt8]
    {
        let text = try members.text("passphrase", "a string of at most 64 bytes") { $0.utf8.count <= 64 ? $0 : nil }
        let passphrase = Array((text ?? "").utf8)
        if security == .open, !passphrase.isEmpty {
            throw members.fault("passphrase", "cannot be given to an open network")
        }
        if security.needsPassphrase, security != .wpa2Enterprise, passphrase.isEmpty {
            throw JSONFault(line: line, text: "a network that is not open needs a passphrase")
        }
        // A network that could not be would refuse every passphrase that a client may send.
        if let known = Passphrase(passphrase.span), let name = SSID("x") {
            do throws(CredentialFault) {
                try CredentialLimits(carriesHexKeys: true, carriesEnterprise: true)
                    .check(ssid: name, passphrase: known, security: security)
            } catch {
                throw members.fault("passphrase", "does not suit \(security): \(error)")
            }
        }
        return passphrase
    }

    private static let bands = [Band.twoPointFourGHz, .fiveGHz, .sixGHz].map { ($0.description, $0) }

    private static let securities: [(String, Security)] =
        [
            Security.open, .wep, .wpaPersonal, .wpa2Enterprise, .wpa3Personal,
        ].map { ($0.description, $0) } + (5...255).map { (Security.unknown($0).description, Security.unknown($0)) }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = digits[index..<index + 2]
            guard pair.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension IPv4Address {
    /// Reads `192.168.1.100`.
    init?(dotted text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let a = parts[0], let b = parts[1], let c = parts[2], let d = parts[3] else {
            return nil
        }
        self.init(a, b, c, d)
        // `UInt8(_:)` takes a sign and leading zeros, which other programs read as octal.
        guard description == text else { return nil }
    }
}

extension JSONMembers {
    /// The object `value`, which may have the keys of `table` and no others; `name` is what it is, for people.
    fileprivate init(_ value: JSONValue, _ table: String, of name: String) throws(JSONFault) {
        try self.init(value, of: name, Simulation.keys[table] ?? [])
    }

    fileprivate func choice<Value>(_ key: String, _ choices: [(String, Value)]) throws(JSONFault) -> Value? {
        try text(key, "one of " + choices.prefix(6).map(\.0).joined(separator: ", ")) { text in
            choices.first { $0.0 == text }?.1
        }
    }
}
