import BluetoothLE
import BrokerServer
import DefaultControl
import DeviceDirectory
import Foundation
import Onboarding
import Provisioning
import ProvisioningProtocols
import SQLiteDirectory
import Testing

@testable import GangwayCommandLine

@Suite("gangway join, until the device is heard from over the broker and listed", .serialized)
struct JoinControlTests {
    private let air: VirtualAir
    private let home: ControlHomeFolder
    private let server: BrokerServer

    init() throws {
        air = try VirtualAir()
        home = try ControlHomeFolder()
        server = try ControlHomeFolder.server()
        try home.use(server)
    }

    private func join(_ options: String..., passphrase: String = Canary.text) throws -> RunningProcess {
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--json"] + options,
            environment: air.environment.merging(home.environment) { $1 })
        running.say(passphrase + "\n")
        return running
    }

    private func event(_ name: String, in result: ProcessResult) throws -> [String: Any]? {
        try result.objects.first { $0["event"] as? String == name }
    }

    @Test("It goes on until the device is heard from, lists it, and keeps its given name when it is set up again")
    func listed() async throws {
        let device = try air.serve("--protocol", "json")
        let running = try join()
        let told = try #require(device.line(containing: "\"assigned\""))
        let assigned = try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any]
        let id = try #require(assigned?["id"] as? String)
        let field = try await FieldDevice(at: server, id: id)
        let first = running.finish()
        #expect(first.status == 0)
        let listed = try #require(try event("listed", in: first))
        #expect(listed["id"] as? String == id)
        #expect(listed["name"] as? String == "Lamp")
        #expect(listed["new"] as? Bool == true)
        #expect(try event("outcome", in: first)?["outcome"] as? String == "accepted")
        try await field.leave()

        #expect(try home.run("devices", "rename", "Lamp", "By the window").status == 0)
        let again = try join("--id", id)
        _ = try #require(again.line(containing: "waiting"))
        let back = try await FieldDevice(at: server, id: id)
        let second = again.finish()
        #expect(second.status == 0)
        #expect(try event("listed", in: second)?["name"] as? String == "By the window")
        #expect(try event("listed", in: second)?["new"] as? Bool == false)
        #expect(try await home.directory().devices().map(\.provisioning?.network) == ["Barn"])
        try await back.leave()
    }

    @Test(
        "Set up again with a wrong passphrase, a device that goes back to its network is not taken for one that joined")
    func wrongAgain() throws {
        try home.write("device.password", "oats")
        var file = try BrokerFile(path: home.path("broker.json"))
        (file.user, file.passwordFile) = ("device", home.path("device.password"))
        try file.write(to: home.path("device-broker.json"))
        _ = try air.serve("--protocol", "json", "--broker", home.path("device-broker.json"))
        let id = FieldDevice.lamp
        #expect(try join("--id", id).finish().status == 0)
        for (passphrase, status) in [("not the passphrase", Int32(1)), (Canary.text, 0)] {
            let result = try join("--id", id, passphrase: passphrase).finish()
            #expect(result.status == status, "\(result.output)")
            #expect(try event("listed", in: result)?["id"] as? String == (status == 0 ? id : nil))
            let outcomes = try result.objects.filter { $0["event"] as? String == "outcome" }
            #expect(outcomes.first?["outcome"] as? String == "accepted")
            #expect(outcomes.last?["reason"] as? String == (status == 0 ? nil : "wrongPassphrase"))
        }
    }

    @Test(
        "Whatever else was heard of a device that is not known to have joined, it is status 5, with what that was",
        arguments: [
            (NotHeard.Reason.silent, "silent"), (.onlyKept, "onlyKept"), (.onlyAsBefore, "onlyAsBefore"),
            (.onlyBack, "onlyBack"), (.noBroker(nil), "noBroker"),
        ])
    func notKnown(reason: NotHeard.Reason, name: String) throws {
        let address = try ControlAddress(topic: "home/lamp", id: #require(DeviceID(FieldDevice.lamp)))
        let why = NotHeard(address: address, reason: reason, join: .accepted)
        #expect(OnboardingOutcome.notHeard(why).status.rawValue == 5)
        let object = try JSONSerialization.jsonObject(with: Data(JoinDisplay.json(why).text.utf8)) as? [String: Any]
        #expect(object?["reason"] as? String == name && object?["id"] as? String == FieldDevice.lamp)
    }

    @Test("A device that is not heard from in time is not listed, and that is status 5")
    func notHeard() async throws {
        _ = try air.serve("--protocol", "json")
        let result = try join("--wait", "0.3").finish()
        #expect(result.status == 5)
        #expect(try event("outcome", in: result)?["outcome"] as? String == "accepted")
        #expect(try event("notHeard", in: result)?["reason"] as? String == "silent")
        #expect(try await home.directory().devices().isEmpty)
    }

    @Test("A device that is not heard from has the command that tries it again, at the address that it was given")
    func again() throws {
        try air.serve("--protocol", "json")
        let environment = air.environment.merging(home.environment) { $1 }
        let line = ["join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--wait", "0.3"]
        let result = try BuiltProgram.run(
            BuiltProgram.gangwayPath, line, input: Canary.text + "\n", environment: environment)
        #expect(result.status == 5)
        let address = try #require(result.output.firstMatch(of: /steered under (home\/lamp\/[0-9a-f-]+)\./)?.1)
        let command = try #require(result.output.components(separatedBy: "To try it again:\n  ").last)
        #expect(command.hasPrefix("gangway join Lamp --ssid Barn --topic home/lamp --id "))
        let folder = URL(fileURLWithPath: BuiltProgram.gangwayPath).deletingLastPathComponent().path
        let typed = try BuiltProgram.run(
            "/bin/sh", ["-c", command], input: Canary.text + "\n",
            environment: environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 })
        #expect(typed.status == 5, "\(typed.errors)")
        #expect(typed.output.contains("steered under \(address)."))
    }

    @Test("What a join is tried again with is quoted, and has each option as it was given")
    func againWithOptions() throws {
        let words = [
            "join", "Tom's lamp", "--ssid-hex", "C328", "--hidden", "--home", "/a b", "--json", "--id",
            FieldDevice.lamp,
        ]
        let arguments = try ArgumentParser.parse(words)
        let choice = try #require(try NetworkChoice(arguments, isInteractive: false))
        let address = try ControlAddress(topic: "home/lamp", id: #require(DeviceID(FieldDevice.lamp)))
        let again = JoinAgain(arguments, FoundDevice(id: PeripheralID("a")), choice, at: address)
        #expect(
            again.line
                == "gangway join 'Tom'\\''s lamp' --ssid-hex C328 --hidden --topic home/lamp --id \(FieldDevice.lamp) "
                + "--home '/a b' --json")
    }

    @Test("Where the broker does not let it in, nothing is sent; without the broker it ends with what the device says")
    func noBroker() throws {
        let device = try air.serve("--protocol", "json")
        try home.use(server, password: "not hay")
        let refused = try join().finish()
        #expect(refused.status == 1)
        #expect(try refused.objects.last?["code"] as? String == "noBroker")
        #expect(!refused.errors.contains("not hay"))
        let without = try join("--wait", "0").finish()
        #expect(without.status == 0)
        #expect(try without.objects.last?["outcome"] as? String == "accepted")
        device.signal(SIGTERM)
        #expect(device.finish().output.components(separatedBy: "\"credentials\"").count == 2)
    }

    @Test("Ctrl-C while the device is waited for ends with 130, and says that the credentials are out")
    func interrupted() throws {
        _ = try air.serve("--protocol", "json")
        let running = try join()
        _ = try #require(running.line(containing: "waiting"))
        running.signal(SIGINT)
        let result = running.finish()
        #expect(result.status == 130)
        #expect((try result.objects.last?["message"] as? String)?.contains("sent before") ?? false)
    }

    @Test("A device that reports its join is listed where both topic and id are said, as one that has them")
    func reporting() async throws {
        _ = try air.serve("--protocol", "wifiset")
        let result = try join("--id", FieldDevice.lamp).finish()
        #expect(result.status == 0)
        #expect(try event("outcome", in: result)?["outcome"] as? String == "connected")
        #expect(try event("listed", in: result)?["id"] as? String == FieldDevice.lamp)
    }
}
