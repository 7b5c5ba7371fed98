import DeviceDirectory
import ProvisioningProtocols

extension DeviceLinkModel {
    /// Whether there is anything to do over Bluetooth.
    public var isOffered: Bool { canAsk || canForget }

    /// Why it failed; `nil` where it did not.
    public var problem: Problem? { if case .failed(let problem) = state { problem } else { nil } }

    /// What the device said when it was asked.
    public var told: [Sentence] {
        [
            standing?.sentence, standing?.address.map { Sentence("plain", $0) },
            standing?.signal.map { Sentence("device.signalNow", "\($0.rawValue)") },
            version.map { Sentence("connect.version", "\($0)") },
        ].compactMap { $0 }
    }
}

extension DeviceModel {
    /// What the protocol that it was set up with is called; `nil` where it was added by hand.
    public var protocolSentence: Sentence? {
        guard let method = facts.provisioning?.method else { return nil }
        let word = Word(rawValue: "protocol.\(method)")
        return Words.has(word) ? Sentence(word) : Sentence("plain", method)
    }
}
