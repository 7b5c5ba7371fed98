import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("join --each, with many devices that are each a process", .serialized)
struct EachTests {
    private let air: VirtualAir

    init() throws {
        air = try VirtualAir()
        try Data((Canary.text + "\n").utf8).write(to: URL(fileURLWithPath: air.path("right")))
        try Data("not the passphrase\n".utf8).write(to: URL(fileURLWithPath: air.path("wrong")))
    }

    /// Puts Lamp-1 to Lamp-`count` on the air, half of them with Nordic's protocol.
    private func serve(_ count: Int, networks: String = VirtualAir.barn) throws {
        for number in 1...count {
            try air.serve(
                "--protocol", number.isMultiple(of: 2) ? "nordic" : "wifiset", name: "Lamp-\(number)",
                networks: networks)
        }
    }

    private func start(_ options: String..., key: String = "right") throws -> RunningProcess {
        try RunningProcess(
            BuiltProgram.gangwayPath,
            ["join", "--each", "--ssid", "Barn", "--passphrase-file", air.path(key), "--quiet", "0.7", "--json"]
                + options, environment: air.environment)
    }

    /// Ends the devices; how often each was given credentials.
    private func credentials() throws -> [Int] {
        try air.devices.map { device in
            device.signal(SIGTERM)
            return try device.finish().objects.filter { $0["event"] as? String == "credentials" }.count
        }
    }

    private func results(_ result: ProcessResult) throws -> [String: String] {
        let ends = try result.objects.filter { $0["event"] as? String == "result" }
        return Dictionary(
            ends.map { ($0["name"] as? String ?? "", $0["result"] as? String ?? "") }, uniquingKeysWith: { $0 + $1 })
    }

    @Test("Every device without a network is set up once, of either protocol; those that have one are left alone")
    func all() throws {
        try serve(8)
        for name in ["Lamp-1", "Lamp-2"] {
            #expect(try air.run("join", name, "--ssid", "a\"b\\", "--open").status == 0)
        }
        let joined = try start().finish()
        #expect(joined.status == 0)
        let results = try results(joined)
        #expect(results.count == 8)
        for (name, result) in results {
            #expect(result == (["Lamp-1", "Lamp-2"].contains(name) ? "provisioned" : "connected"), "\(name)")
        }
        let ends = try joined.objects.filter { $0["result"] as? String == "connected" }
        #expect(ends.allSatisfy { $0["status"] as? Int == 0 && $0["address"] as? String == "192.168.7.23" })
        #expect(try joined.objects.last?["connected"] as? Int == 6)
        #expect(try joined.objects.filter { $0["event"] as? String == "recipient" }.count == 6)
        #expect(try credentials() == Array(repeating: 1, count: 8))
    }

    @Test("A wrong passphrase is tried on three devices and no more, and that is said")
    func wrongPassphrase() throws {
        try serve(6)
        let result = try start("--at-once", "6", key: "wrong").finish()
        #expect(result.status == 1)
        #expect(try result.objects.last?["code"] as? String == "wrongPassphrase")
        let summary = try result.objects.first { $0["event"] as? String == "summary" }
        #expect(summary?["failed"] as? Int == 3)
        #expect(summary?["waiting"] as? Int == 3)
        #expect(summary?["stopped"] as? String == "wrongPassphrase")
        #expect(try credentials().reduce(0, +) == 3)
    }

    @Test("A passphrase that no network takes is seen at the first device, and nothing is sent")
    func senselessPassphrase() throws {
        try serve(3)
        try Data("short\n".utf8).write(to: URL(fileURLWithPath: air.path("short")))
        let result = try start("--at-once", "1", key: "short").finish()
        #expect(result.status == 1)
        let summary = try result.objects.first { $0["event"] as? String == "summary" }
        #expect(summary?["stopped"] as? String == "invalidPassphrase")
        #expect(summary?["error"] as? Int == 1)
        #expect(try credentials() == [0, 0, 0])
    }

    @Test("Killed at any moment, it goes on where it stopped: no device that was done is set up twice")
    func killed() throws {
        try serve(6, networks: Self.unhurried)
        let journal = air.path("journal")
        let first = try start("--at-once", "1", "--journal", journal)
        for _ in 0..<3 { #expect(first.line(containing: "\"result\":\"connected\"") != nil) }
        #expect(first.line(containing: "\"recipient\"") != nil)
        first.signal(SIGKILL)
        let killed = try results(first.finish())
        #expect(killed.count == 3)
        let second = try start("--journal", journal).finish()
        #expect(second.status == 0)
        let resumed = try results(second)
        #expect(killed.keys.allSatisfy { resumed[$0] == "doneBefore" })
        #expect(resumed.filter { $0.value == "connected" }.count == 3)
        for form in Canary.forms { #expect(!air.text(of: "journal").contains(form)) }
        let given = try credentials()
        // The one that was in flight may have had to be given them again.
        #expect(given.filter { $0 == 1 }.count >= 5)
        #expect(given.allSatisfy { (1...2).contains($0) })
    }

    @Test("A device that was in flight and has joined meanwhile is done without being given anything again")
    func inFlight() throws {
        try air.serve("--protocol", "nordic")
        try #require(try air.run("join", "Lamp", "--ssid", "Barn", input: Canary.text + "\n").status == 0)
        let id = try #require(try air.run("info", "--json").objects.first?["id"] as? String)
        let journal = "gangway join journal 1 4261726E\n2026-11-30T01:42:24.123Z begun \(id)\n"
        try Data(journal.utf8).write(to: URL(fileURLWithPath: air.path("journal")))
        let result = try start("--journal", air.path("journal")).finish()
        #expect(result.status == 0)
        #expect(try results(result) == ["Lamp": "connected"])
        #expect(air.text(of: "journal").contains("done \(id) connected 192.168.7.23\n"))
        #expect(try credentials() == [1])
    }

    @Test(
        "A device that still joins when the work is taken up again is waited for: nobody is told to get a passphrase",
        arguments: ["wifiset", "nordic"])
    func stillJoining(protocolName: String) throws {
        try air.serve("--protocol", protocolName, networks: Self.unhurried.replacing("400", with: "2000"))
        let first = try start("--journal", air.path("journal"))
        #expect(air.devices.first?.line(containing: "\"connecting\"") != nil)
        first.signal(SIGKILL)
        _ = first.finish()
        let second = try start("--journal", air.path("journal")).finish()
        #expect(second.status == 0)
        #expect(try results(second) == ["Lamp": "connected"])
        #expect(!second.output.contains("recipient"))
        let journal = air.text(of: "journal")
        #expect(journal.components(separatedBy: "begun").count == 2)
        #expect(journal.contains(" connected 192.168.7.23\n"))
        #expect(try credentials() == [1])
    }

    @Test("A device that was in flight and is gone is told, with status 3")
    func missing() throws {
        try air.serve()
        let journal = "gangway join journal 1 4261726E\n2026-11-30T01:42:24.123Z begun C4:C5:C6:C7:C8:01\n"
        try Data(journal.utf8).write(to: URL(fileURLWithPath: air.path("journal")))
        let result = try start("--journal", air.path("journal")).finish()
        #expect(result.status == 3)
        let gone = try result.objects.first { $0["id"] as? String == "C4:C5:C6:C7:C8:01" }
        #expect(gone?["reason"] as? String == "notFound")
    }

    @Test("Ctrl-C tells what is in flight, ends with status 130, and the same line goes on")
    func interrupted() throws {
        try serve(3, networks: Self.unhurried)
        let first = try start("--at-once", "1", "--journal", air.path("journal"))
        #expect(first.line(containing: "\"recipient\"") != nil)
        first.signal(SIGINT)
        let result = first.finish()
        #expect(result.status == 130)
        #expect(try result.objects.last { $0["event"] as? String == "summary" }?["stopped"] as? String == "interrupted")
        let second = try start("--journal", air.path("journal")).finish()
        #expect(second.status == 0)
        #expect(try results(second).count == 3)
    }

    @Test("The limit ends it with status 4 where devices wait, and 5 for one whose outcome was not known by then")
    func limit() throws {
        try serve(2, networks: VirtualAir.slowJoin)
        let result = try start("--at-once", "1", "--timeout", "3").finish()
        #expect(result.status == 1)  // of both kinds
        let ends = try result.objects.filter { $0["event"] as? String == "result" }
        #expect(ends.map { $0["status"] as? Int } == [5])
        let summary = try result.objects.first { $0["event"] as? String == "summary" }
        #expect(summary?["waiting"] as? Int == 1)
        #expect(summary?["stopped"] as? String == "timedOut")
    }

    @Test("One that cannot be reached keeps nobody else from being set up, and is tried again by the next run")
    func unreachable() throws {
        try serve(2)
        // A connection that is refused is tried three times.
        let faults = URL(fileURLWithPath: air.path("air/faults"))
        try Data("refuse=3\n".utf8).write(to: faults)
        let result = try start("--at-once", "1", "--journal", air.path("journal")).finish()
        #expect(result.status == 1)
        #expect(Set(try results(result).values) == ["error", "connected"])
        let failed = try result.objects.first { $0["result"] as? String == "error" }
        #expect(failed?["reason"] as? String == "connectionFailed")
        #expect(failed?["advice"] as? String != nil)
        try FileManager.default.removeItem(at: faults)
        let second = try start("--journal", air.path("journal")).finish()
        #expect(second.status == 0)
        #expect(Set(try results(second).values) == ["doneBefore", "connected"])
    }

    @Test("A name, which may end with an asterisk, says which devices are meant")
    func named() throws {
        try air.serve(name: "Lamp-1")
        try air.serve(name: "Lamp-2")
        try air.serve(name: "Lock-1")
        #expect(try results(try start("Lock-1").finish()) == ["Lock-1": "connected"])
        #expect(try results(try start("Lamp-*").finish()) == ["Lamp-1": "connected", "Lamp-2": "connected"])
        let none = try start("Door").finish()
        #expect(none.status == 3)
        let events = try none.objects.map { $0["event"] as? String }
        #expect(events == ["listening", "device", "device", "device", "error"])
        #expect(try none.objects.first?["seconds"] as? Int == 1)
    }

    @Test(
        "What goes with --each alone, what it needs and what it takes are faults of usage",
        arguments: [
            ["Lamp", "--ssid", "Barn", "--journal", "j"], ["--each"], ["--each", "--ssid", "Barn", "--at-once", "0"],
            ["--each", "--ssid", "Barn", "--quiet", "-1"], ["--ssid", "Barn", "--at-once", "2"],
        ])
    func usage(options: [String]) throws {
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["join"] + options, environment: air.environment)
        #expect(running.finish().status == 2)
    }

    /// A network that takes a moment to join, so that there is something in flight.
    private static let unhurried = """
        { "networks": [ { "ssid": "Barn", "passphrase": "\(Canary.text)", "address": "192.168.7.23" } ],
          "delays": { "association": 400 } }
        """
}
