import BrokerServer
import DefaultControl
import DeviceDirectory
import Foundation
import Glibc
import MessageBroker
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
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

    @Test("With --wait a device that was told in vain is told again when it says that it is there")
    func toldAgain() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        // The broker goes on saying that it is there, as one does that was started again before its devices were back.
        let before = try await FieldDevice(at: server, isMute: true)
        let setting = try home.start("set", "Lamp", "on", "--wait", "60")
        #expect(await before.arrivals.next() != nil)
        await before.vanish()
        let device = try await FieldDevice(at: server)
        #expect(setting.finish().status == 0)
        #expect(device.commands.withLock { $0.count } == 1)
    }

    @Test("The advice after a wait for an offline device is not to wait")
    func waited() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        try await FieldDevice(at: server).leave()
        let error = try #require(try home.run("set", "Lamp", "on", "--wait", "1", "--json").objects.first)
        #expect(error["code"] as? String == "deviceOffline")
        #expect((error["advice"] as? String)?.contains("--wait") == false)
    }

    @Test("A device whose broker keeps nothing of it stays in the mode that the list has")
    func listedMode() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server, isRetaining: false)
        let state = DeviceState(isOn: true, mode: 3, time: .now)
        try await home.directory().record([
            DeviceReport(id: try #require(DeviceID(FieldDevice.lamp)), time: .now, state: state)
        ])
        #expect(try home.run("set", "Lamp", "off").status == 0)
        #expect(device.commands.withLock { $0 } == [#"{"uuid":"\#(FieldDevice.lamp)","status":false,"mode":3}"#])
    }

    @Test("A device that answers with another state ends it with status 1, which says what was reported and keeps that")
    func notObeyed() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server, answer: #""status":true,"mode":1"#)
        let began = SystemTime.shared.now
        let result = try home.run("set", "Lamp", "on", "--mode", "7", "--json")
        #expect(SystemTime.shared.now < began + SetCommand.patience)
        #expect(result.status == 1)
        let error = try #require(try result.objects.first)
        #expect(error["code"] as? String == "notObeyed" && error["fault"] as? String == "device")
        #expect((error["message"] as? String)?.hasSuffix("it reported on, mode 1, and nothing else for 2 s.") == true)
        #expect(device.commands.withLock { $0.count } == 1)
        #expect(try home.run("devices", "--json").objects.first?["mode"] as? Int == 1)
        // A limit is how long a slow one is waited for.
        let patient = SystemTime.shared.now
        let limited = try home.run("set", "Lamp", "on", "--mode", "7", "--timeout", "4", "--json")
        #expect(SystemTime.shared.now >= patient + 3_000)
        #expect(try limited.objects.first?["code"] as? String == "notObeyed")
    }

    @Test("A list that another program holds is told, and the device is switched all the same, which is status 0")
    func locked() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let program = """
            import sqlite3, sys
            list = sqlite3.connect(sys.argv[1], isolation_level=None)
            list.execute("BEGIN IMMEDIATE")
            print("held", flush=True)
            sys.stdin.read()
            """
        let holder = try RunningProcess("/usr/bin/env", ["python3", "-c", program, home.path("devices.sqlite")])
        #expect(holder.line(containing: "held") != nil)
        let result = try home.run("set", "Lamp", "on", "--json")
        holder.signal(SIGKILL)
        _ = holder.finish()
        #expect(result.status == 0)
        let objects = try result.objects
        #expect(objects.map { $0["event"] as? String } == ["notice", "switched"])
        #expect(objects.first?["code"] as? String == "busy")
        #expect(objects.last?["kept"] as? Bool == false)
        #expect(device.commands.withLock { $0.count } == 1)
    }

    @Test("A broker that is lost while the report is awaited is named as the cause, and its outcome is unknown")
    func brokerLost() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server, isMute: true)
        let setting = try home.start("set", "Lamp", "on", "--timeout", "8", "--json")
        #expect(await device.arrivals.next() != nil)
        server.kill()
        let result = setting.finish()
        #expect(result.status == 5)
        let error = try #require(try result.objects.first)
        #expect(error["code"] as? String == "unconfirmed" && error["fault"] as? String != "device")
        #expect((error["message"] as? String)?.contains("The connection to the broker was lost") == true)
    }

    @Test("A list that cannot take the new state is told, and the device is switched all the same")
    func notKept() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server, isMute: true)
        let setting = try home.start("set", "Lamp", "on", "--json")
        #expect(await device.arrivals.next() != nil)
        try FileManager.default.removeItem(atPath: home.path("devices.sqlite"))
        try await device.report(true)
        let result = setting.finish()
        #expect(result.status == 0)
        let objects = try result.objects
        #expect(objects.map { $0["event"] as? String } == ["notice", "switched"])
        #expect(objects.first?["code"] as? String == "storageFailed")
        #expect(objects.last?["kept"] as? Bool == false)
    }

    @Test(
        "Of a name that two devices have the candidates come with what their kind adds, and a whole sentence of advice")
    func ambiguous() throws {
        let home = try ControlHomeFolder()
        try home.write(
            "devices.json",
            #"{"kinds": [{"id": "lamp", "advertisedPrefix": "La", "topic": "home/lamp", "picture": "lamp.png"}]}"#)
        for _ in 0..<2 {
            let added = try home.run("devices", "add", "Lamp", "--kind", "lamp", "--json").objects.first
            #expect(added?["picture"] as? String == "lamp.png")
        }
        let objects = try home.run("set", "Lamp", "on", "--json").objects
        #expect(objects.map { $0["event"] as? String } == ["listed", "listed", "error"])
        #expect(objects.first?["picture"] as? String == "lamp.png")
        #expect(objects.last?["advice"] as? String == "Give the id of the one you mean.")
        #expect(try home.run("set", "Lamp", "on").errors.contains("Give the id of the one you mean:\n  Lamp"))
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
