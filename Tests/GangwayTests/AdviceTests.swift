import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("What a person is told to do next", .serialized)
struct AdviceTests {
    private let air: VirtualAir

    init() throws { air = try VirtualAir() }

    @Test("A name that no device has lists those in range, a line each, and says what a * needs")
    func others() throws {
        try air.serve(name: "Lamp-1")
        try air.serve(name: "Lamp-2")
        let result = try air.run("status", "Lamp-*", "--timeout", "2")
        #expect(result.status == 3)
        #expect(result.errors.contains("join --each"))
        #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("  Lamp-") }.count == 2)
    }

    @Test("Of several devices with different names, a name will do, and is asked for")
    func several() throws {
        try air.serve(name: "Lamp-1")
        try air.serve(name: "Lamp-2")
        let result = try air.run("status")
        #expect(result.status == 3)
        #expect(result.errors.contains("Give the name or the address"))
    }

    @Test("A file of faults that holds none says where to read what it may hold")
    func faults() throws {
        try air.serve()
        try Data("nonsense=1".utf8).write(to: URL(fileURLWithPath: air.path("air/faults")))
        let result = try air.run("scan", "--timeout", "1")
        #expect(result.status == 1)
        #expect(result.errors.contains("nonsense is not a fault; Docs/VirtualRadio.md tells"))
    }

    @Test("What the device's protocol cannot do is answered with the command that tells what it can")
    func unsupported() throws {
        try air.serve()
        let result = try air.run("forget", "Lamp")
        #expect(result.status == 1)
        #expect(result.errors.contains("`gangway info Lamp` tells what it can do."))
        #expect(!result.errors.contains("connected"))
    }

    @Test("A network that the device does not see is told before the passphrase goes out, with the names that it sees")
    func unseen() throws {
        try air.serve()
        let result = try air.run("join", "Lamp", "--ssid", "barn", "--json", input: Canary.text + "\n")
        let notice = try #require(try result.objects.first { $0["event"] as? String == "notice" })
        #expect(notice["code"] as? String == "networkNotSeen")
        #expect((notice["text"] as? String)?.contains("it sees \"Barn\".") == true)
        let events = try result.objects.compactMap { $0["event"] as? String }
        #expect(try #require(events.firstIndex(of: "notice")) < #require(events.firstIndex(of: "progress")))
    }

    @Test("A word that is no command is repeated where it looks like one, and not where it may be a secret")
    func noCommand() throws {
        #expect(try BuiltProgram.gangway("scam").errors.contains("called scam; did you mean scan?"))
        #expect(try BuiltProgram.gangway("version").errors.contains("did you mean --version?"))
        #expect(!(try BuiltProgram.gangway("Secret 1").errors.contains("Secret")))
    }

    @Test("A file that cannot be read is named, but for the passphrase's, whose name may be the passphrase")
    func files() throws {
        #expect(try air.run("scan", "--catalogue", "/nonexistent.json").errors.contains("/nonexistent.json"))
        let result = try air.run("join", "--ssid", "Barn", "--passphrase-file", "hay and horses")
        #expect(result.errors.contains("--passphrase-file"))
        #expect(!result.errors.contains("hay"))
    }

    @Test("A name that a shell would split is quoted where it is to be typed")
    func words() {
        #expect(shellWord("Barn-Lamp") == "Barn-Lamp")
        #expect(shellWord("C4:C5:C6:C7:C8:01") == "C4:C5:C6:C7:C8:01")
        #expect(shellWord("Tom's lamp") == "'Tom'\\''s lamp'")
    }

    @Test("What make demo shows of a set-up can be typed as it is shown")
    func demo() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let shown = try BuiltProgram.run(
            root.appendingPathComponent("scripts/demo").path, [],
            environment: ["GANGWAY": BuiltProgram.gangwayPath, "NO_COLOR": "1"])
        #expect(shown.status == 0)
        let commands = shown.output.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
        // Up to the end of the first device. What follows has a broker that takes a while to make its certificates.
        let lines = commands.prefix { $0 != "kill %1" } + ["kill %1"]
        #expect(lines.count >= 7 && lines.count < commands.count)
        // In a folder with the files that the demo names; the program is found there as `make build` leaves it.
        let release = air.folder.appendingPathComponent(".build/release")
        try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: release.appendingPathComponent("gangway").path, withDestinationPath: BuiltProgram.gangwayPath)
        try FileManager.default.createSymbolicLink(
            at: air.folder.appendingPathComponent("Examples"),
            withDestinationURL: root.appendingPathComponent("Examples"))
        let script =
            "set -em; trap 'kill %1 2>/dev/null || true' EXIT; cd '\(air.folder.path)'\n"
            + lines.joined(separator: "\n")
        let typed = try BuiltProgram.run(
            "/bin/bash", ["-c", script], environment: ["XDG_RUNTIME_DIR": air.folder.path])
        #expect(typed.status == 0, "\(typed.errors)")
        #expect(typed.output.contains("Connected to \"Barn\""))
    }
}
