import BrokerServer
import DefaultControl
import Foundation
import Glibc
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

    @Test("The broker's end is told as that")
    func ended() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        let configuration = home.path("broker/mosquitto.conf")
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            let line = (try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))) ?? Data()
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            if words.first?.hasSuffix("/mosquitto") == true, words.last == configuration, let number = pid_t(name) {
                kill(number, SIGKILL)
            }
        }
        let result = running.finish()
        #expect(result.status == 1)
        #expect(try result.objects.last?["code"] as? String == "brokerEnded", "\(result.output)")
    }

    @Test("Where it is killed itself its broker ends too, and serves again when it is started again")
    func killed() throws {
        let running = try start()
        #expect(running.line(containing: "serving") != nil)
        running.signal(SIGKILL)
        BrokerServer.awaitEnd(ofListenerAt: port)
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
