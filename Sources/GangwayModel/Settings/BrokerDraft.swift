import MessageBroker

/// The broker's settings as they are typed.
public struct BrokerDraft: Hashable, Sendable {
    /// `host` or `host:port`; several with spaces or commas between them are tried in turn.
    public var addresses = ""
    /// Whether the connection is protected by TLS. There is no switch that leaves the check of the certificate out.
    public var isProtected = true
    /// The file of authorities that vouch for the broker; empty for those of the system.
    public var authorities = ""
    /// Who this home is to the broker; empty where it does not ask.
    public var user = ""
    /// Whether MQTT 5 is spoken, and not 3.1.1.
    public var speaksVersion5 = false
    /// Whether all is listened to that the broker lets this user hear (`#`), and not only the topics of the listed devices.
    public var listensToEverything = false
    /// The certificate that this home shows the broker, which is not set here and is kept.
    var clientCertificate: TLSSettings.ClientCertificate?

    /// Nothing typed yet.
    public init() {}

    /// The draft of a plan.
    public init(_ plan: BrokerPlan) {
        addresses = plan.addresses.map(\.description).joined(separator: ", ")
        isProtected = plan.tls != nil
        if case .file(let path) = plan.tls?.authorities { authorities = path }
        user = plan.user ?? ""
        speaksVersion5 = plan.version == .v5
        listensToEverything = plan.listensToEverything
        clientCertificate = plan.tls?.clientCertificate
    }

    /// The plan that it is.
    /// - Throws: the first thing that cannot be.
    public func plan() throws(Problem) -> BrokerPlan {
        let texts = addresses.split { $0 == "," || $0.isWhitespace }.map(String.init)
        guard !texts.isEmpty else { throw Problem("settings", "addressEmpty", nil, .openSettings) }
        var parsed: [BrokerAddress] = []
        for text in texts {
            guard let address = BrokerAddress(text, isSecure: isProtected) else {
                throw Problem("settings", "addressInvalid", nil, .openSettings, text)
            }
            parsed.append(address)
        }
        let tls = TLSSettings(
            authorities: authorities.isEmpty ? .system : .file(authorities), clientCertificate: clientCertificate)
        return BrokerPlan(
            addresses: parsed, tls: isProtected ? tls : nil, user: user.isEmpty ? nil : user,
            version: speaksVersion5 ? .v5 : .v3_1_1, listensToEverything: listensToEverything)
    }
}
