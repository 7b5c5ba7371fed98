import GangwayModel
import JSONText
import WebServer

/// The hub as a server of answers: every request passes its checks first, then goes to what answers it.
struct Hub: Sendable {
    let hosts: HostRule
    let gate: Gatekeeper
    let live: LiveHome
    private let pages: SessionPages
    private let tokens: TokenPages
    private let api: HubAPI
    private let metrics = Metrics()
    private let assets = Assets()
    private let words = WordPages()

    init(hosts: HostRule, gate: Gatekeeper, live: LiveHome) {
        self.hosts = hosts
        self.gate = gate
        self.live = live
        pages = SessionPages(gate: gate)
        tokens = TokenPages(gate: gate)
        api = HubAPI(gate: gate, live: live, metrics: metrics)
    }

    /// The answer to `request`.
    func answer(_ request: WebRequest) async -> WebResponse {
        let answer = await checked(request)
        metrics.count(answer.status)
        return ResponseHeaders.add(to: answer, isSecure: request.isSecure)
    }

    private func checked(_ request: WebRequest) async -> WebResponse {
        guard hosts.allows(request) else {
            return .text(421, "This hub is not reached by that name. It can be given one with --name.")
        }
        if HubAPI.owns(request.path) { return await api.answer(request) }
        switch request.method {
        case "GET", "HEAD": return await read(request)
        case "POST": return await change(request)
        default:
            var refused = WebResponse.text(405, "That method is not known here.")
            refused.fields.append(("Allow", "GET, HEAD, POST"))
            return refused
        }
    }

    private func read(_ request: WebRequest) async -> WebResponse {
        if let asset = assets.answer(request) { return asset }
        switch request.path {
        case "/words.json": return words.answer(request)
        case "/session": return await pages.state(request)
        case "/events":
            guard let name = await pages.session(of: request) else { return SessionPages.refusal(401, "login") }
            let language = WordPages.language(of: request)
            let last = request.value("Last-Event-ID") ?? request.query.first { $0.name == "after" }?.value
            return await events(name, language, after: last)
        case "/tokens":
            guard await pages.session(of: request) != nil else { return SessionPages.refusal(401, "login") }
            return await tokens.list()
        default: return .text(404, "There is nothing of that name.")
        }
    }

    @MainActor private func events(_ name: String, _ language: Language, after last: String?) -> WebResponse {
        live.events(after: last, for: live.sessions.session(name, language: language))
    }

    private func change(_ request: WebRequest) async -> WebResponse {
        // A page of another origin cannot set this field, and a browser sends it with every POST.
        guard hosts.isOwnPage(request) else { return .text(403, "That does not come from a page of this hub.") }
        switch request.path {
        case "/setup": return await pages.setUp(request)
        case "/login": return await pages.logIn(request)
        default: break
        }
        guard let name = await pages.session(of: request) else { return SessionPages.refusal(401, "login") }
        switch request.path {
        case "/logout":
            await live.sessions.end(name)
            return await pages.logOut(request)
        case "/password":
            let answer = await pages.change(request)
            if answer.status == 204 { await live.sessions.endAll(but: name) }
            return answer
        case "/tokens/make": return await tokens.make(request)
        case "/tokens/revoke": return await tokens.revoke(request)
        case let path where path.hasPrefix("/do/"):
            guard let body = JSONBody(request) else { return SessionPages.refusal(400, "malformed") }
            return await act(String(path.dropFirst(4)), name, WordPages.language(of: request), body)
        default: return .text(404, "There is nothing of that name.")
        }
    }

    @MainActor private func act(
        _ action: String, _ name: String, _ language: Language, _ body: JSONBody
    ) async -> WebResponse {
        let session = live.sessions.session(name, language: language)
        let answer = await SessionActions(session: session, body: body).run(action)
        guard action == "language", answer.status == 204 else { return answer }
        var kept = answer
        kept.fields.append(
            (
                "Set-Cookie",
                "gangway-language=\(session.app.language.rawValue); Path=/; SameSite=Strict; Max-Age=31536000"
            ))
        return kept
    }
}
