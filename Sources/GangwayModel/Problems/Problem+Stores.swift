public import CredentialVault
public import DeviceControl
public import DeviceDirectory
public import MessageBroker
import Runtime

extension Problem {
    /// Why a device could not be steered.
    public init(_ error: ControlError) {
        if let cause = error.brokerError, error.code == .noBroker || error.code == .notHeard {
            self.init(cause)
            return
        }
        self.init("control", error.code.rawValue, error, error.fault == .broker ? .openSettings : .tryAgain)
    }

    /// Why the broker cannot be reached, or does not do what is asked of it.
    public init(_ error: BrokerError) {
        self.init("broker", error.code.rawValue, error, .openSettings)
        if !error.refusedFilters.isEmpty {
            summary = Sentence("broker.subscriptionRefused", error.refusedFilters.joined(separator: ", "))
        }
    }

    /// Why the list of devices could not be read or changed.
    public init(_ error: DirectoryError) { self.init("directory", error.code.rawValue, error, .tryAgain) }

    /// Why the vault could not give or keep a secret.
    public init(_ error: VaultError) { self.init("vault", error.code.rawValue, error, .tryAgain) }
}
