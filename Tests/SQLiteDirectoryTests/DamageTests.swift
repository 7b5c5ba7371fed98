import DeviceDirectory
import Glibc
import Runtime
import Testing

@testable import SQLiteDirectory

/// How a file can be broken.
enum Breakage: String, CaseIterable {
    case cutInHalf, empty, nothingButZeros, text, pageOfNoise, foreign

    func broken(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .cutInHalf: return Array(bytes.prefix(bytes.count / 2))
        case .empty: return []
        case .nothingButZeros: return [UInt8](repeating: 0, count: bytes.count)
        case .text: return Array(#"[{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}]"#.utf8)
        case .pageOfNoise:
            var noisy = bytes
            for index in 8192..<min(bytes.count, 28_672) { noisy[index] = UInt8(truncatingIfNeeded: index &* 167 >> 3) }
            return noisy
        case .foreign:
            // The application's mark in the header (SQLite's file format, section 1.3).
            var other = bytes
            for index in 68..<72 { other[index] = 7 }
            return other
        }
    }
}

@Suite("A directory whose file is not as it should be")
struct DamageTests {
    /// The file of a directory with `count` devices, closed.
    static func file(_ folder: TemporaryFolder, count: UInt64 = 200) async throws -> [UInt8] {
        do {
            let directory = try SQLiteDirectory(path: folder.file)
            _ = try await directory.merge(DirectoryContents(devices: (1...count).map { lamp($0) }), .keepListed)
        }
        return try folder.read()
    }

    static func failure(_ work: () async throws -> Void) async -> DirectoryError? {
        do { try await work() } catch { return error as? DirectoryError }
        return nil
    }

    @Test("H1/178: A broken file is reported and left as it is, byte for byte", arguments: Breakage.allCases)
    func broken(_ breakage: Breakage) async throws {
        let folder = try TemporaryFolder()
        let bytes = breakage.broken(try await Self.file(folder))
        try folder.write(bytes)
        for _ in 0..<2 {
            let error = await Self.failure {
                let directory = try SQLiteDirectory(path: folder.file)
                try await directory.add(lamp(1000))
            }
            #expect(error?.code == .damaged)
            #expect(error?.fault == .data)
            #expect(error?.description.contains(folder.file) == true)
            #expect(error?.advice.contains("aside") == true)
        }
        #expect(try folder.read() == bytes)
        #expect(folder.names.filter { $0.contains(".new") } == [])
    }

    @Test("A file whose journal was left behind is not made anew over that journal")
    func journalAlone() throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "devices.db-wal")
        #expect { try SQLiteDirectory(path: folder.file) } throws: {
            ($0 as? DirectoryError)?.code == .damaged
        }
        #expect(folder.names == ["devices.db-wal"])
    }

    @Test("A file that breaks while it is used is reported by every call from then on, and not written to")
    func breaksInUse() async throws {
        let folder = try TemporaryFolder()
        // More than SQLite keeps in memory.
        let bytes = try await Self.file(folder, count: 30_000)
        let directory = try SQLiteDirectory(path: folder.file)
        let noise = bytes.prefix(4_096) + bytes.dropFirst(4_096).map { ~$0 }
        try folder.write(Array(noise))
        let first = await Self.failure { _ = try await directory.devices() }
        #expect(first?.code == .damaged)
        let second = await Self.failure { try await directory.add(lamp(9_000)) }
        #expect(second == first)
        #expect(try folder.read() == Array(noise))
    }

    @Test(
        "H1/178: A file that was moved away while it is used takes no more changes, and no new one appears in its place"
    )
    func movedAway() async throws {
        let folder = try TemporaryFolder()
        let directory = try SQLiteDirectory(path: folder.file)
        try await directory.add(lamp(1))
        rename(folder.file, folder.path + "/kept.db")
        let error = await Self.failure { try await directory.add(lamp(2)) }
        #expect(error?.code == .storageFailed)
        #expect(error?.advice.isEmpty == false)
        rename(folder.path + "/kept.db", folder.file)
        try await directory.add(lamp(3))
        #expect(try await directory.devices().map(\.name) == ["Lamp 1", "Lamp 3"])
    }

    @Test("A file of a newer version is left as it is, and the message says to update")
    func newer() async throws {
        let folder = try TemporaryFolder()
        _ = try await Self.file(folder, count: 3)
        do { try Connection(path: folder.file, busyTimeout: 0).execute("PRAGMA user_version = 99") }
        let bytes = try folder.read()
        let error = await Self.failure { _ = try SQLiteDirectory(path: folder.file) }
        #expect(error?.code == .newerVersion)
        #expect(error?.advice.contains("Update") == true)
        #expect(try folder.read() == bytes)
    }

    @Test("Another program that holds the file for too long is named as the cause, and nothing is changed")
    func held() async throws {
        let folder = try TemporaryFolder()
        let directory = try SQLiteDirectory(path: folder.file, busyTimeout: 0)
        let other = try Connection(path: folder.file, busyTimeout: 0)
        try other.execute("BEGIN IMMEDIATE")
        let error = await Self.failure { try await directory.add(lamp(1)) }
        #expect(error?.code == .busy)
        #expect(try await directory.devices().isEmpty)
        try other.execute("COMMIT")
        try await directory.add(lamp(1))
    }

    @Test(
        "A place that cannot be written is named, with what to do",
        arguments: ["/proc/gangway/devices.db", "/dev/null/x"])
    func noPlace(_ path: String) {
        #expect { try SQLiteDirectory(path: path) } throws: {
            let error = $0 as? DirectoryError
            return error?.code == .notPermitted && error?.advice.isEmpty == false
        }
    }

    @Test("Only its owner can read the file, its journals and the folder that was made for it")
    func modes() async throws {
        let folder = try TemporaryFolder()
        let directory = try SQLiteDirectory(path: folder.path + "/gangway/devices.db")
        try await directory.add(lamp(1))
        #expect(folder.mode("gangway") == 0o700)
        for end in ["", "-wal", "-shm"] { #expect(folder.mode("gangway/devices.db" + end) == 0o600) }
        for end in ["", "-wal", "-shm"] { unlink(folder.path + "/gangway/devices.db" + end) }
        rmdir(folder.path + "/gangway")
    }
}
