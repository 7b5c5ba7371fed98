import DefaultPlatform
import GangwayCommandLine

/// What the command line of the hub says.
struct HubOptions: Hashable, Sendable {
    /// The folder with devices, broker and passwords; `nil` for the standard one.
    var data: String?
    /// The radio.
    var radio = RadioChoice.bluez(adapter: nil)
    /// How the broker is reached; `nil` for what settings say.
    var broker: BrokerSource?
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
    /// What `arguments` say, without the program's own name.
    /// - Throws: what is wrong with them. No value is quoted.
    init(_ arguments: [String]) throws(HubFailure) { try self.init(ParsedArguments(["hub"] + arguments)) }

    /// What a command line says that was read.
    init(_ arguments: ParsedArguments) throws(HubFailure) {
        func text(_ name: String) throws(HubFailure) -> String? {
            guard let value = arguments.values[name] else { return nil }
            guard !value.isEmpty else { throw .usage("--\(name) needs a value", command: arguments.commandName) }
            return value
        }
        let (named, home) = (try text("data"), try text("home"))
        guard named == nil || home == nil else {
            throw .usage("--data and --home are the same", command: arguments.commandName)
        }
        data = named ?? home
        guard arguments.commandName == "hub run" else { return }
        radio = try arguments.radio()
        if let source = try text("broker") { broker = try BrokerSource(source) }
        runsBroker = arguments.switches.contains("with-broker")
        brokerPort = try text("broker-port")
        catalogue = try text("catalogue")
        name = try text("name")
        (certificate, key) = (try text("certificate"), try text("key"))
        allowsPlainText = arguments.switches.contains("insecure-http")
        if let place = try text("listen") { try listen(place) }
        try check()
    }

    /// The address as it stands before a port.
    var host: String { address.contains(":") ? "[\(address)]" : address }

    /// Another port, for where this one is taken.
    var nextPort: UInt16 { port < .max ? port + 1 : port - 1 }

    /// Whether only this machine reaches it.
    var isOnLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

    private static let noPlace = HubFailure.usage(
        "--listen takes an address in numbers, or one with a port, such as 127.0.0.1:8470")

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
                throw Self.noPlace
            }
            self.port = number
        }
        guard host.isEmpty || host.contains(".") || host.contains(":") else {
            throw Self.noPlace
        }
        if !host.isEmpty { address = host }
    }

    private func check() throws(HubFailure) {
        guard (certificate == nil) == (key == nil) else {
            throw .usage("--certificate and --key belong together")
        }
        guard !(runsBroker && broker != nil) else {
            throw .usage("--broker and --with-broker exclude each other")
        }
        guard isOnLoopback || certificate != nil || allowsPlainText else {
            throw HubFailure(
                "At \(address) others could read the password and all that is shown: it needs TLS.",
                "Give --certificate and --key, or say --insecure-http where something else protects the way, as a proxy or "
                    + "a tunnel does.", .usage, code: "usage")
        }
    }
}
