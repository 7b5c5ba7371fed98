public import CredentialVault
public import DeviceDirectory
public import MessageBroker

/// How a home's broker is reached, as a person sets it. No password is part of it.
public struct BrokerPlan: Hashable, Sendable {
    /// Where it is reached, one after the other is tried; at least one.
    public var addresses: [BrokerAddress]
    /// How the connection is protected; `nil` for not at all.
    public var tls: TLSSettings?
    /// Who this home is to the broker; `nil` where it does not ask.
    public var user: String?
    /// The edition of the protocol.
    public var version: BrokerSettings.Version
    /// Whether all is listened to that the broker lets this user hear (`#`), and not only the topics of the listed devices.
    public var listensToEverything: Bool

    /// A plan of these facts.
    public init(
        addresses: [BrokerAddress], tls: TLSSettings? = TLSSettings(), user: String? = nil,
        version: BrokerSettings.Version = .v3_1_1, listensToEverything: Bool = false
    ) {
        self.addresses = addresses
        self.tls = tls
        self.user = user
        self.version = version
        self.listensToEverything = listensToEverything
    }
}

/// Where a home keeps its things, and how it reaches its broker: the machine's files, or a test's.
public protocol HomeStore: Sendable {
    /// The list of devices.
    /// - Throws: ``DirectoryError`` where it cannot be opened; it is as it was.
    func directory() async throws(DirectoryError) -> any DeviceDirectory

    /// Where secrets lie.
    func vault() async throws(VaultError) -> any CredentialVault

    /// How the broker is reached; `nil` where none was set up.
    func brokerPlan() async throws(Problem) -> BrokerPlan?

    /// Keeps how the broker is reached, and the password of its user where one is given; without one, the password that is kept
    /// stays.
    func keep(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem)

    /// A connection by `plan` that nobody has told yet to connect; without a `password`, with the one that is kept.
    func broker(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) -> any Broker
}
