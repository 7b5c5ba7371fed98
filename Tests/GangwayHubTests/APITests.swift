import DefaultControl
import Foundation
import HubAssets
import PrivateBus
import Testing

@Suite("The API for people's own programs")
struct APITests {
    @Test("A key that settings made works until it is revoked, and only its hash is kept")
    func keys() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let key = try hub.token()
            #expect(try hub.post("/tokens/make", ["name": "script"]).status == 409)
            #expect(try hub.api("GET", "/api/v1/devices", key).status == 200)
            #expect(try !String(contentsOfFile: hub.home.path + "/hub.json", encoding: .utf8).contains(key))
            #expect(try !hub.get("/tokens").text.contains(key))
            #expect(try hub.api("GET", "/api/v1/devices", key + "0").status == 401)
            #expect(try hub.post("/tokens/revoke", ["name": "script"]).status == 204)
            #expect(try hub.api("GET", "/api/v1/devices", key).status == 401)
        }
    }

    @Test("Devices are read, renamed, moved and removed; what cannot be is refused and changes nothing")
    func devices() async throws {
        let hub = try HubUnderTest(isStarted: false)
        let ids = try await hub.list(["Lamp", "Fan"])
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            try own.enter()
            let key = try own.token()
            let path = "/api/v1/devices/\(try #require(ids.first))"
            #expect(try own.api("GET", path, key).object?["name"] as? String == "Lamp")
            let moved = try own.api("PATCH", path, key, #"{"name":"Torch","category":"Light"}"#)
            #expect(moved.status == 200)
            for (body, status) in [
                ("{", 400), ("{}", 200), (#"{"name":1}"#, 400), (#"{"name":""}"#, 422), (#"{"x":1}"#, 400),
                (#"{"name":"Other","category":"\n"}"#, 422),
            ] {
                #expect(try own.api("PATCH", path, key, body).status == status, "\(body)")
            }
            #expect(try own.api("GET", path, key).object?["name"] as? String == "Torch")
            for (body, status) in [
                ("{}", 400), (#"{"on":1}"#, 400), (#"{"on":true,"mode":-1}"#, 400), (#"{"on":true}"#, 503),
                (#"{"on":true,"mode":1.5}"#, 400), (#"{"on":true,"mode":1.0}"#, 503),
            ] {
                #expect(try own.api("PUT", path + "/state", key, body).status == status, "\(body)")
            }
            #expect(try own.api("GET", path + "/signal", key).object?["samples"] != nil)
            #expect(try own.api("POST", path, key, "{}")["allow"] == "GET, HEAD, PATCH, DELETE")
            #expect(try own.api("DELETE", path, key).status == 204)
            #expect(try own.api("GET", path, key).status == 404)
            #expect(try own.api("GET", "/api/v1/devices/none", key).status == 404)
        }
    }

    @Test("The description names every path that is answered, and each of them is answered so")
    func description() async throws {
        let hub = try HubUnderTest(isStarted: false)
        let ids = try await hub.list(["Lamp"])
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            try own.enter()
            let key = try own.token()
            let description = try #require(try own.client().ask("GET", "/api/v1/openapi.json").object)
            let paths = try #require(description["paths"] as? [String: [String: Any]])
            #expect(paths.count >= 8)
            for (path, operations) in paths where !path.hasSuffix("/events") {
                let real = path.replacingOccurrences(of: "{id}", with: "\(try #require(ids.first))")
                guard let get = operations["get"] as? [String: Any] else { continue }
                let answer = try own.api("GET", real, key)
                #expect((get["responses"] as? [String: Any])?["\(answer.status)"] != nil, "\(path)")
                #expect(answer.status == 200)
            }
        }
    }
}
