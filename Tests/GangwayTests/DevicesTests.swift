import DeviceDirectory
import Foundation
import Glibc
import PrivateBus
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
import Testing

@testable import GangwayCommandLine

@Suite("gangway devices")
struct DevicesTests {
    private static let fan = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"

    private func keys(_ object: [String: Any]?, _ key: String) -> String? { object?[key] as? String }

    @Test("A device that is added is listed, renamed, moved and removed, and each says what became of it")
    func life() throws {
        let home = try ControlHomeFolder()
        #expect(try home.run("devices").output == "No device is listed.\n")
        let added = try home.run(
            "devices", "add", "Lamp", "--topic", "home/lamp", "--id", FieldDevice.lamp.uppercased(), "--category",
            "Light", "--json")
        let object = try #require(try added.objects.first)
        #expect(keys(object, "event") == "added")
        #expect(keys(object, "id") == FieldDevice.lamp)
        #expect(keys(object, "category") == "Light")
        let table = try home.run("devices").output
        #expect(table.hasPrefix("DEVICE  CATEGORY  STATE  LAST SEEN  TOPIC      ID\n"))
        #expect(table.contains("Lamp    Light     -      never      home/lamp  \(FieldDevice.lamp)"))
        #expect(try home.run("devices", "rename", "Lamp", "Desk lamp").output == "Lamp is now Desk lamp.\n")
        #expect(try home.run("devices", "move", FieldDevice.lamp, "--out").status == 0)
        #expect(try home.run("devices", "list", "--json").objects.first?["category"] is NSNull)
        for words in [["list", "--names"], ["--names"]] {
            #expect(try home.run(["devices"] + words).output == "Desk lamp\n")
        }
        #expect(try home.run("devices", "--category", "Light").output == "No device is in the category Light.\n")
        #expect(try home.run("devices", "--names", "remove", "Desk lamp").status == 2)
        #expect(try home.run("devices", "remove", "Desk lamp").status == 0)
        #expect(try home.run("devices", "--json").output == "")
    }

    @Test("A listed device is given a kind, whose modes and category it then has, and another topic and picture")
    func change() throws {
        let home = try ControlHomeFolder()
        let kinds = """
            {"kinds": [{"id": "l", "name": "Desk lamp", "advertisedName": "Lamp", "topic": "home/lamp", "category": "Light",
              "modes": [{"number": 2, "name": "warm"}]}]}
            """
        try home.run("devices", "add", "Lamp", "--topic", "old/lamp", "--id", FieldDevice.lamp)
        let none = try home.run("devices", "change", "Lamp", "--kind", "l")
        #expect(none.status == 2 && none.errors.contains("There is no catalogue"))
        try home.write("devices.json", kinds)
        #expect(try home.run("devices", "change", "Lamp", "--kind", "k").errors.contains("Its kinds are l."))
        #expect(try home.run("devices", "change", "Lamp", "--kind", "l").output == "Lamp is now of the kind l.\n")
        #expect(try home.run("devices", "list", "--modes").output == "warm\n")
        let shown = try #require(
            try home.run("devices", "change", "Lamp", "--topic", "home/lamp", "--picture", "p", "--json").objects.first)
        #expect(keys(shown, "event") == "changed")
        #expect(["kind", "category", "topic", "picture"].map { keys(shown, $0) } == ["l", "Light", "home/lamp", "p"])
        #expect(try home.run("devices", "change", "Lamp", "--kind", "").output == "Lamp is now of no kind.\n")
        #expect(try home.run("devices", "change", "Lamp").status == 2)
    }

    @Test("Categories are put in the person's order, and the devices are listed in it")
    func order() throws {
        let home = try ControlHomeFolder()
        for (name, category) in [("A", "Light"), ("B", "Air"), ("C", "Light")] {
            try home.run("devices", "add", name, "--topic", "t/\(name)", "--category", category)
        }
        try home.run("devices", "add", "D", "--topic", "t/D")
        #expect(try home.run("devices", "list", "--names").output == "A\nC\nB\nD\n")
        let moved = try home.run("devices", "move", "--category", "Air", "--position", "1", "--json")
        #expect(try moved.objects.first?["categories"] as? [String] == ["Air", "Light"])
        #expect(try home.run("devices", "list", "--names").output == "B\nA\nC\nD\n")
        #expect(try home.run("devices", "rename", "--category", "Air", "Fans").status == 0)
        #expect(try home.run("devices", "list", "--names", "--category", "Fans").output == "B\n")
        #expect(try home.run("devices", "remove", "--category", "Fans").status == 0)
        #expect(try home.run("devices", "list", "--names").output == "A\nC\nB\nD\n")
        for arguments in [["--category", "Nowhere", "--position", "1"], ["A", "--category", "Air", "--out"], ["A"]] {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["devices", "move"] + arguments, environment: home.environment)
            #expect(result.status == (arguments.contains("Nowhere") ? 3 : 2), "\(arguments) \(result.errors)")
        }
    }

    @Test("Categories are shown in the person's order, also those without a device, and added behind the others")
    func categories() throws {
        let home = try ControlHomeFolder()
        #expect(try home.run("devices", "categories").output == "There is no category.\n")
        try home.run("devices", "add", "A", "--topic", "t/A", "--category", "Light")
        let added = try home.run("devices", "categories", "--add", "Air", "--json")
        #expect(try added.objects.first?["categories"] as? [String] == ["Light", "Air"])
        try home.run("devices", "move", "--category", "Air", "--position", "1")
        #expect(try home.run("devices", "categories").output == "Air\nLight\n")
        #expect(try home.run("devices", "categories", "--add", "Air").status == 1)
        #expect(try home.run("devices", "list", "--category", "Air").output == "No device is in the category Air.\n")
        let none = try home.run("devices", "list", "--category", "Attic")
        #expect(none.status == 3 && none.errors.contains("gangway devices categories"))
    }

    @Test("An export writes to a pipe, a device or a link's end, and takes the place of none of them")
    func exportsElsewhere() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        let shown = try home.run("devices", "export").output
        #expect(try home.run("devices", "export", "/dev/stdout").output == shown)
        let full = home.path("full")
        if mknod(full, S_IFCHR | 0o600, 1 << 8 | 7) == 0 {  // as /dev/full, which only root can make
            let told = try home.run("devices", "export", full)
            #expect(told.status == 1 && told.errors.contains("No space left"))
            #expect(kind(of: full) == S_IFCHR)
        }
        try "".write(toFile: home.path("backup.json"), atomically: false, encoding: .utf8)
        let link = home.path("link")
        #expect(symlink(home.path("backup.json"), link) == 0)
        #expect(try home.run("devices", "export", link).status == 0)
        #expect(kind(of: link) == S_IFLNK)
        #expect(try String(contentsOfFile: home.path("backup.json"), encoding: .utf8) == shown)
        #expect(try home.run("devices", "export", home.path("")).status == 1)
    }

    private func kind(of path: String) -> mode_t {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : 0
    }

    @Test("A name that two devices have lists both with their ids, and the id decides in any case of letters")
    func ambiguous() throws {
        let home = try ControlHomeFolder()
        for id in [FieldDevice.lamp, Self.fan] {
            try home.run("devices", "add", "Lamp", "--topic", "home/lamp", "--id", id)
        }
        let result = try home.run("devices", "rename", "Lamp", "Other")
        #expect(result.status == 3)
        #expect(result.errors.contains(FieldDevice.lamp) && result.errors.contains(Self.fan))
        let objects = try home.run("devices", "remove", "Lamp", "--json").objects
        #expect(objects.map { $0["event"] as? String } == ["listed", "listed", "error"])
        #expect(objects.last?["code"] as? String == "ambiguous")
        #expect(try home.run("devices", "rename", Self.fan.uppercased(), "Fan").status == 0)
        #expect(try home.run("devices", "list", "--names").output == "Lamp\nFan\n")
        let unknown = try home.run("devices", "remove", "Nobody")
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("Listed: Lamp, Fan."))
    }

    @Test(
        "What cannot be listed is refused, and nothing changes",
        arguments: [("a", "home/+"), ("", "home"), ("a", "$x")])
    func refused(name: String, topic: String) throws {
        let home = try ControlHomeFolder()
        let result = try home.run("devices", "add", name, "--topic", topic, "--json")
        #expect(result.status == 1)
        #expect(try result.objects.first?["code"] as? String == "invalidValue")
        #expect(try home.run("devices", "--json").output == "")
    }

    @Test("A kind of the catalogue brings topic, category and the names of modes")
    func kind() throws {
        let home = try ControlHomeFolder()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let catalogue = try String(contentsOf: root.appendingPathComponent("Examples/devices.json"), encoding: .utf8)
        try home.write("devices.json", catalogue)
        let object = try #require(
            try home.run("devices", "add", "Lamp", "--kind", "lamp", "--json").objects.first)
        #expect(keys(object, "topic") == "home/lamp")
        #expect(keys(object, "category") == "Light")
        #expect(keys(object, "kind") == "lamp")
        #expect(keys(object, "picture") == "lamp")
        #expect(
            keys(try home.run("devices", "rename", "Lamp", "Desk lamp", "--json").objects.first, "picture") == "lamp")
        #expect(keys(try home.run("devices", "--json").objects.first, "picture") == "lamp")
        #expect(try home.run("devices", "add", "Lamp", "--kind", "toaster").status == 2)
    }

    @Test("An export is read again as it was, and the list that an app stored is taken with what it has besides")
    func exchange() throws {
        let home = try ControlHomeFolder()
        let stored = """
            [{"id": "\(FieldDevice.lamp.uppercased())", "name": "Lamp", "topic": "home/lamp", "category": "Light",
              "image": "lamp", "isActive": true, "room": "barn"},
             {"id": "no id", "name": "Odd", "topic": "home/odd"}]
            """
        let imported = try home.run("devices", "import", "-", "--json", input: stored)
        #expect(imported.status == 1)
        #expect(try imported.objects.first?["added"] as? Int == 1)
        #expect((try imported.objects.first?["refused"] as? [String])?.first?.contains("Line 3") ?? false)
        #expect(try home.run("devices", "export", home.path("copy.json")).status == 0)
        #expect(try String(contentsOfFile: home.path("copy.json"), encoding: .utf8).contains(#""room":"barn""#))
        #expect(
            try home.run("devices", "export").output == String(contentsOfFile: home.path("copy.json"), encoding: .utf8))
        let other = try ControlHomeFolder()
        #expect(try other.run("devices", "import", home.path("copy.json")).output.hasPrefix("1 new"))
        #expect(try other.run("devices", "export").output == home.run("devices", "export").output)
        #expect(try other.run("devices", "import", home.path("copy.json")).output.contains("1 kept"))
        #expect(try other.run("devices", "import", home.path("copy.json"), "--replace").output.contains("1 replaced"))
        let bad = try other.run("devices", "import", "-", "--json", input: "[\n{]")
        #expect(bad.status == 1)
        #expect((try bad.objects.first?["message"] as? String)?.contains("line 2") ?? false)
        #expect(try other.run("devices", "list", "--names").output == "Lamp\n")
    }

    @Test("H1/178: A damaged list is left as it is, and the message says what to do")
    func damaged() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        try? FileManager.default.removeItem(atPath: home.path("devices.sqlite-wal"))
        try Data("this is no database, and was one".utf8).write(to: URL(fileURLWithPath: home.path("devices.sqlite")))
        let damaged = try home.run("devices", "--json")
        #expect(damaged.status == 1)
        #expect(try damaged.objects.first?["code"] as? String == "damaged")
        #expect((try damaged.objects.first?["advice"] as? String)?.contains(".recover") ?? false)
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.path("devices.sqlite"))).starts(with: "this is".utf8))
    }

    @Test("H1/181: Two programs that add devices at once lose none")
    func together() throws {
        let home = try ControlHomeFolder()
        let script = #"for n in $(seq 10); do "$1" devices add "$2-$n" --topic home/lamp >/dev/null || exit 1; done"#
        let writers = try ["a", "b"].map { name in
            try RunningProcess(
                "/bin/sh", ["-c", script, "sh", BuiltProgram.gangwayPath, name], environment: home.environment)
        }
        for writer in writers { #expect(writer.finish().status == 0) }
        #expect(try home.run("devices", "list", "--names").output.split(separator: "\n").count == 20)
    }

    @Test(
        "H1/178: Whoever is killed after what it confirmed, while it adds more, loses none of it",
        arguments: [2, 3, 5, 9])
    func killed(confirmations: Int) throws {
        let home = try ControlHomeFolder()
        let script = #"n=0; while n=$((n+1)); do "$1" devices add "L$n" --topic home/lamp || exit 1; done"#
        let writer = try RunningProcess(
            "/bin/sh", ["-c", "exec setsid sh -c '\(script)' sh \"$1\"", "sh", BuiltProgram.gangwayPath],
            environment: home.environment)
        var confirmed: [String] = []
        while confirmed.count < confirmations, let line = writer.line() { confirmed.append(line) }
        kill(-writer.identifier, SIGKILL)
        while let line = writer.line() { confirmed.append(line) }
        _ = writer.finish()
        let names = Set(try home.run("devices", "list", "--names").output.split(separator: "\n").map(String.init))
        #expect(confirmed.count >= confirmations)
        for number in 1...confirmed.count { #expect(names.contains("L\(number)")) }
    }

    @Test(
        "H1/178: Killed in any write of its commit, `devices add` has listed its device whole or not, and lost no other"
    )
    func killedInCommit() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "L0", "--topic", "home/lamp")
        var (expected, killed, whole) = (["L0"], 0, 0)
        for round in 0..<40 {
            let (write, isAfter) = (1 + round / 2, round % 2 == 1)
            let words =
                try TalkingProgram.killing(inWrite: write, to: "/devices.sqlite-wal", isAfter: isAfter)
                + [BuiltProgram.gangwayPath, "devices", "add", "L\(round + 1)", "--topic", "home/lamp"]
            let result = try BuiltProgram.run(words[0], Array(words.dropFirst()), environment: home.environment)
            let isKilled = result.output.hasSuffix("killed \(isAfter ? "after" : "before") write \(write)\n")
            let isConfirmed = result.output.contains("Listed L\(round + 1)")
            #expect(isKilled != isConfirmed, "\(result.output) \(result.errors)")
            let names = try home.run("devices", "list", "--names").output.split(separator: "\n").map(String.init)
            let isListed = names.last == "L\(round + 1)"
            if isListed { expected.append("L\(round + 1)") }
            #expect(names == expected)
            guard isKilled else {
                #expect(isListed)
                continue
            }
            killed += 1
            if isListed { whole += 1 }
            #expect(isAfter || !isListed, "a commit whose last write was missing is there")
        }
        #expect(killed >= 10 && whole >= 1 && whole < killed / 2, "\(killed) were killed, \(whole) had committed")
    }

    @Test("What the list has from a clock that was a year ahead, or behind, gives way to what the device says now")
    func clock() async throws {
        let server = try ControlHomeFolder.server()
        let home = try ControlHomeFolder.withLamp(at: server)
        let device = try await FieldDevice(at: server)
        let id = try #require(DeviceID(FieldDevice.lamp))
        let year: Int64 = 365 * 86_400_000
        for (sign, word) in [(1, "on"), (-1, "off")] as [(Int64, String)] {
            let other = WallTime(milliseconds: WallTime.now.milliseconds + sign * year)
            let state = DeviceState(isOn: word == "off", mode: 4, time: other)
            try await home.directory().record([DeviceReport(id: id, time: other, state: state, signal: -40)])
            #expect(try home.run("set", "Lamp", word).status == 0)
            let listed = try #require(try home.run("devices", "--json").objects.first)
            #expect(listed["on"] as? Bool == (word == "on"))
            for key in ["reported", "lastSeen"] {
                let told = try #require((listed[key] as? String).flatMap { WallTime($0) })
                #expect(abs(told.milliseconds - WallTime.now.milliseconds) < year / 2, "\(key): \(told)")
            }
        }
        #expect(device.commands.withLock { $0.count } == 2)
        // A device whose time is ahead of the clock was not seen "-365 days ago".
        let ahead = Device(id: id, name: "Lamp", topic: "home/lamp", lastSeen: WallTime(milliseconds: year))
        let lines = DevicesCommand.lines(ahead, nil, [], at: WallTime(milliseconds: 0))
        #expect(lines.contains { $0.contains("last seen") && $0.contains("1971-01-01T00:00:00.000Z") })
        #expect(DevicesCommand.table([ahead], [:], at: WallTime(milliseconds: 0)).lines[1].contains("1971-01-01T"))
        let later = DevicesCommand.lines(ahead, nil, [], at: WallTime(milliseconds: 2 * year))
        #expect(later.contains { $0.contains("last seen") && $0.contains("365 days ago") })
    }

    @Test(
        "A list of thousands is written whole, whatever is in it: each line of the table and each object once and in order"
    )
    func long() throws {
        let home = try ControlHomeFolder()
        let odd = ["Lamp \"one\"", "Ké\u{301}", "灯", "tab\\t", "\u{1F4A1}"]
        let entries = (0..<3_000).map { number in
            let name = number < odd.count ? odd[number] : "Ceiling lamp \(number)"
            return [
                "id": UUID().uuidString, "name": name, "topic": "home/floor-\(number % 7)",
                "category": "C\(number % 3)",
            ]
        }
        let text = String(decoding: try JSONSerialization.data(withJSONObject: entries), as: UTF8.self)
        #expect(try home.run("devices", "import", "-", input: text).status == 0)
        let expected = (0..<3).flatMap { category in
            entries.filter { $0["category"] == "C\(category)" }.compactMap { $0["name"] }
        }
        let objects = try home.run("devices", "list", "--json").objects
        #expect(objects.compactMap { $0["name"] as? String } == expected)
        #expect(objects.compactMap { ($0["id"] as? String)?.uppercased() }.count == 3_000)
        #expect(try home.run("devices", "list", "--names").output.split(separator: "\n").count == 3_000)
        let lines = try home.run("devices").output.split(separator: "\n")
        #expect(lines.count == 3_001)
        // The topic stands in the same cell of each line.
        let cell = try #require(lines.first?.range(of: "TOPIC")).lowerBound
        let column = displayWidth(String(lines[0][..<cell]))
        for line in lines.dropFirst() {
            let topic = try #require(line.range(of: "home/floor-")).lowerBound
            #expect(displayWidth(String(line[..<topic])) == column)
        }
    }

    @Test("The shell completes the names of devices, whatever characters they have, and runs nothing of them")
    func completion() throws {
        let home = try ControlHomeFolder()
        for name in ["Lamp", "Desk lamp", "D$(touch \(home.path("touched")))"] {
            try home.run("devices", "add", name, "--topic", "home/lamp")
        }
        func complete(_ words: String) throws -> String {
            let script =
                "gangway() { \"\(BuiltProgram.gangwayPath)\" \"$@\"; }\n"
                + BashCompletion(program: ProgramDescription()).text
                + "COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gangway; printf '%s\\n' \"${COMPREPLY[@]-}\"\n"
            return try BuiltProgram.run("/bin/bash", ["-eu"], input: script, environment: home.environment).output
        }
        #expect(try complete("gangway set La") == "Lamp\n")
        #expect(try complete("gangway devices rename De") == "Desk\\ lamp\n")
        #expect(try complete("gangway set 'D$'").contains("touch"))
        #expect(!FileManager.default.fileExists(atPath: home.path("touched")))
    }

    @Test(
        "A hostile list of 30 MB is refused with its reason, within little more memory than its bytes",
        arguments: [
            ("[", "0,", "0]", "more than 1000 entries"), ("[[", "0,", "0]]", "longer than 1048576 bytes"),
            (#"{"devices":[{"signal":["#, "[],", "0]}]}", "longer than 1048576 bytes"),
            (#"{"devices":[],"x":""#, "x", "\"}", "longer than 1048576 bytes"), ("", "[", "", "more than 16 levels"),
            (
                "[", #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","name":"L","topic":"t"},"#, "0]",
                "more than 250000 devices"
            ),
        ])
    func hostile(_ start: String, _ middle: String, _ end: String, _ reason: String) throws {
        let home = try ControlHomeFolder()
        let piece = Data(String(repeating: middle, count: 1 + 1_000_000 / middle.utf8.count).utf8)
        var bytes = Data(start.utf8)
        for _ in 0..<30 { bytes += piece }
        try (bytes + Data(end.utf8)).write(to: URL(fileURLWithPath: home.path("list.json")))
        // In KiB, of address space: libraries and stacks have a part of it.
        let result = try BuiltProgram.run(
            "/bin/sh",
            [
                "-c", #"ulimit -v 500000; exec "$1" devices import "$2" --json"#, "sh", BuiltProgram.gangwayPath,
                home.path("list.json"),
            ], environment: home.environment)
        #expect(result.status == 1, "\(result.status) \(result.output) \(result.errors)")
        let error = try #require(try result.objects.last)
        #expect(error["code"] as? String == "unreadableImport")
        #expect((error["message"] as? String)?.contains(reason) == true, "\(error)")
        #expect(try home.run("devices", "--json").output.isEmpty)
    }
}
