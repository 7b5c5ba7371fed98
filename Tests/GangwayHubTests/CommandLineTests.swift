import DefaultControl
import Foundation
import Glibc
import PrivateBus
import Testing

@Suite("The hub's command line", .timeLimit(.minutes(3)))
struct CommandLineTests {
    /// What is typed, how it ends, and what is said of it.
    static let refused: [(words: [String], status: Int32, said: String)] = [
        (["--radio", "nonsense"], 2, "--radio takes bluez, bluez:hci0, virtual or virtual:DIRECTORY"),
        (["--broker", "ftp://x"], 2, "--broker takes mqtts://[USER@]HOST[:PORT]"),
        (["--broker", "mqtts://me:hunter2@x"], 2, "a password is never an argument"),
        (["--broker", "a", "--with-broker"], 2, "--broker and --with-broker exclude each other"),
        (["--port", "80"], 2, "--port is not known here; did you mean --listen?"),
        (["--listne", "[::1]:80"], 2, "did you mean --listen?"),
        (["--listen", "house:80"], 2, "--listen takes an address in numbers"),
        (["--listen", "127.0.0.1.2:80"], 2, "127.0.0.1.2 is not an address in numbers"),
        (["--listen", "0.0.0.0:80"], 2, "it needs TLS"),
        (["--data"], 2, "--data needs a value"),
        (["--data", "a", "--home", "b"], 2, "--data and --home are the same"),
        (["--key", "a"], 2, "--certificate and --key belong together"),
        (["pasword"], 2, "did you mean password?"),
        (["run", "now"], 2, "hub run takes no arguments"),
        (["key", "make"], 2, "the key's name is missing"),
        (["key", "burn", "it"], 2, "it has make, list and revoke"),
        (["--data", "/proc/gangway"], 6, "/proc/gangway cannot be written"),
        (["key", "list", "--data", "/proc/gangway"], 6, "/proc/gangway cannot be written"),
        (["key", "revoke", "none"], 3, "There is no key of that name."),
    ]

    @Test(
        "What makes no sense is refused alike by gangway hub and gangway-hub, with the status that all commands end with",
        arguments: refused.indices)
    func refusals(index: Int) throws {
        let (words, status, said) = Self.refused[index]
        let (own, whole) = (
            try FinishedProgram("gangway-hub", words), try FinishedProgram("gangway", ["hub"] + words)
        )
        #expect(own.status == status, "\(own.errors)")
        #expect(own.errors.contains(said), "\(own.errors)")
        #expect((whole.status, whole.errors) == (own.status, own.errors))
        #expect(own.output.isEmpty)
        #expect(!own.errors.contains("hunter2"))
    }

    @Test(
        "Help and version are the same for gangway hub and gangway-hub",
        arguments: [["--help"], ["run", "--help"], ["key", "-h"], ["password", "--help"], ["--version"]])
    func help(words: [String]) throws {
        let (own, whole) = (
            try FinishedProgram("gangway-hub", words), try FinishedProgram("gangway", ["hub"] + words)
        )
        #expect(own.status == 0)
        #expect(!own.output.isEmpty)
        #expect(own.output == whole.output)
    }

    @Test(
        "It ends in order at each signal, with the status that tells which",
        arguments: [(SIGTERM, 0), (SIGINT, 130), (SIGHUP, 130)] as [(Int32, Int32)])
    func signals(signal: Int32, status: Int32) throws {
        let hub = try HubUnderTest()
        #expect(hub.stop(signal) == status)
    }

    @Test("A key is made, listed and revoked at the machine, and the hub that runs goes by it at once")
    func keys() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            func key(_ words: String...) throws -> FinishedProgram {
                try FinishedProgram("gangway", ["hub", "key"] + words + ["--data", hub.home.path])
            }
            #expect(try key().output.contains("There is no key."))
            let made = try key("make", "garden script")
            #expect(made.status == 0, "\(made.errors)")
            let secret = made.output.trimmingCharacters(in: .newlines)
            #expect(try hub.api("GET", "/api/v1/devices", secret).status == 200)
            let again = try key("make", "garden script")
            #expect(again.status == 1)
            #expect(again.errors.contains("There is a key of that name already."))
            let other = try key("make", "meter", "--json").output
            #expect(other.hasPrefix(#"{"event":"made","name":"meter","key":"gangway_"#), "\(other)")
            let list = try key("list").output.split(separator: "\n")
            #expect(list.count == 2)
            #expect(list.first?.hasSuffix("  garden script") ?? false)
            #expect(try key("list", "--json").output.contains(#""name":"meter","since":""#))
            #expect(!(try key("list", "--json").output.contains(secret)))
            let file = try String(contentsOfFile: hub.home.path + "/hub.json", encoding: .utf8)
            #expect(!file.contains(secret))
            #expect(try key("revoke", "garden script").status == 0)
            #expect(try hub.api("GET", "/api/v1/devices", secret).status == 401)
            #expect(try key("list").output.split(separator: "\n").count == 1)
        }
    }
}
