import Runtime
import CSQLite
import DeviceDirectory

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What SQLite said when it could not do something.
struct SQLiteFault {
    /// The extended result code.
    let code: Int32
    let message: String
    /// The system's own error number, 0 for none.
    let systemError: Int32

    init(_ code: Int32, _ message: String, _ systemError: Int32) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// What it means to the owner of the directory at `path`.
    func error(_ path: String) -> DirectoryError {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path, message)
        case SQLITE_FULL: .diskFull(path)
        case SQLITE_IOERR where Self.isFull(systemError): .diskFull(path)
        case SQLITE_CANTOPEN where Self.isFull(systemError): .diskFull(path)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy(path)
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            .notPermitted(path, DatabaseFile.obstacle(path).map(systemText) ?? message)
        // SQLite's own number is that of its last attempt, to open for reading what it could not make.
        case SQLITE_CANTOPEN:
            .notPermitted(
                path, (DatabaseFile.obstacle(path) ?? (systemError == 0 ? nil : systemError)).map(systemText) ?? message
            )
        default:
            DirectoryError(
                .storageFailed, fault: .system,
                summary: "The device directory \(path) could not be read or written: \(message), \(code)"
                    + (systemError == 0 ? "." : " (\(systemText(systemError)))."),
                state: "What was confirmed before is intact; this change was not made.",
                advice: "Look at the system's log for faults of the disk, then try again.")
        }
    }

    /// No room: on the disk, within a quota, or within a process's limit of a file's length.
    private static func isFull(_ number: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}

extension DirectoryError {
    static func libraryMissing(_ why: String) -> DirectoryError {
        DirectoryError(
            .libraryMissing, fault: .system, summary: "SQLite cannot be loaded: \(why).",
            state: "The device directory was not opened.", advice: "Install it; on Debian: apt-get install libsqlite3-0"
        )
    }

    static func damaged(_ path: String, _ what: String) -> DirectoryError {
        DirectoryError(
            .damaged, fault: .data, summary: "The device directory \(path) is damaged: \(what).",
            state: "It was left as it is, and nothing was written over it.",
            advice:
                "Move it and the files that begin with its name aside, put a copy or an export in its place, or try "
                + "`sqlite3 \(path) .recover` on a copy.")
    }

    static func replaced(_ path: String) -> DirectoryError {
        DirectoryError(
            .storageFailed, fault: .system,
            summary: "The device directory \(path) was moved, removed or replaced while this program used it.",
            state: "This change was not made; what was confirmed before is in the file that was moved.",
            advice: "Put the file back, then start this program again.")
    }

    static func diskFull(_ path: String) -> DirectoryError {
        DirectoryError(
            .diskFull, fault: .system, summary: "There is no room on the disk for the device directory \(path).",
            state: "What was confirmed before is intact; this change was not made.",
            advice: "Make room on that disk, then try again.")
    }

    static func busy(_ path: String) -> DirectoryError {
        DirectoryError(
            .busy, fault: .system, summary: "Another program holds the device directory \(path).",
            state: "This change was not made.", advice: "End the other program, or wait for it, then try again.")
    }

    static func notPermitted(_ path: String, _ why: String) -> DirectoryError {
        DirectoryError(
            .notPermitted, fault: .system, summary: "The device directory \(path) cannot be opened or written: \(why).",
            state: "Nothing was changed.",
            advice: "Give this program's user the file and write access to its folder, or name another place.")
    }

    /// The list can be read where it lies, and not written.
    static func readOnly(_ path: String, _ why: String) -> DirectoryError {
        DirectoryError(
            .notPermitted, fault: .system, summary: "The device directory \(path) can only be read: \(why).",
            state: "This change was not made.",
            advice: "Make its disk and its folder writable for this program's user, or name another place.")
    }

    static func newerVersion(_ path: String, _ version: Int64, known: Int) -> DirectoryError {
        DirectoryError(
            .newerVersion, fault: .data,
            summary:
                "A newer version of this program made the device directory \(path): its form is \(version), and this "
                + "version knows forms up to \(known).",
            state: "It was left as it is.", advice: "Update this program, or name another place.")
    }
}
