public import MessageBroker

/// How a broker is reached, as `broker.json` says it (`Docs/Control.md`). It holds no password: only where one is.
public struct BrokerFile: Hashable, Sendable {
    /// What is listened to.
    public enum Listening: String, Hashable, Sendable {
        /// The topics of the devices that are listed.
        case topics
        /// Everything that the broker lets this user hear.
        case everything
    }

    /// Where secrets are kept.
    public enum Vault: String, CaseIterable, Hashable, Sendable {
        /// In a sealed file in the folder of ``ControlHome``.
        case file
        /// In the Secret Service of the person's session.
        case secretService = "secret-service"
    }

    /// The longest file that is read, in bytes.
    public static let maximumLength = 65_536

    /// Where the broker is reached, one after the other is tried; at least one.
    public var addresses: [BrokerAddress]
    /// How the connection is protected; `nil` for not at all. Its files are absolute paths, or relative to the process's folder.
    public var tls: TLSSettings?
    /// Who this program is to the broker; `nil` where it does not ask.
    public var user: String?
    /// The file in whose first line the user's password is; `nil` for the one in the vault.
    public var passwordFile: String?
    /// Where secrets are kept: the user's password, and passphrases of networks that are to be kept.
    public var vault: Vault
    /// The name of the connection; `nil` for one of its own, which is best: a second connection of one name ends the first.
    public var clientID: String?
    /// What stands for the id of the device whose end uses the file; those who steer have one of their own then.
    public static let clientIDOfDevice = "{id}"
    /// The edition of the protocol.
    public var version: BrokerSettings.Version
    /// After how many seconds without a message the two ends ask whether the other is there, 5 to 65,535.
    public var keepAlive: UInt16
    /// What is listened to.
    public var listening: Listening

    /// A file of these facts.
    public init(
        addresses: [BrokerAddress], tls: TLSSettings? = TLSSettings(), user: String? = nil, passwordFile: String? = nil,
        vault: Vault = .file, clientID: String? = nil, version: BrokerSettings.Version = .v3_1_1,
        keepAlive: UInt16 = 60, listening: Listening = .topics
    ) {
        self.addresses = addresses
        self.tls = tls
        self.user = user
        self.passwordFile = passwordFile
        self.vault = vault
        self.clientID = clientID
        self.version = version
        self.keepAlive = keepAlive
        self.listening = listening
    }
}
