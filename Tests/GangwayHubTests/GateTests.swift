import DefaultControl
import Foundation
import PrivateBus
import ProvisioningProtocols
import Testing
import WebServer

@testable import GangwayHub

@Suite("Who may use the hub")
struct GateTests {
    @Test("The first password is set from this machine, once; the cookie is for this site and no script")
    func setUp() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            #expect(try hub.get("/session").object?["phase"] as? String == "setup")
            #expect(try hub.post("/setup", ["password": "short"]).status == 422)
            let answer = try hub.post("/setup", ["password": HubUnderTest.password])
            #expect(answer.status == 204)
            let cookie = try #require(answer["set-cookie"])
            for word in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(word)) }
            #expect(try hub.post("/setup", ["password": "another one"]).status == 409)
            #expect(try hub.get("/session").object?["phase"] as? String == "login")
            let file = hub.home.path + "/hub.json"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains(HubUnderTest.password))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test(
        "Without a log-in nothing of the home is told or changed",
        arguments: [
            ("GET", "/events"), ("GET", "/tokens"), ("POST", "/do/home"), ("POST", "/tokens/make"),
            ("POST", "/password"),
            ("POST", "/logout"), ("GET", "/api/v1/devices"), ("GET", "/metrics"), ("GET", "/api/v1/events"),
        ])
    func closed(method: String, path: String) async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            hub.cookie = "gangway=" + String(repeating: "0", count: 64)
            let answer = try hub.client().ask(method, path, fields: hub.fields, body: method == "POST" ? "{}" : nil)
            #expect(answer.status == 401)
        }
    }

    @Test("Guesses are slowed down after five, and the hub says for how long")
    func guesses() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            for _ in 0..<6 { #expect(try hub.post("/login", ["password": "a wrong one"]).status == 403) }
            let answer = try hub.post("/login", ["password": HubUnderTest.password])
            #expect(answer.status == 429)
            #expect(Int(answer["retry-after"] ?? "").map { (1...60).contains($0) } == true)
        }
    }

    @Test("Each further wrong guess doubles the wait up to a minute, for its own address alone")
    func waits() {
        var limiter = AttemptLimiter()
        let now = Instant(milliseconds: 1_000)
        var waits: [UInt64] = []
        for _ in 0..<14 {
            limiter.failed("a", at: now)
            waits.append(limiter.wait(of: "a", at: now))
        }
        #expect(waits == [0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
        #expect(limiter.wait(of: "b", at: now) == 0)
        #expect(limiter.wait(of: "a", at: now + 60_000) == 0)
        for number in 0..<3_000 { limiter.failed("\(number)", at: now) }
        #expect(limiter.wait(of: "a", at: now) == 60_000)
    }

    @Test("A log-in outlives the hub; a cookie that was logged out is refused for good")
    func restart() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            #expect(hub.stop() == 0)
            try hub.start()
            #expect(try hub.get("/session").object?["phase"] as? String == "open")
            #expect(try hub.post("/logout").status == 204)
            #expect(try hub.get("/tokens").status == 401)
            #expect(hub.stop(SIGKILL) != 0)
            try hub.start()
            #expect(try hub.get("/tokens").status == 401)
        }
    }

    @Test("The password that is set at the machine counts at once, and logs all browsers out")
    func reset() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let (reading, typing) = (try ProcessPipe(), "a new password\n")
            try reading.writing.write(contentsOf: Data(typing.utf8))
            try reading.writing.close()
            let command = try ChildProcess(
                TalkingProgram.path("gangway-hub"), ["password", "--data", hub.home.path],
                streams: [reading.reading.fileDescriptor, FileHandle.nullDevice.fileDescriptor, 2])
            #expect(command.wait() == 0)
            #expect(try hub.get("/tokens").status == 401)
            #expect(try hub.post("/login", ["password": "a new password"]).status == 204)
        }
    }

    @Test(
        "Only names of the hub and addresses in numbers are answered",
        arguments: [
            ("localhost", 200), ("localhost:8470", 200), ("LOCALHOST", 200), ("127.0.0.1:1", 200), ("[::1]:8470", 200),
            ("192.168.1.7", 200), ("evil.example", 421), ("localhost.evil.example", 421),
            ("127.0.0.1.evil.example", 421),
            ("", 421), ("localhost:x", 421), ("a@localhost", 421),
        ])
    func hosts(host: String, status: Int) {
        let rule = HostRule(names: [])
        let request = WebRequest(method: "GET", path: "/", fields: [("Host", host)])
        #expect(rule.allows(request) == (status == 200))
        #expect(!rule.allows(WebRequest(method: "GET", path: "/", fields: [("Host", host), ("Host", "localhost")])))
    }

    @Test(
        "What changes something has to come from a page of the hub",
        arguments: [
            nil, "null", "http://evil.example", "https://localhost", "http://localhost:1",
            "http://localhost.evil.example",
        ])
    func origins(origin: String?) async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            var fields = hub.fields
            fields["Origin"] = origin
            for path in ["/do/home", "/logout", "/login", "/setup", "/tokens/make"] {
                #expect(try hub.client().ask("POST", path, fields: fields, body: "{}").status == 403)
            }
            #expect(try hub.get("/tokens").status == 200)
            #expect(try hub.client().ask("GET", "/", host: "evil.example").status == 421)
        }
    }

    @Test(
        "Beyond this machine it wants TLS, or the word that it goes without",
        arguments: [
            (["--listen", "127.0.0.1:80"], true), (["--listen", "[::1]:80"], true), ([], true),
            (["--listen", "0.0.0.0:80"], false), (["--listen", "[::]:80"], false),
            (["--listen", "192.168.1.2"], false),
            (["--listen", "0.0.0.0:80", "--insecure-http"], true), (["--certificate", "a"], false),
            (["--listen=[::]:80", "--certificate=a", "--key=b"], true), (["--listen", "127.0.0.1:x"], false),
            (["--unknown"], false), (["--broker", "a", "--with-broker"], false), (["--data"], false),
        ] as [([String], Bool)])
    func listening(arguments: [String], isFine: Bool) {
        #expect(((try? HubOptions(arguments)) != nil) == isFine)
    }
}
