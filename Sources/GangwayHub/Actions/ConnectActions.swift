import GangwayModel
import ProvisioningProtocols
import Runtime

/// What a page asks of the set-up.
@MainActor struct ConnectActions {
    let connect: ConnectModel
    let body: JSONBody

    /// Does the action of this name: whether what it needs was there. `nil` for a name that is none.
    func run(_ name: String) -> Bool? {
        switch name {
        case "scan": connect.scan()
        case "choose": return with("id") { connect.choose($0) }
        case "mark": return with("id") { connect.toggle($0) }
        case "several": connect.setUpSelected()
        case "cancel": connect.cancel()
        case "back": connect.back()
        case "another": connect.setUpAnother()
        case "finish": connect.finish()
        case "list": connect.listNetworks()
        case "pick": return with("id") { connect.pick($0) }
        case "type": return with("name") { connect.type($0, isOpen: body.flag("open") ?? false) }
        case "options": options()
        case "join":
            options()
            connect.join(typed: body.text("passphrase") ?? "")
        case "retry": connect.retry()
        case "correct": connect.correct()
        case "network": connect.chooseAnotherNetwork()
        case "forget": connect.forget()
        default: return nil
        }
        return true
    }

    private func with(_ name: String, _ action: (String) -> Void) -> Bool {
        guard let text = body.text(name) else { return false }
        action(text)
        return true
    }

    private func options() {
        if let keeps = body.flag("keeps") { connect.keepsAfterRestart = keeps }
        if let remembers = body.flag("remembers") { connect.remembersPassphrase = remembers }
        if let topic = body.text("topic") { connect.topic = topic }
        if let text = body.text("particular"), let choice = connect.choice,
            let particular = choice.particulars.first(where: { ParticularText.text(of: $0) == text })
        {
            connect.particular = particular
        }
    }
}
