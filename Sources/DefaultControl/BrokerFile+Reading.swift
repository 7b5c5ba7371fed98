import Runtime
import JSONText
import MessageBroker

extension BrokerFile {
    /// Reads the file at `path`.
    /// - Throws: `brokerMissing`, `unreadable`, or `brokerInvalid` with the line.
    public init(path: String) throws(ControlFileError) {
        guard let bytes = try SmallFile.read(path, limit: Self.maximumLength) else { throw .brokerMissing(path) }
        try self.init(json: bytes, path: path)
    }

    /// Reads the text of the file at `path`; what it names relative lies in the folder of `path`.
    /// - Throws: `brokerInvalid` with the line.
    public init(json bytes: [UInt8], path: String) throws(ControlFileError) {
        do throws(JSONFault) {
            let root = try JSONMembers(
                try JSONReader.read(bytes), of: "the file",
                ["addresses", "tls", "user", "passwordFile", "vault", "clientID", "version", "keepAlive", "listen"])
            let folder = WholeFile(path).folder
            let tls = try Self.tls(root, folder)
            self.init(addresses: try Self.addresses(root, isSecure: tls != nil), tls: tls)
            user = try root.text("user")
            passwordFile = try root.text("passwordFile").map { SmallFile.path($0, in: folder) }
            vault = try root.choice("vault", ["file": .file, "secret-service": .secretService]) ?? .file
            clientID = try root.text("clientID")
            if let clientID, clientID != Self.clientIDOfDevice, clientID.contains("{") || clientID.contains("}") {
                throw root.fault("clientID", "takes \(Self.clientIDOfDevice) by itself, or a name without braces")
            }
            if passwordFile != nil, user == nil { throw root.fault("passwordFile", "is of no use without a user") }
            version = try root.choice("version", ["3.1.1": .v3_1_1, "5": .v5]) ?? .v3_1_1
            keepAlive = try root.number("keepAlive", 5...65_535) ?? 60
            listening = try root.choice("listen", ["topics": .topics, "everything": .everything]) ?? .topics
        } catch {
            throw .invalid(path, error.line, error.text)
        }
    }

    private static func addresses(_ root: JSONMembers, isSecure: Bool) throws(JSONFault) -> [BrokerAddress] {
        let elements = try root.needed("addresses", try root.array("addresses"))
        guard !elements.isEmpty else { throw root.fault("addresses", "is empty") }
        var addresses: [BrokerAddress] = []
        for element in elements {
            guard case .string(let text) = element.kind, let address = BrokerAddress(text, isSecure: isSecure) else {
                throw JSONFault(
                    line: element.line,
                    text: "an address is a host or host:port, with an IPv6 address in brackets, such as [fe80::1]:8883")
            }
            addresses.append(address)
        }
        return addresses
    }

    private static func tls(_ root: JSONMembers, _ folder: String) throws(JSONFault) -> TLSSettings? {
        guard let value = root["tls"] else { return TLSSettings() }
        if case .string("none") = value.kind { return nil }
        guard case .object = value.kind else { throw root.fault("tls", "takes \"none\" or an object") }
        let members = try JSONMembers(value, of: "tls", ["authorities", "certificate", "key"])
        func file(_ key: String) throws(JSONFault) -> String? {
            try members.text(key).map { SmallFile.path($0, in: folder) }
        }
        var tls = TLSSettings()
        if let authorities = try file("authorities") { tls.authorities = .file(authorities) }
        switch (try file("certificate"), try file("key")) {
        case (let certificate?, let key?):
            tls.clientCertificate = TLSSettings.ClientCertificate(certificate: certificate, key: key)
        case (nil, nil): break
        default: throw JSONFault(line: value.line, text: "certificate and key are given together")
        }
        return tls
    }
}

extension JSONMembers {
    fileprivate func text(_ key: String) throws(JSONFault) -> String? { try plainText(key, 4_096) }

    fileprivate func choice<Value>(_ key: String, _ values: [String: Value]) throws(JSONFault) -> Value? {
        let known = values.keys.sorted().map { "\"\($0)\"" }.joined(separator: " or ")
        return try text(key, known) { values[$0] }
    }
}
