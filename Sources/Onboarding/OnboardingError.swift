public import DeviceControl
public import DeviceDirectory
public import Provisioning
public import Runtime

/// Why a set-up broke off. Each says what failed, what the state is and what to do next.
public enum OnboardingError: ExplainedError {
    /// The device could not be listened for, and was left alone: nothing was sent.
    case listening(ControlError)
    /// The device, or the way to it, failed before its credentials were on their way, or refused them.
    case provisioning(ProvisioningError)
    /// The device is on its network, and the list could not take it; the entry is what it would have been.
    case listing(DirectoryError, Device)
    /// The calling task was cancelled, or the session closed; the credentials may be on their way where `isSent`.
    case cancelled(isSent: Bool)
}

extension OnboardingError {
    /// What failed, a whole sentence.
    public var summary: String {
        switch self {
        case .listening(let error): error.summary
        case .provisioning(let error): error.summary
        case .listing(let error, _): error.summary
        case .cancelled: "The set-up was cancelled."
        }
    }

    /// What the state is now, a whole sentence.
    public var state: String {
        switch self {
        case .listening: "The device could not be heard, so nothing was sent to it."
        case .provisioning(let error): error.state
        case .listing(_, let device): "The device \(device.id) is on its network, but it is not listed."
        case .cancelled(false): "Nothing was sent."
        case .cancelled(true): "The device may have the credentials; what it makes of them is not known."
        }
    }

    /// What to do next, a whole sentence; empty for nothing.
    public var advice: String {
        switch self {
        case .listening(let error): error.advice
        case .provisioning(let error): error.advice
        case .listing(let error, _): error.advice
        case .cancelled: ""
        }
    }
}
