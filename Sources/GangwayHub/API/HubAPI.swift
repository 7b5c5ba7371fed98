import DeviceDirectory
import GangwayModel
import HubAssets
import JSONText
import ProvisioningProtocols
import WebServer

/// The API for people's own programs, version 1, as `openapi.json` describes it. Every call but the description's needs a key.
struct HubAPI: Sendable {
    let gate: Gatekeeper
    let live: LiveHome
    let metrics: Metrics

    /// Where it lies.
    static let root = "/api/v1"

    /// Whether it answers that path.
    static func owns(_ path: String) -> Bool { path == "/metrics" || path == "/api" || path.hasPrefix("/api/") }

    /// The answer to `request`.
    func answer(_ request: WebRequest) async -> WebResponse {
        if request.path == Self.root + "/openapi.json" {
            return Self.isRead(request) ? .json(200, HubAssets.api) : Self.notAllowed("GET, HEAD")
        }
        guard await isPermitted(request) else {
            var refused = Self.failure(
                401, "unauthorized", "A key is needed: Authorization: Bearer KEY.",
                advice: "The settings' page makes one, and `gangway hub key make NAME` on the hub's machine.")
            refused.fields.append(("WWW-Authenticate", "Bearer"))
            return refused
        }
        if request.path == "/metrics" {
            return Self.isRead(request) ? await metrics.answer(live) : Self.notAllowed("GET, HEAD")
        }
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).map(String.init)
        guard request.path.hasPrefix(Self.root + "/") else { return Self.notFound }
        return await answer(request, parts)
    }

    private func isPermitted(_ request: WebRequest) async -> Bool {
        guard let field = request.value("Authorization") else { return false }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return await gate.isToken(String(parts[1]))
    }

    private func answer(_ request: WebRequest, _ parts: [String]) async -> WebResponse {
        switch (parts.count, parts.first) {
        case (1, "status"): return await read(request) { Self.status($0) }
        case (1, "categories"): return await read(request) { Self.categories($0) }
        case (1, "activity"): return await read(request) { Self.activity($0) }
        case (1, "devices"): return await read(request) { Self.devices($0) }
        case (1, "events"):
            guard Self.isRead(request) else { return Self.notAllowed("GET, HEAD") }
            return await live.events(after: request.value("Last-Event-ID"), for: nil)
        case (2...3, "devices"):
            guard let id = DeviceID(parts[1]) else { return Self.notFound }
            return await DeviceAPI(live: live, id: id).answer(request, parts.count == 3 ? parts[2] : "")
        default: return Self.notFound
        }
    }

    private func read(_ request: WebRequest, _ body: @MainActor (HomeModel) -> [UInt8]) async -> WebResponse {
        guard Self.isRead(request) else { return Self.notAllowed("GET, HEAD") }
        return .json(200, await body(live.home))
    }

    // MARK: Answers

    @MainActor private static func status(_ home: HomeModel) -> [UInt8] {
        object { json in
            HomeEncoding.write(home.broker, into: &json)
            HomeEncoding.write(home.radio, into: &json)
            json.write(home.devices.count, "devices")
        }
    }

    @MainActor private static func categories(_ home: HomeModel) -> [UInt8] {
        object { json in
            json.beginArray("categories")
            for category in home.categories { json.write(category) }
            json.endArray()
        }
    }

    @MainActor private static func activity(_ home: HomeModel) -> [UInt8] {
        object { HomeEncoding.writeActivity(home.activity.entries[...], into: &$0) }
    }

    @MainActor private static func devices(_ home: HomeModel) -> [UInt8] {
        object { json in
            json.beginArray("devices")
            for device in home.devices { HomeEncoding.write(device, into: &json) }
            json.endArray()
        }
    }

    private static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        return json.bytes
    }

    static func isRead(_ request: WebRequest) -> Bool { request.method == "GET" || request.method == "HEAD" }

    /// That something failed, for a program and a person.
    static func failure(_ status: Int, _ code: String, _ message: String, advice: String = "") -> WebResponse {
        .json(
            status,
            object { json in
                json.write(code, "error")
                json.write(message, "message")
                if !advice.isEmpty { json.write(advice, "advice") }
            })
    }

    static var notFound: WebResponse { failure(404, "notFound", "There is nothing of that name.") }

    static func notAllowed(_ methods: String) -> WebResponse {
        var refused = failure(405, "methodNotAllowed", "That method is not known here.")
        refused.fields.append(("Allow", methods))
        return refused
    }
}
