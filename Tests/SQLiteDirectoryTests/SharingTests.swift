import DeviceDirectory
import ProvisioningProtocols
import Testing

@testable import SQLiteDirectory

@Suite("A directory that several programs share")
struct SharingTests {
    @Test("Each hears of the other's changes, in their order and without a gap")
    func hears() async throws {
        let folder = try TemporaryFolder()
        let (ours, theirs) = (try SQLiteDirectory(path: folder.file), try SQLiteDirectory(path: folder.file))
        try await theirs.add(lamp(1, category: "Lamps"))
        let changes = try await ours.changes()
        var known = Known()
        await known.take(changes) { $0.devices.count == 1 }

        try await theirs.add(lamp(2, category: "Fans"))
        try await theirs.edit(.order(["Fans", "Lamps"]))
        let report = DeviceReport(id: lamp(1).id, time: .now, state: DeviceState(isOn: true))
        try await theirs.record([report])
        try await theirs.remove(lamp(2).id)
        try await ours.add(lamp(3))
        try await theirs.edit(lamp(1).id, [.rename("Desk")])
        await known.take(changes) { $0.devices[lamp(1).id]?.name == "Desk" }

        let contents = try await ours.contents()
        #expect(known.categories == contents.categories)
        #expect(known.devices.values.sorted { $0.name < $1.name } == contents.devices)
    }

    @Test("A second observer takes nothing from the first")
    func secondObserver() async throws {
        let folder = try TemporaryFolder()
        let (ours, theirs) = (try SQLiteDirectory(path: folder.file), try SQLiteDirectory(path: folder.file))
        let first = try await ours.changes()
        try await theirs.add(lamp(1))
        let second = try await ours.changes()
        try await theirs.add(lamp(2))
        for changes in [first, second] {
            var known = Known()
            await known.take(changes) { $0.devices.count == 2 }
            #expect(known.devices[lamp(1).id] == lamp(1))
        }
    }

    @Test("An observer that missed more removals than are remembered gets everything anew")
    func farBehind() async throws {
        let folder = try TemporaryFolder()
        let directory = try SQLiteDirectory(path: folder.file)
        try await directory.add(lamp(1))
        try await directory.add(lamp(2))
        let connection = try Connection(path: folder.file, busyTimeout: 0)
        try connection.execute("UPDATE tally SET revision = 20000")
        try await directory.remove(lamp(2).id)
        let batch = try Tally(connection).changes(after: 2, connection)
        #expect(batch == DirectoryBatch(isWhole: true, categories: [], devices: [lamp(1)]))
    }
}

/// What an observer knows of a directory.
private struct Known {
    var categories: [String] = []
    var devices: [DeviceID: Device] = [:]

    /// Takes batches until `isEnough`.
    mutating func take(_ changes: DirectoryChanges, until isEnough: (Known) -> Bool) async {
        while !isEnough(self), let batch = await changes.next() {
            if batch.isWhole { self = Known() }
            categories = batch.categories ?? categories
            for id in batch.removed { devices[id] = nil }
            for device in batch.devices { devices[device.id] = device }
            for report in batch.reports { devices[report.id]?.take(report) }
        }
    }
}
