import DefaultControl
import Foundation
import MessageBroker
import Testing

@Suite("broker.json")
struct BrokerFileTests {
    private func read(_ text: String) throws -> BrokerFile {
        try BrokerFile(json: Array(text.utf8), path: "/home/alice/broker.json")
    }

    @Test("All that a file can say is read, and paths lie in the file's own folder")
    func whole() throws {
        let file = try read(
            """
            {"addresses": ["home.example:8883", "[fe80::1]:8884", "10.0.0.1"],
             "tls": {"authorities": "ca.pem", "certificate": "/etc/client.pem", "key": "keys/client.key"},
             "user": "alice", "passwordFile": "password", "vault": "secret-service",
             "clientID": "lamp", "version": "5", "keepAlive": 30, "listen": "everything"}
            """)
        #expect(
            file.addresses == [
                BrokerAddress(host: "home.example", port: 8883), BrokerAddress(host: "fe80::1", port: 8884),
                BrokerAddress(host: "10.0.0.1", port: 8883),
            ])
        #expect(
            file.tls
                == TLSSettings(
                    authorities: .file("/home/alice/ca.pem"),
                    clientCertificate: .init(certificate: "/etc/client.pem", key: "/home/alice/keys/client.key")))
        #expect(file.user == "alice")
        #expect(file.passwordFile == "/home/alice/password")
        #expect(file.vault == .secretService)
        #expect(!file.isPasswordInVault)
        #expect(file.clientID == "lamp")
        #expect(file.version == .v5)
        #expect(file.keepAlive == 30)
        #expect(file.listening == .everything)
    }

    @Test("What is left out is TLS with the system's authorities, MQTT 3.1.1 and the topics; no TLS has to be said")
    func defaults() throws {
        let file = try read(#"{"addresses": ["home.example"]}"#)
        #expect(file == BrokerFile(addresses: [BrokerAddress(host: "home.example", port: 8883)]))
        #expect(file.tls == TLSSettings())
        let open = try read(#"{"addresses": ["home.example"], "tls": "none"}"#)
        #expect(open.tls == nil)
        #expect(open.addresses.first?.port == 1883)
    }

    static let faults: [(String, Int, String)] = [
        ("{\n\"addresses\": [\"a\"],\n\"pasword\": \"x\"}", 3, "no member pasword"),
        ("{\"addresses\": [\"a\"],\n\"tls\": {\n\"insecure\": true}}", 3, "no member insecure"),
        ("{\"addresses\": [\"a\"], \"addresses\": [\"b\"]}", 1, "comes twice"),
        ("{\"addresses\": [\"a\"],\n\"clientID\": \"lamp-{id}\"}", 2, "clientID takes {id} by itself"),
        ("{\"addresses\": [\"a\"],\n\"clientID\": \"{ID}\"}", 2, "clientID takes {id} by itself"),
        ("{}", 1, "addresses is missing"), ("{\"addresses\": []}", 1, "addresses is empty"),
        ("{\"addresses\":\n[\"a\",\n\"::1\"]}", 3, "IPv6 address in brackets"),
        ("{\"addresses\": [\"a:0\"]}", 1, "host:port"), ("{\"addresses\": [\"a:65536\"]}", 1, "host:port"),
        ("{\"addresses\": [\"a:b\"]}", 1, "host:port"), ("{\"addresses\": [\"mqtts://a\"]}", 1, "host:port"),
        ("{\"addresses\": [\"a\\u0000\"]}", 1, "host:port"), ("{\"addresses\": [7]}", 1, "host:port"),
        ("{\"addresses\": [\"a\"], \"tls\": \"off\"}", 1, "tls takes"),
        ("{\"addresses\": [\"a\"], \"tls\": null}", 1, "tls takes"),
        ("{\"addresses\": [\"a\"], \"tls\": {\"key\": \"k\"}}", 1, "together"),
        ("{\"addresses\": [\"a\"],\n\"version\": 5}", 2, "version takes"),
        ("{\"addresses\": [\"a\"],\n\"vault\": \"keychain\"}", 2, "vault takes \"file\" or \"secret-service\""),
        ("{\"addresses\": [\"a\"],\n\"keepAlive\": 4}", 2, "5 to 65535"),
        ("{\"addresses\": [\"a\"],\n\"listen\": \"#\"}", 2, "listen takes"),
        ("{\"addresses\": [\"a\"],\n\"user\": \"\"}", 2, "user takes"),
        ("{\"addresses\": [\"a\"],\n\"passwordFile\": \"p\"}", 2, "without a user"),
        ("[]", 1, "the file has to be an object"), ("{\"addresses\": [\"a\"]} x", 1, "follows the end"),
    ]

    @Test("What is wrong is told with its line, and what to do", arguments: faults)
    func fault(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ControlFileError.self) { try read(text) }
        #expect(error.code == .brokerInvalid)
        #expect(error.line == line)
        #expect(error.summary.contains("line \(line): ") && error.summary.contains(part), "\(error)")
        #expect(error.summary.contains("/home/alice/broker.json"))
        #expect(error.advice.contains("gangway broker use"))
    }

    @Test("A file that is too long is told as that, and not as a full disk")
    func tooLong() throws {
        let folder = try Folder()
        try folder.write("broker.json", String(repeating: " ", count: BrokerFile.maximumLength + 1), mode: 0o600)
        let error = try #require(throws: ControlFileError.self) { try BrokerFile(path: folder.path("broker.json")) }
        #expect(error.code == .unreadable)
        #expect(error.summary.contains("longer than the 65536 bytes"))
        #expect(!error.advice.contains("Make room") && error.advice.contains("write it anew"))
    }

    @Test("A file that is not there says how to make one")
    func missing() throws {
        let error = try #require(throws: ControlFileError.self) { try BrokerFile(path: "/nowhere/broker.json") }
        #expect(error.code == .brokerMissing)
        #expect(error.advice.contains("gangway broker use"))
    }

    static let files = [
        BrokerFile(addresses: [BrokerAddress(host: "::1", port: 1)], tls: nil),
        BrokerFile(
            addresses: [BrokerAddress(host: "a", port: 8883), BrokerAddress(host: "b", port: 9)],
            tls: TLSSettings(
                authorities: .file("/elsewhere/ca.pem"), clientCertificate: .init(certificate: "/x/c", key: "/x/k")),
            user: "al\"ice", passwordFile: "/x/password", clientID: "c", version: .v5, keepAlive: 5,
            listening: .everything),
    ]

    @Test("What is written is read again as the same, by its owner alone", arguments: files)
    func written(file: BrokerFile) throws {
        let folder = try Folder()
        let path = folder.path("broker.json")
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        try file.write(to: path)
        #expect(try BrokerFile(path: path) == file)
        #expect(try folder.mode("broker.json") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["broker.json"])
    }

    @Test("Files beside it are named so that the folder can be moved")
    func moved() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
        let address = BrokerAddress(host: "localhost", port: 8883)
        try BrokerFile(
            addresses: [address], tls: TLSSettings(authorities: .file(folder.path("a/ca.pem"))), user: "u",
            passwordFile: folder.path("a/password")
        ).write(to: folder.path("a/broker.json"))
        try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
        let moved = try BrokerFile(path: folder.path("b/broker.json"))
        #expect(moved.tls?.authorities == .file(folder.path("b/ca.pem")))
        #expect(moved.passwordFile == folder.path("b/password"))
    }
}
