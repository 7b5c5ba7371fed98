import GangwayModel
import MessageBroker

/// What a page asks of the settings.
@MainActor struct SettingsActions {
    let settings: SettingsModel
    let body: JSONBody

    /// Does the action of this name: whether what it needs was there. `nil` for a name that is none.
    func run(_ name: String) async -> Bool? {
        switch name {
        case "save":
            take()
            await settings.save(password: password)
        case "test":
            take()
            settings.tryBroker(password: password)
        case "cancel": settings.cancelTest()
        case "forget":
            guard let name = body.text("name") else { return false }
            await settings.forgetNetwork(name)
        default: return nil
        }
        return true
    }

    private var password: BrokerPassword? {
        guard let text = body.text("password"), !text.isEmpty else { return nil }
        return BrokerPassword(Array(text.utf8))
    }

    private func take() {
        var draft = settings.draft
        if let addresses = body.text("addresses") { draft.addresses = addresses }
        if let isProtected = body.flag("protected") { draft.isProtected = isProtected }
        if let authorities = body.text("authorities") { draft.authorities = authorities }
        if let user = body.text("user") { draft.user = user }
        if let version5 = body.flag("version5") { draft.speaksVersion5 = version5 }
        if let everything = body.flag("everything") { draft.listensToEverything = everything }
        settings.draft = draft
    }
}
