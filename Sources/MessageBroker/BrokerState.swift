public import ProvisioningProtocols

/// Where a connection to a broker stands.
public enum BrokerState: Sendable {
    /// Not asked for yet.
    case idle
    /// One is being made to this address.
    case connecting(BrokerAddress, ConnectionStep)
    /// There is one.
    case connected(BrokerConnection)
    /// There is none, and why; the next attempt comes by itself at the instant named.
    case waiting(BrokerError, until: Instant)
    /// It was closed, for good.
    case closed
}

/// How far an attempt to connect has come.
public enum ConnectionStep: String, Sendable {
    /// The host's name is looked up.
    case resolving
    /// The host is called.
    case reaching
    /// Both ends agree on how to protect the connection, and the broker proves who it is.
    case securing
    /// The broker is asked for its consent.
    case loggingIn
}

/// What there is to know of a connection.
public struct BrokerConnection: Hashable, Sendable {
    /// The address it was made to, as it was given.
    public var address: BrokerAddress
    /// The host in numbers.
    public var numericHost: String
    /// The protection, where there is one.
    public var tls: TLSFacts?
    /// Whether the broker still had this client's session, with its subscriptions.
    public var isSessionPresent: Bool

    /// A connection of these facts.
    public init(address: BrokerAddress, numericHost: String, tls: TLSFacts? = nil, isSessionPresent: Bool = false) {
        self.address = address
        self.numericHost = numericHost
        self.tls = tls
        self.isSessionPresent = isSessionPresent
    }
}

/// How a connection is protected.
public struct TLSFacts: Hashable, Sendable {
    /// The protocol's edition, such as `TLSv1.3`.
    public var version: String
    /// The cipher suite's name.
    public var cipher: String
    /// The broker's certificate.
    public var certificate: CertificateFacts?

    /// Protection of these facts.
    public init(version: String, cipher: String, certificate: CertificateFacts?) {
        self.version = version
        self.cipher = cipher
        self.certificate = certificate
    }
}

/// What a certificate says.
public struct CertificateFacts: Hashable, Sendable {
    /// For whom it was made out.
    public var subject: String
    /// Who made it out.
    public var issuer: String
    /// From when it holds, in seconds since 1970 UTC.
    public var validFrom: Int64
    /// Until when it holds, in seconds since 1970 UTC.
    public var validUntil: Int64

    /// A certificate of these facts.
    public init(subject: String, issuer: String, validFrom: Int64, validUntil: Int64) {
        self.subject = subject
        self.issuer = issuer
        self.validFrom = validFrom
        self.validUntil = validUntil
    }
}

/// What happens on a connection to a broker, messages apart.
public enum BrokerEvent: Sendable {
    /// The state changed.
    case state(BrokerState)
    /// The broker refuses subscriptions that it is asked for anew at every connection; the others work.
    case subscriptionsRefused(BrokerError)
}
