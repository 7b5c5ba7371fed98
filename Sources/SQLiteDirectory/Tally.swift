import DeviceDirectory
import ProvisioningProtocols

/// The numbers of changes: how programs that share a directory find what the others did.
struct Tally {
    /// How many changes a removal is remembered for.
    private static let memory: Int64 = 10_000

    let revision: Int64
    let categories: Int64
    let forgotten: Int64

    init(_ connection: Connection) throws(DirectoryError) {
        let statement = try connection.statement("SELECT revision, categories, forgotten FROM tally")
        defer { statement.reset() }
        guard try statement.step() else { throw .damaged(connection.path, "its count of changes is missing") }
        (revision, categories, forgotten) = (statement.integer(0), statement.integer(1), statement.integer(2))
    }

    /// Counts change number `revision`.
    static func count(
        _ revision: Int64, changesCategories: Bool, _ connection: Connection
    ) throws(DirectoryError) {
        let statement = try connection.statement(
            "UPDATE tally SET revision = ?1, categories = CASE ?2 WHEN 1 THEN ?1 ELSE categories END")
        statement.bind(1, revision)
        statement.bind(2, changesCategories ? 1 : 0)
        try statement.run()
    }

    /// Remembers that a device was removed, and forgets old removals.
    static func remember(
        removed id: DeviceID, _ revision: Int64, _ connection: Connection
    ) throws(DirectoryError) {
        let insert = try connection.statement("INSERT INTO removal VALUES (?1, ?2)")
        insert.bind(1, revision)
        insert.bind(2, id)
        try insert.run()
        for sql in ["DELETE FROM removal WHERE revision <= ?1", "UPDATE tally SET forgotten = max(forgotten, ?1)"] {
            let statement = try connection.statement(sql)
            statement.bind(1, revision - memory)
            try statement.run()
        }
    }

    /// What changed after `known`, which is what all programs did since.
    func changes(after known: Int64, _ connection: Connection) throws(DirectoryError) -> DirectoryBatch {
        let names = try CategoryTable(connection)
        var table = DeviceTable(connection, names)
        guard known >= forgotten else {
            return DirectoryBatch(isWhole: true, categories: names.names, devices: try table.all())
        }
        var batch = DirectoryBatch(categories: categories > known ? names.names : nil)
        batch.devices = try table.changed(after: known)
        let whole = Set(batch.devices.map(\.id))
        batch.reports = try ReportTable(connection).changed(after: known).filter { !whole.contains($0.id) }
        let removed = try connection.statement("SELECT id FROM removal WHERE revision > ?1 ORDER BY revision")
        removed.bind(1, known)
        defer { removed.reset() }
        while try removed.step() {
            if let id = removed.id(0) { batch.removed.append(id) }
        }
        return batch
    }
}
