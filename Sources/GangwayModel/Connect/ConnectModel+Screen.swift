import Provisioning
import ProvisioningProtocols
import Runtime

/// Something that a person can do at a screen of the set-up, as a button.
public enum SetUpAction: String, Hashable, Sendable, CaseIterable {
    /// Look for devices again.
    case scan
    /// Ask the device for its networks again.
    case listNetworks
    /// Do what ended once more.
    case retry
    /// Go back to the passphrase.
    case correct
    /// Go back to the networks.
    case chooseNetwork
    /// Go back to the devices, for another one.
    case chooseDevice
    /// The same, after one that was set up.
    case setUpAnother
    /// See to the broker's settings.
    case openSettings
    /// Leave the set-up.
    case finish

    /// What its button says.
    public var word: Sentence {
        switch self {
        case .scan, .listNetworks, .retry: "button.tryAgain"
        case .correct: "button.correctPassphrase"
        case .chooseNetwork: "button.chooseNetwork"
        case .chooseDevice: "button.chooseDevice"
        case .setUpAnother: "button.setUpAnother"
        case .openSettings: "button.openSettings"
        case .finish: "button.done"
        }
    }
}

// What a screen of the set-up says and offers beside what it is about.
extension ConnectModel {
    /// What the screen is called.
    public var title: Sentence {
        switch purpose {
        case .add: "connect.title"
        case .again: Sentence("connect.title.again", subject?.name ?? "")
        case .forget: Sentence("connect.title.forget", subject?.name ?? "")
        }
    }

    /// What to call the device that a link is being made to.
    public var chosenTitle: String { candidates.first { $0.id == selected.first }?.title ?? "" }

    /// What the home calls a device in range, where it is listed.
    public func listedName(_ candidate: Candidate) -> String? { home.device(peripheral: candidate.id)?.name }

    /// Whether several devices may be set up together.
    public var offersSeveral: Bool { if case .add = purpose { candidates.count > 1 } else { false } }

    /// Whether the person came to have the device forget its network, so that there is nothing else to do.
    public var isToForget: Bool { if case .forget = purpose { true } else { false } }

    /// Whether the linked device can be told to forget its network, and there is one or the person came for that.
    public var offersForgetting: Bool {
        guard let device, device.capabilities.forgets else { return false }
        return isToForget || device.standing?.isConfigured ?? false
    }

    /// What there is to choose of the network, where the device's protocol carries it and there is more than one way.
    public var particulars: [Particular] {
        guard let choice, device?.capabilities.choosesAccessPoint ?? false else { return [] }
        let all = choice.particulars
        return all.count > 2 ? all : []
    }

    /// Whether a passphrase that has worked can be kept.
    public var offersRemembering: Bool { home.keepsThings && choice?.needsPassphrase ?? false }

    /// What stands below the passphrase: which one is used where nothing is typed; `nil` where something has to be.
    public var passphraseHint: Sentence? {
        hasTypedPassphrase ? "credentials.keptTyped" : hasRememberedPassphrase ? "credentials.remembered" : nil
    }

    /// ``join(passphrase:)`` with what stands in a field: where that is empty, with what was typed before or the vault has.
    public func join(typed text: String) {
        join(passphrase: text.isEmpty ? nil : SecretBytes(Array(text.utf8)))
    }

    /// The button that belongs to a problem of this screen; `nil` where what is to be done is at the screen already.
    public func action(for problem: Problem) -> SetUpAction? {
        switch (problem.next, stage) {
        case (.tryAgain, .devices): .scan
        case (.tryAgain, .networks): .listNetworks
        case (.tryAgain, .result): .retry
        case (.correctPassphrase, .result): .correct
        case (.chooseNetwork, .result): .chooseNetwork
        case (.chooseDevice, .networks), (.chooseDevice, .credentials), (.chooseDevice, .result): .chooseDevice
        case (.openSettings, _): .openSettings
        default: nil
        }
    }

    /// What there is to do at the result, beside what its problem offers.
    public var endings: [SetUpAction] {
        guard stage == .result else { return [] }
        let problem = result?.problem
        let offered = problem.flatMap { action(for: $0) }
        var endings = [SetUpAction.finish]
        if let result, !result.isSuccess, offered != .retry { endings.append(.retry) }
        if case .add = purpose { endings.append(.setUpAnother) }
        if problem != nil, offered != .chooseNetwork, choice != nil { endings.append(.chooseNetwork) }
        return endings
    }

    /// Does what a button says.
    public func perform(_ action: SetUpAction) {
        switch action {
        case .scan: scan()
        case .listNetworks: listNetworks()
        case .retry: retry()
        case .correct: correct()
        case .chooseNetwork: chooseAnotherNetwork()
        case .chooseDevice, .setUpAnother: setUpAnother()
        case .openSettings: router.navigateToSettings()
        case .finish: finish()
        }
    }
}
