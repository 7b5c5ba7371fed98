import BrokerServer
import DefaultControl
import Foundation
import Glibc
import MessageBroker
import Runtime
import Testing

@testable import GangwayCommandLine

@Suite("gangway broker run", .timeLimit(.minutes(3)))
struct BrokerRunTests {
    private let home: ControlHomeFolder
    private let port: UInt16

    init() throws {
        home = try ControlHomeFolder()
        port = try BrokerServer.unusedPort()
    }

    private func start(_ more: String...) throws -> RunningProcess {
        let path = BrokerServer.programFolders + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")
        return try RunningProcess(
            BuiltProgram.gangwayPath, ["broker", "run", "--port", "\(port)", "--json"] + more,
            environment: home.environment.merging(["PATH": path]) { $1 })
    }

    private func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: home.path(name))) }

    @Test("It serves both accounts by TLS, from files for its owner alone, and uses them again")
    func serves() throws {
        let kept = ["broker/gangway.password", "broker/device.password", "broker/ca.pem", "broker/server.pem"]
        var before: [Data] = []
        for round in 0..<2 {
            let running = try start()
            let serving = try #require(running.line(containing: "serving"))
            let object = try #require(try JSONSerialization.jsonObject(with: Data(serving.utf8)) as? [String: Any])
            #expect(object["port"] as? Int == Int(port))
            #expect((object["addresses"] as? [String])?.first == "localhost:\(port)")
            for key in ["file", "deviceFile"] {
                let file = try #require(object[key] as? String)
                let result = try home.run("broker", "test", "--broker", file)
                #expect(result.status == 0, "\(result.output)")
            }
            #expect(object["used"] as? Bool == true)
            #expect(try home.run("broker", "test").status == 0)
            let files = try kept.map(contents)
            if round > 0 { #expect(files == before) }
            before = files
            running.signal(SIGTERM)
            let result = running.finish()
            #expect(result.status == 0, "\(result.errors)")
            #expect(!result.errors.contains(String(decoding: files[0], as: UTF8.self).dropLast()))
        }
        let names = try #require(FileManager.default.enumerator(atPath: home.path("broker")))
        for case let name as String in names {
            let facts = try FileManager.default.attributesOfItem(atPath: home.path("broker/\(name)"))
            let mode = try #require(facts[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(name)")
        }
    }

    @Test("The command that it prints for a trial runs as it is printed, and the device is steered over it")
    func trial() throws {
        let path = [
            URL(filePath: BuiltProgram.gangwayPath).deletingLastPathComponent().path, BrokerServer.programFolders,
        ]
        .joined(separator: ":")
        let environment = home.environment.merging([
            "PATH": path + ":/usr/bin:/bin", "XDG_RUNTIME_DIR": home.folder.path,
        ]) { $1 }
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["broker", "run", "--port", "\(port)", "--name", "localhost"],
            environment: environment)
        let printed = try #require(running.line(containing: "for a trial here: "))
        let command = try #require(printed.components(separatedBy: "for a trial here: ").last)
        let device = try RunningProcess("/bin/sh", ["-c", "exec " + command], environment: environment)
        #expect(device.line(containing: "On the air as Gangway.") != nil)
        let join = try BuiltProgram.run(
            BuiltProgram.gangwayPath, ["join", "--radio", "virtual", "--ssid", "Barn", "--topic", "barn/trial"],
            input: "hay and horses\n", environment: environment)
        #expect(join.status == 0, "\(join.output)\(join.errors)")
        for process in [device, running] {
            process.signal(SIGTERM)
            #expect(process.finish().status == 0)
        }
    }

    @Test("A broker that was chosen before stays chosen, and a password that is not the account's is refused")
    func refused() throws {
        try home.write("broker.json", #"{"addresses": ["elsewhere.example"]}"#)
        let running = try start("--name", "localhost")
        #expect(running.line(containing: "serving")?.contains(#""used":false"#) == true)
        #expect(try contents("broker.json") == Data(#"{"addresses": ["elsewhere.example"]}"#.utf8))
        var file = try BrokerFile(path: home.path("broker/broker.json"))
        try home.write("wrong", "straw")
        file.passwordFile = home.path("wrong")
        try file.write(to: home.path("broker.json"))
        let steps = try home.run("broker", "test", "--json").objects
        #expect(steps.last?["code"] as? String == "loginRefused")
        #expect((steps.last?["advice"] as? String)?.contains("password") == true)
        running.signal(SIGINT)
        #expect(running.finish().status == 130)
    }

    @Test("A port that is taken and a folder that is in use are told as that")
    func taken() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        let cases = [([String](), "running"), (["--directory", home.path("other")], "portTaken")]
        for (arguments, code) in cases {
            let second = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["broker", "run", "--port", "\(port)", "--json"] + arguments,
                environment: home.environment.merging(["PATH": BrokerServer.programFolders]) { $1 })
            #expect(second.status == 1)
            #expect(try second.objects.last?["code"] as? String == code, "\(second.output)")
        }
        running.signal(SIGTERM)
        #expect(running.finish().status == 0)
    }

    /// The mosquitto of the folder, by its number.
    private func mosquitto() throws -> pid_t {
        let folder = home.path("broker")
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let number = pid_t(name) else { continue }
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
            if program?.hasSuffix("/mosquitto") == true, place == folder { return number }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test("The broker's end is told as that, with the signal and without what it happened to log last")
    func ended() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        kill(try mosquitto(), SIGKILL)
        let result = running.finish()
        #expect(result.status == 1)
        let error = try #require(try result.objects.last)
        #expect(error["code"] as? String == "brokerEnded", "\(result.output)")
        let message = try #require(error["message"] as? String)
        #expect(message.contains("signal 9") && !message.contains("running"), "\(message)")
    }

    @Test("Of what the broker logged only errors are given as the cause of its end")
    func cause() {
        let lines = ["1796052788: Error: No such thing.", "1796052788: Client gangway-1 disconnected."]
        let told = BrokerRunCommand.failure(lines, 3, 1).message
        #expect(told == "The broker ended by itself: mosquitto ended with status 3: Error: No such thing.")
        let killed = BrokerRunCommand.failure([lines[1]], 128 + SIGKILL, 1)
        #expect(killed.message.contains("signal 9") && !killed.message.contains("Client"))
        #expect(!killed.advice.isEmpty)
    }

    @Test("Where root starts it, mosquitto is not root's and reads what is its own", .enabled(if: geteuid() == 0))
    func unprivileged() throws {
        for _ in 0..<2 {
            let running = try start()
            #expect(running.line(containing: "serving") != nil)
            let status = try String(contentsOfFile: "/proc/\(try mosquitto())/status", encoding: .utf8)
            let users = try #require(status.split(separator: "\n").first { $0.hasPrefix("Uid:") })
            #expect(!users.split(separator: "\t").dropFirst().contains("0"), "\(users)")
            #expect(try home.run("broker", "test").status == 0)
            running.signal(SIGTERM)
            #expect(running.finish().status == 0)
            #expect(FileManager.default.fileExists(atPath: home.path("broker/messages/mosquitto.db")))
        }
        for name in ["ca.key", "gangway.password", "device.password", "broker.json"] {
            let facts = try FileManager.default.attributesOfItem(atPath: home.path("broker/\(name)"))
            #expect(facts[.ownerAccountID] as? Int == 0, "\(name)")
        }
    }

    /// How mosquitto's own programs log in.
    private func login(_ account: String, client: String? = nil) throws -> [String] {
        let password = String(decoding: try contents("broker/\(account).password").dropLast(), as: UTF8.self)
        return [
            "-h", "localhost", "-p", "\(port)", "--cafile", home.path("broker/ca.pem"), "-u", account, "-P", password,
            "-q", "1",
        ] + (client.map { ["-i", $0] } ?? [])
    }

    @Test(
        "A device writes under its own address, at any usual depth, and neither under another's nor what steers others")
    func rules() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        let (id, other) = (FieldDevice.lamp, "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44")
        let refused = [
            "home/lamp/\(other)", "home/lamp/\(other)/state", "homeassistant/status", "\(id)/state/x", "a/b/\(id)/c/d",
        ]
        let reported = [
            "home/\(id)/state", "a/b/c/d/e/f/g/h/\(id)/availability", "home/lamp/\(id)/signal", "home/lamp/\(id)/join",
            "home/lamp/\(id)", "homeassistant/switch/\(id)/config", "homeassistant/select/\(id)_mode/config",
            "homeassistant/sensor/\(id)_signal/config",
        ]
        // All retained, so that who comes later hears what was let through.
        for topic in refused + reported {
            let sent = try BuiltProgram.run(
                BrokerServer.client("mosquitto_pub"),
                try login("device", client: id) + ["-r", "-t", topic, "-m", "said"])
            #expect(sent.status == 0, "\(sent.errors)")
        }
        // Who does not know the rule learns it from the broker's window.
        let told = try #require(running.line(containing: "home/lamp/\(other)/state"))
        #expect(told == #"{"event":"refused","client":"\#(id)","topic":"home/lamp/\#(other)/state"}"#)
        let heard = try BuiltProgram.run(
            BrokerServer.client("mosquitto_sub"),
            try login("gangway") + ["-v", "-t", "#", "-C", "\(reported.count)", "-W", "20"])
        #expect(heard.output.split(separator: "\n").sorted() == reported.map { "\($0) said" }.sorted().map { $0[...] })
        _ = try BuiltProgram.run(
            BrokerServer.client("mosquitto_pub"), try login("gangway") + ["-r", "-t", refused[0], "-m", "a command"])
        let command = try BuiltProgram.run(
            BrokerServer.client("mosquitto_sub"),
            try login("device") + ["-t", refused[0], "-C", "1", "-W", "20"])
        #expect(command.output == "a command\n")
        running.signal(SIGTERM)
        #expect(running.finish().status == 0)
    }

    @Test("A device with the file of the folder is heard from, listed and switched over it, and writes nothing in vain")
    func steered() throws {
        let air = try VirtualAir()
        let running = try start("--name", "localhost")
        #expect(running.line(containing: "serving") != nil)
        _ = try air.serve("--protocol", "json", "--broker", home.path("broker/device-broker.json"))
        let join = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--json"],
            environment: air.environment.merging(home.environment) { $1 })
        join.say(Canary.text + "\n")
        let joined = join.finish()
        #expect(joined.status == 0, "\(joined.output)")
        #expect(try home.run("set", "on").status == 0)
        running.signal(SIGTERM)
        #expect(try running.finish().objects.map { $0["event"] as? String } == ["serving"])
    }

    @Test("Rules of an earlier program are made anew where they are as that made them, and otherwise told and left")
    func oldRules() throws {
        let earlier = BrokerRules.earlier(controller: "gangway", device: "device")
        #expect(Set(earlier).count == 3 && earlier[0].hasSuffix("user device\ntopic readwrite #\n"))
        let mine = earlier[0] + "topic read home/#\n"
        try FileManager.default.createDirectory(
            atPath: home.path("broker"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let cases = earlier.map { ($0, "rulesRenewed") } + [(mine, "rulesOutdated"), (mine, "rulesOutdated")]
        for (rules, code) in cases {
            try home.write("broker/rules", rules)
            let running = try start()
            #expect(running.line(containing: "serving") != nil)
            running.signal(SIGTERM)
            let notices = try running.finish().objects.filter { $0["event"] as? String == "notice" }
            #expect(notices.map { $0["code"] as? String } == [code])
            #expect(try (contents("broker/rules") == Data(rules.utf8)) == (code == "rulesOutdated"))
        }
        try home.write("broker/rules", BrokerRules.text(controller: "gangway", device: "device") + "topic read a\n")
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        running.signal(SIGTERM)
        #expect(try running.finish().objects.allSatisfy { $0["event"] as? String != "notice" })
    }

    @Test("A refusal is read from mosquitto's log, once for each client and topic, whatever those are called")
    func refusals() {
        var refusals = BrokerRefusals()
        func take(_ client: String, _ topic: String) -> BrokerRefusals.Refusal? {
            refusals.take("1796052788: Denied PUBLISH from \(client) (d0, q1, r0, m7, '\(topic)', ... (12 bytes))")
        }
        for (client, topic) in [("fan-1", "home/fan"), ("it's (d", "a', 'b"), ("", "x")] {
            #expect(take(client, topic)?.topic.isEmpty == false)
            #expect(take(client, topic) == nil)
        }
        for line in [
            "", "1796052788: Received PUBLISH from a (d0, q1, r0, m1, 'b', ... (4 bytes))", "Denied PUBLISH from ",
        ] {
            #expect(refusals.take(line) == nil)
        }
        #expect((0..<1_000).filter { take("fan", "\($0)") != nil }.count < 64)
    }

    @Test(
        "A client id of several levels, or that is a word of the protocol, fits others' addresses: its client is put out and told",
        arguments: ["state", "lamp/\(FieldDevice.lamp)"])
    func intruder(_ client: String) async throws {
        let running = try start("--name", "localhost")
        #expect(running.line(containing: "serving") != nil)
        let file = try BrokerFile(path: home.path("broker/device-broker.json"))
        var settings = try await DefaultControl.settings(file, vault: nil)
        settings.clientID = client
        let broker = try DefaultControl.broker(settings)
        let events = broker.events()
        broker.connect()
        var (wasIn, end) = (false, Optional<BrokerError>.none)
        while end == nil, let event = await events.next() {
            switch event {
            case .state(.connected): wasIn = true
            case .state(.waiting(let error, _)): end = error
            default: continue
            }
        }
        #expect(wasIn && end?.code == .connectionLost, "\(String(describing: end))")
        #expect(running.line(containing: "putOut") == #"{"event":"putOut","client":"\#(client)"}"#)
        await broker.close()
        running.signal(SIGTERM)
        #expect(running.finish().status == 0)
    }

    @Test("Who is put out is read from mosquitto's log, whatever it is called; devices and who steers are let be")
    func intruders() {
        var intruders = BrokerIntruders(account: "device")
        func take(_ client: String, _ account: String = "device") -> String? {
            intruders.take(
                "1796052788: New client connected from ::1:52744 as \(client) (p2, c1, k60, u'\(account)').")?.client
        }
        for client in ["state", "join", "a/b", "a as b/c", "x (p2, c1, k60, u'device')/"] {
            #expect(take(client) == client)
        }
        for client in [FieldDevice.lamp, "gangway-1a2b", "states", "", "lamp"] { #expect(take(client) == nil) }
        #expect(take("state", "gangway") == nil)
        #expect(intruders.take("") == nil && intruders.take("1: New client connected from a") == nil)
        let news = (0..<100).filter { number in
            intruders.take("1: New client connected from a as \(number)/b (p2, c1, k60, u'device').")?.isNews == true
        }
        #expect(news.count < 64)
    }

    @Test("A client id in capitals is told as that, and another's address as another's")
    func capitals() {
        let id = FieldDevice.lamp
        func sentence(_ client: String) -> String {
            BrokerRefusals.Refusal(client: client, topic: "home/lamp/\(id)/state").sentence
        }
        #expect(sentence(id.uppercased()).contains("but for capitals"))
        #expect(!sentence("1C9A1F5B-7F0E-4A1E-9A59-0D2F6C1B8E44").contains("capitals"))
        #expect(!sentence(id).contains("capitals"))
    }

    @Test("An openssl that leaves an empty file, as on a full disk, and an empty password are told, with what to do")
    func unmade() throws {
        try home.write("openssl", "#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done; : >\"$1\"\n", mode: 0o700)
        func told(_ path: String) throws -> [String: Any] {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["broker", "run", "--port", "\(port)", "--json"],
                environment: home.environment.merging(["PATH": path]) { $1 })
            #expect(result.status == 1)
            return try #require(try result.objects.last)
        }
        let path = BrokerServer.programFolders + ":/usr/bin:/bin"
        let error = try told(home.folder.path + ":" + path)
        #expect(error["code"] as? String == "certificate", "\(error)")
        #expect((error["advice"] as? String)?.contains("has room") == true)
        #expect(!FileManager.default.fileExists(atPath: home.path("broker/ca.key")))
        try home.write("broker/gangway.password", "\n")
        let empty = try told(path)
        #expect(empty["code"] as? String == "invalidPassword", "\(empty)")
        #expect((empty["message"] as? String)?.contains(home.path("broker/gangway.password")) == true)
        #expect((empty["advice"] as? String)?.contains("remove the file") == true)
    }

    @Test("On a full disk it says so", .enabled(if: StorageFaultTests.canMount))
    func fullDisk() throws {
        let script = """
            mount -t tmpfs -o size=8k,mode=700 none "$2" && exec "$1" broker run --directory "$2" --json
            """
        let result = try BuiltProgram.run(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", script, "sh", BuiltProgram.gangwayPath, home.folder.path],
            environment: ["GANGWAY_HOME": "/tmp"].merging(
                ["PATH": BrokerServer.programFolders + ":/usr/bin:/bin:/usr/sbin"]) { $1 })
        #expect(result.status == 1)
        let error = try #require(try result.objects.last)
        #expect(error["code"] as? String == "diskFull", "\(error)")
        #expect((error["advice"] as? String)?.contains("Make room") == true)
    }

    @Test("Where it is killed itself its broker ends too, and serves again when it is started at once")
    func killed() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        running.signal(SIGKILL)
        #expect(running.finish().status == SIGKILL)
        let again = try start()
        #expect(again.line(containing: "serving") != nil)
        again.signal(SIGTERM)
        #expect(again.finish().status == 0)
    }

    @Test("A program that is missing is told with its package, status 6")
    func notInstalled() {
        let failure = #expect(throws: CommandFailure.self) {
            try ProgramFile.find("gangway-no-such-program", package: "mosquitto")
        }
        #expect(failure?.status == .machineCannot)
        #expect(failure?.advice.contains("apt-get install mosquitto") == true)
    }

    @Test("Command lines that make no sense are refused")
    func usage() throws {
        for arguments in [["--port", "0"], ["--port", "x"], ["--name", "a b"], ["--name", "-a"], ["x"]] {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["broker", "run"] + arguments, environment: home.environment)
            #expect(result.status == 2, "\(arguments)")
        }
    }

    @Test(
        "Hosts are names of letters, digits and hyphens, or addresses",
        arguments: ["barn.local", "fe80::1", "10.0.0.1"])
    func hosts(_ host: String) {
        #expect(MachineNames.isHost(host))
        #expect(!MachineNames.isHost(host + "\nx") && !MachineNames.isHost(host + ",IP:1.2.3.4"))
        #expect(MachineNames.read(host).alternativeNames.contains(host))
    }
}
