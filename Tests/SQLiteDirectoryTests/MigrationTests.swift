import DeviceDirectory
import ProvisioningProtocols
import Testing

@testable import SQLiteDirectory

@Suite("A directory that becomes one of a newer version")
struct MigrationTests {
    private static let next = Schema(steps: Schema.current.steps + ["ALTER TABLE device ADD COLUMN room TEXT;"])

    private static func contents(_ folder: TemporaryFolder, _ schema: Schema) async throws -> DirectoryContents {
        try await SQLiteDirectory(path: folder.file, schema: schema).contents()
    }

    /// A directory of the present version with some of everything.
    private static func fill(_ folder: TemporaryFolder) async throws -> DirectoryContents {
        let directory = try SQLiteDirectory(path: folder.file)
        for number: UInt64 in 1...50 { try await directory.add(lamp(number, category: "Category \(number % 3)")) }
        try await directory.record([SignalSample(time: .now, strength: -50)], of: lamp(7).id)
        return try await directory.contents()
    }

    @Test("It keeps every row, and is then of that version for older programs too")
    func migrates() async throws {
        let folder = try TemporaryFolder()
        let before = try await Self.fill(folder)
        #expect(try await Self.contents(folder, Self.next) == before)
        #expect(try await Self.contents(folder, Self.next) == before)
        #expect { try SQLiteDirectory(path: folder.file) } throws: {
            ($0 as? DirectoryError)?.code == .newerVersion
        }
    }

    @Test("What was kept before devices had a Bluetooth identifier is all there, and takes one")
    func first() async throws {
        let folder = try TemporaryFolder()
        let id = DeviceID(high: 1, low: 2)
        do {
            _ = try SQLiteDirectory(path: folder.file, schema: Schema(steps: [Schema.current.steps[0]]))
            let connection = try Connection(path: folder.file, busyTimeout: 1_000)
            try connection.execute(
                """
                INSERT INTO device (id, name, topic, method, provisioned, network, revision)
                VALUES (x'00000000000000010000000000000002', 'Lamp', 'home/lamp', 'json', 5, 'Barn', 1);
                INSERT INTO report VALUES (1, 7, 1, NULL, 7, 1);
                """)
        }
        let directory = try SQLiteDirectory(path: folder.file)
        var lamp = try #require(try await directory.device(id))
        #expect(
            lamp.provisioning == ProvisioningRecord(method: "json", time: WallTime(milliseconds: 5), network: "Barn"))
        #expect(lamp.state?.isOn == true)
        lamp.provisioning?.peripheral = "C0:FF:EE:00:00:01"
        try await directory.enroll(lamp)
        #expect(try await directory.devices() == [lamp])
    }

    @Test(
        "A step that fails, or that would lose a device, leaves it as it was",
        arguments: ["DELETE FROM device WHERE number = 7;", "ALTER TABLE nowhere ADD COLUMN x TEXT;"])
    func takesBack(_ step: String) async throws {
        let folder = try TemporaryFolder()
        let before = try await Self.fill(folder)
        let wrong = Schema(steps: Self.next.steps + [step])
        #expect(throws: DirectoryError.self) { try SQLiteDirectory(path: folder.file, schema: wrong) }
        #expect(try await Self.contents(folder, .current) == before)
    }

    @Test("Programs that do it at the same time do it once")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let before = try await Self.fill(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let contents = try await Self.contents(folder, Self.next)
                    #expect(contents == before)
                }
            }
            try await group.waitForAll()
        }
    }
}
