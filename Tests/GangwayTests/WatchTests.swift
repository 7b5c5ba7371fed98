import BrokerServer
import DeviceControl
import DeviceDirectory
import Foundation
import Glibc
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
import Testing

@testable import GangwayCommandLine

@Suite("gangway watch, at a real broker with TLS")
struct WatchTests {
    private func object(_ line: String?) throws -> [String: Any] {
        let line = try #require(line)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("What a device reports comes in its order, and the list has the last of it, also after a kill -9")
    func order() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        try await device.report(true, mode: 9)
        let watch = try home.start("watch", "--json")
        let kept = try object(watch.line(containing: #""mode":9"#))
        #expect(kept["lastKnown"] as? Bool == true)
        #expect(kept["live"] as? Bool == false)
        #expect(kept["name"] as? String == "Lamp")
        for mode in 10..<60 { try await device.report(mode % 2 == 0, mode: mode) }
        var modes: [Int] = []
        while modes.last != 59, let line = watch.line() {
            let object = try object(line)
            if object["live"] as? Bool == true, let mode = object["mode"] as? Int { modes.append(mode) }
        }
        #expect(modes == Array(10..<60))
        // What was shown was kept, or is about to be: the kill comes at any moment of that.
        watch.signal(SIGKILL)
        _ = watch.finish()
        let directory = try home.directory()
        let listed = try await directory.device(try #require(DeviceID(FieldDevice.lamp)))
        #expect(listed?.name == "Lamp")
        #expect(listed?.lastSeen != nil)
    }

    @Test("G6/147: With --verbose it tells what was not understood, once a device, and how much that was")
    func misunderstood() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let watch = try home.start("watch", "--json", "--verbose")
        #expect(watch.line(containing: #""presence":"online""#) != nil)
        for text in ["hush-Zq7", "{"] { try await device.publish("state", text, isRetained: false) }
        try await device.report(true)
        #expect(watch.line(containing: #""on":true"#) != nil)
        watch.signal(SIGINT)
        let errors = watch.finish().errors
        let told = errors.components(separatedBy: "not understood and passed over: ")
        #expect(told.count == 2 && told.last?.hasPrefix("8 bytes on home/lamp/\(FieldDevice.lamp)/state") == true)
        #expect(errors.contains("messages that were not understood: 2") && !errors.contains("Zq7"), "\(errors)")
    }

    @Test("A report in another device's name is told as a notice, and the list stays as it was")
    func inAnothersName() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let fan = try await FieldDevice(at: server, id: "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44")
        let watch = try home.start("watch", "--json")
        #expect(watch.line(containing: #""presence":"online""#) != nil)
        try await fan.publish("state", #"{"id":"\#(FieldDevice.lamp)","status":true,"mode":7}"#)
        let notice = try object(watch.line(containing: "notice"))
        #expect(notice["code"] as? String == "reportOfAnother" && notice["id"] as? String == FieldDevice.lamp)
        #expect((notice["text"] as? String)?.contains("home/lamp/\(fan.id)/state") == true)
        watch.signal(SIGTERM)
        #expect(!watch.finish().output.contains(#""mode":7"#))
        #expect(try home.run("devices", "--json").objects.first?["mode"] is NSNull)
        try await fan.leave()
    }

    @Test("What a device says of its signal is told, kept, and shown as a history")
    func signal() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let watch = try home.start("watch", "--json")
        #expect(watch.line(containing: #""presence":"online""#) != nil)
        try await device.publish("signal", "-57", isRetained: false)
        let told = try object(watch.line(containing: #""subject":"signal""#))
        #expect(told["rssi"] as? Int == -57)
        // The next is heard when the one before was kept, and is not due for itself.
        for _ in 0..<2 {
            try await device.publish("signal", "-60", isRetained: false)
            #expect(watch.line(containing: #""rssi":-60"#) != nil)
        }
        watch.signal(SIGTERM)
        _ = watch.finish()
        let shown = try #require(try home.run("devices", "show", "Lamp", "--json").objects.first)
        let samples = try #require(shown["signal"] as? [[Any]])
        #expect(samples.map { $0.last as? Int } == [-57])
        #expect(try home.run("devices", "show", "Lamp").output.contains("-57 dBm, just now"))
        #expect(try home.run("devices", "export").output.contains(",-57]]"))
    }

    @Test("It tells of the connection, of a broker that goes and comes, and of devices that nobody has listed")
    func connection() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let watch = try home.start("watch", "--json")
        #expect(watch.line(containing: #""state":"connected""#) != nil)
        server.kill()
        let lost = try object(watch.line(containing: #""state":"waiting""#))
        #expect(lost["code"] is String)
        #expect(lost["message"] is String)
        try server.start()
        #expect(watch.line(containing: #""state":"connected""#) != nil)
        let other = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
        let device = try await FieldDevice(at: server, id: other)
        try await device.report(true)
        let heard = try object(watch.line(containing: other))
        #expect(heard["name"] is NSNull)
        #expect(heard["topic"] as? String == "home/lamp")
        // A device that is listed meanwhile, under another topic, is followed.
        try home.run("devices", "add", "Fan", "--topic", "barn/fan", "--id", "2c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44")
        let fan = try await FieldDevice(at: server, id: "2c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44", topic: "barn/fan")
        try await fan.report(true)
        #expect(watch.line(containing: #""name":"Fan""#) != nil)
        watch.signal(SIGINT)
        #expect(watch.finish().status == 130)
    }

    @Test("With a limit it ends with status 0, and a person reads a line a report")
    func lines() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        try await device.report(true, mode: 2)
        let result = try home.run("watch", "--timeout", "4")
        #expect(result.status == 0)
        #expect(result.output.contains("Lamp: online\n"))
        #expect(result.output.contains("on, mode 2 (last known)"))
    }

    @Test("What a device says again is no new line, and two of one name are told apart by their ids")
    func repeated() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let other = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp", "--id", other)
        let device = try await FieldDevice(at: server)
        let watch = try home.start("watch")
        #expect(watch.line(containing: "Lamp (\(FieldDevice.lamp)): online") != nil)
        for mode in [1, 1, 1, 2] { try await device.report(true, mode: mode) }
        #expect(watch.line() == "Lamp (\(FieldDevice.lamp)): on, mode 1, online")
        #expect(watch.line() == "Lamp (\(FieldDevice.lamp)): on, mode 2, online")
        watch.signal(SIGINT)
        #expect(watch.finish().status == 130)
    }

    @Test("While one program watches, another one switches: both see the new state")
    func together() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let watch = try home.start("watch", "--json")
        #expect(watch.line(containing: #""presence":"online""#) != nil)
        #expect(try home.run("set", "Lamp", "on", "--mode", "3").status == 0)
        let seen = try object(watch.line(containing: #""mode":3"#))
        #expect(seen["live"] as? Bool == true)
        #expect(device.commands.withLock { $0.count } == 1)
    }

    @Test("At a terminal a table is drawn in place, and follows what the device reports")
    func table() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let watch = try RunningProcess(
            "/usr/bin/script", ["-qefc", "'\(BuiltProgram.gangwayPath)' watch", "/dev/null"],
            environment: home.environment.merging(["TERM": "xterm", "SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"]) { $1 })
        #expect(watch.hear("online"))
        try await device.report(true, mode: 2)
        #expect(watch.hear("\u{1B}[3A\r"))
        #expect(watch.hear("on, mode 2  online"))
        watch.say("\u{3}")
        #expect(watch.finish().status == 130)
    }
}
