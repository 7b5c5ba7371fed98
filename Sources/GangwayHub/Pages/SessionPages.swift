import GangwayModel
import JSONText
import WebServer

/// Setting the first password, logging in and out, and what a page asks first: which of these it has to show.
struct SessionPages: Sendable {
    let gate: Gatekeeper

    /// What a browser keeps the key of its session in. `__Host-` binds it to this host where there is TLS.
    static func cookieName(isSecure: Bool) -> String { isSecure ? "__Host-gangway" : "gangway" }

    /// The key that the browser sent.
    static func key(of request: WebRequest) -> String? { request.cookie(cookieName(isSecure: request.isSecure)) }

    /// The session that a request belongs to; `nil` for none.
    func session(of request: WebRequest) async -> String? {
        guard let key = Self.key(of: request) else { return nil }
        return await gate.session(key)
    }

    /// What the page has to show.
    func state(_ request: WebRequest) async -> WebResponse {
        let phase: String
        if await session(of: request) != nil {
            phase = "open"
        } else if await gate.hasPassword {
            phase = "login"
        } else {
            phase = request.isFromLoopback ? "setup" : "elsewhere"
        }
        var json = JSONWriter()
        json.beginObject()
        json.write(phase, "phase")
        json.write(WordPages.language(of: request).rawValue, "language")
        json.endObject()
        return .json(200, json.bytes)
    }

    /// Sets the first password.
    func setUp(_ request: WebRequest) async -> WebResponse {
        guard request.isFromLoopback else { return Self.refusal(403, "elsewhere") }
        guard let password = JSONBody(request)?.text("password") else { return Self.refusal(400, "malformed") }
        return Self.answer(await gate.setUp(password), request)
    }

    /// Logs in.
    func logIn(_ request: WebRequest) async -> WebResponse {
        guard let password = JSONBody(request)?.text("password") else { return Self.refusal(400, "malformed") }
        return Self.answer(await gate.logIn(password, from: request.peer), request)
    }

    /// Sets another password.
    func change(_ request: WebRequest) async -> WebResponse {
        guard let body = JSONBody(request), let old = body.text("old"), let new = body.text("new"),
            let key = Self.key(of: request)
        else { return Self.refusal(400, "malformed") }
        return Self.answer(await gate.change(old, to: new, from: request.peer, keeping: key), request)
    }

    /// Logs out.
    func logOut(_ request: WebRequest) async -> WebResponse {
        if let key = Self.key(of: request) { await gate.logOut(key) }
        return WebResponse(204, fields: [("Set-Cookie", Self.cookie("", isSecure: request.isSecure, length: 0))])
    }

    private static func answer(_ entry: Gatekeeper.Entry, _ request: WebRequest) -> WebResponse {
        switch entry {
        case .open(let key):
            let length = Gatekeeper.sessionLength / 1_000
            return WebResponse(
                204, fields: [("Set-Cookie", cookie(key, isSecure: request.isSecure, length: length))])
        case .wrong: return refusal(403, "wrong")
        case .wait(let seconds):
            var response = refusal(429, "wait", seconds: seconds)
            response.fields.append(("Retry-After", "\(seconds)"))
            return response
        case .notNow: return refusal(409, "notNow")
        case .unfit: return refusal(422, "unfit")
        case .failed: return refusal(500, "failed")
        }
    }

    private static func cookie(_ key: String, isSecure: Bool, length: Int64) -> String {
        "\(cookieName(isSecure: isSecure))=\(key); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(length)"
            + (isSecure ? "; Secure" : "")
    }

    /// What went wrong, as the page has words for it.
    static func refusal(_ status: Int, _ code: String, seconds: UInt64? = nil) -> WebResponse {
        var json = JSONWriter()
        json.beginObject()
        json.write(code, "error")
        if let seconds { json.write(seconds, "seconds") }
        json.endObject()
        return .json(status, json.bytes)
    }
}
