import DeviceDirectory
import PrivateBus
import ProvisioningProtocols
import Testing

@testable import SQLiteDirectory

@Suite("A directory whose program is killed")
struct KillTests {
    @Test("H1/178: Of 200 programs killed at any moment, each leaves the list before its last change or after it")
    func killed() async throws {
        let folder = try TemporaryFolder()
        var model = Model()
        var generator = SystemRandomNumberGenerator()
        var confirmed = 0
        for round: UInt64 in 0..<200 {
            let patience = Int.random(in: 0...24, using: &generator)
            let turns = Int.random(in: 0...40_000, using: &generator)
            let lines = try await onThread {
                try TalkingProgram(writing: folder.file, first: 1 + round * 10_000, count: 0)
                    .lines(killedAfter: patience, turns: turns)
            }
            let begun = model.make(lines)
            confirmed += lines.count { $0.hasPrefix("done") }
            // Killed before it began, the first may have left nothing: then a directory is made here, and is empty.
            let actual = Model(try await SQLiteDirectory(path: folder.file).devices())
            if actual != model, let begun { model.make(begun) }
            try #require(actual == model, "round \(round), which was about to \(begun ?? "nothing")")
        }
        #expect(confirmed > 200, "the programs were killed before they did anything")
        #expect(folder.names.allSatisfy { $0.hasPrefix("devices.db") })
    }

    @Test(
        "H1/178: Of 200 programs killed within a commit, in one write of the journal after another, each leaves it undone or whole"
    )
    func killedInCommit() async throws {
        var (undone, whole) = (0, 0)
        var (folder, model) = (try TemporaryFolder(), Model())
        for round in 0..<200 {
            // The writes 1 to 100, each before it and after it. A list that grows would take the time that the rounds need.
            let (write, isAfter) = (1 + round / 2, round % 2 == 1)
            if round % 20 == 0 { (folder, model) = (try TemporaryFolder(), Model()) }
            let file = folder.file
            let lines = try await onThread {
                let killer = try TalkingProgram.killing(inWrite: write, to: "/devices.db-wal", isAfter: isAfter)
                return try TalkingProgram(
                    writing: file, first: 1 + UInt64(round) * 10_000, count: 0, through: killer
                ).rest()
            }
            try #require(lines.last == "killed \(isAfter ? "after" : "before") write \(write)", "\(lines.suffix(2))")
            // What it had begun and nobody confirmed is what it was committing.
            let change = model.make(lines)
            let begun = try #require(change, "round \(round) was in no change")
            let actual = Model(try await SQLiteDirectory(path: file).devices())
            if actual == model {
                undone += 1
            } else {
                #expect(isAfter, "round \(round): a commit whose last write was missing is there")
                whole += 1
                model.make(begun)
            }
            try #require(actual == model, "round \(round), which was about to \(begun)")
        }
        // The last write of a commit is one of many.
        #expect(whole > 3 && undone > 100, "\(whole) were whole, \(undone) undone")
    }

    @Test("H1/181: What twenty tasks and two programs add at the same time is all there in the end")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let expected = try await withThrowingTaskGroup(of: Model.self) { group in
            for number: UInt64 in 0..<2 {
                group.addTask {
                    let lines = try await onThread {
                        let writer = try TalkingProgram(
                            writing: folder.file, first: 1_000_000 * (number + 1), count: 50)
                        return (writer.rest(), writer.wait())
                    }
                    #expect(lines.1 == 0, "\(lines.0.last ?? "")")
                    var model = Model()
                    #expect(model.make(lines.0) == nil)
                    return model
                }
            }
            for number: UInt64 in 0..<20 {
                group.addTask {
                    let directory = try SQLiteDirectory(path: folder.file)
                    var model = Model()
                    for each in 1 + number * 10...10 + number * 10 {
                        try await directory.add(
                            Device(id: DeviceID(high: 0, low: each), name: "Lamp", topic: "home/lamp"))
                        model.make("add \(each)")
                    }
                    return model
                }
            }
            return try await group.reduce(into: Model()) { $0.entries.merge($1.entries) { $1 } }
        }
        let actual = Model(try await SQLiteDirectory(path: folder.file).devices())
        #expect(actual == expected)
        #expect(actual.entries.count == 200 + 2 * 10 * 50)
    }

    @Test("Without room, a change fails and says so, and what was confirmed is there and can be read")
    func noRoom() async throws {
        let folder = try TemporaryFolder()
        let (lines, status) = try await onThread {
            let writer = try TalkingProgram(writing: folder.file, first: 1, count: 0, limit: 600_000)
            return (writer.rest(), writer.wait())
        }
        #expect(status == 1)
        let last = try #require(lines.last)
        #expect(last.hasPrefix("failed diskFull "))
        #expect(last.contains("Make room"))
        var model = Model()
        _ = model.make(lines)
        #expect(model.entries.count > 100)
        // Here there is room: it goes on.
        let directory = try SQLiteDirectory(path: folder.file)
        #expect(Model(try await directory.devices()) == model)
        try await directory.add(lamp(1))
    }

    static let canMount =
        (try? ChildProcess(
            "/usr/bin/unshare", ["--mount", "true"], streams: [0, 1, 2]
        ).wait()) == 0

    @Test(
        "On a full disk, a change fails and says so, and goes through when there is room again", .enabled(if: canMount))
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        // A disk of its own in a name space of its own: filled by the first, read by the second, and larger for the third.
        let script = """
            mount -t tmpfs -o size=700k none "$0" && writer=$1 && file=$0/devices.db
            "$writer" "$file" 1 0
            "$writer" "$file" 500000 1
            mount -o remount,size=8m "$0" && "$writer" "$file" 900000 1 && cp "$file"* "$2"
            """
        let target = try TemporaryFolder()
        let (lines, status) = try await onThread {
            let writer = try TalkingProgram(
                writing: target.path, first: 0, count: 0,
                through: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, folder.path])
            return (writer.rest(), writer.wait())
        }
        #expect(status == 0, "\(lines.suffix(3))")
        #expect(lines.count { $0.hasPrefix("failed diskFull ") } >= 1)
        #expect(!lines.contains { $0.hasPrefix("failed ") && !$0.hasPrefix("failed diskFull ") })
        var model = Model()
        _ = model.make(lines)
        #expect(Model(try await SQLiteDirectory(path: target.file).devices()) == model)
    }
}
