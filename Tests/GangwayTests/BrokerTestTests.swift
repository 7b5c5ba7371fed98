import BrokerServer
import DefaultControl
import Foundation
import MessageBroker
import Testing

@Suite("gangway broker test", .timeLimit(.minutes(3)))
struct BrokerTestTests {
    /// A test that fails: what is set up, at which step it fails, with which code and whose fault.
    struct Failing: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let step: String
        let code: String
        let fault: String
        /// Sets things up; what keeps the broker alive.
        let prepare: @Sendable (ControlHomeFolder) throws -> AnyObject?

        init(
            _ description: String, _ step: String, _ code: String, _ fault: String,
            prepare: @escaping @Sendable (ControlHomeFolder) throws -> AnyObject?
        ) {
            testDescription = description
            (self.step, self.code, self.fault) = (step, code, fault)
            self.prepare = prepare
        }
    }

    private static func secured(
        _ certificate: @escaping @Sendable (Certificates) -> Certificates.Pair
    ) -> @Sendable (ControlHomeFolder) throws -> AnyObject? {
        { home in
            let certificates = try Certificates.shared.get()
            let server = try ControlHomeFolder.server { $0.certificate = certificate(certificates) }
            try home.use(server)
            return server
        }
    }

    private static func useUnprotected(_ home: ControlHomeFolder, _ port: UInt16, _ host: String = "localhost") throws {
        try BrokerFile(addresses: [BrokerAddress(host: host, port: port)], tls: nil).write(to: home.path("broker.json"))
    }

    private static let failing = [
        Failing("a wrong authority", "tls", "unknownAuthority", "broker") { home in
            let server = try ControlHomeFolder.server()
            try home.use(server, authority: Certificates.shared.get().otherAuthority)
            return server
        },
        Failing("a certificate for another host", "tls", "wrongHost", "broker", prepare: secured { $0.otherHost }),
        Failing("an expired certificate", "tls", "certificateExpired", "broker", prepare: secured { $0.expired }),
        Failing("a certificate of tomorrow", "tls", "certificateNotYetValid", "broker", prepare: secured { $0.future }),
        Failing("a file of authorities that is not there", "tls", "authoritiesUnreadable", "caller") { home in
            let server = try ControlHomeFolder.server()
            try home.use(server, authority: home.path("nothing"))
            return server
        },
        Failing("a wrong password", "login", "loginRefused", "caller") { home in
            let server = try ControlHomeFolder.server()
            try home.use(server, password: "wrong-Zq7")
            return server
        },
        Failing("rules that refuse the subscription", "subscribe", "subscriptionRefused", "broker") { home in
            var setup = BrokerServer.Setup()
            setup.lines = try BrokerServer.withoutSubscriptions()
            let server = try BrokerServer(setup)
            try useUnprotected(home, server.port)
            return server
        },
        Failing("rules that let nothing be read", "echo", "noEcho", "broker") { home in
            let server = try ControlHomeFolder.server { $0.rules = ["user gangway", "topic write #"] }
            try home.use(server)
            return server
        },
        Failing("a port where nobody listens", "connection", "connectionRefused", "broker") { home in
            try useUnprotected(home, BrokerServer.unusedPort())
            return nil
        },
        Failing("what takes a connection and closes it", "login", "connectionLost", "link") { home in
            let server = try ScriptedBroker { _, _ in }
            try useUnprotected(home, server.port)
            return server
        },
        Failing("a name that nobody knows", "name", "hostNotFound", "link") { home in
            try useUnprotected(home, 1883, "gangway.invalid")
            return nil
        },
    ]

    @Test("A step that fails is named, with whose fault it is and what to do, and ends the test", arguments: failing)
    func fails(_ failing: Failing) throws {
        let home = try ControlHomeFolder()
        let server = try failing.prepare(home)
        let result = try home.run("broker", "test", "--json")
        #expect(result.status == 1, "\(result.errors)")
        let steps = try result.objects
        let last = try #require(steps.last)
        #expect(last["event"] as? String == "step" && last["passed"] as? Bool == false)
        #expect(last["step"] as? String == failing.step, "\(result.output)")
        #expect(last["code"] as? String == failing.code, "\(result.output)")
        #expect(last["fault"] as? String == failing.fault)
        #expect(last["advice"] as? String != nil)
        #expect(steps.dropLast().allSatisfy { $0["passed"] as? Bool == true })
        #expect(!result.output.contains("Zq7"))
        withExtendedLifetime(server) {}
    }

    @Test("Every step that goes well is a line, that of TLS with what the certificate says")
    func passes() throws {
        let home = try ControlHomeFolder()
        let server = try ControlHomeFolder.server()
        try home.use(server)
        let result = try home.run("broker", "test", "--topic", "home/lamp", "--json")
        #expect(result.status == 0, "\(result.output)")
        let steps = try result.objects
        #expect(
            steps.map { $0["step"] as? String } == ["name", "connection", "tls", "login", "subscribe", "echo"])
        #expect(steps.allSatisfy { $0["passed"] as? Bool == true && $0["code"] is NSNull })
        let tls = try #require(steps[2]["tls"] as? [String: Any])
        #expect(tls["version"] as? String == "TLSv1.3")
        #expect(tls["subject"] as? String == "/CN=localhost")
        #expect(tls["issuer"] as? String == "/CN=Test Authority")
        #expect((tls["validUntil"] as? String)?.hasPrefix("20") == true)
        let text = try home.run("broker", "test").output
        #expect(text.contains("ok    tls") && text.contains("certificate of /CN=localhost, by /CN=Test Authority"))
        #expect(text.contains("ok    echo"))
    }

    @Test("What TLS refuses is shown, and a refused log-in still tells how the connection was protected")
    func facts() throws {
        let home = try ControlHomeFolder()
        let server = try ControlHomeFolder.server()
        try home.use(server, authority: Certificates.shared.get().otherAuthority)
        let last = try home.run("broker", "test", "--json").objects.last
        let refused = try #require(last?["tls"] as? [String: Any])
        #expect(refused["issuer"] as? String == "/CN=Test Authority" && refused["version"] is NSNull)
        try home.use(server, password: "wrong")
        let steps = try home.run("broker", "test", "--json").objects
        #expect((steps[2]["tls"] as? [String: Any])?["version"] as? String == "TLSv1.3")
    }

    @Test("Each address is tried by itself, and one that does not work is told")
    func addresses() throws {
        let home = try ControlHomeFolder()
        let server = try ControlHomeFolder.server()
        try home.use(server)
        var file = try BrokerFile(path: home.path("broker.json"))
        file.addresses.insert(BrokerAddress(host: "localhost", port: try BrokerServer.unusedPort()), at: 0)
        try file.write(to: home.path("broker.json"))
        let result = try home.run("broker", "test", "--json")
        #expect(result.status == 1)
        let steps = try result.objects
        #expect(steps.map { $0["passed"] as? Bool } == [true, false] + Array(repeating: true, count: 6))
        #expect(Set(steps.compactMap { $0["address"] as? String }).count == 2)
    }

    @Test("A limit that passes names the step at which it did, with what to do")
    func limit() throws {
        let home = try ControlHomeFolder()
        let server = try ScriptedBroker { connection, _ in connection.untilEnd() }
        try BrokerFile(
            addresses: [BrokerAddress(host: "localhost", port: server.port)],
            tls: TLSSettings(authorities: .file(Certificates.shared.get().authority))
        ).write(to: home.path("broker.json"))
        let result = try home.run("broker", "test", "--timeout", "2", "--json")
        #expect(result.status == 4)
        let objects = try result.objects
        let steps = objects.filter { $0["event"] as? String == "step" }
        #expect(steps.map { $0["step"] as? String } == ["name", "connection", "tls"])
        #expect(steps.last?["code"] as? String == "timedOut")
        let error = try #require(objects.last)
        #expect(error["event"] as? String == "error" && error["advice"] is String)
        #expect((error["message"] as? String)?.contains("at the step tls") == true)
        withExtendedLifetime(server) {}
    }

    @Test("Without a broker, or with a topic that is none, nothing is tried")
    func nothing() throws {
        let home = try ControlHomeFolder()
        let result = try home.run("broker", "test", "--json")
        #expect(result.status == 1)
        #expect(try result.objects.first?["code"] as? String == "brokerMissing")
        try Self.useUnprotected(home, 1)
        #expect(try home.run("broker", "test", "--topic", "a/+").status == 2)
    }
}
