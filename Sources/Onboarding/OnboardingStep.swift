public import Provisioning
public import ProvisioningProtocols

/// How far a device has come on its way into the list. They come in this order; some set-ups have not all of them.
public enum OnboardingStep: Hashable, Sendable {
    /// It is in range.
    case found
    /// The broker is asked to let it be heard, before it is told anything.
    case listening
    /// There is a link to it, and it speaks this protocol.
    case connected(ProtocolID)
    /// It is given its credentials, or tries them.
    case joining(JoinProgress)
    /// The join ended so, as far as the device's protocol tells.
    case joinEnded(JoinOutcome)
    /// It took them. It is waited for until it is heard from, at this address.
    case waiting(ControlAddress)
    /// It was heard from.
    case heard
    /// It is in the list.
    case listed
}
