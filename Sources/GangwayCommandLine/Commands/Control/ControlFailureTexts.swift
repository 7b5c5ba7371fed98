import CredentialVault
package import DefaultControl
import DeviceControl
import DeviceDirectory
import ProvisioningProtocols
import MessageBroker

extension CommandFailure {
    private static func sentences(_ parts: String...) -> String {
        safeText(parts.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// What a failure of the list of devices means for the program's end.
    init(_ error: DirectoryError) {
        let status: ExitStatus =
            switch error.code {
            case .notFound: .notFound
            case .notPermitted, .libraryMissing: .machineCannot
            default: .failed
            }
        self.init(
            status, error.code.rawValue, fault: error.fault == .caller ? .caller : .system,
            Self.sentences(error.summary, error.state), advice: error.advice)
    }

    /// Whether it is this machine that cannot.
    private static func isOfMachine(_ code: VaultError.Code) -> Bool {
        [.notPermitted, .libraryMissing, .serviceUnavailable].contains(code)
    }

    /// What a failure of the vault means.
    init(_ error: VaultError) {
        self.init(
            Self.isOfMachine(error.code) ? .machineCannot : .failed, error.code.rawValue,
            fault: error.fault == .caller ? .caller : .system, Self.sentences(error.summary, error.state),
            advice: error.advice)
    }

    /// What a failure of the folder of devices, or of the broker's file, means.
    package init(_ error: ControlFileError) {
        self.init(
            error.code == .notPermitted ? .machineCannot : .failed, error.code.rawValue, fault: .caller,
            Self.sentences(error.summary), advice: safeText(error.advice))
    }

    /// What a failure of the settings of a broker means.
    init(_ error: DefaultControl.SettingsError) {
        switch error {
        case .file(let error): self.init(error)
        case .vault(let error): self.init(error)
        }
    }

    /// What a failure of the broker, or of the way to it, means.
    init(_ error: BrokerError) {
        let status: ExitStatus =
            switch error.code {
            case .cancelled: .interrupted
            case .interrupted: .unknownOutcome
            case .libraryMissing: .machineCannot
            default: .failed
            }
        self.init(
            status, error.code.rawValue, fault: Fault(error.fault), Self.sentences(error.summary, error.state),
            advice: error.commandAdvice)
    }

    /// That there is no connection to the broker; the code is that of the reason.
    init(unconnected reason: BrokerError?) {
        let code = reason?.code ?? .notConnected
        self.init(
            .failed, code.rawValue, fault: Fault(reason?.fault ?? .network),
            Self.sentences("There is no connection to the broker.", reason?.summary ?? "", "Nothing was sent."),
            advice: reason?.commandAdvice ?? "See whether the broker runs, and try again.")
    }

    /// What it means that a device could not be steered.
    init(_ error: ControlError) {
        let status: ExitStatus =
            switch error.code {
            case .cancelled: .interrupted
            case .unconfirmed: .unknownOutcome
            // Where the broker did not say that it has the command, it may have it all the same.
            case .notSent where [.timedOut, .interrupted].contains(error.brokerError?.code): .unknownOutcome
            default: .failed
            }
        let fault: Fault =
            switch error.fault {
            case .caller: .caller
            case .device: .device
            case .broker: error.brokerError.map { Fault($0.fault) } ?? .broker
            }
        self.init(
            status, error.code.rawValue, fault: fault, Self.sentences(error.summary, error.state), advice: error.advice)
    }
}

extension BrokerError {
    /// What to type next.
    var commandAdvice: String {
        switch code {
        case .unknownAuthority:
            "Where the broker has an authority of its own, name its file: `gangway broker use ADDRESS --ca FILE`. Give the "
                + "other options of the broker again with it."
        case .clientCertificateRefused:
            "Give one that the broker's authority made out: `gangway broker use ADDRESS --certificate FILE --key FILE`."
        default: advice
        }
    }
}

extension CommandFailure.Fault {
    /// Whose fault a broker's failure is.
    init(_ fault: BrokerError.Fault) {
        switch fault {
        case .caller: self = .caller
        case .broker: self = .broker
        case .network: self = .link
        case .system: self = .system
        }
    }
}
