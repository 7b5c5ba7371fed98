import BrokerServer
import DefaultControl
import Foundation
import Glibc
import MessageBroker
import ProvisioningProtocols
import Runtime
import Testing

@testable import GangwayCommandLine

@Suite("gangway set, at a real broker with TLS")
struct SetTests {
    @Test("It ends when the device reports the new state, which the list then has")
    func online() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let result = try home.run("set", "Lamp", "on", "--mode", "2", "--json")
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let object = try #require(try result.objects.first)
        #expect(object["event"] as? String == "switched")
        #expect(object["on"] as? Bool == true)
        #expect(object["mode"] as? Int == 2)
        #expect(device.commands.withLock { $0 } == [#"{"uuid":"\#(FieldDevice.lamp)","status":true,"mode":2}"#])
        let listed = try #require(try home.run("devices", "--json").objects.first)
        #expect(listed["on"] as? Bool == true)
        #expect(listed["mode"] as? Int == 2)
        #expect(listed["lastSeen"] is String)
        // The only device need not be named; the mode that it reported stays.
        #expect(try home.run("set", "off").output == "Lamp is off.\n")
        #expect(device.commands.withLock { $0.last } == #"{"uuid":"\#(FieldDevice.lamp)","status":false,"mode":2}"#)
    }

    @Test("G10/161: A device that its broker knows to be gone fails at once, and by its name")
    func offline() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        try await FieldDevice(at: server).leave()
        let began = SystemTime.shared.now
        let result = try home.run("set", "Lamp", "on", "--json")
        #expect(result.status == 1)
        #expect(try result.objects.first?["code"] as? String == "deviceOffline")
        #expect(try result.objects.first?["fault"] as? String == "device")
        #expect((try result.objects.first?["message"] as? String)?.hasPrefix("Lamp is offline") ?? false)
        #expect(SystemTime.shared.now < began + 5_000)
    }

    @Test("With --wait the command waits for the device, and is obeyed when it comes back")
    func wait() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        try await FieldDevice(at: server).leave()
        let setting = try home.start("set", "Lamp", "on", "--wait", "60", "--verbose")
        let device = try await FieldDevice(at: server)
        #expect(setting.finish().status == 0)
        #expect(device.commands.withLock { $0.count } == 1)
    }

    @Test("A device that does not answer leaves the outcome unknown")
    func mute() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server, isMute: true)
        let result = try home.run("set", "Lamp", "on", "--timeout", "5", "--json")
        #expect(result.status == 5)
        #expect(try result.objects.first?["code"] as? String == "unconfirmed")
        #expect(device.commands.withLock { $0.count } == 1)
    }

    @Test("G9/158: A broker that is not there, a wrong password and an unknown authority each say so at once")
    func broker() throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        func code() throws -> String? {
            let result = try home.run("set", "Lamp", "on", "--json")
            #expect(result.status == 1)
            #expect(!result.output.contains("straw"))
            #expect((try result.objects.first?["message"] as? String)?.contains("no connection to the broker") ?? false)
            return try result.objects.first?["code"] as? String
        }
        try home.use(server, password: "straw")
        #expect(try code() == "loginRefused")
        try home.use(server, authority: Certificates.shared.get().otherAuthority)
        #expect(try code() == "unknownAuthority")
        try home.use(server)
        server.kill()
        #expect(["connectionRefused", "connectionLost"].contains(try code()))
    }

    @Test("G8/155: A broker that refuses the subscription is told apart, and nothing is sent")
    func refused() async throws {
        let plugin = "/usr/lib/\(Self.machine)-linux-gnu/mosquitto_dynamic_security.so"
        try #require(FileManager.default.fileExists(atPath: plugin))
        let home = try ControlHomeFolder()
        try home.write(
            "rules.json",
            #"{"defaultACLAccess":{"publishClientSend":true,"publishClientReceive":true,"subscribe":false,"unsubscribe":true}}"#
        )
        let server = try ControlHomeFolder.server { setup in
            setup.users = [:]
            setup.lines = ["plugin \(plugin)", "plugin_opt_config_file \(home.path("rules.json"))"]
        }
        try BrokerFile(
            addresses: [BrokerAddress(host: "localhost", port: server.port)],
            tls: TLSSettings(authorities: .file(try Certificates.shared.get().authority))
        ).write(to: home.path("broker.json"))
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp", "--id", FieldDevice.lamp)
        let result = try home.run("set", "Lamp", "on", "--json")
        #expect(result.status == 1)
        #expect(try result.objects.first?["code"] as? String == "subscriptionRefused")
        let watch = try home.start("watch", "--json")
        #expect(watch.line(containing: "subscriptionRefused") != nil)
    }

    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }

    @Test("Without a broker, or a mode of that name, it says what to do, before anything is sent")
    func nothing() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        let none = try home.run("set", "Lamp", "on")
        #expect(none.status == 1)
        #expect(none.errors.contains("gangway broker use"))
        #expect(
            try home.run("set", "Lamp", "on", "--mode", "warm", "--json").objects.first?["code"] as? String
                == "unknownMode")
        #expect(try home.run("set", "Lamp", "maybe").status == 2)
        #expect(try home.run("set", "Other", "on").status == 3)
        try home.write("broker.json", "{\n  \"adresses\": []\n}")
        #expect(try home.run("set", "Lamp", "on").errors.contains("line 2: the file has no member adresses"))
    }
}
