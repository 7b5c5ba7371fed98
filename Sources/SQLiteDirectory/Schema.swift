import DeviceDirectory

/// The form of the database, and how an older one becomes it.
///
/// Each version is a step from the one before; a step that was released is never changed. All steps that a file needs are
/// one change of it, which is taken back when a device would be lost.
struct Schema {
    /// Marks a database as ours, in its header: `GANG`.
    static let applicationID: Int64 = 0x4741_4E47

    /// The steps, each with the statements that lead from the version before; the first makes an empty file version 1.
    let steps: [String]
    /// The version of a file that has them all.
    var version: Int { steps.count }

    static let current = Schema(steps: [first, second])

    /// Times are milliseconds since 1970. A row's `revision` is the number of the change that last touched it, by which other
    /// programs find what is new. What devices report often is apart from what people change, in small rows.
    private static let first = """
        CREATE TABLE category (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            position INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE device (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            name TEXT NOT NULL,
            kind TEXT,
            category INTEGER REFERENCES category ON DELETE SET NULL,
            topic TEXT NOT NULL,
            picture TEXT,
            method TEXT,
            provisioned INTEGER,
            network TEXT,
            other TEXT,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX device_category ON device (category);
        CREATE TABLE report (
            device INTEGER PRIMARY KEY REFERENCES device ON DELETE CASCADE,
            seen INTEGER,
            is_on INTEGER,
            mode INTEGER,
            reported INTEGER,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE signal (
            device INTEGER NOT NULL REFERENCES device ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            time INTEGER NOT NULL,
            strength INTEGER NOT NULL,
            PRIMARY KEY (device, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE removal (
            revision INTEGER PRIMARY KEY,
            id BLOB NOT NULL
        ) STRICT;
        -- The number of the last change, of the last one of categories, and of the last removal that is forgotten.
        CREATE TABLE tally (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            revision INTEGER NOT NULL,
            categories INTEGER NOT NULL,
            forgotten INTEGER NOT NULL
        ) STRICT;
        INSERT INTO tally VALUES (1, 0, 0, 0);
        """

    /// What the radio calls a device that was set up.
    private static let second = "ALTER TABLE device ADD COLUMN peripheral TEXT;"

    /// Brings the open database to this version.
    /// - Throws: `newerVersion`, `damaged` for a database that is not ours, or a failure of the store; it is then as it was.
    func bring(_ connection: Connection) throws(DirectoryError) {
        let found = try connection.number("PRAGMA user_version")
        if found == version, try connection.number("PRAGMA application_id") == Self.applicationID { return }
        try check(connection)
        try connection.execute("PRAGMA foreign_keys = OFF")
        try connection.transaction { () throws(DirectoryError) in
            // Another program may have done it meanwhile.
            let found = try check(connection)
            let devices = found == 0 ? 0 : try connection.number("SELECT count(*) FROM device")
            for step in steps.dropFirst(found) { try connection.execute(step) }
            try connection.execute("PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(version)")
            guard try connection.number("SELECT count(*) FROM device") >= devices else {
                throw .damaged(connection.path, "its devices do not survive the change to version \(version)")
            }
        }
    }

    /// The version of the file: one of ours, or an empty one.
    @discardableResult
    private func check(_ connection: Connection) throws(DirectoryError) -> Int {
        let found = try connection.number("PRAGMA user_version")
        let isOurs = try connection.number("PRAGMA application_id") == Self.applicationID
        let isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
        guard isOurs || isEmpty else {
            throw .damaged(connection.path, "it is a database of another program")
        }
        guard found <= version else { throw .newerVersion(connection.path, found, known: version) }
        return Int(found)
    }
}
