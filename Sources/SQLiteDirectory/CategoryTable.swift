import DeviceDirectory

/// The categories, read whole: there are few.
struct CategoryTable {
    private let connection: Connection
    /// In the person's order.
    private(set) var names: [String] = []
    private var numbers: [String: Int64] = [:]
    private var byNumber: [Int64: String] = [:]

    init(_ connection: Connection) throws(DirectoryError) {
        self.connection = connection
        let statement = try connection.statement("SELECT number, name FROM category ORDER BY position, number")
        defer { statement.reset() }
        while try statement.step() { enter(statement.text(1), statement.integer(0)) }
    }

    private mutating func enter(_ name: String, _ number: Int64) {
        names.append(name)
        numbers[name] = number
        byNumber[number] = name
    }

    func name(of number: Int64) -> String? { byNumber[number] }

    func number(of name: String) -> Int64? { numbers[name] }

    /// Makes those of `wanted` that are missing, behind the others; whether any was.
    mutating func make(_ wanted: [String]) throws(DirectoryError) -> Bool {
        var isChanged = false
        for name in wanted where numbers[name] == nil {
            let statement = try connection.statement(
                "INSERT INTO category (name, position) SELECT ?1, coalesce(max(position), 0) + 1 FROM category")
            statement.bind(1, name)
            try statement.run()
            enter(name, connection.lastRow)
            isChanged = true
        }
        return isChanged
    }

    /// Makes `edit`, and marks the devices that it touches.
    ///
    /// Rows are found by number: two names that Unicode holds for equal may have different bytes.
    mutating func apply(_ edit: CategoryEdit, revision: Int64) throws(DirectoryError) {
        let order = try edit.applied(to: names)
        switch edit {
        case .add(let name): _ = try make([name])
        case .rename(let old, let new):
            let number = numbers[old]
            try run("UPDATE device SET revision = ?1 WHERE category = ?2", revision, number)
            let statement = try connection.statement("UPDATE category SET name = ?1 WHERE number = ?2")
            statement.bind(1, new)
            statement.bind(2, number)
            try statement.run()
            numbers[old] = nil
            numbers[new] = number
        case .remove(let name):
            try run("UPDATE device SET revision = ?1 WHERE category = ?2", revision, numbers[name])
            // The devices' reference becomes NULL with it.
            try run("DELETE FROM category WHERE number = ?2", revision, numbers[name])
        case .order: break
        }
        for (position, name) in order.enumerated() {
            try run("UPDATE category SET position = ?1 WHERE number = ?2", Int64(position), numbers[name])
        }
        self = try CategoryTable(connection)
    }

    private func run(_ sql: String, _ first: Int64, _ second: Int64?) throws(DirectoryError) {
        let statement = try connection.statement(sql)
        if sql.contains("?1") { statement.bind(1, first) }
        statement.bind(2, second)
        try statement.run()
    }
}
