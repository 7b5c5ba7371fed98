import CSQLite
import DeviceDirectory

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to one database file. It is used by one caller at a time, its actor.
final class Connection {
    /// What the file is called in failures: its place, or where it will be put.
    let path: String
    private let place: String
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    private var isDurable: Bool?
    /// Which file was opened, whatever has its name later.
    private let file: FileIdentity?
    /// Why nothing can be changed; `nil` where it can.
    private let obstacle: String?

    /// How a file is opened.
    enum Mode {
        /// To read and write, beside other programs.
        case shared
        /// So that no other program has it open until this connection ends: SQLite then keeps the index of its journal in memory,
        /// and needs no room on the disk to read.
        case alone
        /// To read a file that has no journal and cannot change, for that reason: SQLite makes nothing beside it.
        case unchanging(String)
        /// To read a copy of a file that cannot change, for that reason.
        case copy(String)
    }

    /// Opens the file at `path`, which must be there; other programs are waited for `busyTimeout` milliseconds. Failures name it
    /// as `name` where it is not in its place.
    init(
        path file: String, as name: String? = nil, busyTimeout: Int32, mode: Mode = .shared
    ) throws(DirectoryError) {
        path = name ?? file
        place = file
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var uri = file
        switch mode {
        case .shared, .alone:
            obstacle = nil
            flags |= SQLITE_OPEN_READWRITE
        case .copy(let why):
            obstacle = why
            flags |= SQLITE_OPEN_READWRITE
        case .unchanging(let why):
            obstacle = why
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            uri = "file:" + Self.escaped(file) + "?immutable=1"
        }
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(uri, &opened, flags, nil)
        guard let opened else { throw SQLiteFault(status, "out of memory", 0).error(path) }
        handle = opened  // deinit closes it from here on, also when the check below throws
        self.file = FileIdentity(file)
        guard status == SQLITE_OK else { throw fault(status).error(path) }
        sqlite3_busy_timeout(handle, busyTimeout)
        if case .alone = mode { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    }

    /// A path as it stands in a URI: all but letters, digits, `/`, `.`, `-` and `_` by its bytes.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789/.-_".unicodeScalars.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += byte < 16 ? "%0" : "%"
                text += String(byte, radix: 16)
            }
        }
        return text
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// What just failed with `status`.
    func fault(_ status: Int32) -> SQLiteFault {
        let last = errno
        // SQLite does not keep the number of a write that failed in a commit; it is still the last one then.
        var number = sqlite3_system_errno(handle)
        if number == 0, status == gangway_write_failed() { number = last }
        return SQLiteFault(status, String(cString: sqlite3_errmsg(handle)), number)
    }

    /// How many rows the last statement changed.
    var changeCount: Int { Int(sqlite3_changes64(handle)) }
    /// The row that was inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs statements that bring no rows and take no values.
    func execute(_ sql: String) throws(DirectoryError) {
        let status = sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw fault(status).error(path) }
    }

    /// The statement of `sql`, which is compiled once; ready for its values.
    func statement(_ sql: String) throws(DirectoryError) -> Statement {
        if let known = statements[sql] { return Statement(known, self) }
        var made: OpaquePointer?
        let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard status == SQLITE_OK, let made else { throw fault(status).error(path) }
        statements[sql] = made
        return Statement(made, self)
    }

    /// The number that `sql` gives; 0 where it gives none.
    func number(_ sql: String) throws(DirectoryError) -> Int64 {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Runs `body` as one change of the database, which is there whole when this returns, and not at all when it throws.
    /// A `durable` one has then reached the disk; another survives the end of this process, but perhaps not a power cut.
    func transaction<Result>(
        durable: Bool = true, _ body: () throws(DirectoryError) -> Result
    ) throws(DirectoryError) -> Result {
        if let obstacle { throw .readOnly(path, obstacle) }
        guard FileIdentity(place) == file else { throw .replaced(path) }
        if isDurable != durable {
            try execute(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
            isDurable = durable
        }
        // At once, since a reader that turns writer cannot wait for another one.
        try execute("BEGIN IMMEDIATE")
        do throws(DirectoryError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some failures have rolled it back already.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Runs `body` on the state of one moment.
    func snapshot<Result>(_ body: () throws(DirectoryError) -> Result) throws(DirectoryError) -> Result {
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
        return try body()
    }
}

/// Tells a file from another that has its name.
private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        number = UInt64(truncatingIfNeeded: facts.st_ino)
    }
}
