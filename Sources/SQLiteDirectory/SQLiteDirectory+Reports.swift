public import DeviceDirectory
public import ProvisioningProtocols

extension SQLiteDirectory {
    /// Keeps what devices reported.
    @discardableResult
    public func record(_ reports: [DeviceReport]) throws(DirectoryError) -> Int {
        guard !reports.isEmpty else { return 0 }
        return try change(durable: false) { change throws(DirectoryError) in
            let table = ReportTable(change.connection)
            var taken: [DeviceReport] = []
            var count = 0
            let now = wallClock()
            for report in reports {
                guard let kept = try table.record(report, revision: change.revision, at: now) else { continue }
                count += 1
                if change.isObserved {
                    taken.append(DeviceReport(id: kept.id, time: kept.time, state: kept.state))
                }
            }
            if change.isObserved { change.batch.reports = Self.newest(of: taken) }
            return count
        }
    }

    /// One report a device: the last, with the last state that any of them told.
    private static func newest(of reports: [DeviceReport]) -> [DeviceReport] {
        var places: [DeviceID: Int] = [:]
        var newest: [DeviceReport] = []
        for report in reports {
            if let place = places[report.id] {
                let state = report.state ?? newest[place].state
                newest[place] = DeviceReport(id: report.id, time: report.time, state: state)
            } else {
                places[report.id] = newest.count
                newest.append(report)
            }
        }
        return newest
    }

    /// Adds to a device's signal history.
    public func record(_ samples: [SignalSample], of id: DeviceID) throws(DirectoryError) {
        try change(durable: false) { change throws(DirectoryError) in
            let number = try Self.number(of: id, change.connection)
            try ReportTable(change.connection).append(samples, to: number)
        }
    }

    /// A device's signal history, in the order in which it came.
    public func signalHistory(of id: DeviceID) throws(DirectoryError) -> [SignalSample] {
        try read { connection throws(DirectoryError) in
            try ReportTable(connection).samples(of: try Self.number(of: id, connection))
        }
    }

    private static func number(of id: DeviceID, _ connection: Connection) throws(DirectoryError) -> Int64 {
        let table = DeviceTable(connection, try CategoryTable(connection))
        guard let number = try table.number(of: id) else { throw .notFound(id) }
        return number
    }
}
