import DeviceCatalogue
import GangwayModel
import JSONText
import ProvisioningProtocols
import WebServer

/// What a page asks of its session: each is one call of the model. The answer says whether it was understood; what came of it
/// shows in the session.
@MainActor struct SessionActions {
    let session: BrowserSession
    let body: JSONBody

    private var app: AppModel { session.app }

    /// Does the action of this name.
    func run(_ name: String) async -> WebResponse {
        if let done = navigate(name) { return Self.answer(done) }
        if name.hasPrefix("connect/") {
            guard let connect = app.connect else { return SessionPages.refusal(409, "notOpen") }
            let actions = ConnectActions(connect: connect, body: body)
            return actions.run(String(name.dropFirst(8))).map(Self.answer) ?? Self.unknown
        }
        if name.hasPrefix("settings/") {
            let actions = SettingsActions(settings: app.settings, body: body)
            return await actions.run(String(name.dropFirst(9))).map(Self.answer) ?? Self.unknown
        }
        if name.hasPrefix("device/") { return await change(String(name.dropFirst(7))) }
        return Self.unknown
    }

    private static let unknown = WebResponse.text(404, "There is no action of that name.")

    private static func answer(_ isUnderstood: Bool) -> WebResponse {
        isUnderstood ? WebResponse(204) : SessionPages.refusal(400, "malformed")
    }

    /// Where the person goes; `nil` for another action.
    private func navigate(_ name: String) -> Bool? {
        switch name {
        case "back": app.router.pop()
        case "home": app.router.popToRoot()
        case "open/settings":
            app.router.navigateToSettings()
            Task { await app.settings.load() }
        case "open/activity": app.router.navigateToActivity()
        case "open/connect": app.router.navigateToConnect(with: body.text("topic") ?? "")
        case "open/device":
            guard let id = id else { return false }
            app.router.navigateToDevice(with: id)
        case "select":
            switch body.text("kind") {
            case "all": app.grid.selection = .all
            case "none": app.grid.selection = .uncategorised
            case "category": app.grid.selection = .category(body.text("name") ?? "")
            default: return false
            }
        case "language":
            guard let language = body.text("language").flatMap({ Language(rawValue: $0) }) else { return false }
            app.language = language
        case "retry/directory": Task { await app.home.retryDirectory() }
        default: return nil
        }
        return true
    }

    private var id: DeviceID? { body.text("id").flatMap { DeviceID($0) } }

    /// What is changed of a device. A command to it is not waited for: its outcome is part of the home.
    private func change(_ name: String) async -> WebResponse {
        guard let id else { return Self.answer(false) }
        switch name {
        case "toggle": Task { await app.grid.toggle(id) }
        case "switch":
            guard let isOn = body.flag("on") else { return Self.answer(false) }
            Task { await app.home.set(id, isOn: isOn, mode: body.number("mode")) }
        case "rename", "move", "kind", "remove", "forget", "wifi", "plot", "ask", "stop":
            guard let screen = app.device, screen.id == id else { return SessionPages.refusal(409, "notOpen") }
            return await change(name, screen)
        default: return Self.unknown
        }
        return Self.answer(true)
    }

    private func change(_ name: String, _ screen: DeviceScreenModel) async -> WebResponse {
        switch name {
        case "rename":
            guard let text = body.text("name") else { return Self.answer(false) }
            await screen.rename(to: text)
        case "move":
            let category = body.text("category") ?? ""
            await screen.move(to: category.isEmpty ? nil : category)
        case "kind":
            let name = body.text("kind") ?? ""
            let kind = screen.kinds.first { $0.id == name }
            guard kind != nil || name.isEmpty else { return Self.answer(false) }
            await screen.be(of: kind)
        case "remove": await screen.remove()
        case "forget": screen.forgetWiFi()
        case "wifi": screen.changeWiFi()
        case "ask": screen.link.ask()
        case "stop": screen.link.cancel()
        default: screen.reloadPlot()
        }
        return Self.answer(true)
    }
}
