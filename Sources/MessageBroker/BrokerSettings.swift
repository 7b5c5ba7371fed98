/// Where a broker listens.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an address in numbers; an IPv6 address without brackets.
    public var host: String
    /// The TCP port, 1 to 65,535.
    public var port: UInt16

    /// The port of MQTT without TLS, as registered.
    public static var defaultPort: UInt16 { 1883 }
    /// The port of MQTT over TLS, as registered.
    public static var defaultSecurePort: UInt16 { 8883 }

    /// The address of `host` and `port`.
    public init(host: String, port: UInt16) {
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }

    /// `host:port`, an IPv6 address in brackets.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// How a broker proves who it is, and a program to it. There is no way to leave the proof out.
public struct TLSSettings: Hashable, Sendable {
    /// Who vouches for the broker.
    public enum Authorities: Hashable, Sendable {
        /// Those that the system trusts.
        case system
        /// Those in this file of certificates (PEM), and no others.
        case file(String)
    }

    /// A certificate with its key, as files (PEM). A key under a passphrase is not taken.
    public struct ClientCertificate: Hashable, Sendable {
        /// The certificate, with those that vouch for it behind it.
        public var certificate: String
        /// Its private key.
        public var key: String

        /// The certificate and key in these files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Who vouches for the broker.
    public var authorities: Authorities
    /// What this program shows the broker; `nil` for nothing.
    public var clientCertificate: ClientCertificate?

    /// Settings of these.
    public init(authorities: Authorities = .system, clientCertificate: ClientCertificate? = nil) {
        self.authorities = authorities
        self.clientCertificate = clientCertificate
    }
}

/// All that a connection to a broker is made from.
public struct BrokerSettings: Sendable {
    /// The edition of the protocol.
    public enum Version: Hashable, Sendable {
        /// MQTT 3.1.1, which every broker speaks.
        case v3_1_1
        /// MQTT 5.
        case v5
    }

    /// What the broker keeps while the program is away: subscriptions, and messages for them of QoS 1 and 2.
    public enum Session: Hashable, Sendable {
        /// Nothing.
        case clean
        /// Its session, for `seconds` (MQTT 5; before that, as long as the broker likes). It belongs to the client id.
        case kept(seconds: UInt32)
    }

    /// Where the broker is reached; one after the other is tried.
    public var addresses: [BrokerAddress]
    /// How the connection is protected; `nil` for not at all.
    public var tls: TLSSettings?
    /// Who the program is; `nil` where the broker does not ask.
    public var login: BrokerLogin?
    /// The name of this connection, alone of its kind at the broker: a second one throws the first out. `nil` for one of its
    /// own, which is best: it takes another where a broker cannot serve it under that one any more. One that is given stays,
    /// and so does that of a session that is kept.
    public var clientID: String?
    /// What the broker keeps. A session that is to be found again by another run of the program needs a client id.
    public var session: Session
    /// After how many seconds without a message the two ends ask whether the other is there, 5 to 65,535. A peer that is gone
    /// is noticed after twice that at the latest.
    public var keepAlive: UInt16
    /// The edition of the protocol.
    public var version: Version
    /// What the broker publishes when this end goes without a good-bye.
    public var lastWill: Message?
    /// How long one attempt to connect, up to the broker's consent, may take, in milliseconds.
    public var connectLimit: UInt32

    /// Settings of these.
    public init(
        addresses: [BrokerAddress], tls: TLSSettings?, login: BrokerLogin? = nil,
        clientID: String? = nil, session: Session = .clean, keepAlive: UInt16 = 60,
        version: Version = .v3_1_1, lastWill: Message? = nil, connectLimit: UInt32 = 20_000
    ) {
        self.addresses = addresses
        self.tls = tls
        self.login = login
        self.clientID = clientID
        self.session = session
        self.keepAlive = keepAlive
        self.version = version
        self.lastWill = lastWill
        self.connectLimit = connectLimit
    }

    /// A client id that no other program has: `gangway-` and 15 letters and digits, 23 bytes in all, which every broker takes
    /// (MQTT 3.1.1 §3.1.3.1).
    public static func uniqueClientID() -> String {
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return "gangway-" + String((0..<15).compactMap { _ in characters.randomElement() })
    }
}
