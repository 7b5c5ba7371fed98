import Foundation
import Glibc
import Testing

@testable import GangwayCommandLine

@Suite("A list of devices that cannot be used, at the shell")
struct StorageFaultTests {
    /// What is wrong with the file, and what the commands say of it.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: Int32
        let code: String
        let advice: String
        /// Makes the file at a path so.
        let make: @Sendable (String) throws -> Void
    }

    private static func change(_ path: String, _ body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        body(&bytes)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    static let faults = [
        Fault(testDescription: "a newer version", status: 1, code: "newerVersion", advice: "Update this program") {
            // The number is SQLite's user_version, in the header's bytes 60 to 63.
            try change($0) { $0.replaceSubrange(60..<64, with: [0, 0, 0, 99]) }
        },
        Fault(testDescription: "no database", status: 1, code: "damaged", advice: "`sqlite3") {
            try change($0) { $0 = Data("this is no database, and was one".utf8) }
        },
        Fault(testDescription: "nothing in it", status: 1, code: "damaged", advice: "`sqlite3") {
            try change($0) { $0 = Data() }
        },
        Fault(testDescription: "its second half is gone", status: 1, code: "damaged", advice: "`sqlite3") {
            try change($0) { $0 = $0.prefix($0.count / 2) }
        },
        Fault(testDescription: "another program's", status: 1, code: "damaged", advice: "`sqlite3") {
            // application_id, the header's bytes 68 to 71.
            try change($0) { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) }
        },
        Fault(testDescription: "a folder", status: 6, code: "notPermitted", advice: "name another place") {
            try FileManager.default.removeItem(atPath: $0)
            try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
        },
    ]

    static let commands = [
        ["devices"], ["devices", "show", "Lamp"], ["devices", "add", "Fan", "--topic", "home/fan"],
        ["devices", "export"], ["set", "Lamp", "on"], ["watch"],
    ]

    @Test("H1/178: Each command says what is wrong and what to do, and leaves the file as it is", arguments: faults)
    func told(fault: Fault) throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        let path = home.path("devices.sqlite")
        try fault.make(path)
        let before = try? Data(contentsOf: URL(fileURLWithPath: path))
        for command in Self.commands {
            let told = try BuiltProgram.run(
                BuiltProgram.gangwayPath, command + ["--json"], environment: home.environment)
            #expect(told.status == fault.status, "\(command) \(told.output)")
            let error = try #require(try told.objects.last)
            #expect(error["code"] as? String == fault.code)
            #expect((error["message"] as? String)?.contains(path) ?? false)
            #expect((error["advice"] as? String)?.contains(fault.advice) ?? false, "\(error["advice"] ?? "")")
        }
        let read = try home.run("devices")
        #expect(read.status == fault.status && read.output.isEmpty)
        #expect(read.errors.contains(path) && read.errors.contains(fault.advice))
        #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == before)
    }

    @Test("A list that this user may not read ends with status 6, and says whose it has to be")
    func unreadable() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        chmod(home.path("devices.sqlite"), 0)
        // Nothing is closed to root: it goes on as nobody, in a folder of nobody's.
        let isRoot = geteuid() == 0
        if isRoot { chown(home.folder.path, 65_534, 65_534) }
        let asNobody = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let words = asNobody + [BuiltProgram.gangwayPath, "devices", "--json"]
        let told = try BuiltProgram.run(words[0], Array(words.dropFirst()), environment: home.environment)
        // Where nobody may not even run the program, there is nothing to see.
        if told.status == 127 { return }
        #expect(told.status == 6, "\(told.output) \(told.errors)")
        let error = try #require(try told.objects.last)
        #expect(error["code"] as? String == "notPermitted")
        #expect((error["message"] as? String)?.contains("ermission denied") ?? false, "\(error["message"] ?? "")")
        #expect((error["advice"] as? String)?.contains("Give this program's user the file") ?? false)
    }

    static let canMount =
        (try? BuiltProgram.run("/usr/bin/unshare", ["--mount", "true"]).status) == 0

    @Test(
        "On a full disk a change says so with status 1, the list can be read, and with room it goes on",
        .enabled(if: canMount))
    func fullDisk() throws {
        let home = try ControlHomeFolder()
        let script = """
            mount -t tmpfs -o size=400k,mode=700 none "$2"
            n=0; while [ $n -lt 99 ] && "$1" devices add "Lamp $n" --topic home/lamp --json; do
                n=$((n+1)); head -c 8192 /dev/zero >>"$2/other"
            done
            echo "{\\"event\\":\\"end\\",\\"listed\\":$n}"
            "$1" devices --json
            mount -o remount,size=8m "$2"
            "$1" devices add Last --topic home/lamp --json
            """
        let result = try BuiltProgram.run(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", script, "sh", BuiltProgram.gangwayPath, home.folder.path],
            environment: home.environment)
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects
        let error = try #require(objects.first { $0["event"] as? String == "error" })
        #expect(error["code"] as? String == "diskFull")
        #expect((error["advice"] as? String)?.contains("Make room") ?? false)
        let added = objects.compactMap { $0["listed"] as? Int }.first
        #expect(added.map { $0 > 0 } ?? false)
        #expect(objects.count { $0["event"] as? String == "listed" } == added)
        #expect(objects.last?["name"] as? String == "Last")
    }

    @Test(
        "On a disk that is full from the start, the list is read and exported, with what its journal has",
        .enabled(if: canMount))
    func fullBefore() throws {
        let home = try ControlHomeFolder()
        let copy = try ControlHomeFolder()
        // The journal is left as a program leaves it that is killed: it has the last device, and the file may not.
        let script = """
            mount -t tmpfs -o size=400k,mode=700 none "$2"
            "$1" devices add "Lamp 1" --topic home/lamp --json
            echo '{"addresses": ["localhost:1"], "tls": "none"}' >"$2/broker.json"
            mkfifo "$3/lines"; "$1" watch --json >"$3/lines" & watch=$!
            exec 9<"$3/lines"; read -r line <&9
            "$1" devices add "Lamp 2" --topic home/lamp --json
            kill -9 $watch; rm -f "$2"/*-shm
            dd if=/dev/zero of="$2/other" bs=4096 2>/dev/null
            "$1" devices --json; "$1" devices export "$3/copy.json" --json
            dd if=/dev/zero of="$2/more" bs=4096 2>/dev/null  # where the journal was, which went into the file
            "$1" devices add "Lamp 3" --topic home/lamp --json
            rm "$2"/devices.sqlite*; dd if=/dev/zero of="$2/rest" bs=4096 2>/dev/null
            "$1" devices --json; true
            """
        let result = try BuiltProgram.run(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", script, "sh", BuiltProgram.gangwayPath, home.folder.path, copy.folder.path],
            environment: home.environment)
        let objects = try result.objects
        let listed = objects.filter { $0["event"] as? String == "listed" }.compactMap { $0["name"] as? String }
        #expect(listed == ["Lamp 1", "Lamp 2"], "\(result.output) \(result.errors)")
        #expect(try String(contentsOfFile: copy.path("copy.json"), encoding: .utf8).contains("Lamp 2"))
        let errors = objects.filter { $0["event"] as? String == "error" }
        #expect(errors.map { $0["code"] as? String } == ["diskFull", "diskFull"])
        for error in errors {
            #expect((error["message"] as? String)?.contains(home.path("devices.sqlite") + ".") == true, "\(error)")
            #expect((error["message"] as? String)?.contains(".new-") == false)
        }
    }

    @Test(
        "On a disk that can only be read the list is read and exported, with what its journal has, and a change says why not",
        .enabled(if: canMount), arguments: [false, true])
    func readOnly(leavesJournal: Bool) throws {
        let home = try ControlHomeFolder()
        let copy = try ControlHomeFolder()
        let script = """
            mount -t tmpfs -o size=8m,mode=700 none "$2"
            "$1" devices add "Lamp 1" --topic home/lamp --json
            echo '{"addresses": ["localhost:1"], "tls": "none"}' >"$2/broker.json"
            [ \(leavesJournal) = false ] || {
                mkfifo "$3/lines"; "$1" watch --json >"$3/lines" & watch=$!
                exec 9<"$3/lines"; read -r line <&9
            }
            "$1" devices add "Lamp 2" --topic home/lamp --json
            [ \(leavesJournal) = false ] || { kill -9 $watch; wait $watch; rm -f "$2"/*-shm; }
            ls "$2" >&2
            mount -o remount,ro "$2"
            export TMPDIR="$3"
            "$1" devices --json; "$1" devices export "$3/copy.json" --json
            "$1" devices add "Lamp 3" --topic home/lamp --json; echo "status $?" >&2
            "$1" set "Lamp 1" on --json; ls "$3" >&2
            """
        let result = try BuiltProgram.run(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", script, "sh", BuiltProgram.gangwayPath, home.folder.path, copy.folder.path],
            environment: home.environment)
        #expect(result.errors.contains("devices.sqlite-wal") == leavesJournal, "\(result.errors)")
        let objects = try result.objects
        let listed = objects.filter { $0["event"] as? String == "listed" }.compactMap { $0["name"] as? String }
        #expect(listed == ["Lamp 1", "Lamp 2"], "\(result.output) \(result.errors)")
        #expect(try String(contentsOfFile: copy.path("copy.json"), encoding: .utf8).contains("Lamp 2"))
        let errors = objects.filter { $0["event"] as? String == "error" }
        #expect(errors.map { $0["code"] as? String } == ["notPermitted", "connectionRefused"])
        #expect((errors.first?["message"] as? String)?.contains("can only be read: Read-only file system.") == true)
        #expect(
            (errors.first?["advice"] as? String)?.contains("writable") == true && result.errors.contains("status 6"))
        #expect(!result.errors.contains("gangway-"), "a copy is left: \(result.errors)")
    }

    @Test("Where a list is missing and none can be made it says that the disk can only be read", .enabled(if: canMount))
    func nothingToRead() throws {
        let home = try ControlHomeFolder()
        let result = try BuiltProgram.run(
            "/usr/bin/unshare",
            [
                "--mount", "/bin/sh", "-c", #"mount -t tmpfs -o ro,mode=700 none "$2" && exec "$1" devices --json"#,
                "sh",
                BuiltProgram.gangwayPath, home.folder.path,
            ], environment: home.environment)
        #expect(result.status == 6)
        #expect((try result.objects.last?["message"] as? String)?.contains("Read-only file system") == true)
    }

    @Test("In a folder that this user may not write the list is read, and a change says why not")
    func unwritable() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        let isRoot = geteuid() == 0
        if isRoot {
            for path in [home.folder.path, home.path("devices.sqlite")] { chown(path, 65_534, 65_534) }
        }
        chmod(home.folder.path, 0o500)
        defer { chmod(home.folder.path, 0o700) }
        let asNobody = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        func told(_ command: String...) throws -> ProcessResult {
            let words = asNobody + [BuiltProgram.gangwayPath] + command + ["--json"]
            return try BuiltProgram.run(words[0], Array(words.dropFirst()), environment: home.environment)
        }
        let read = try told("devices")
        // Where nobody may not even run the program, there is nothing to see.
        if read.status == 127 { return }
        #expect(read.status == 0, "\(read.output) \(read.errors)")
        #expect(try read.objects.map { $0["name"] as? String } == ["Lamp"])
        let added = try told("devices", "add", "Fan", "--topic", "home/fan")
        #expect(added.status == 6)
        #expect((try added.objects.last?["message"] as? String)?.contains("read: Permission denied.") == true)
    }

    @Test(
        "What this program's user may not write ends with status 6, whatever is to be kept there",
        arguments: [
            "devices", "devices add Lamp --topic home/lamp", "set Lamp on", "watch", "broker use localhost",
            "broker run --directory FOLDER/broker", "join --from-vault --ssid Barn",
            "scan --radio virtual:AIR --trace FOLDER/trace",
            "device --radio virtual:AIR --station simulated:STATION --data FOLDER/data",
        ])
    func forbidden(command: String) throws {
        let home = try ControlHomeFolder()
        let air = try VirtualAir()
        let isRoot = geteuid() == 0
        try Data(VirtualAir.barn.utf8).write(to: URL(fileURLWithPath: air.path("networks.json")))
        if isRoot { for path in [home.folder.path, air.folder.path] { chown(path, 65_534, 65_534) } }
        chmod(home.folder.path, 0o500)
        defer { chmod(home.folder.path, 0o700) }
        let places = [("FOLDER", home.folder.path), ("AIR", air.path("air")), ("STATION", air.path("networks.json"))]
        let words = command.split(separator: " ").map { word in
            places.reduce(String(word)) { $0.replacing($1.0, with: $1.1) }
        }
        let asNobody = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let all = asNobody + [BuiltProgram.gangwayPath] + words + ["--json"]
        let environment = home.environment.merging(["GANGWAY_HOME": home.path("below")]) { $1 }
        let told = try BuiltProgram.run(all[0], Array(all.dropFirst()), environment: environment)
        if told.status == 127 { return }
        #expect(told.status == 6, "\(told.output) \(told.errors)")
        let error = try #require(try told.objects.last)
        #expect(error["code"] as? String == "notPermitted")
        #expect((error["message"] as? String)?.contains("ermission denied") == true, "\(error["message"] ?? "")")
    }
}
