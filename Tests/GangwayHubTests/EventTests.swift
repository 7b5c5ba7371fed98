import DeviceDirectory
import Foundation
import GangwayModel
import Glibc
import PrivateBus
import ProvisioningProtocols
import Testing
import WebServer

@testable import GangwayHub

@Suite("What the hub tells its pages, as it happens")
struct EventTests {
    @Test("A page gets the home whole, then each change; one that comes back gets only what it missed")
    func resume() async throws {
        let hub = try HubUnderTest(isStarted: false)
        _ = try await hub.list(["Lamp", "Fan"])
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            try own.enter()
            let key = try own.token()
            let page = try own.events()
            let whole = try page.event("home")
            let devices = try #require(whole["devices"] as? [[String: Any]])
            #expect(devices.compactMap { $0["name"] as? String } == ["Lamp", "Fan"])
            let id = try #require(devices.first?["id"] as? String)
            #expect(try own.api("PATCH", "/api/v1/devices/\(id)", key, #"{"name":"Lantern"}"#).status == 200)
            var last: String?
            while last == nil {
                let event = try page.event()
                if event.name == "change", event.data.contains("Lantern") { last = event.id }
            }
            #expect(try own.api("PATCH", "/api/v1/devices/\(id)", key, #"{"name":"Torch"}"#).status == 200)
            let missed = try own.events(after: last).event("change") { _ in true }
            let changed = try #require(missed["devices"] as? [[String: Any]])
            #expect(changed.compactMap { $0["name"] as? String } == ["Torch"])
            let stranger = try own.events(after: "another-run.1").event("home")
            #expect((stranger["devices"] as? [Any])?.count == 2)
        }
    }

    @Test("A page that did not keep up is told all that is shown and all of the home once it reads again")
    @MainActor
    func caughtUp() async throws {
        let stage = Stage([Device(id: DeviceID.random(), name: "Lamp", topic: "home/lamp")])
        try await stage.run { await stage.home.open() }
        let live = LiveHome(stage.home, time: stage.time)
        live.feed.start()
        let session = live.sessions.session("person", language: .english)
        let answer = live.events(after: nil, for: session)
        guard case .stream(let stream) = answer.body else {
            Issue.record("no stream")
            return
        }
        let server = WebServer(WebServerSettings(port: 0)) { _ in answer }
        let port = try server.start()
        try await onThread {
            let page = try WebClient(port: port)
            page.request("GET", "/events")
            _ = try page.head()
            _ = try page.event("home")
            #expect(stream.send(Array(": \(String(repeating: "a", count: 16_777_216))\n\n".utf8)))
            #expect(!stream.send(Array("event: lost\ndata: {}\n\n".utf8)))
            #expect(try page.event("view")["path"] != nil)
            #expect((try page.event("home")["devices"] as? [Any])?.count == 1)
        }
        live.stop()
        await server.stop()
        try await stage.end()
    }

    @Test("Two pages of two browsers are told the same, and each has its own screen")
    func twoBrowsers() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let first = try hub.events()
            let cookie = hub.cookie
            try hub.enter()
            let second = try hub.events()
            try hub.post("/do/open/settings")
            _ = try second.event("view") { ($0["path"] as? [[String: Any]])?.last?["screen"] as? String == "settings" }
            hub.cookie = cookie
            try hub.post("/do/open/activity")
            _ = try first.event("view") { view in
                let path = view["path"] as? [[String: Any]] ?? []
                #expect(!path.contains { $0["screen"] as? String == "settings" })
                return path.last?["screen"] as? String == "activity"
            }
            // Who loads the page again sees the same screen.
            let again = try hub.events().event("view")
            #expect((again["path"] as? [[String: Any]])?.last?["screen"] as? String == "activity")
        }
    }

    @Test("500 pages may sit there; each is told what changes, and the hub goes on answering")
    func manyPages() async throws {
        let hub = try HubUnderTest(isStarted: false)
        let ids = try await hub.list(["Lamp"])
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            #expect(try own.descriptorLimit() >= 2_048)
            var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(7), &limit)
            try own.enter()
            let key = try own.token()
            let pages = try (0..<500).map { _ in try own.events() }
            for page in pages { _ = try page.event("home") }
            let id = try #require(ids.first)
            #expect(try own.api("PATCH", "/api/v1/devices/\(id)", key, #"{"name":"Torch"}"#).status == 200)
            for page in pages {
                _ = try page.event("change") {
                    ($0["devices"] as? [[String: Any]])?.first?["name"] as? String == "Torch"
                }
            }
            #expect(try own.api("GET", "/metrics", key).text.contains("gangway_event_streams 500\n"))
            #expect(own.stop() == 0)
        }
    }

    @Test("It says that it is ready where a service manager listens, and ends in order when it is told to")
    func serviceManager() async throws {
        try await onThread {
            let hub = try HubUnderTest(isStarted: false)
            let path = hub.folder.path + "/notify"
            let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let status = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(status == 0)
            try hub.start(environment: ["NOTIFY_SOCKET": path])
            func told() -> String {
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = recv(listener, &bytes, 256, 0)
                return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }
            #expect(told() == "READY=1")
            try hub.enter()
            let page = try hub.events()
            #expect(hub.stop() == 0)
            #expect(told() == "STOPPING=1")
            #expect(throws: WebClient.Ended.self) { while true { _ = try page.event() } }
        }
    }
}
