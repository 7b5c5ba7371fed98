public import CredentialVault
public import DeviceDirectory
public import MessageBroker

/// A home that is put together from parts: a list, a vault, preferences, and what makes connections to brokers. An app on Apple's
/// systems makes one of the back ends that it links.
public struct AssembledStore: HomeStore {
    /// Where the broker's plan is kept, as named texts.
    public struct Preferences: Sendable {
        /// Reads what was kept last; `nil` for nothing.
        public var read: @Sendable () -> [String: String]?
        /// Keeps texts in the place of those before.
        public var write: @Sendable ([String: String]) -> Void

        /// Preferences that are read and written so.
        public init(
            read: @escaping @Sendable () -> [String: String]?, write: @escaping @Sendable ([String: String]) -> Void
        ) {
            self.read = read
            self.write = write
        }
    }

    private let preferences: Preferences
    private let openDirectory: @Sendable () throws(DirectoryError) -> any DeviceDirectory
    private let openVault: @Sendable () throws(VaultError) -> any CredentialVault
    private let makeBroker: @Sendable (BrokerSettings) throws(BrokerError) -> any Broker

    /// A home of these parts. Each is called whenever the home needs it; a list and a vault may be opened more than once.
    public init(
        preferences: Preferences,
        directory: @escaping @Sendable () throws(DirectoryError) -> any DeviceDirectory,
        vault: @escaping @Sendable () throws(VaultError) -> any CredentialVault,
        broker: @escaping @Sendable (BrokerSettings) throws(BrokerError) -> any Broker
    ) {
        self.preferences = preferences
        openDirectory = directory
        openVault = vault
        makeBroker = broker
    }

    /// The list of devices.
    public func directory() async throws(DirectoryError) -> any DeviceDirectory { try openDirectory() }

    /// Where secrets lie.
    public func vault() async throws(VaultError) -> any CredentialVault { try openVault() }

    /// What the preferences say; `nil` where they say nothing.
    public func brokerPlan() async throws(Problem) -> BrokerPlan? {
        guard let fields = preferences.read() else { return nil }
        return try BrokerPlan(fields: fields)
    }

    /// Keeps the password in the vault, for each of the plan's addresses, and then the plan in the preferences.
    public func keep(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) {
        if let password {
            do throws(VaultError) {
                let vault = try openVault()
                for name in plan.secretNames { try await vault.keep(Secret(password), as: name) }
            } catch {
                throw Problem(error)
            }
        }
        preferences.write(plan.fields)
    }

    /// A connection by `plan`, with the password that is given or kept.
    public func broker(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) -> any Broker {
        var settings = BrokerSettings(addresses: plan.addresses, tls: plan.tls, version: plan.version)
        if let user = plan.user {
            let known: BrokerPassword
            if let password { known = password } else { known = try await kept(plan) }
            settings.login = BrokerLogin(user: user, password: known)
        }
        do throws(BrokerError) { return try makeBroker(settings) } catch { throw Problem(error) }
    }

    private func kept(_ plan: BrokerPlan) async throws(Problem) -> BrokerPassword {
        do throws(VaultError) {
            let vault = try openVault()
            for name in plan.secretNames {
                if let secret = try await vault.secret(name) { return secret.withBytes { BrokerPassword(Array($0)) } }
            }
        } catch {
            throw Problem(error)
        }
        throw Problem("settings", "passwordMissing", nil, .openSettings)
    }
}

extension BrokerPlan {
    /// Under which names the vault keeps the user's password, one for each address: `alice@home.example:8883`.
    var secretNames: [SecretName] {
        guard let user else { return [] }
        return addresses.compactMap { SecretName(.broker, "\(user)@\($0)") }
    }
}
