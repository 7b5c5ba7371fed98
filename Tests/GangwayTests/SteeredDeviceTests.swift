import BrokerServer
import Foundation
import PrivateBus
import Testing

@testable import GangwayCommandLine

/// A device process that can be set up, a mosquitto with TLS and accounts, and mosquitto's own programs to steer it by.
private final class Barnyard {
    static let id = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
    static let password = "Bq4-broker-Bq4"

    let air: VirtualAir
    let server: BrokerServer
    private let authority: String

    init() throws {
        air = try VirtualAir()
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["device": Self.password, "person": Self.password]
        server = try BrokerServer(setup)
        authority = try Certificates.shared.get().authority
    }

    /// A broker's file for the device, with its password beside it.
    func brokerFile(password: String = Barnyard.password) throws -> String {
        try write("password", password + "\n")
        let text = """
            { "addresses": ["localhost:\(server.port)"], "tls": { "authorities": "\(authority)" },
              "user": "device", "passwordFile": "password" }
            """
        try write("broker.json", text)
        return air.path("broker.json")
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: air.path(name)))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: air.path(name))
    }

    /// Serves a device that keeps what it knows.
    func serve(password: String = Barnyard.password, program: String = "/bin/true") throws -> RunningProcess {
        try air.serve(
            "--protocol", "json", "--broker", brokerFile(password: password), "--modes", "warm,cold", "--data",
            air.path("data"), "--on-command", program)
    }

    /// Sets the device up.
    func join(_ topic: String = "home/lamp", id: String = Barnyard.id) throws {
        let result = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--topic", topic, "--id", id, "--json", input: Canary.text + "\n")
        #expect(result.status == 0, "\(result.output)")
    }

    private var login: [String] {
        [
            "-h", "localhost", "-p", "\(server.port)", "--cafile", authority, "-u", "person", "-P", Self.password, "-q",
            "1",
        ]
    }

    /// Somebody who hears everything, as lines of topic and body.
    func listener(_ filter: String = "#") throws -> RunningProcess {
        try RunningProcess(BrokerServer.client("mosquitto_sub"), login + ["-v", "-t", filter])
    }

    /// Tells the device what to do.
    func tell(_ isOn: Bool, _ mode: Int, topic: String = "home/lamp/\(Barnyard.id)") throws {
        let body = #"{"uuid":"\#(Self.id)","status":\#(isOn),"mode":\#(mode)}"#
        let result = try BuiltProgram.run(
            BrokerServer.client("mosquitto_pub"), login + ["-t", topic, "-m", body])
        #expect(result.status == 0, "\(result.errors)")
    }

    static func state(_ isOn: Bool, _ mode: Int) -> String {
        #"home/lamp/\#(id)/state {"id":"\#(id)","status":\#(isOn),"mode":\#(mode)}"#
    }

    static func availability(_ word: String, _ topic: String = "home/lamp/\(Barnyard.id)") -> String {
        "\(topic)/availability \(word)"
    }
}

@Suite("gangway device --broker, steered by mosquitto's own programs", .serialized, .timeLimit(.minutes(2)))
struct SteeredDeviceTests {
    private let yard: Barnyard

    init() throws { yard = try Barnyard() }

    /// Ends a device in order; all that it printed.
    private func end(_ device: RunningProcess) -> String {
        device.signal(SIGTERM)
        let result = device.finish()
        #expect(result.status == 0)
        for secret in Canary.forms + [Barnyard.password] { #expect(!(result.output + result.errors).contains(secret)) }
        return result.output
    }

    @Test(
        "Set up it is heard from, does what it is told, says offline when it ends, and does the same after its restart")
    func steered() throws {
        let listener = try yard.listener("home/#")
        let device = try yard.serve()
        try yard.join()
        #expect(listener.line(containing: Barnyard.availability("online")) != nil)
        #expect(listener.line(containing: "home/lamp/\(Barnyard.id)/signal -") != nil)
        try yard.tell(true, 1, topic: "home/lamp/\(Barnyard.id.uppercased())")
        #expect(listener.line(containing: Barnyard.state(true, 1)) != nil)
        #expect(device.line(containing: #"{"event":"switched","status":true,"mode":1}"#) != nil)
        #expect(end(device).contains(#"{"event":"online","topic":"home/lamp","id":"\#(Barnyard.id)""#))
        #expect(listener.line(containing: Barnyard.availability("offline")) != nil)
        let again = try yard.serve()
        #expect(listener.line(containing: Barnyard.state(true, 1)) != nil)
        #expect(listener.line(containing: Barnyard.availability("online")) != nil)
        _ = end(again)
        listener.signal(SIGTERM)
    }

    @Test("Killed at once it is offline, by the broker's word, and online again when it is back")
    func killed() throws {
        let listener = try yard.listener("home/#")
        let device = try yard.serve()
        try yard.join()
        #expect(listener.line(containing: Barnyard.availability("online")) != nil)
        device.signal(SIGKILL)
        #expect(listener.line(containing: Barnyard.availability("offline")) != nil)
        let again = try yard.serve()
        #expect(listener.line(containing: Barnyard.availability("online")) != nil)
        _ = end(again)
        listener.signal(SIGTERM)
    }

    @Test("When the broker is back after a kill, the device is too, and says everything anew")
    func brokerRestarted() throws {
        let device = try yard.serve()
        try yard.join()
        #expect(device.line(containing: #""event":"online""#) != nil)
        yard.server.kill()
        #expect(device.line(containing: #""event":"offline","reason":"connectionLost""#) != nil)
        try yard.server.start()
        #expect(device.line(containing: #""event":"online""#) != nil)
        let listener = try yard.listener()
        #expect(listener.line(containing: "homeassistant/switch/\(Barnyard.id)/config") != nil)
        try yard.tell(true, 0)
        #expect(listener.line(containing: Barnyard.state(true, 0)) != nil)
        _ = end(device)
        listener.signal(SIGTERM)
    }

    @Test("Set up anew with another topic and id it leaves the address before and takes back what it announced")
    func moved() throws {
        let device = try yard.serve()
        try yard.join()
        #expect(device.line(containing: #""event":"online""#) != nil)
        let listener = try yard.listener()
        #expect(listener.line(containing: "homeassistant/select/\(Barnyard.id)_mode/config {") != nil)
        let other = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
        try yard.join("barn/lamp", id: other)
        #expect(listener.line(containing: Barnyard.availability("offline")) != nil)
        #expect(listener.line(containing: "homeassistant/switch/\(Barnyard.id)/config (null)") != nil)
        #expect(listener.line(containing: Barnyard.availability("online", "barn/lamp/\(other)")) != nil)
        #expect(end(device).contains(#"{"event":"unassigned","topic":"home/lamp","id":"\#(Barnyard.id)"}"#))
        listener.signal(SIGTERM)
    }

    @Test("A program does what the device is told; where it fails the device stays as it was, and says so")
    func program() throws {
        let listener = try yard.listener("home/#")
        let program = yard.air.path("a program; $(it)")
        try yard.write(
            "a program; $(it)",
            """
            #!/bin/sh
            echo "$GANGWAY_STATUS $GANGWAY_MODE" >>"\(yard.air.path("told"))"
            [ "$GANGWAY_MODE" = 0 ]
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let device = try yard.serve(program: program)
        try yard.join()
        #expect(listener.line(containing: Barnyard.availability("online")) != nil)
        try yard.tell(true, 0)
        #expect(listener.line(containing: Barnyard.state(true, 0)) != nil)
        try yard.tell(false, 1)
        #expect(listener.line(containing: Barnyard.state(true, 0)) != nil)
        device.signal(SIGTERM)
        let result = device.finish()
        #expect(result.status == 0)
        #expect(result.errors.contains("ended with status 1. The device does what it did before."))
        #expect(yard.air.text(of: "told") == "off 0\non 0\noff 1\n")
        listener.signal(SIGTERM)
    }

    @Test("A login that the broker refuses is told as that, while the device can still be set up")
    func refused() throws {
        let device = try yard.serve(password: "wrong")
        try yard.join()
        #expect(device.line(containing: #""event":"offline","reason":"loginRefused""#) != nil)
        try yard.join()
        _ = end(device)
    }

    @Test("A password that is in no file is the vault's, and one that is nowhere is told at the start")
    func vault() throws {
        let use = [
            "broker", "use", "localhost:\(yard.server.port)", "--user", "device", "--ca",
            try Certificates.shared.get().authority,
        ]
        let used = try BuiltProgram.run(
            BuiltProgram.gangwayPath, use, input: Barnyard.password + "\n", environment: yard.air.environment)
        #expect(used.status == 0, "\(used.errors)")
        let file = yard.air.path("home/broker.json")
        let device = try yard.air.serve("--protocol", "json", "--broker", file)
        try yard.join()
        #expect(device.line(containing: #""event":"online""#) != nil)
        _ = end(device)
        try FileManager.default.removeItem(atPath: yard.air.path("home/vault"))
        try yard.write("networks.json", VirtualAir.barn)
        let refused = try BuiltProgram.run(
            BuiltProgram.gangwayPath,
            ["device", "--json", "--station", "simulated:\(yard.air.path("networks.json"))", "--broker", file],
            environment: yard.air.environment)
        #expect(refused.status == 1)
        #expect(try refused.objects.last?["code"] as? String == "passwordMissing")
        #expect((try refused.objects.last?["advice"] as? String)?.contains("passwordFile") == true)
    }

    @Test("A broker's file that cannot be used, modes without a broker and a damaged file end it with what is wrong")
    func unusable() throws {
        try yard.write("networks.json", VirtualAir.barn)
        let start = ["device", "--json", "--station", "simulated:\(yard.air.path("networks.json"))"]
        func code(_ options: String...) throws -> String {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, start + options, environment: yard.air.environment)
            return "\(result.status) \(try result.objects.last?["code"] as? String ?? "none")"
        }
        let none = yard.air.path("none.json")
        #expect(try code("--broker", none) == "1 brokerMissing")
        try yard.write("bad.json", "{\n\"addresses\": 7}")
        let bad = yard.air.path("bad.json")
        #expect(try code("--broker", bad) == "1 brokerInvalid")
        #expect(try code("--modes", "warm,cold") == "2 usage")
        #expect(try code("--on-command", "/bin/true") == "2 usage")
        let broker = try yard.brokerFile()
        #expect(try code("--broker", broker, "--modes", "warm,warm") == "2 usage")
        #expect(try code("--broker", broker, "--on-command", "/bin/false") == "1 programFailed")
        #expect(try code("--broker", broker, "--on-command", "/nowhere/program") == "1 programFailed")
        let data = yard.air.path("data")
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try yard.write("data/switch", "on")
        #expect(try code("--broker", broker, "--data", data) == "1 storageFailed")
        #expect(yard.air.text(of: "data/switch") == "on")
    }
}
