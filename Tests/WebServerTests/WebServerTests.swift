import PrivateBus
import ProvisioningProtocols
import Runtime
import Testing
import WebServer

@Suite("A web server that is bounded in every direction")
struct WebServerTests {
    /// Starts a server, lets `body` talk to it on a thread of its own, and stops it.
    private func serving(
        time: any TimeSource = SystemTime.shared, maximumConnections: UInt32 = 100, ofAddress: UInt32 = 100,
        _ handler: @escaping @Sendable (WebRequest) async -> WebResponse,
        _ body: @escaping @Sendable (UInt16) throws -> Void
    ) async throws {
        var settings = WebServerSettings(port: 0)
        settings.maximumBody = 1_000
        settings.maximumConnections = maximumConnections
        settings.maximumConnectionsOfAddress = ofAddress
        let server = WebServer(settings, time: time, handler: handler)
        let port = try server.start()
        do {
            try await onThread { try body(port) }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        #expect(server.connections == 0)
    }

    private static let echo: @Sendable (WebRequest) async -> WebResponse = { request in
        WebResponse(200, fields: [("X-Method", request.method), ("X-Path", request.path)], body: .bytes(request.body))
    }

    @Test("A request reaches the handler whole, and its answer comes back on the same connection")
    func exchange() async throws {
        try await serving(Self.echo) { port in
            let client = try WebClient(port: port)
            for number in 1...3 {
                let answer = try client.ask("POST", "/a%20b?x=1", body: "number \(number)")
                #expect(answer.status == 200)
                #expect(answer["x-path"] == "/a b")
                #expect(answer.text == "number \(number)")
            }
        }
    }

    @Test("A body that is too long is answered with 413, whether its length is said before or not")
    func longBodies() async throws {
        try await serving(Self.echo) { port in
            let long = String(repeating: "x", count: 1_001)
            #expect(try WebClient(port: port).ask("POST", "/", body: long).status == 413)
            let chunked = try WebClient(port: port)
            chunked.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<3 { chunked.send("190\r\n" + String(repeating: "x", count: 400) + "\r\n") }
            chunked.send("0\r\n\r\n")
            #expect(try chunked.answer().status == 413)
            #expect(try WebClient(port: port).ask("POST", "/", body: String(long.dropFirst())).status == 200)
        }
    }

    @Test("A body that never ends is cut, though its pieces are short")
    func endlessBody() async throws {
        try await serving(Self.echo) { port in
            let client = try WebClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "190\r\n" + String(repeating: "x", count: 400) + "\r\n"
            var count = 0
            while count < 100_000, client.send(chunk) { count += 1 }
            #expect(count < 100_000)
        }
    }

    @Test("A path with a NUL is no other path")
    func nulInPath() async throws {
        try await serving(Self.echo) { port in
            for path in ["/a%00.css", "/%00", "/?a=%00"] {
                let refused = try WebClient(port: port).ask("GET", path)
                #expect(refused.status == 400)
            }
            let answer = try WebClient(port: port).ask("GET", "/%41%20b")
            #expect(answer["x-path"] == "/A b")
        }
    }

    @Test("One address has no more connections than its share, and has one again when one was closed")
    func connectionsOfAddress() async throws {
        try await serving(ofAddress: 3, Self.echo) { port in
            var clients = try (0..<3).map { _ in try WebClient(port: port) }
            for client in clients { #expect(try client.ask("GET", "/").status == 200) }
            let fourth = try WebClient(port: port)
            #expect(fourth.isClosed())
            clients.removeFirst()
            // The server sees a moment later that it is closed.
            var status: Int?
            for _ in 0..<100_000 where status == nil { status = try? WebClient(port: port).ask("GET", "/").status }
            #expect(status == 200)
        }
    }

    @Test(
        "What is no request is refused, and the server goes on",
        arguments: [
            "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n", "\0\0\0\0\r\n\r\n",
            "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 400) + "\r\n",
            "GET /\u{1}%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func malformed(request: String) async throws {
        try await serving(Self.echo) { port in
            let client = try WebClient(port: port)
            client.send(request)
            if let answer = try? client.answer() { #expect((400..<500).contains(answer.status)) }
            #expect(try WebClient(port: port).ask("GET", "/").status == 200)
        }
    }

    @Test("A request that does not arrive in time is cut, however often a byte of it comes")
    func slowRequests() async throws {
        let time = ManualTime()
        try await serving(time: time, Self.echo) { port in
            let (slow, silent) = (try WebClient(port: port), try WebClient(port: port))
            slow.send("GET / HTTP/1.1\r\nHo")
            // What is answered shows that the connections above were taken.
            #expect(try WebClient(port: port).ask("GET", "/").status == 200)
            for _ in 0..<10 {
                time.advance(by: 2_500)
                slow.send("s")
            }
            #expect(slow.isClosed())
            #expect(silent.isClosed())
            #expect(try WebClient(port: port).ask("GET", "/").status == 200)
        }
    }

    @Test("A stream sends each piece as it comes, to its end, and tells when its reader is gone")
    func streams() async throws {
        let stream = BodyStream()
        let (gone, source) = EventStream<Void, Never>.make()
        stream.whenGone { source.yield(()) }
        try await serving({ request in
            request.path == "/stream" ? WebResponse(200, body: .stream(stream)) : WebResponse(200)
        }) { port in
            let client = try WebClient(port: port)
            client.request("GET", "/stream")
            #expect(try client.head().status == 200)
            for number in 1...3 {
                #expect(stream.send(Array("event: e\ndata: {\"n\":\(number)}\n\n".utf8)))
                #expect(try client.event("e")["n"] as? Int == number)
            }
            stream.finish()
            #expect(throws: WebClient.Ended.self) { try client.event() }
        }
        #expect(await gone.next() != nil)
        #expect(!stream.send([1]))
    }

    @Test("A reader that does not keep up is let go, and costs no more than its limit")
    func slowReader() async throws {
        let stream = BodyStream()
        let piece = [UInt8](repeating: 1, count: 1_048_576)
        var taken = 0
        while stream.send(piece) { taken += 1 }
        #expect(taken == 5)
        #expect(!stream.send(piece))
    }

    @Test(
        "A reader that does not keep up loses what waits, and gets what it is sent once it has read what was on its way"
    )
    func behind() async throws {
        let stream = BodyStream()
        let (caughtUp, source) = EventStream<Void, Never>.make()
        stream.whenCaughtUp { source.yield(()) }
        // Larger than what the system keeps for a connection, so that a part of it waits.
        let long = Array(": \(String(repeating: "a", count: 16_777_216))\n\n".utf8)
        try await serving({ _ in WebResponse(200, body: .stream(stream)) }) { port in
            let client = try WebClient(port: port)
            client.request("GET", "/")
            #expect(try client.head().status == 200)
            #expect(stream.send(Array("event: first\ndata: {}\n\n".utf8)))
            _ = try client.event("first")
            #expect(stream.send(long))
            #expect(!stream.send(Array("event: lost\ndata: {}\n\n".utf8)))
            Task {
                _ = await caughtUp.next()
                stream.send(Array("event: last\ndata: {}\n\n".utf8))
            }
            var names: [String] = []
            while names.last != "last" { names.append(try client.event().name) }
            #expect(!names.contains("lost"))
            stream.finish()
        }
    }

    @Test(
        "An address that cannot be listened at is told, with what to do",
        arguments: [
            ("192.0.2.1", WebServerError.Code.noSuchAddress), ("localhost", .invalidAddress),
        ])
    func addresses(address: String, code: WebServerError.Code) {
        let server = WebServer(WebServerSettings(address: address, port: 0), handler: Self.echo)
        let error = #expect(throws: WebServerError.self) { try server.start() }
        #expect(error?.code == code)
        #expect(error?.advice.isEmpty == false)
    }

    @Test("A port that another program has is told so")
    func portTaken() async throws {
        try await serving(Self.echo) { port in
            let server = WebServer(WebServerSettings(port: port), handler: Self.echo)
            let error = #expect(throws: WebServerError.self) { try server.start() }
            #expect(error?.code == .inUse)
        }
    }
}
