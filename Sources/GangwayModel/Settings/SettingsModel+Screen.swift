import MessageBroker

// What stands in fields, and what they say.
extension SettingsModel {
    /// What stands below the password: that the one that is kept stays where nothing is typed; `nil` where none is kept.
    public var passwordHint: Sentence? { hasBroker ? "settings.keepPassword" : nil }

    /// ``save(password:)`` with what stands in a field; where that is empty, the password that is kept stays.
    public func save(typed text: String) async { await save(password: password(text)) }

    /// ``tryBroker(password:)`` with what stands in a field; where that is empty, with the password that is kept.
    public func tryBroker(typed text: String) { tryBroker(password: password(text)) }

    private func password(_ text: String) -> BrokerPassword? { text.isEmpty ? nil : BrokerPassword(text) }
}
