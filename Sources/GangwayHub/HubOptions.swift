/// What the command line of the hub says.
struct HubOptions: Hashable, Sendable {
    /// The folder with devices, broker and passwords; `nil` for the standard one.
    var data: String?
    /// The radio, as a person names it.
    var radio: String?
    /// How the broker is reached: a file, or `mqtts://[USER@]HOST[:PORT]`.
    var broker: String?
    /// Whether a broker of its own is run.
    var runsBroker = false
    /// At which port that one listens; `nil` for the usual one.
    var brokerPort: String?
    /// The catalogue of kinds.
    var catalogue: String?
    /// Where it listens.
    var address = "127.0.0.1"
    /// At which port; 0 for any.
    var port: UInt16 = 8470
    /// The name by which browsers reach it, beside those of this machine.
    var name: String?
    /// Files of TLS.
    var certificate: String?
    var key: String?
    /// Whether it may be reached from other machines without TLS.
    var allowsPlainText = false
    /// Whether only the password is set.
    var setsPassword = false

    /// What `arguments` say, without the program's own name.
    /// - Throws: what is wrong with them. No value is quoted.
    init(_ arguments: [String]) throws(HubFailure) {
        var rest = arguments[...]
        if rest.first == "password" {
            setsPassword = true
            rest = rest.dropFirst()
        } else if rest.first == "run" {
            rest = rest.dropFirst()
        }
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(HubFailure) -> String {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw HubFailure("\(parts[0]) needs a value.", Self.help)
                }
                return value
            }
            switch parts[0] {
            case "--data", "--home": data = try value()
            case "--radio": radio = try value()
            case "--broker": broker = try value()
            case "--with-broker": runsBroker = true
            case "--broker-port": brokerPort = try value()
            case "--catalogue": catalogue = try value()
            case "--listen": try listen(value())
            case "--name": name = try value()
            case "--certificate": certificate = try value()
            case "--key": key = try value()
            case "--insecure-http": allowsPlainText = true
            default: throw HubFailure("\(parts[0]) is not known here.", Self.help)
            }
        }
        try check()
    }

    private static let help = "See `gangway help hub run`."

    /// The address as it stands before a port.
    var host: String { address.contains(":") ? "[\(address)]" : address }

    /// Another port, for where this one is taken.
    var nextPort: UInt16 { port < .max ? port + 1 : port - 1 }

    /// Whether only this machine reaches it.
    var isOnLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

    private mutating func listen(_ text: String) throws(HubFailure) {
        var (host, port) = (text, "")
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = String(text[text.index(after: text.startIndex)..<end])
            port = String(text[text.index(after: end)...])
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            (host, port) = (String(text[..<colon]), String(text[colon...]))
        }
        if !port.isEmpty {
            guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()) else {
                throw HubFailure(
                    "--listen takes an address in numbers, or one with a port, such as 127.0.0.1:8470.", Self.help)
            }
            self.port = number
        }
        guard host.isEmpty || host.contains(".") || host.contains(":") else {
            throw HubFailure(
                "--listen takes an address in numbers, or one with a port, such as 127.0.0.1:8470.", Self.help)
        }
        if !host.isEmpty { address = host }
    }

    private func check() throws(HubFailure) {
        guard (certificate == nil) == (key == nil) else {
            throw HubFailure("--certificate and --key belong together.", Self.help)
        }
        guard !(runsBroker && broker != nil) else {
            throw HubFailure("--broker and --with-broker exclude each other.", Self.help)
        }
        guard isOnLoopback || certificate != nil || allowsPlainText else {
            throw HubFailure(
                "At \(address) others could read the password and all that is shown: it needs TLS.",
                "Give --certificate and --key, or say --insecure-http where something else protects the way, as a proxy or "
                    + "a tunnel does.")
        }
    }
}
