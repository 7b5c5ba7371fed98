import DeviceDirectory
import ProvisioningProtocols

/// The rows of devices and of what they reported.
struct DeviceTable {
    private static let columns = """
        d.id, d.name, d.kind, d.category, d.topic, d.picture, d.method, d.provisioned, d.network, d.other,
        r.seen, r.is_on, r.mode, r.reported, d.peripheral
        """
    /// Also a device without a report, which is none of ours, is never left out.
    private static let joined = "SELECT \(columns) FROM device d LEFT JOIN report r ON r.device = d.number"

    private let connection: Connection
    private let categories: CategoryTable
    /// Texts that many devices share are kept once.
    private var shared: Set<String> = []

    init(_ connection: Connection, _ categories: CategoryTable) {
        self.connection = connection
        self.categories = categories
    }

    // MARK: Reading

    /// All devices, in the order in which they were added.
    mutating func all() throws(DirectoryError) -> [Device] {
        let count = try connection.number("SELECT count(*) FROM device")
        return try rows(connection.statement("\(Self.joined) ORDER BY d.number"), count: Int(count))
    }

    /// The devices that a person, or an import, changed after `revision`.
    mutating func changed(after revision: Int64) throws(DirectoryError) -> [Device] {
        let statement = try connection.statement("\(Self.joined) WHERE d.revision > ?1 ORDER BY d.number")
        statement.bind(1, revision)
        return try rows(statement, count: 0)
    }

    mutating func one(_ id: DeviceID) throws(DirectoryError) -> Device? {
        let statement = try connection.statement("\(Self.joined) WHERE d.id = ?1")
        statement.bind(1, id)
        return try rows(statement, count: 1).first
    }

    /// The row of a device.
    func number(of id: DeviceID) throws(DirectoryError) -> Int64? {
        let statement = try connection.statement("SELECT number FROM device WHERE id = ?1")
        statement.bind(1, id)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }

    private mutating func rows(_ statement: Statement, count: Int) throws(DirectoryError) -> [Device] {
        defer { statement.reset() }
        var devices: [Device] = []
        devices.reserveCapacity(count)
        while try statement.step() {
            guard let device = device(statement) else {
                throw .damaged(connection.path, "a device has no identifier")
            }
            devices.append(device)
        }
        return devices
    }

    private mutating func device(_ row: Statement) -> Device? {
        guard let id = row.id(0) else { return nil }
        var device = Device(id: id, name: row.text(1), topic: share(row.text(4)))
        device.kind = row.optionalText(2).map { share($0) }
        device.category = row.optionalInteger(3).flatMap { categories.name(of: $0) }
        device.picture = row.optionalText(5).map { share($0) }
        if let method = row.optionalText(6), let time = row.time(7) {
            device.provisioning = ProvisioningRecord(
                method: share(method), time: time, network: row.optionalText(8).map { share($0) },
                peripheral: row.optionalText(14))
        }
        device.otherMembers = row.optionalText(9)
        device.lastSeen = row.time(10)
        if let isOn = row.optionalInteger(11) {
            device.state = DeviceState(
                isOn: isOn != 0, mode: row.optionalInteger(12).map { Int($0) }, time: row.time(13))
        }
        return device
    }

    /// `text`, in memory that all equal texts share. Short ones have no memory of their own.
    private mutating func share(_ text: String) -> String {
        text.utf8.count < 16 ? text : shared.insert(text).memberAfterInsert
    }

    // MARK: Writing

    /// Adds a device that is not there.
    func insert(_ device: Device, revision: Int64) throws(DirectoryError) {
        let statement = try connection.statement(
            """
            INSERT INTO device
            (id, name, kind, category, topic, picture, method, provisioned, network, other, revision, peripheral)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """)
        try write(device, statement, revision)
        try insertReport(device, of: connection.lastRow, revision)
    }

    /// Writes what a person changes of a device that is there.
    func update(_ device: Device, revision: Int64) throws(DirectoryError) {
        let statement = try connection.statement(
            """
            UPDATE device SET name = ?2, kind = ?3, category = ?4, topic = ?5, picture = ?6, method = ?7, provisioned = ?8,
            network = ?9, other = ?10, revision = ?11, peripheral = ?12 WHERE id = ?1
            """)
        try write(device, statement, revision)
    }

    private func write(_ device: Device, _ statement: Statement, _ revision: Int64) throws(DirectoryError) {
        statement.bind(1, device.id)
        statement.bind(2, device.name)
        statement.bind(3, device.kind)
        statement.bind(4, device.category.flatMap { categories.number(of: $0) })
        statement.bind(5, device.topic)
        statement.bind(6, device.picture)
        statement.bind(7, device.provisioning?.method)
        statement.bind(8, device.provisioning?.time)
        statement.bind(9, device.provisioning?.network)
        statement.bind(10, device.otherMembers)
        statement.bind(11, revision)
        statement.bind(12, device.provisioning?.peripheral)
        try statement.run()
    }

    private func insertReport(_ device: Device, of number: Int64, _ revision: Int64) throws(DirectoryError) {
        let statement = try connection.statement("INSERT INTO report VALUES (?6, ?2, ?3, ?4, ?5, ?1)")
        statement.bind(6, number)
        try write(device.lastSeen, device.state, statement, revision)
    }

    /// Writes the last report of a device that is there, whole.
    func updateReport(_ device: Device, revision: Int64) throws(DirectoryError) {
        let statement = try connection.statement(
            """
            UPDATE report SET seen = ?2, is_on = ?3, mode = ?4, reported = ?5, revision = ?1
            WHERE device = (SELECT number FROM device WHERE id = ?6)
            """)
        statement.bind(6, device.id)
        try write(device.lastSeen, device.state, statement, revision)
    }

    private func write(
        _ seen: WallTime?, _ state: DeviceState?, _ statement: Statement, _ revision: Int64
    ) throws(DirectoryError) {
        statement.bind(1, revision)
        statement.bind(2, seen)
        statement.bind(3, state.map { $0.isOn ? 1 : 0 })
        statement.bind(4, state?.mode.map { Int64($0) })
        statement.bind(5, state?.time)
        try statement.run()
    }

    func delete(_ id: DeviceID) throws(DirectoryError) {
        let statement = try connection.statement("DELETE FROM device WHERE id = ?1")
        statement.bind(1, id)
        try statement.run()
    }
}
