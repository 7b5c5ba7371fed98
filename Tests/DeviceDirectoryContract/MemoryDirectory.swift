public import DeviceDirectory
public import ProvisioningProtocols

/// A directory that lasts as long as the object: for tests of what is built on the contract, and the first to keep it.
public actor MemoryDirectory: DeviceDirectory {
    private var list: [Device] = []
    private var names: [String] = []
    private var signals: [DeviceID: [SignalSample]] = [:]
    private var feed = ChangeFeed()

    /// A directory with these devices.
    public init(_ devices: [Device] = []) { list = devices }

    /// All that is listed, then every change of it.
    public func changes() -> DirectoryChanges { feed.observe(contents()) }

    /// All devices, in the order in which they were added.
    public func devices() -> [Device] { list }

    /// The device of this identifier, where one is listed.
    public func device(_ id: DeviceID) -> Device? { list.first { $0.id == id } }

    /// Lists a device that is not listed yet.
    public func add(_ device: Device) throws(DirectoryError) {
        if let listed = self.device(device.id) { throw .alreadyListed(device.id, name: listed.name) }
        try put(device)
    }

    /// Lists a device that was set up, for the first time or again.
    @discardableResult
    public func enroll(_ device: Device) throws(DirectoryError) -> Device {
        let entry = self.device(device.id)?.enrolledAgain(as: device) ?? device
        try put(entry)
        return entry
    }

    /// Changes what a person may change of a device.
    @discardableResult
    public func edit(_ id: DeviceID, _ edits: [DeviceEdit]) throws(DirectoryError) -> Device {
        let entry = list[try place(id)].edited(edits)
        try put(entry)
        return entry
    }

    /// Takes a device from the list.
    public func remove(_ id: DeviceID) throws(DirectoryError) {
        list.remove(at: try place(id))
        signals[id] = nil
        feed.tell(DirectoryBatch(removed: [id]))
    }

    /// The categories, in the person's order.
    public func categories() -> [String] { names }

    /// Changes the categories.
    public func edit(_ edit: CategoryEdit) throws(DirectoryError) {
        names = try edit.applied(to: names)
        var changed: [Device] = []
        for index in list.indices {
            switch edit {
            case .rename(let old, let new) where list[index].category == old: list[index].category = new
            case .remove(let name) where list[index].category == name: list[index].category = nil
            default: continue
            }
            changed.append(list[index])
        }
        feed.tell(DirectoryBatch(categories: names, devices: changed))
    }

    /// Keeps what devices reported.
    @discardableResult
    public func record(_ reports: [DeviceReport]) -> Int {
        var newest: [DeviceID: DeviceReport] = [:]
        var count = 0
        for report in reports {
            guard let index = list.firstIndex(where: { $0.id == report.id }) else { continue }
            list[index].take(report)
            newest[report.id] = DeviceReport(id: report.id, time: report.time, state: list[index].state)
            if let sample = report.signal.map({ SignalSample(time: report.time, strength: $0) }),
                sample.isDue(after: signals[report.id]?.last?.time)
            {
                signals[report.id] = ((signals[report.id] ?? []) + [sample]).suffix(DeviceRules.maximumSamples)
            }
            count += 1
        }
        feed.tell(DirectoryBatch(reports: Array(newest.values)))
        return count
    }

    /// Adds to a device's signal history.
    public func record(_ samples: [SignalSample], of id: DeviceID) throws(DirectoryError) {
        _ = try place(id)
        signals[id] = ((signals[id] ?? []) + samples).suffix(DeviceRules.maximumSamples)
    }

    /// A device's signal history, in the order in which it came.
    public func signalHistory(of id: DeviceID) throws(DirectoryError) -> [SignalSample] {
        _ = try place(id)
        return signals[id] ?? []
    }

    /// All that the directory holds.
    public func contents() -> DirectoryContents {
        DirectoryContents(categories: names, devices: list, signals: signals)
    }

    /// Takes the devices of other contents into the list, in one step.
    public func merge(_ contents: DirectoryContents, _ policy: MergePolicy) throws(DirectoryError) -> MergeSummary {
        var summary = MergeSummary()
        for name in contents.categories where !names.contains(name) { names.append(name) }
        feed.tell(DirectoryBatch(categories: names))
        for device in contents.devices {
            if let fault = DeviceRules.fault(in: device) {
                summary.refused.append("\"\(device.name)\" was left out. \(fault)")
                continue
            }
            guard let listed = self.device(device.id) else {
                try put(device)
                signals[device.id] = contents.signals[device.id]
                summary.added += 1
                continue
            }
            if policy == .keepListed {
                summary.kept += 1
            } else {
                try put(listed.replaced(by: device))
                if let samples = contents.signals[device.id] { signals[device.id] = samples }
                summary.updated += 1
            }
        }
        return summary
    }

    private func place(_ id: DeviceID) throws(DirectoryError) -> Int {
        guard let index = list.firstIndex(where: { $0.id == id }) else { throw .notFound(id) }
        return index
    }

    private func put(_ device: Device) throws(DirectoryError) {
        if let fault = DeviceRules.fault(in: device) { throw .invalidValue(fault) }
        var batch = DirectoryBatch(devices: [device])
        if let category = device.category, !names.contains(category) {
            names.append(category)
            batch.categories = names
        }
        if let index = list.firstIndex(where: { $0.id == device.id }) {
            list[index] = device
        } else {
            list.append(device)
        }
        feed.tell(batch)
    }
}
