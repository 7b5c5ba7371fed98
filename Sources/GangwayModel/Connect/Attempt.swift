import DeviceCatalogue
import DeviceDirectory
import Onboarding
import Provisioning
import ProvisioningProtocols

/// What one try to set a device up came to.
struct Attempt {
    /// The ways it can end.
    enum End {
        /// For good, as far as this try goes.
        case ended(SetUpResult)
        /// The passphrase or another thing that the person typed was wrong, and is corrected in place.
        case toCorrect(Problem)
    }

    var end: End
    /// The link, where it can be used for another try.
    var session: ProvisioningSession?
    /// The device that is on its network and could not be listed.
    var unlisted: Device?

    /// Whether the network took the passphrase.
    var isPassphraseProven: Bool {
        switch end {
        case .ended(.listed), .ended(.connected): true
        default: false
        }
    }
}

extension ConnectModel {
    /// Sets one device up with the chosen network, over `session` where there is one. `report` is called with every step.
    func attempt(
        _ device: FoundDevice, over session: ProvisioningSession?, _ choice: NetworkChoice,
        _ report: (Sentence, OnboardingStep?) -> Void
    ) async -> Attempt {
        var link = session
        do throws(ProvisioningError) {
            if link == nil {
                await dropping?.value
                report(Sentence("step.connecting", Candidate(device).title), nil)
                link = try await home.services.provisioner.connect(to: device)
            }
        } catch {
            return Attempt(end: .ended(error.code == .cancelled ? .cancelled(isSent: false) : .failed(Problem(error))))
        }
        guard let link else { return Attempt(end: .ended(.cancelled(isSent: false))) }
        do throws(Problem) {
            let assignment = try assignment(for: device, link.capabilities)
            let credentials = try await credentials(choice, for: link.capabilities)
            return await setUp(link, credentials, assignment, choice, report)
        } catch {
            return Attempt(end: .toCorrect(error), session: link)
        }
    }

    private func setUp(
        _ link: ProvisioningSession, _ credentials: consuming Credentials, _ assignment: Assignment?,
        _ choice: NetworkChoice, _ report: (Sentence, OnboardingStep?) -> Void
    ) async -> Attempt {
        var isLinked = true
        var joined: JoinOutcome?
        do throws(OnboardingError) {
            let outcome = try await home.onboarding().setUp(
                link, with: credentials, at: assignment, knownAs: subject?.id
            ) { step in
                if case .waiting = step { isLinked = false }
                if case .joinEnded(let outcome) = step { joined = outcome }
                if let sentence = Sentence(step) { report(sentence, step) }
            }
            // Where nobody knows how it ended, the link was lost or the device is silent.
            if case .joinEnded(.unknown) = outcome { isLinked = false }
            // Of a device that nobody steers its network says more than that it is listed.
            if assignment == nil, case .listed = outcome, let joined {
                return Attempt(end: .init(.joinEnded(joined), choice), session: link)
            }
            return Attempt(end: .init(outcome, choice), session: isLinked ? link : nil)
        } catch {
            return Attempt(error, link)
        }
    }

    /// Where the device is to be steered: what the list has of it, or an identifier of its own under the topic of its kind or the
    /// one that was typed. The same again at another try.
    private func assignment(
        for device: FoundDevice, _ capabilities: ProvisioningCapabilities
    ) throws(Problem) -> Assignment? {
        if let subject {
            guard let address = subject.address else { return nil }
            return Assignment(address)
        }
        guard capabilities.carriesControlAddress else { return nil }
        let text = isBatch ? device.kind?.topic.text ?? topic : topic
        let name: TopicName
        do throws(TopicName.Fault) { name = try TopicName(text) } catch {
            throw Problem("connect", text.isEmpty ? "topicEmpty" : "topicInvalid", nil, .none)
        }
        if let given = assignments[device.id], given.address.topic == name { return given }
        let assignment = Assignment.new(under: name)
        assignments[device.id] = assignment
        return assignment
    }
}

extension Attempt {
    /// What an error leaves: a link that failed is let go, one over which nothing was sent is kept.
    fileprivate init(_ error: OnboardingError, _ link: ProvisioningSession) {
        switch error {
        case .cancelled(let isSent): self.init(end: .ended(.cancelled(isSent: isSent)), session: link)
        case .listing(_, let device): self.init(end: .ended(.failed(Problem(error))), unlisted: device)
        case .listening: self.init(end: .ended(.failed(Problem(error))), session: link)
        case .provisioning(let cause):
            let problem = Problem(cause)
            let isTyped = problem.next == .correctPassphrase || problem.next == .chooseNetwork
            let isLinkWell = isTyped || cause.fault == .caller
            self.init(
                end: isTyped ? .toCorrect(problem) : .ended(.failed(problem)), session: isLinkWell ? link : nil)
        }
    }
}

extension Attempt.End {
    fileprivate init(_ outcome: OnboardingOutcome, _ choice: NetworkChoice) {
        switch outcome {
        case .listed(let device, let isNew):
            self = .ended(.listed(device.id, name: device.name, isNew: isNew))
        case .notHeard(let notHeard): self = .ended(.notHeard(Problem(notHeard)))
        case .joinEnded(.connected(let address, let signal)):
            self = .ended(.connected(network: choice.name, address: address.map { "\($0)" }, signal: signal))
        case .joinEnded(.accepted): self = .ended(.accepted(network: choice.name))
        case .joinEnded(.unknown(let why)): self = .ended(.unknown(Problem(why)))
        case .joinEnded(.failed(let failure, let message)):
            let problem = Problem(failure, message: message)
            self = problem.next == .correctPassphrase ? .toCorrect(problem) : .ended(.failed(problem))
        }
    }
}

extension Sentence {
    /// What to say while a set-up is at `step`; `nil` for what a person is not told.
    fileprivate init?(_ step: OnboardingStep) {
        switch step {
        case .found, .joinEnded: return nil
        case .listening: self = "step.listening"
        case .connected: self = "step.connected"
        case .joining(let progress):
            switch progress {
            case .writing: self = "step.writing"
            case .written: self = "step.written"
            case .acknowledged: self = "step.acknowledged"
            case .connecting, .associating: self = "step.associating"
            case .authenticating: self = "step.authenticating"
            case .obtainingAddress: self = "step.obtainingAddress"
            case .reconnecting: self = "step.reconnecting"
            default: return nil
            }
        case .waiting: self = "step.waiting"
        case .heard: self = "step.heard"
        case .listed: self = "step.listed"
        }
    }
}
