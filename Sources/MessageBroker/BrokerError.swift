public import Runtime

/// Why something with a broker could not be done, for a program to decide on and for a person to read. No text here ever
/// holds a password or a message's body.
public struct BrokerError: ExplainedError {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whose fault a failure is.
    public enum Fault: String, Hashable, Sendable {
        /// What was asked for, or the settings.
        case caller
        /// The broker.
        case broker
        /// The network between.
        case network
        /// This machine.
        case system
    }

    /// What kind of failure it is.
    public var code: Code { facts.code }
    /// Whose fault it is.
    public var fault: Fault { facts.fault }
    /// What failed, a whole sentence.
    public var summary: String { facts.summary }
    /// What the state is now, a whole sentence.
    public var state: String { facts.state }
    /// What to do next, a whole sentence.
    public var advice: String { facts.advice }
    /// The filters of topics that were refused, where that is the failure.
    public var refusedFilters: [String] { facts.refusedFilters }
    /// What was learnt of the protection of the connection that failed, the certificate that was not accepted included. The
    /// version and the cipher are empty where the two ends did not agree on any.
    public var tls: TLSFacts? { facts.tls }

    /// Apart, because every call that can fail keeps room for its error, and hardly any fails.
    private let facts: Facts

    private struct Sentences: Sendable {
        let summary: String
        let state: String
        let advice: String
    }

    private final class Facts: Sendable {
        let code: Code
        let fault: Fault
        let sentences: Sentences
        let refusedFilters: [String]
        let tls: TLSFacts?
        var summary: String { sentences.summary }
        var state: String { sentences.state }
        var advice: String { sentences.advice }

        init(_ code: Code, _ fault: Fault, _ sentences: Sentences, _ refusedFilters: [String], _ tls: TLSFacts?) {
            self.code = code
            self.fault = fault
            self.sentences = sentences
            self.refusedFilters = refusedFilters
            self.tls = tls
        }
    }

    /// A failure of these facts.
    public init(
        _ code: Code, fault: Fault, summary: String, state: String, advice: String, refusedFilters: [String] = []
    ) {
        let sentences = Sentences(summary: summary, state: state, advice: advice)
        facts = Facts(code, fault, sentences, refusedFilters, nil)
    }

    private init(_ error: BrokerError, _ tls: TLSFacts) {
        let facts = error.facts
        self.facts = Facts(facts.code, facts.fault, facts.sentences, facts.refusedFilters, tls)
    }

    /// The same failure, of a connection of which `tls` was learnt.
    public func with(_ tls: TLSFacts?) -> BrokerError { tls.map { BrokerError(self, $0) } ?? self }
}

extension BrokerError.Code {
    /// The settings cannot be used: no address, an empty host, a client id that cannot be.
    public static var invalidSettings: Self { Self(rawValue: "invalidSettings") }
    /// The host's name is not known.
    public static var hostNotFound: Self { Self(rawValue: "hostNotFound") }
    /// The host is there, and nothing listens at that port.
    public static var connectionRefused: Self { Self(rawValue: "connectionRefused") }
    /// The network does not lead there.
    public static var unreachable: Self { Self(rawValue: "unreachable") }
    /// A limit passed.
    public static var timedOut: Self { Self(rawValue: "timedOut") }
    /// The broker ended the connection, or it broke.
    public static var connectionLost: Self { Self(rawValue: "connectionLost") }
    /// The broker did not answer any more.
    public static var unanswered: Self { Self(rawValue: "unanswered") }
    /// Another connection took over this client id.
    public static var takenOver: Self { Self(rawValue: "takenOver") }
    /// The file of authorities cannot be read, or holds none.
    public static var authoritiesUnreadable: Self { Self(rawValue: "authoritiesUnreadable") }
    /// The client's certificate or key cannot be read, or they do not belong together.
    public static var clientCertificateUnreadable: Self { Self(rawValue: "clientCertificateUnreadable") }
    /// The broker's certificate has expired, or this machine's clock is far off.
    public static var certificateExpired: Self { Self(rawValue: "certificateExpired") }
    /// The broker's certificate does not hold yet, or this machine's clock is far off.
    public static var certificateNotYetValid: Self { Self(rawValue: "certificateNotYetValid") }
    /// The broker's certificate is for another host.
    public static var wrongHost: Self { Self(rawValue: "wrongHost") }
    /// No authority that is trusted vouches for the broker's certificate.
    public static var unknownAuthority: Self { Self(rawValue: "unknownAuthority") }
    /// The broker did not accept the client's certificate, or misses one.
    public static var clientCertificateRefused: Self { Self(rawValue: "clientCertificateRefused") }
    /// TLS failed for another reason, such as a port that does not speak it.
    public static var tlsFailed: Self { Self(rawValue: "tlsFailed") }
    /// The broker does not know the user or the password, or does not let this user in.
    public static var loginRefused: Self { Self(rawValue: "loginRefused") }
    /// The broker does not take the client id.
    public static var clientIDRefused: Self { Self(rawValue: "clientIDRefused") }
    /// The broker does not speak this edition of the protocol.
    public static var versionRefused: Self { Self(rawValue: "versionRefused") }
    /// The broker is there and cannot serve now.
    public static var brokerUnavailable: Self { Self(rawValue: "brokerUnavailable") }
    /// The broker sent what the protocol does not allow.
    public static var protocolViolation: Self { Self(rawValue: "protocolViolation") }
    /// The broker refused a subscription.
    public static var subscriptionRefused: Self { Self(rawValue: "subscriptionRefused") }
    /// The broker refused a message.
    public static var publishRefused: Self { Self(rawValue: "publishRefused") }
    /// The message is larger than the broker takes.
    public static var tooLarge: Self { Self(rawValue: "tooLarge") }
    /// That is no topic, or no filter of topics.
    public static var invalidTopic: Self { Self(rawValue: "invalidTopic") }
    /// There is no connection.
    public static var notConnected: Self { Self(rawValue: "notConnected") }
    /// The connection was lost under way; whether the broker has the message is not known.
    public static var interrupted: Self { Self(rawValue: "interrupted") }
    /// The calling task was cancelled.
    public static var cancelled: Self { Self(rawValue: "cancelled") }
    /// The connection was closed by this program.
    public static var closed: Self { Self(rawValue: "closed") }
    /// The library by which this machine speaks to brokers is not there, or is not one that can be used.
    public static var libraryMissing: Self { Self(rawValue: "libraryMissing") }
    /// Something else, which the summary tells.
    public static var failed: Self { Self(rawValue: "failed") }
}
