/// One request, whole: its body has arrived.
public struct WebRequest: Sendable {
    /// The method, as it was sent: `GET`.
    public let method: String
    /// The path, percent-decoded, from `/` on, without the query.
    public let path: String
    /// The members of the query, percent-decoded, in their order.
    public let query: [(name: String, value: String)]
    /// The header's fields, in their order, names as they were sent.
    public let fields: [(name: String, value: String)]
    /// The body; at most ``WebServerSettings/maximumBody`` bytes.
    public let body: [UInt8]
    /// Whether it comes from this machine, over a loopback address.
    public let isFromLoopback: Bool
    /// The address that it comes from, in numbers, without the port; empty where the system does not tell.
    public let peer: String
    /// Whether it came over TLS.
    public let isSecure: Bool

    /// A request of these parts.
    public init(
        method: String, path: String, query: [(name: String, value: String)] = [],
        fields: [(name: String, value: String)] = [], body: [UInt8] = [], isFromLoopback: Bool = true,
        peer: String = "127.0.0.1", isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
        self.isFromLoopback = isFromLoopback
        self.peer = peer
        self.isSecure = isSecure
    }

    /// The values of the fields named `name`, whatever their case.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }
            .map(\.value)
    }

    /// The value of the only field named `name`; `nil` where there is none, or more than one.
    public func value(_ name: String) -> String? {
        let all = values(name)
        return all.count == 1 ? all[0] : nil
    }

    /// The value of the first cookie named `name` (RFC 6265 §4.2.1).
    public func cookie(_ name: String) -> String? {
        for field in values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.drop { $0 == " " }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0] == name { return String(parts[1]) }
            }
        }
        return nil
    }
}
