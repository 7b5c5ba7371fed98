import Foundation
import Glibc
import PrivateBus
import Testing

@Suite("What the hub puts up with")
struct HostileTests {
    /// The most that a hub of a small home may hold in memory, whatever it is sent.
    private static let memoryLimit = 100_000_000

    private static func request(_ lines: String...) -> String { lines.joined(separator: "\r\n") + "\r\n\r\n" }

    private static let malformed: [String] = [
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}\r\n\r\n",
        request("GET / HTTP/1.1"), request("GET / HTTP/1.1", "Host: localhost", "Host: evil.example"),
        request("GET http://evil.example/ HTTP/1.1", "Host: evil.example"),
        request("GET / HTTP/9.9", "Host: localhost"),
        request("GET /events", "Host: localhost"), request("G\u{0}T / HTTP/1.1", "Host: localhost"),
        request("GET / HTTP/1.1", "Host: localhost", " folded: yes"), request("GET / HTTP/1.1", "Host localhost"),
        request("POST /login HTTP/1.1", "Host: localhost", "Origin: http://localhost", "Content-Length: -1"),
        request(
            "POST /login HTTP/1.1", "Host: localhost", "Origin: http://localhost",
            "Content-Length: 99999999999999999999"),
        request(
            "POST /login HTTP/1.1", "Host: localhost", "Origin: http://localhost", "Content-Length: 1",
            "Content-Length: 2"),
        request(
            "POST /login HTTP/1.1", "Host: localhost", "Origin: http://localhost", "Content-Length: 4",
            "Transfer-Encoding: chunked") + "0\r\n\r\nGET /tokens HTTP/1.1\r\n",
        request(
            "POST /login HTTP/1.1", "Host: localhost", "Origin: http://localhost", "Content-Type: application/json",
            "Transfer-Encoding: chunked") + "FFFFFFFFFFFFFFFFF\r\nx",
        request("GET /%ff%fe HTTP/1.1", "Host: localhost"),
        request("GET /../../etc/passwd HTTP/1.1", "Host: localhost"),
        request("GET /%2e%2e/hub.json HTTP/1.1", "Host: localhost"),
        request("GET /app.js%00.css HTTP/1.1", "Host: localhost"),
        request("GET /" + String(repeating: "a/", count: 4_000) + " HTTP/1.1", "Host: localhost"),
        request("GET /?" + String(repeating: "a=b&", count: 3_000) + " HTTP/1.1", "Host: localhost"),
    ]

    @Test(
        "What is no request, or asks for what is not there, is refused or cut, and the next one is answered",
        arguments: malformed)
    func noRequests(text: String) async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let client = try hub.client()
            client.send(text)
            client.halfClose()
            if let status = try? client.head().status { #expect((400...505).contains(status)) }
            #expect(try hub.get("/tokens").status == 200)
        }
    }

    @Test("A header and a body that are too long are refused, also those that never end, and cost no memory")
    func tooLong() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let long = try hub.client().ask("GET", "/", fields: ["X": String(repeating: "x", count: 20_000)])
            #expect(long.status == 431)
            #expect(try hub.post("/do/home", ["name": String(repeating: "x", count: 70_000)]).status == 413)
            for _ in 0..<20 {
                let endless = try hub.client()
                endless.request("POST", "/do/home", fields: hub.fields.merging(["Transfer-Encoding": "chunked"]) { $1 })
                let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
                var count = 0
                while count < 1_000, endless.send(chunk) { count += 1 }
                #expect(count < 1_000)
                let header = try hub.client()
                header.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
                count = 0
                while count < 10_000, header.send("X-\(count): \(String(repeating: "x", count: 1_000))\r\n") {
                    count += 1
                }
                #expect(count < 10_000)
            }
            #expect(try hub.get("/tokens").status == 200)
            #expect(try hub.memory() < Self.memoryLimit)
        }
    }

    @Test("Some hundreds of requests that never become whole keep nobody else from being answered")
    func slow() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let slow = try (0..<400).map { number in
                let client = try hub.client()
                client.send("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\nX-\(number): ")
                return client
            }
            for _ in 0..<20 {
                for client in slow { client.send("y") }
                #expect(try hub.get("/tokens").status == 200)
            }
            #expect(try hub.memory() < Self.memoryLimit)
        }
    }

    @Test(
        "A page that reads nothing holds back nobody and little memory, however much happens, and the others see all of it"
    )
    func readsNothing() async throws {
        let hub = try HubUnderTest(isStarted: false)
        let ids = try await hub.list((0..<2_000).map { "Lamp \($0)" })
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            try own.enter()
            let key = try own.token()
            // Each is owed half a megabyte at first, which the system's buffers do not take.
            let deaf = try (0..<100).map { _ in
                let client = try own.client()
                client.request("GET", "/events", fields: own.fields)
                return client
            }
            let page = try own.events()
            let id = try #require(ids.last)
            for number in 0..<300 {
                #expect(
                    try own.api("PATCH", "/api/v1/devices/\(id)", key, #"{"name":"Torch \#(number)"}"#).status == 200)
            }
            _ = try page.event("change") {
                ($0["devices"] as? [[String: Any]])?.first?["name"] as? String == "Torch 299"
            }
            #expect(try own.memory() < Self.memoryLimit)
            withExtendedLifetime(deaf) {}
        }
    }

    @Test(
        "A connection of which one half is closed still gets its answer, and a stream whose reader has gone is forgotten"
    )
    func halfClosed() async throws {
        let hub = try HubUnderTest(isStarted: false)
        let ids = try await hub.list(["Lamp"])
        nonisolated(unsafe) let own = hub
        try await onThread {
            try own.start()
            try own.enter()
            let key = try own.token()
            let client = try own.client()
            client.request("GET", "/session", fields: own.fields)
            client.halfClose()
            #expect(try client.answer().object?["phase"] as? String == "open")
            #expect(client.isClosed())
            var pages = try (0..<50).map { _ in try own.events() }
            for page in pages { _ = try page.event("home") }
            pages.removeAll()
            // That a reader is gone shows when it is sent something.
            let path = "/api/v1/devices/\(try #require(ids.first))"
            var (number, text) = (0, "")
            while !text.contains("gangway_event_streams 0\n"), number < 500 {
                number += 1
                #expect(try own.api("PATCH", path, key, #"{"name":"Torch \#(number)"}"#).status == 200)
                text = try own.api("GET", "/metrics", key).text
            }
            #expect(text.contains("gangway_event_streams 0\n"))
        }
    }

    @Test("A cookie of a browser that was logged out opens nothing, and neither does an older one of the same browser")
    func replayed() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let first = hub.cookie
            try hub.enter()
            let second = hub.cookie
            #expect(try hub.post("/logout").status == 204)
            for path in ["/events", "/tokens"] { #expect(try hub.get(path).status == 401) }
            for path in ["/do/home", "/tokens/make", "/password", "/logout"] {
                #expect(try hub.post(path).status == 401)
            }
            hub.cookie = first
            #expect(try hub.get("/tokens").status == 200)
            #expect(try hub.post("/password", ["old": HubUnderTest.password, "new": "another one"]).status == 204)
            hub.cookie = second
            #expect(try hub.get("/tokens").status == 401)
        }
    }
}
