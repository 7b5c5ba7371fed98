import Runtime
import DeviceDirectory

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The database as a file: found, or made whole before it gets its name.
///
/// So an empty or cut file is never the trace of a start that was interrupted, and is never taken for a new directory.
enum DatabaseFile {
    /// Opens the directory at `path`; makes it, and the folder it lies in, where there is none.
    static func opened(_ path: String, schema: Schema, busyTimeout: Int32) throws(DirectoryError) -> Connection {
        try SQLiteDirectory.loadLibrary()
        var facts = stat()
        if stat(path, &facts) != 0 {
            guard errno == ENOENT else { throw .notPermitted(path, systemText(errno)) }
            try make(path, schema, busyTimeout)
        } else if facts.st_size == 0 {
            throw .damaged(path, "the file is empty")
        }
        do throws(DirectoryError) {
            return try prepared(Connection(path: path, busyTimeout: busyTimeout), schema)
        } catch {
            // SQLite makes a file beside the database even to read. Without room for it, the list can be read all the same by one
            // program at a time.
            if error.code == .diskFull {
                return try prepared(Connection(path: path, busyTimeout: busyTimeout, mode: .alone), schema)
            }
            guard error.code == .notPermitted, access(path, R_OK) == 0, let obstacle = obstacle(path) else {
                throw error
            }
            return try openedToRead(path, schema, busyTimeout, because: systemText(obstacle))
        }
    }

    private static func prepared(_ connection: Connection, _ schema: Schema) throws(DirectoryError) -> Connection {
        try schema.bring(connection)
        try check(connection)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 16777216")
        return connection
    }

    /// The number of the error that keeps this program from making files beside the one at `path`; `nil` for none.
    static func obstacle(_ path: String) -> Int32? { access(WholeFile(path).folder, W_OK) == 0 ? nil : errno }

    /// Opens a directory beside which nothing can be made. What an earlier program left in its journal would be brought into the
    /// file first: that is done to a copy.
    private static func openedToRead(
        _ path: String, _ schema: Schema, _ busyTimeout: Int32, because why: String
    ) throws(DirectoryError) -> Connection {
        var facts = stat()
        guard stat(path + "-wal", &facts) == 0, facts.st_size > 0 else {
            return try prepared(
                Connection(path: path, busyTimeout: busyTimeout, mode: .unchanging(why)), schema)
        }
        let copy = try FileCopy(of: path, because: why)
        defer { copy.remove() }  // which what is open survives
        return try prepared(
            Connection(path: copy.path, as: path, busyTimeout: busyTimeout, mode: .copy(why)), schema)
    }

    private static func check(_ connection: Connection) throws(DirectoryError) {
        let statement = try connection.statement("PRAGMA quick_check(1)")
        defer { statement.reset() }
        guard try statement.step() else { return }
        let finding = statement.text(0)
        guard finding == "ok" else { throw .damaged(connection.path, finding.filter { !$0.isNewline }) }
    }

    /// Makes an empty directory beside its place and puts it there, unless another program was faster.
    private static func make(_ path: String, _ schema: Schema, _ busyTimeout: Int32) throws(DirectoryError) {
        var facts = stat()
        if stat(path + "-wal", &facts) == 0, facts.st_size > 0 {
            throw .damaged(path, "the file is gone, but its journal \(path)-wal is there, with changes of it")
        }
        let folder = WholeFile(path).folder
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .notPermitted(path, systemText(errno)) }
        var template = Array((path + ".new-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)  // mode 0600; the journals get the same
        guard descriptor >= 0 else { throw errno == ENOSPC ? .diskFull(path) : .notPermitted(path, systemText(errno)) }
        close(descriptor)
        let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(temporary + end) } }
        try fill(temporary, as: path, schema, busyTimeout)
        guard link(temporary, path) == 0 || errno == EEXIST else { throw .notPermitted(path, systemText(errno)) }
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        fsync(opened)
        close(opened)
    }

    private static func fill(
        _ path: String, as name: String, _ schema: Schema, _ busyTimeout: Int32
    ) throws(DirectoryError) {
        let connection = try Connection(path: path, as: name, busyTimeout: busyTimeout)
        try schema.bring(connection)
        try connection.execute("PRAGMA journal_mode = WAL")
    }
}
