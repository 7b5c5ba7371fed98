import DeviceDirectory
import ProvisioningProtocols

/// What devices report often: their last reports, and the history of their signal.
struct ReportTable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Writes what a device reported, at `now` by the clock; what of it was news, and `nil` where the device is not listed.
    ///
    /// What is kept and newer stays, as ``Device/take(_:at:)`` has it: a time that is kept and yet to come is from before the
    /// clock was set back.
    func record(_ report: DeviceReport, revision: Int64, at now: WallTime) throws(DirectoryError) -> DeviceReport? {
        var kept = report
        if let state = report.state {
            let told = try write(Self.stateUpdate, report, revision, now) { statement in
                statement.bind(5, state.isOn ? 1 : 0)
                statement.bind(6, state.mode.map { Int64($0) })
                statement.bind(7, state.time)
                statement.bind(8, state.time ?? report.time)
            }
            if !told { kept.state = nil }
        }
        if kept.state == nil {
            guard try write(Self.seenUpdate, report, revision, now) else { return nil }
        }
        if let signal = report.signal { try take(SignalSample(time: report.time, strength: signal), of: report.id) }
        return kept
    }

    private static let newerSeen = "CASE WHEN seen > ?2 AND seen <= ?4 THEN seen ELSE ?2 END"
    private static let device = "device = (SELECT number FROM device WHERE id = ?3)"
    private static let seenUpdate = "UPDATE report SET revision = ?1, seen = \(newerSeen) WHERE \(device)"
    private static let stateUpdate = """
        UPDATE report SET revision = ?1, seen = \(newerSeen), is_on = ?5, mode = ?6, reported = ?7
        WHERE \(device) AND (reported IS NULL OR reported > ?4 OR reported <= ?8)
        """

    /// Runs a change of one row, `text`; whether there was that row.
    private func write(
        _ text: String, _ report: DeviceReport, _ revision: Int64, _ now: WallTime, bind: (Statement) -> Void = { _ in }
    ) throws(DirectoryError) -> Bool {
        let statement = try connection.statement(text)
        statement.bind(1, revision)
        statement.bind(2, report.time)
        statement.bind(3, report.id)
        statement.bind(4, now)
        bind(statement)
        try statement.run()
        return connection.changeCount == 1
    }

    /// The reports that came after `revision`.
    func changed(after revision: Int64) throws(DirectoryError) -> [DeviceReport] {
        let statement = try connection.statement(
            """
            SELECT d.id, r.seen, r.is_on, r.mode, r.reported FROM report r JOIN device d ON d.number = r.device
            WHERE r.revision > ?1 AND r.seen IS NOT NULL ORDER BY d.number
            """)
        statement.bind(1, revision)
        defer { statement.reset() }
        var reports: [DeviceReport] = []
        while try statement.step() {
            guard let id = statement.id(0), let seen = statement.time(1) else { continue }
            var report = DeviceReport(id: id, time: seen)
            if let isOn = statement.optionalInteger(2) {
                report.state = DeviceState(
                    isOn: isOn != 0, mode: statement.optionalInteger(3).map { Int($0) }, time: statement.time(4))
            }
            reports.append(report)
        }
        return reports
    }

    // MARK: Signal

    /// Adds the sample that a report brought, where one is due.
    private func take(_ sample: SignalSample, of id: DeviceID) throws(DirectoryError) {
        let newest = try connection.statement(
            """
            SELECT d.number, s.time FROM device d LEFT JOIN signal s ON s.device = d.number
            WHERE d.id = ?1 ORDER BY s.sequence DESC LIMIT 1
            """)
        newest.bind(1, id)
        let found = try newest.step() ? (number: newest.integer(0), time: newest.time(1)) : nil
        newest.reset()
        guard let found, sample.isDue(after: found.time) else { return }
        try append([sample], to: found.number)
    }

    /// Adds to the history of the device in row `number`, and drops the oldest beyond what is kept.
    func append(_ samples: [SignalSample], to number: Int64) throws(DirectoryError) {
        let newest = try connection.statement("SELECT max(sequence) FROM signal WHERE device = ?1")
        newest.bind(1, number)
        var sequence = try newest.step() ? newest.integer(0) : 0
        newest.reset()
        let insert = try connection.statement("INSERT INTO signal VALUES (?1, ?2, ?3, ?4)")
        for sample in samples.suffix(DeviceRules.maximumSamples) {
            sequence += 1
            insert.bind(1, number)
            insert.bind(2, sequence)
            insert.bind(3, sample.time)
            insert.bind(4, Int64(sample.strength))
            try insert.run()
        }
        let delete = try connection.statement("DELETE FROM signal WHERE device = ?1 AND sequence <= ?2")
        delete.bind(1, number)
        delete.bind(2, sequence - Int64(DeviceRules.maximumSamples))
        try delete.run()
    }

    /// Forgets the history of the device in row `number`.
    func clear(_ number: Int64) throws(DirectoryError) {
        let delete = try connection.statement("DELETE FROM signal WHERE device = ?1")
        delete.bind(1, number)
        try delete.run()
    }

    /// The history of the device in row `number`.
    func samples(of number: Int64) throws(DirectoryError) -> [SignalSample] {
        let statement = try connection.statement(
            "SELECT time, strength FROM signal WHERE device = ?1 ORDER BY sequence")
        statement.bind(1, number)
        defer { statement.reset() }
        var samples: [SignalSample] = []
        while try statement.step() { samples.append(Self.sample(statement, 0)) }
        return samples
    }

    /// The histories of all devices that have one.
    func allSamples() throws(DirectoryError) -> [DeviceID: [SignalSample]] {
        let statement = try connection.statement(
            """
            SELECT d.id, s.time, s.strength FROM signal s JOIN device d ON d.number = s.device ORDER BY s.device, s.sequence
            """)
        defer { statement.reset() }
        var samples: [DeviceID: [SignalSample]] = [:]
        while try statement.step() {
            guard let id = statement.id(0) else { continue }
            samples[id, default: []].append(Self.sample(statement, 1))
        }
        return samples
    }

    private static func sample(_ row: Statement, _ column: Int32) -> SignalSample {
        SignalSample(
            time: WallTime(milliseconds: row.integer(column)), strength: Int8(clamping: row.integer(column + 1)))
    }
}
