import BluetoothLE
import DeviceDirectory
import Onboarding
public import Provisioning
import ProvisioningProtocols
import Runtime

extension Problem {
    /// Why a device could not be set up.
    public init(_ error: ProvisioningError) {
        let next: NextStep
        switch error.code {
        case .invalidPassphrase, .passphraseNeeded, .passphraseNotTaken: next = .correctPassphrase
        case .invalidSSID, .unsupportedSecurity, .tooLong, .topicNeeded: next = .chooseNetwork
        case .notFound, .notRecognized, .ambiguous: next = .chooseDevice
        default: next = .tryAgain
        }
        self.init("provisioning", error.code.rawValue, error, next)
    }

    /// Why the radio cannot be used now.
    init(_ error: BluetoothError) {
        self.init("provisioning", error.code.rawValue, nil, .none)
        detail = error.detail
    }

    /// Why a set-up broke off.
    init(_ error: OnboardingError) {
        switch error {
        case .listening(let cause): self.init(cause)
        case .provisioning(let cause): self.init(cause)
        case .listing(let cause, _):
            self.init(cause)
            summary = Sentence("join.notListed", cause.summary)
        case .cancelled(let isSent): self.init("cancelled", isSent ? "sent" : "unsent", error, .tryAgain)
        }
    }

    /// Why a device did not join, with its own text where it gave one.
    init(_ failure: JoinFailure, message: String) {
        let next: NextStep
        switch failure {
        case .wrongPassphrase, .credentialsRefused: next = .correctPassphrase
        case .networkNotFound, .unsupportedSecurity, .noAddress: next = .chooseNetwork
        default: next = .tryAgain
        }
        let isKnown = failure.rawValue < 0x100
        self.init("join", isKnown ? failure.name : "unknown", nil, next, "\(failure.rawValue & 0xFF)")
        detail = message
    }

    /// Why nobody knows whether a device joined.
    init(_ outcome: UnknownOutcome) {
        let code: String
        switch outcome {
        case .linkLostBeforeAnswer, .linkLostAfterAcceptance, .noAnswer, .noResult: code = outcome.name
        default: code = "other"
        }
        self.init("outcome", code, nil, .tryAgain)
        detail = outcome.description
    }

    /// That a device was not heard from.
    init(_ notHeard: NotHeard) {
        let code: String
        var next = NextStep.correctPassphrase
        switch notHeard.reason {
        case .silent: code = "silent"
        case .onlyKept: code = "onlyKept"
        case .onlyAsBefore: (code, next) = ("onlyAsBefore", .tryAgain)
        case .onlyBack: (code, next) = ("onlyBack", .tryAgain)
        case .noBroker: (code, next) = ("noBroker", .openSettings)
        }
        self.init("notHeard", code, nil, next, notHeard.address.description)
        detail = notHeard.description
    }
}
