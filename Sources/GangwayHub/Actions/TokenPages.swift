import DeviceDirectory
import JSONText
import WebServer

/// The keys of people's own programs: listed, made and taken back on the settings' page.
struct TokenPages: Sendable {
    let gate: Gatekeeper

    /// The names of the keys.
    func list() async -> WebResponse {
        var json = JSONWriter()
        json.beginObject()
        json.beginArray("tokens")
        for token in await gate.tokens {
            json.beginObject()
            json.write(token.name, "name")
            json.write(token.since.milliseconds, "since")
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return .json(200, json.bytes)
    }

    /// Makes a key: this answer alone has it.
    func make(_ request: WebRequest) async -> WebResponse {
        guard let name = JSONBody(request)?.text("name") else { return SessionPages.refusal(400, "malformed") }
        guard case .made(let key) = await gate.makeToken(name) else { return SessionPages.refusal(409, "tokenName") }
        var json = JSONWriter()
        json.beginObject()
        json.write(name, "name")
        json.write(key, "token")
        json.endObject()
        return .json(201, json.bytes)
    }

    /// Takes a key back.
    func revoke(_ request: WebRequest) async -> WebResponse {
        guard let name = JSONBody(request)?.text("name") else { return SessionPages.refusal(400, "malformed") }
        return await gate.revokeToken(name) ? WebResponse(204) : SessionPages.refusal(404, "tokenName")
    }
}
