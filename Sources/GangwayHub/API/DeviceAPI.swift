import DeviceDirectory
import GangwayModel
import JSONText
import ProvisioningProtocols
import WebServer

/// The part of the API that is about one device.
struct DeviceAPI: Sendable {
    let live: LiveHome
    let id: DeviceID

    /// The answer to `request`, which is about `part` of the device; an empty one for itself.
    func answer(_ request: WebRequest, _ part: String) async -> WebResponse {
        guard ["", "state", "signal"].contains(part) else { return HubAPI.notFound }
        guard await live.home.device(id) != nil else { return HubAPI.notFound }
        switch (part, request.method) {
        case ("", "GET"), ("", "HEAD"): return await present()
        case ("", "PATCH"): return await change(request)
        case ("", "DELETE"):
            if let problem = await live.home.remove(id) { return Self.failure(problem) }
            return WebResponse(204)
        case ("state", "PUT"): return await set(request)
        case ("signal", "GET"), ("signal", "HEAD"): return await signal()
        case ("", _): return HubAPI.notAllowed("GET, HEAD, PATCH, DELETE")
        case ("state", _): return HubAPI.notAllowed("PUT")
        default: return HubAPI.notAllowed("GET, HEAD")
        }
    }

    private func present() async -> WebResponse {
        guard let bytes = await encoded() else { return HubAPI.notFound }
        return .json(200, bytes)
    }

    @MainActor private func encoded() -> [UInt8]? {
        guard let device = live.home.device(id) else { return nil }
        var json = JSONWriter()
        HomeEncoding.write(device, into: &json)
        return json.bytes
    }

    private static let malformed = HubAPI.failure(
        400, "malformed", "The body is not what it has to be.", advice: "The description of the API says what.")

    /// Switches it, and answers when it has reported that it is so.
    private func set(_ request: WebRequest) async -> WebResponse {
        guard let body = JSONBody(request), body.has(only: ["on", "mode"]), let isOn = body.flag("on") else {
            return Self.malformed
        }
        let mode = body.number("mode")
        guard !body.has("mode") || mode.map({ (0...255).contains($0) }) ?? false else { return Self.malformed }
        if let problem = await live.home.set(id, isOn: isOn, mode: mode) { return Self.failure(problem) }
        return await present()
    }

    private func change(_ request: WebRequest) async -> WebResponse {
        guard let body = JSONBody(request), body.has(only: ["name", "category"]),
            !body.has("name") || body.text("name") != nil, !body.has("category") || body.text("category") != nil
        else { return Self.malformed }
        let edits = [
            body.text("name").map { DeviceEdit.rename($0) },
            body.text("category").map { DeviceEdit.move(to: $0.isEmpty ? nil : $0) },
        ].compactMap { $0 }
        if !edits.isEmpty, let problem = await live.home.edit(id, edits) { return Self.failure(problem) }
        return await present()
    }

    private func signal() async -> WebResponse {
        do throws(Problem) {
            let samples = try await live.home.signalHistory(of: id)
            var json = JSONWriter()
            json.beginObject()
            json.beginArray("samples")
            for sample in samples {
                json.beginObject()
                json.write(sample.time.milliseconds, "time")
                json.write(sample.strength, "strength")
                json.endObject()
            }
            json.endArray()
            json.endObject()
            return .json(200, json.bytes)
        } catch {
            return Self.failure(error)
        }
    }

    /// What went wrong: 422 for what cannot be, 404 for what is gone, 409 for what the device or a later command made otherwise, 503
    /// for what may work later.
    private static func failure(_ problem: Problem) -> WebResponse {
        let status: Int
        switch problem.code {
        case "directory.invalidValue", "control.invalidTopic", "control.notSteered": status = 422
        case "directory.notFound": status = 404
        case "control.notObeyed", "control.replaced": status = 409
        default: status = 503
        }
        return HubAPI.failure(
            status, problem.code, problem.summary.text(.english), advice: problem.advice.text(.english))
    }
}
