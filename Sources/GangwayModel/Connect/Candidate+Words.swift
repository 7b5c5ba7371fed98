import Provisioning
import ProvisioningProtocols

// What is said of devices in range.

extension Candidate {
    /// What stands below its name: its kind and its address.
    public var subtitle: String { [kind, address].compactMap { $0 }.joined(separator: " · ") }

    /// What is said of its signal; `nil` where that is not known.
    public var signalSentence: Sentence? { bars.map { Sentence("networks.bars", "\($0)") } }
}

extension LinkedDevice {
    /// Whether somebody near could read what is sent to it.
    public var protection: Sentence { capabilities.isEncrypted ? "connect.encrypted" : "connect.notEncrypted" }

    /// What it told of itself.
    public var told: [Sentence] {
        [version.map { Sentence("connect.version", "\($0)") }, standing?.sentence].compactMap { $0 }
    }
}

extension NetworkEntry {
    /// What to call it.
    public var title: Sentence { isHidden ? "networks.hiddenName" : Sentence("plain", name) }

    /// Whether it is secured, as it is said.
    public var securitySentence: Sentence {
        security == .unspecified
            ? "networks.unknownSecurity" : needsPassphrase ? "networks.secured" : "networks.open"
    }

    /// What is said of its signal.
    public var signalSentence: Sentence { Sentence("networks.bars", "\(bars)") }
}

extension NetworkListState {
    /// What is said of where the list stands; `nil` for a whole one, or where its problem says it.
    public var sentence: Sentence? {
        if isLoading { return "networks.loading" }
        return isComplete || problem != nil ? nil : "networks.incomplete"
    }
}

extension BatchEntry {
    /// What is said of where it stands.
    public var sentence: Sentence {
        switch state {
        case .waiting: "batch.waiting"
        case .running: "batch.running"
        case .spared: "batch.spared"
        case .ended(let result): result.sentence
        }
    }

    /// How it ended, where it has.
    public var isSuccess: Bool? { if case .ended(let result) = state { result.isSuccess } else { nil } }
}
