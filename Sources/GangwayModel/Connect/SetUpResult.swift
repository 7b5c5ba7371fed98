public import ProvisioningProtocols

/// The screen of the set-up that a person is at.
public enum ConnectStage: String, Hashable, Sendable {
    /// Devices in range are looked for and chosen.
    case devices
    /// A link is made to the one that was chosen.
    case connecting
    /// A network is picked or typed in.
    case networks
    /// A passphrase, and what else there is to choose.
    case credentials
    /// The device joins.
    case joining
    /// It is told to forget its network.
    case forgetting
    /// It ended, as ``ConnectModel/result`` or ``ConnectModel/results`` say.
    case result
}

/// A step of a set-up, as it is shown while it happens.
public struct SetUpStep: Hashable, Sendable, Identifiable {
    /// Where it stands.
    public enum State: String, Hashable, Sendable {
        /// It goes on.
        case running
        /// It is done.
        case done
        /// The set-up ended in it without success.
        case failed
    }

    /// Its place among the steps of its set-up.
    public let id: Int
    /// What happens.
    public let sentence: Sentence
    /// Where it stands.
    public internal(set) var state: State
}

/// How a set-up ended.
public enum SetUpResult: Hashable, Sendable {
    /// The device is on its network and in the list under this identifier; `isNew` where it was not before.
    case listed(DeviceID, name: String, isNew: Bool)
    /// It is on its network; it is not one to be listed.
    case connected(network: String, address: String?, signal: SignalStrength?)
    /// It took the credentials, its protocol reports no more, and nobody listens for it.
    case accepted(network: String)
    /// It took the credentials and was not heard from: neither success nor failure.
    case notHeard(Problem)
    /// Nobody knows whether it joined: neither success nor failure.
    case unknown(Problem)
    /// It did not join, or could not be reached.
    case failed(Problem)
    /// It has forgotten its network.
    case forgotten
    /// The person stopped it.
    case cancelled(isSent: Bool)

    /// Whether the device is where the person wanted it.
    public var isSuccess: Bool {
        switch self {
        case .listed, .connected, .forgotten: true
        case .accepted, .notHeard, .unknown, .failed, .cancelled: false
        }
    }

    /// What went wrong, or is not known; `nil` for nothing.
    public var problem: Problem? {
        switch self {
        case .notHeard(let problem), .unknown(let problem), .failed(let problem): problem
        case .listed, .connected, .accepted, .forgotten, .cancelled: nil
        }
    }

    /// What to say of it.
    public var sentence: Sentence {
        switch self {
        case .listed(_, let name, true): Sentence("result.listed", name)
        case .listed(_, let name, false): Sentence("result.listedAgain", name)
        case .connected(let network, let address?, _): Sentence("result.connectedAt", network, address)
        case .connected(let network, nil, _): Sentence("result.connected", network)
        case .accepted(let network): Sentence("result.accepted", network)
        case .notHeard(let problem), .unknown(let problem), .failed(let problem): problem.summary
        case .forgotten: "result.forgotten"
        case .cancelled(false): "result.cancelled"
        case .cancelled(true): "result.cancelledSent"
        }
    }
}

/// One of several devices that are set up with one choice of network.
public struct BatchEntry: Hashable, Sendable, Identifiable {
    /// Where it stands.
    public enum State: Hashable, Sendable {
        /// It was not tried yet.
        case waiting
        /// It is being set up.
        case running
        /// It ended so.
        case ended(SetUpResult)
        /// It was left alone, since the passphrase was wrong for another.
        case spared
    }

    /// Which device.
    public let candidate: Candidate
    /// Where it stands.
    public internal(set) var state: State

    /// The same as its candidate's.
    public var id: String { candidate.id }
}
