public import DeviceDirectory

extension SQLiteDirectory {
    /// All that the directory holds.
    public func contents() throws(DirectoryError) -> DirectoryContents {
        try read { connection throws(DirectoryError) in
            let categories = try CategoryTable(connection)
            var devices = DeviceTable(connection, categories)
            return DirectoryContents(
                categories: categories.names, devices: try devices.all(),
                signals: try ReportTable(connection).allSamples())
        }
    }

    /// Takes the devices of other contents into the list, in one step.
    public func merge(
        _ contents: DirectoryContents, _ policy: MergePolicy
    ) throws(DirectoryError) -> MergeSummary {
        try change { change throws(DirectoryError) in
            var merge = Merge(try CategoryTable(change.connection), change)
            return try merge.run(contents, policy, &change)
        }
    }
}

/// A merge under way, within one change.
private struct Merge {
    private var devices: DeviceTable
    private let reports: ReportTable
    private var categories: CategoryTable
    private var summary = MergeSummary()

    init(_ categories: CategoryTable, _ change: Change) {
        self.categories = categories
        devices = DeviceTable(change.connection, categories)
        reports = ReportTable(change.connection)
    }

    mutating func run(
        _ contents: DirectoryContents, _ policy: MergePolicy, _ change: inout Change
    ) throws(DirectoryError) -> MergeSummary {
        let usable = contents.devices.filter { device in
            guard let fault = DeviceRules.fault(in: device) else { return true }
            summary.refused.append("\"\(device.name)\" was left out. \(fault)")
            return false
        }
        let names = contents.categories.filter { DeviceRules.fault(inName: $0) == nil } + usable.compactMap(\.category)
        if try categories.make(names) {
            change.batch.categories = categories.names
            devices = DeviceTable(change.connection, categories)
        }
        for device in usable { try take(device, contents.signals[device.id], policy, &change) }
        return summary
    }

    private mutating func take(
        _ device: Device, _ samples: [SignalSample]?, _ policy: MergePolicy, _ change: inout Change
    ) throws(DirectoryError) {
        var entry = device
        if let listed = try devices.one(device.id) {
            guard policy == .takeImported else {
                summary.kept += 1
                return
            }
            entry = listed.replaced(by: device)
            try devices.update(entry, revision: change.revision)
            try devices.updateReport(entry, revision: change.revision)
            summary.updated += 1
        } else {
            try devices.insert(entry, revision: change.revision)
            summary.added += 1
        }
        if change.isObserved { change.batch.devices.append(entry) }
        guard let samples, let number = try devices.number(of: device.id) else { return }
        try reports.clear(number)
        try reports.append(samples, to: number)
    }
}
