public import DeviceDirectory
public import MessageBroker
public import Provisioning
public import ProvisioningProtocols

/// How a set-up ended that did not fail on the way.
public enum OnboardingOutcome: Sendable {
    /// The device is on its network, by its own word, and in the list as `device`; `isNew` where it was not before.
    case listed(Device, isNew: Bool)
    /// The credentials went out, and the device was not heard from in time: neither success nor failure.
    case notHeard(NotHeard)
    /// The join ended so, and there was nothing more to wait for: it failed, or the device is not one to be steered, or nobody
    /// listens.
    case joinEnded(JoinOutcome)
}

/// That a device was not heard from, for a program to decide on and for a person to read.
public struct NotHeard: Sendable {
    /// What there was of it instead.
    public enum Reason: Sendable {
        /// Nothing.
        case silent
        /// Only what the broker had kept from before.
        case onlyKept
        /// It was there before the credentials went out, and has reported since: so it may still be on the network that it
        /// had.
        case onlyAsBefore
        /// It was there before, was gone, and is there again: by the new network, or by the one that it had, to which devices
        /// go back from a wrong passphrase. It does not say which.
        case onlyBack
        /// There was no connection to the broker at the end, for this reason.
        case noBroker(BrokerError?)
    }

    /// Where it was listened for.
    public let address: ControlAddress
    /// What there was of it instead.
    public let reason: Reason
    /// How the join ended: ``JoinOutcome/accepted``, or unknown.
    public let join: JoinOutcome

    /// That a device was not heard from at `address` after `join`.
    public init(address: ControlAddress, reason: Reason, join: JoinOutcome) {
        self.address = address
        self.reason = reason
        self.join = join
    }

    /// What is so, whole sentences.
    public var summary: String {
        let said: String
        if case .unknown(let why) = join {
            said = "\(why) It was not heard from on \(address)"
        } else {
            said = "The device took the credentials and was not heard from on \(address)"
        }
        switch reason {
        case .silent: return said + "."
        case .onlyKept: return said + ": the broker only has what it kept from before."
        case .onlyAsBefore:
            return said + " anew: it reports as it did before, and may still be on the network that it had."
        case .onlyBack:
            return
                "The device took the credentials. It was gone and is there again on \(address), by the new network or by "
                + "the one that it had: it does not say which."
        case .noBroker(let error):
            return said + ", since there is no connection to the broker." + (error.map { " \($0.summary)" } ?? "")
        }
    }

    /// What to do next, a whole sentence.
    public var advice: String {
        switch reason {
        case .silent, .onlyKept:
            "See whether the passphrase was right and whether the device reaches the broker from that network; "
                + "set it up again under the same identifier to try another."
        case .onlyBack:
            "See which network it is on, at the router or the access point. A device whose firmware says `joined` on "
                + "\(address)/join is known by that."
        case .onlyAsBefore: "Wait for it to change its network, or set it up again."
        case .noBroker(let error): error?.advice ?? "Connect to the broker again, and look whether the device is there."
        }
    }
}

extension NotHeard: CustomStringConvertible {
    /// The sentences.
    public var description: String { "\(summary) \(advice)" }
}
