public import CredentialVault
public import DeviceDirectory
public import MessageBroker
public import Provisioning

/// Keeps nothing: for an app that sets devices up and does not list or steer them.
public struct NoStore: HomeStore {
    /// A store that keeps nothing.
    public init() {}

    /// There is no list.
    public func directory() async throws(DirectoryError) -> any DeviceDirectory {
        throw DirectoryError(
            .notPermitted, fault: .caller, summary: "This app keeps no list of devices.",
            state: "Nothing was read or changed.", advice: "Give its home a store.")
    }

    /// There is no vault.
    public func vault() async throws(VaultError) -> any CredentialVault {
        throw VaultError(
            .notPermitted, fault: .caller, summary: "This app keeps no passphrases.",
            state: "Nothing was read or kept.", advice: "Give its home a store.")
    }

    /// No broker is set up.
    public func brokerPlan() async throws(Problem) -> BrokerPlan? { nil }

    /// It cannot be kept.
    public func keep(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) { throw unavailable }

    /// There is no broker.
    public func broker(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) -> any Broker {
        throw unavailable
    }

    private var unavailable: Problem { Problem("broker", "notSetUp", nil, .none) }
}

extension HomeModel {
    /// A home that only sets devices up, with `provisioner`: nothing is listed, kept or steered, and it need not be opened.
    public convenience init(settingUpWith provisioner: Provisioner) {
        self.init(AppServices(store: NoStore(), provisioner: provisioner))
    }

    /// Whether it keeps things, such as passphrases that have worked.
    public var keepsThings: Bool { !(services.store is NoStore) }
}
