import DeviceCatalogue
import DeviceDirectory
import GangwayModel
import JSONText
import MessageBroker
import ProvisioningProtocols

/// What a session shows beside the home, as JSON, in its language. No passphrase or password is part of it.
@MainActor struct ViewEncoding {
    let app: AppModel

    init(_ app: AppModel) { self.app = app }

    /// All of it.
    func bytes() -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.write(app.language.rawValue, "language")
        writePath(&json)
        if let connect = app.connect { ConnectEncoding(app, connect).write(&json) }
        if let device = app.device { write(device, &json) }
        if app.router.path.contains(.settings) { write(app.settings, &json) }
        json.endObject()
        return json.bytes
    }

    private func writePath(_ json: inout JSONWriter) {
        json.beginArray("path")
        for route in app.router.path {
            json.beginObject()
            switch route {
            case .connect: json.write("connect", "screen")
            case .device(let id):
                json.write("device", "screen")
                json.write(id.description, "id")
            case .settings: json.write("settings", "screen")
            case .activity: json.write("activity", "screen")
            }
            json.endObject()
        }
        json.endArray()
        json.beginObject("selection")
        switch app.grid.selection {
        case .all: json.write("all", "kind")
        case .category(let name):
            json.write("category", "kind")
            json.write(name, "name")
        case .uncategorised: json.write("none", "kind")
        }
        json.endObject()
    }

    private func write(_ screen: DeviceScreenModel, _ json: inout JSONWriter) {
        json.beginObject("device")
        json.write(screen.id.description, "id")
        json.write(screen.isSaving, "saving")
        write(screen.problem, "problem", &json)
        json.beginArray("kinds")
        for kind in screen.kinds {
            json.beginObject()
            json.write(kind.id, "id")
            json.write(kind.name, "name")
            json.endObject()
        }
        json.endArray()
        switch screen.plot {
        case .loading: json.write(true, "loading")
        case .samples(let samples):
            json.beginArray("samples")
            for sample in samples {
                json.beginArray()
                json.write(sample.time.milliseconds)
                json.write(sample.strength)
                json.endArray()
            }
            json.endArray()
        case .unavailable(let problem): write(problem, "plotProblem", &json)
        }
        json.write(screen.offersForgetting, "forgets")
        write(screen.link, &json)
        json.endObject()
    }

    private func write(_ link: DeviceLinkModel, _ json: inout JSONWriter) {
        json.beginObject("link")
        json.write(link.canAsk, "asks")
        json.write(link.canForget, "forgets")
        json.write(link.isWorking, "working")
        if let sentence = link.sentence { json.write(app.text(sentence), "text") }
        if case .failed(let problem) = link.state { write(problem, "problem", &json) }
        if let standing = link.standing {
            json.write(app.text(standing.sentence), "standing")
            if let address = standing.address { json.write(address, "address") }
            if let signal = standing.signal { json.write(signal.rawValue, "signal") }
        }
        if let version = link.version { json.write(app.text(Sentence("connect.version", "\(version)")), "version") }
        json.endObject()
    }

    private func write(_ settings: SettingsModel, _ json: inout JSONWriter) {
        json.beginObject("settings")
        json.beginObject("draft")
        json.write(settings.draft.addresses, "addresses")
        json.write(settings.draft.isProtected, "protected")
        json.write(settings.draft.authorities, "authorities")
        json.write(settings.draft.user, "user")
        json.write(settings.draft.speaksVersion5, "version5")
        json.write(settings.draft.listensToEverything, "everything")
        json.endObject()
        json.write(settings.hasBroker, "hasBroker")
        json.write(settings.isSaving, "saving")
        write(settings.problem, "problem", &json)
        json.beginObject("test")
        switch settings.test {
        case .untried: json.write("untried", "state")
        case .running: json.write("running", "state")
        case .succeeded(let connection):
            json.write("succeeded", "state")
            json.write(app.text(Sentence("settings.testSucceeded", connection.address.description)), "text")
        case .failed(let problem):
            json.write("failed", "state")
            write(problem, "problem", &json)
        }
        json.endObject()
        json.beginArray("networks")
        for network in settings.networks { json.write(network) }
        json.endArray()
        write(settings.vaultProblem, "vaultProblem", &json)
        json.endObject()
    }

    /// A problem in the session's language.
    func write(_ problem: Problem?, _ key: String?, _ json: inout JSONWriter) {
        guard let problem else { return }
        json.beginObject(key)
        json.write(problem.code, "code")
        json.write(app.text(problem.summary), "summary")
        json.write(app.text(problem.advice), "advice")
        json.write(problem.next.rawValue, "next")
        if !problem.detail.isEmpty { json.write(problem.detail, "detail") }
        json.endObject()
    }
}
