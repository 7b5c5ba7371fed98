import DefaultControl
import Foundation
import MessageBroker
import Testing

@testable import GangwayCommandLine

@Suite("gangway broker use")
struct BrokerUseTests {
    @Test("The password is sealed, and in no file, output or argument")
    func sealed() async throws {
        let home = try ControlHomeFolder()
        let result = try home.run(
            "broker", "use", "home.example", "[::1]:9", "--user", "alice", "--json", input: "straw and oats\n")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.objects.first?["addresses"] as? [String] == ["home.example:8883", "[::1]:9"])
        #expect(!(result.output + result.errors).contains("straw"))
        let files = try #require(FileManager.default.enumerator(atPath: home.folder.path))
        for case let file as String in files {
            let bytes = (try? Data(contentsOf: home.folder.appendingPathComponent(file))) ?? Data()
            #expect(bytes.range(of: Data("straw and oats".utf8)) == nil, "\(file)")
        }
        let file = try BrokerFile(path: home.path("broker.json"))
        #expect(file.user == "alice")
        #expect(file.passwordFile == nil)
        let settings = try await DefaultControl.settings(
            file, vault: DefaultControl.vault(ControlHome(path: home.folder.path)))
        #expect(settings.login?.password?.count == 14)
    }

    @Test("What cannot be used is refused, and the file that was there stays")
    func refused() throws {
        let home = try ControlHomeFolder()
        #expect(try home.run("broker", "use", "first.example").status == 0)
        let before = try String(contentsOfFile: home.path("broker.json"), encoding: .utf8)
        try home.write("open-password", "straw", mode: 0o644)
        let lines: [([String], Int32)] = [
            (["::1"], 2), (["a:0"], 2), ([], 2), (["a", "--key", "/dev/null"], 1), (["a", "--no-tls", "--ca", "x"], 2),
            (["a", "--ca", home.path("nothing")], 1), (["a", "--password-file", "x"], 2), (["a", "--mqtt", "4"], 2),
            (["a", "--user", "u", "--password-file", home.path("open-password")], 1), (["a", "--user", "u"], 1),
            (["a", "--password", "x"], 2),
        ]
        for (arguments, status) in lines {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["broker", "use"] + arguments, environment: home.environment)
            #expect(result.status == status, "\(arguments): \(result.errors)")
        }
        #expect(try String(contentsOfFile: home.path("broker.json"), encoding: .utf8) == before)
    }

    @Test("A password's file that is not there is told as that, and a pipe is read")
    func passwordFile() throws {
        let home = try ControlHomeFolder()
        let missing = try home.run(
            "broker", "use", "a", "--user", "u", "--password-file", home.path("nothing"), "--json")
        #expect(missing.status == 1)
        let error = try #require(try missing.objects.last)
        #expect(error["code"] as? String == "unreadable")
        #expect((error["message"] as? String)?.contains("No such file or directory") == true)
        let script = #"printf 'straw\nno more\n' | "$0" broker use a --user u --password-file /dev/stdin"#
        let piped = try BuiltProgram.run(
            "/bin/sh", ["-c", script, BuiltProgram.gangwayPath], environment: home.environment)
        #expect(piped.status == 0, "\(piped.errors)")
        #expect(FileManager.default.fileExists(atPath: home.path("vault/secrets")))
    }

    @Test("A file that has no certificate or no key is told at once", arguments: ["ca", "certificate", "key"])
    func notPEM(option: String) throws {
        let home = try ControlHomeFolder()
        try home.write("file", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n")
        let result = try home.run("broker", "use", "a", "--\(option)", home.path("file"), "--json")
        #expect(result.status == 1)
        let error = try #require(try result.objects.last)
        #expect(error["code"] as? String == "notPEM")
        #expect((error["message"] as? String)?.contains("--\(option)") == true)
        #expect(!FileManager.default.fileExists(atPath: home.path("broker.json")))
    }

    @Test("A catalogue that is not there is told as that, and not as one that says something wrong")
    func catalogue() throws {
        let home = try ControlHomeFolder()
        let result = try home.run("devices", "list", "--catalogue", home.path("nothing"), "--json")
        let error = try #require(try result.objects.last)
        #expect((error["message"] as? String)?.contains("cannot be read: No such file") == true)
        #expect((error["advice"] as? String)?.contains("--catalogue") == true)
        #expect((error["advice"] as? String)?.contains("schema") == false)
    }

    @Test("A connection that is not protected has to be asked for, and is told")
    func open() throws {
        let home = try ControlHomeFolder()
        let result = try home.run("broker", "use", "localhost", "--no-tls", "--mqtt", "5", "--listen", "everything")
        #expect(result.output.contains("localhost:1883, not encrypted: others can listen"))
        let file = try BrokerFile(path: home.path("broker.json"))
        #expect(file.tls == nil)
        #expect(file.version == .v5)
        #expect(file.listening == .everything)
    }

    @Test("A group of commands names what it is made of")
    func group() throws {
        #expect(try BuiltProgram.gangway("broker").status == 2)
        #expect(try BuiltProgram.gangway("broker").errors.contains("use"))
        #expect(try BuiltProgram.gangway("broker", "us").errors.contains("did you mean use?"))
        #expect(try BuiltProgram.gangway("help", "devices", "add").output.hasPrefix("gangway devices add: "))
        #expect(try BuiltProgram.gangway("devices", "--help").output.contains("  move [DEVICE]"))
    }

    @Test("At a terminal the password is asked for, and not shown")
    func prompt() throws {
        let home = try ControlHomeFolder()
        let asking = try RunningProcess(
            "/usr/bin/script",
            ["-qefc", "'\(BuiltProgram.gangwayPath)' broker use home.example --user alice", "/dev/null"],
            environment: home.environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 })
        #expect(asking.hear("Password of alice: "))
        asking.say("straw and oats\r")
        let result = asking.finish()
        #expect(result.status == 0)
        #expect(!result.output.contains("straw"))
        #expect(FileManager.default.fileExists(atPath: home.path("vault/secrets")))
    }
}
