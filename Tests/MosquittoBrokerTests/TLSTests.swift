import BrokerServer
import MessageBroker
import MosquittoBroker
import PrivateBus
import Runtime
import Testing

@Suite("What TLS finds out about a broker", .timeLimit(.minutes(2)))
struct TLSTests {
    let certificates: Certificates
    let bench = Bench()

    init() throws { certificates = try Certificates.shared.get() }

    private func server(_ certificate: Certificates.Pair, clientAuthority: String? = nil) throws -> BrokerServer {
        var setup = BrokerServer.Setup()
        setup.certificate = certificate
        setup.clientAuthority = clientAuthority
        return try BrokerServer(setup)
    }

    private func settings(_ server: BrokerServer, _ host: String = "localhost") throws -> BrokerSettings {
        try Bench.settings(server, host: host)
    }

    /// The failure of the first attempt; `nil` where there is none.
    private func failure(_ settings: BrokerSettings, now: Int64? = nil) async throws -> BrokerError? {
        let broker = try bench.broker(settings, now: now)
        let events = broker.events()
        broker.connect()
        while let event = await events.next() {
            switch event {
            case .state(.waiting(let error, _)):
                await broker.close()
                return error
            case .state(.connected): return nil
            default: continue
            }
        }
        return nil
    }

    @Test("A connection tells how it is protected, and by whose certificate")
    func facts() async throws {
        let server = try server(certificates.localhost)
        let broker = try bench.broker(settings(server))
        let facts = try #require(await bench.connect(broker)?.tls)
        #expect(facts.version == "TLSv1.3")
        #expect(facts.certificate?.subject == "/CN=localhost")
        #expect(facts.certificate?.issuer == "/CN=Test Authority")
        let now = MosquittoBroker.now()
        let certificate = try #require(facts.certificate)
        #expect(certificate.validFrom < now && certificate.validUntil > now)
        await broker.close()
    }

    @Test("G13/170: A certificate for another host is refused as that, by name or by address")
    func otherHost() async throws {
        let server = try server(certificates.otherHost)
        for host in ["localhost", "127.0.0.1"] {
            let error = try #require(await failure(settings(server, host)))
            #expect(error.code == .wrongHost)
            #expect(error.fault == .broker)
            #expect(error.summary.contains(host) && error.summary.contains("other.example"))
            #expect(error.state.contains("no password"))
        }
    }

    @Test(
        "G13/170: To a certificate for another host nothing is said, not even who would log in",
        arguments: TLSEnd.Version.allCases)
    func nothingIsSaid(_ version: TLSEnd.Version) async throws {
        func broker(_ end: TLSEnd) throws -> MosquittoBroker {
            var settings = BrokerSettings(
                addresses: [BrokerAddress(host: "127.0.0.1", port: end.port)],
                tls: TLSSettings(authorities: .file(certificates.authority)))
            settings.login = BrokerLogin(user: "alice-canary", password: BrokerPassword("oats-canary"))
            return try bench.broker(settings)
        }
        // The right certificate first: this is how a login looks from there.
        let right = try TLSEnd(certificates.localhost, version)
        let welcome = try broker(right)
        welcome.connect()
        let said = try await onThread { try right.read(until: "oats-canary") }
        #expect(said.contains("MQTT") && said.contains("alice-canary"))
        await welcome.close()

        let wrong = try TLSEnd(certificates.otherHost, version)
        let refusing = try broker(wrong)
        let events = refusing.events()
        refusing.connect()
        #expect(await bench.loss(events)?.error.code == .wrongHost)
        await refusing.close()
        let rest = try await onThread { wrong.rest() }
        #expect(!rest.contains("MQTT") && !rest.contains("canary"), "\(rest)")
        #expect(rest.contains("alert"), "\(rest)")
    }

    @Test(
        "G13/173: An address in numbers is checked against the certificate too, in any of its forms",
        arguments: ["127.0.0.1"] + (BrokerServer.hasIPv6 ? ["::1", "[::1]"] : []))
    func numericHost(_ host: String) async throws {
        let server = try server(certificates.localhost)
        let broker = try bench.broker(settings(server, host))
        let connection = try #require(await bench.connect(broker))
        #expect(connection.tls != nil)
        await broker.close()
    }

    @Test("G13/173: An empty host is an error of the settings", arguments: ["", "[]"])
    func emptyHost(_ host: String) throws {
        let settings = BrokerSettings(addresses: [BrokerAddress(host: host, port: 8883)], tls: TLSSettings())
        let error = #expect(throws: BrokerError.self) { try bench.broker(settings) }
        #expect(error?.code == .invalidSettings)
    }

    @Test("G14/174: An expired certificate is refused as that, with its date")
    func expired() async throws {
        let server = try server(certificates.expired)
        let error = try #require(await failure(settings(server)))
        #expect(error.code == .certificateExpired)
        #expect(error.fault == .broker)
        #expect(error.summary.contains("held until 20"))
        #expect(error.tls?.version == "")
        let certificate = try #require(error.tls?.certificate)
        #expect(certificate.validUntil < MosquittoBroker.now())
    }

    @Test("G14/174: A certificate that does not hold yet is refused as that")
    func future() async throws {
        let server = try server(certificates.future)
        let error = try #require(await failure(settings(server)))
        #expect(error.code == .certificateNotYetValid)
        #expect(error.advice.contains("clock"))
    }

    @Test("A port where nobody listens is told as that, also where TLS was to be spoken")
    func nobody() async throws {
        let port = try BrokerServer.unusedPort()
        for tls in [nil, TLSSettings(authorities: .file(certificates.authority))] {
            let settings = BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: port)], tls: tls)
            let error = try #require(await failure(settings))
            #expect(error.code == .connectionRefused, "\(error)")
        }
    }

    @Test("However quickly the answer comes, a login is refused after the handshake was told of")
    func refusedAfterHandshake() async throws {
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["anna": "correct horse"]
        let server = try BrokerServer(setup)
        for _ in 0..<20 {
            let broker = try bench.broker(settings(server))
            let events = broker.events()
            broker.connect()
            var steps: [ConnectionStep] = []
            while let event = await events.next() {
                if case .state(.connecting(_, let step)) = event { steps.append(step) }
                if case .state(.waiting) = event { break }
            }
            #expect(steps.last == .loggingIn, "\(steps)")
            await broker.close()
        }
    }

    @Test("A refused login still tells how the connection was protected")
    func refusedLogin() async throws {
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["anna": "correct horse"]
        let server = try BrokerServer(setup)
        let error = try #require(await failure(settings(server)))
        #expect(error.code == .loginRefused)
        #expect(error.tls?.version == "TLSv1.3")
        #expect(error.tls?.certificate?.subject == "/CN=localhost")
    }

    @Test(
        "A clock that is far off is named as the cause",
        arguments: [(Int64(0), BrokerError.Code.certificateNotYetValid), (5_000_000_000, .certificateExpired)])
    func clock(_ now: Int64, _ code: BrokerError.Code) async throws {
        let server = try server(certificates.localhost)
        let error = try #require(await failure(settings(server), now: now))
        #expect(error.code == code)
        #expect(error.fault == .system)
        #expect(error.advice == "Set this machine's clock.")
    }

    @Test("An authority that is not ours is refused as that, also where the system's are trusted")
    func otherAuthority() async throws {
        let server = try server(certificates.localhost)
        var settings = try settings(server)
        for authorities in [TLSSettings.Authorities.file(certificates.otherAuthority), .system] {
            settings.tls?.authorities = authorities
            let error = try #require(await failure(settings))
            #expect(error.code == .unknownAuthority)
            #expect(error.summary.contains("Test Authority"))
        }
    }

    @Test("A file of authorities that cannot be used is an error that names it, and why")
    func unreadableAuthorities() async throws {
        let server = try server(certificates.localhost)
        var settings = try settings(server)
        let empty = try certificates.file("no-authorities", holding: "nothing here\n")
        let cases = [
            ("/nowhere/ca.crt", "No such file"), ("/tmp", "Is a directory"), (empty, "holds no certificate"),
        ]
        for (path, reason) in cases {
            settings.tls?.authorities = .file(path)
            let error = try #require(await failure(settings))
            #expect(error.code == .authoritiesUnreadable)
            #expect(error.fault == .caller)
            #expect(error.summary.contains(path) && error.summary.contains(reason), "\(error)")
        }
    }

    @Test("A broker that asks for a client's certificate gets it, and its absence or a wrong one is told as that")
    func clientCertificate() async throws {
        let server = try server(certificates.localhost, clientAuthority: certificates.authority)
        var settings = try settings(server)
        #expect(try await failure(settings)?.code == .clientCertificateRefused)
        let pair = certificates.client
        settings.tls?.clientCertificate = .init(certificate: pair.certificate, key: pair.key)
        let broker = try bench.broker(settings)
        #expect(await bench.connect(broker) != nil)
        await broker.close()
        settings.tls?.clientCertificate = .init(certificate: pair.certificate, key: certificates.localhost.key)
        #expect(try await failure(settings)?.code == .clientCertificateUnreadable)
        settings.tls?.clientCertificate = .init(certificate: "/nowhere.crt", key: pair.key)
        let error = try #require(await failure(settings))
        #expect(error.code == .clientCertificateUnreadable && error.summary.contains("No such file"))
    }

    @Test("TLS at a port without it, and the other way round, is told")
    func wrongPort() async throws {
        let plain = try BrokerServer()
        let error = try #require(await failure(settings(plain)))
        #expect(error.code == .tlsFailed || error.code == .connectionLost, "\(error)")
        let secured = try server(certificates.localhost)
        let other = try #require(await failure(Bench.settings(secured, secured: false)))
        #expect(other.code == .connectionLost)
        #expect(other.advice.contains("TLS"))
    }
}
