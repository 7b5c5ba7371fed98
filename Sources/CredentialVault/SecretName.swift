/// What a secret is for. Names are no secrets themselves: a store may show them.
public struct SecretName: Hashable, Sendable {
    /// The kinds of secrets. An open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable: it is stored.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The password of an account at a broker.
        public static var broker: Kind { Kind(rawValue: "broker") }
        /// The passphrase of a Wi-Fi network.
        public static var network: Kind { Kind(rawValue: "network") }
    }

    /// The longest kind or label, in bytes of UTF-8.
    public static let maximumLength = 255

    /// What kind of secret it is.
    public let kind: Kind
    /// Which one of its kind: the account `user@host` of a broker, a network's name.
    public let label: String

    /// The name of these parts; `nil` where one is empty or longer than ``maximumLength``, or holds NUL.
    public init?(_ kind: Kind, _ label: String) {
        for part in [kind.rawValue, label] {
            guard (1...Self.maximumLength).contains(part.utf8.count), !part.utf8.contains(0) else { return nil }
        }
        self.kind = kind
        self.label = label
    }
}

extension SecretName {
    /// Under which name the passphrase of the network with this name (SSID) is kept: the name as text, or `hex:` and its bytes
    /// where it is no text, or begins so itself. `nil` where it is empty.
    public static func network(_ ssid: [UInt8]) -> SecretName? {
        let text = String(validating: ssid, as: UTF8.self)
        if let text, !text.hasPrefix("hex:"), let name = SecretName(.network, text) { return name }
        guard !ssid.isEmpty else { return nil }
        let digits = ssid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return SecretName(.network, "hex:" + digits.joined())
    }
}
