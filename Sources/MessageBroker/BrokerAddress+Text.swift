extension BrokerAddress {
    /// The address that `text` is: `host`, `host:port`, or with an IPv6 address in brackets; `nil` for any other text.
    /// With `isSecure`, a port that is left out is the one for TLS (8883), otherwise the one without (1883).
    public init?(_ text: String, isSecure: Bool) {
        let standard = isSecure ? Self.defaultSecurePort : Self.defaultPort
        var (host, rest) = (Substring(), Substring())
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            (host, rest) = (text[..<colon], text[colon...])
        }
        let digits = rest.dropFirst()
        let isPort = !digits.isEmpty && digits.utf8.count <= 5 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard rest.isEmpty || isPort, let port = rest.isEmpty ? standard : UInt16(digits), port > 0 else { return nil }
        guard !host.isEmpty, host.utf8.count <= 255, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 }),
            !host.utf8.contains(where: { "/@[]".utf8.contains($0) })
        else { return nil }
        self.init(host: String(host), port: port)
    }
}
