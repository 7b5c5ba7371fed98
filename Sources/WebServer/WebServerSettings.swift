/// How a server listens, and what it puts up with.
public struct WebServerSettings: Sendable {
    /// Certificate and key of TLS.
    public struct TLS: Sendable {
        /// The chain, the server's own first, as PEM.
        public var certificates: [UInt8]
        /// The private key, as PEM.
        public var key: [UInt8]

        /// TLS with these.
        public init(certificates: [UInt8], key: [UInt8]) {
            self.certificates = certificates
            self.key = key
        }
    }

    /// Where it listens: an IPv4 or IPv6 address in numbers. `::` takes both kinds.
    public var address: String
    /// At which port; 0 for any that is free.
    public var port: UInt16
    /// How the connections are protected; `nil` for not at all.
    public var tls: TLS?
    /// The longest body, in bytes. A longer one is answered with 413.
    public var maximumBody = 65_536
    /// The memory for a connection's header fields, in bytes. A longer header is answered with 431.
    public var maximumHeader = 16_384
    /// How many connections may be open. Further ones are closed at once.
    public var maximumConnections: UInt32 = 1_200
    /// How many of them may be from one address, so that none takes them all from the others.
    public var maximumConnectionsOfAddress: UInt32 = 600
    /// In how many milliseconds a request must have arrived whole, and how long a connection may be idle between two.
    public var patience: UInt32 = 20_000

    /// Settings of these.
    public init(address: String = "127.0.0.1", port: UInt16, tls: TLS? = nil) {
        self.address = address
        self.port = port
        self.tls = tls
    }
}

/// Why a server could not be started.
public struct WebServerError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The address is none.
        case invalidAddress
        /// Another program listens there.
        case inUse
        /// This program may not listen there.
        case notPermitted
        /// The machine has no such address.
        case noSuchAddress
        /// Certificate or key cannot be used.
        case invalidCertificate
        /// The system or the library refused for another reason.
        case failed
    }

    /// What kind it is.
    public let code: Code
    /// What failed, a whole sentence.
    public let summary: String
    /// What to do next, a whole sentence.
    public let advice: String
}
