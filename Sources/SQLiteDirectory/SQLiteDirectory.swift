import CSQLite
public import DeviceDirectory
import Runtime

/// A device directory in one SQLite file, in WAL mode, which several programs may use at once.
///
/// A change by a person is forced to the disk before it is confirmed; what devices report is written without that, and
/// survives the end of the program but perhaps not a power cut. A file that is damaged, or newer than this program, is left
/// as it is, and every call fails and says so; an empty file is damaged, for a directory is never empty.
public actor SQLiteDirectory: DeviceDirectory {
    /// A queue of its own, since SQLite blocks while it reads and writes.
    nonisolated let executor = QueueExecutor(label: "gangway.directory")
    /// What the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let connection: Connection
    /// What time it is: what is kept and yet to come is from before that was set back.
    let wallClock: @Sendable () -> WallTime
    /// That the file is damaged, once that was seen: nothing is written to it from then on.
    private var damage: DirectoryError?
    private var feed = ChangeFeed()
    /// The last change that observers know of.
    private var known: Int64 = 0
    private var watch: FileWatch?

    /// Opens the directory in the file at `path`, and makes it, with the folder it lies in, where there is none. Blocks
    /// while it checks the file.
    ///
    /// Another program that is writing is waited for, `busyTimeout` milliseconds at most. `wallClock` tells the time by which a
    /// report is older than the one that is kept.
    /// - Throws: `damaged`, `newerVersion`, `notPermitted`, `diskFull`, `busy`, `storageFailed`, or `libraryMissing` where
    ///   SQLite cannot be loaded, which is done at the first one; the file is then as it was.
    public init(
        path: String, busyTimeout: Int = 5_000, wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) throws(DirectoryError) {
        try self.init(path: path, schema: .current, busyTimeout: busyTimeout, wallClock: wallClock)
    }

    init(
        path: String, schema: Schema, busyTimeout: Int = 5_000,
        wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) throws(DirectoryError) {
        self.wallClock = wallClock
        connection = try DatabaseFile.opened(path, schema: schema, busyTimeout: Int32(clamping: busyTimeout))
    }

    /// Loads SQLite, unless it is; the first directory does it by itself.
    /// - Throws: `libraryMissing`.
    public static func loadLibrary() throws(DirectoryError) {
        if let why = gangway_open_sqlite() { throw .libraryMissing(String(cString: why)) }
    }

    deinit {
        var feed = feed
        feed.finish()
    }

    // MARK: Access

    /// Reads, as of one moment.
    func read<Result>(
        _ body: (Connection) throws(DirectoryError) -> Result
    ) throws(DirectoryError) -> Result {
        try guarded { () throws(DirectoryError) in
            try connection.snapshot { () throws(DirectoryError) in try body(connection) }
        }
    }

    /// Makes one change, and tells of it once it is safe.
    func change<Result>(
        durable: Bool = true, _ body: (inout Change) throws(DirectoryError) -> Result
    ) throws(DirectoryError) -> Result {
        let isObserved = feed.isObserved
        let (result, change, missed) = try guarded { () throws(DirectoryError) in
            try connection.transaction(durable: durable) {
                () throws(DirectoryError) -> (Result, Change, DirectoryBatch?) in
                let tally = try Tally(connection)
                var missed: DirectoryBatch?
                if isObserved, tally.revision != known { missed = try tally.changes(after: known, connection) }
                var change = Change(connection, revision: tally.revision + 1, isObserved: isObserved)
                let result = try body(&change)
                try Tally.count(
                    change.revision, changesCategories: change.batch.categories != nil, connection)
                return (result, change, missed)
            }
        }
        known = change.revision
        if let missed { feed.tell(missed) }
        feed.tell(change.batch)
        FileWatch.ring(connection.path)
        return result
    }

    private func guarded<Result>(_ body: () throws(DirectoryError) -> Result) throws(DirectoryError) -> Result {
        if let damage { throw damage }
        do throws(DirectoryError) {
            return try body()
        } catch {
            if error.code == .damaged { damage = error }
            throw error
        }
    }

    // MARK: Observers

    /// All that is listed, then every change of it, also those of other programs.
    /// - Throws: `storageFailed` where the file cannot be watched, or what reading it fails with.
    public func changes() throws(DirectoryError) -> DirectoryChanges {
        if watch == nil {
            watch = try FileWatch(connection.path, queue: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.catchUp() }
            }
        }
        let isObserved = feed.isObserved
        let (contents, missed, revision) = try read {
            connection throws(DirectoryError) -> (DirectoryContents, DirectoryBatch?, Int64) in
            let tally = try Tally(connection)
            let categories = try CategoryTable(connection)
            var devices = DeviceTable(connection, categories)
            let contents = DirectoryContents(categories: categories.names, devices: try devices.all())
            // Who observed before learns here what this reading found.
            let isBehind = isObserved && tally.revision != known
            return (contents, isBehind ? try tally.changes(after: known, connection) : nil, tally.revision)
        }
        known = revision
        if let missed { feed.tell(missed) }
        return feed.observe(contents)
    }

    /// Tells observers of what other programs did. What fails here fails again in the next call, which says so.
    private func catchUp() {
        guard feed.isObserved else { return }
        let found = try? read { connection throws(DirectoryError) -> (DirectoryBatch, Int64)? in
            let tally = try Tally(connection)
            guard tally.revision != known else { return nil }
            return (try tally.changes(after: known, connection), tally.revision)
        }
        guard let (batch, revision) = found ?? nil else { return }
        known = revision
        feed.tell(batch)
    }
}

/// A change in the making: its number, and what observers are told of it.
struct Change {
    let connection: Connection
    let revision: Int64
    /// Whether anybody will hear of it.
    let isObserved: Bool
    var batch = DirectoryBatch()

    init(_ connection: Connection, revision: Int64, isObserved: Bool) {
        self.connection = connection
        self.revision = revision
        self.isObserved = isObserved
    }
}
