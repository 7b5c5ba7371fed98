public import DeviceDirectory
public import ProvisioningProtocols

extension SQLiteDirectory {
    /// All devices, in the order in which they were added.
    public func devices() throws(DirectoryError) -> [Device] {
        try read { connection throws(DirectoryError) in
            var table = DeviceTable(connection, try CategoryTable(connection))
            return try table.all()
        }
    }

    /// The device of this identifier, where one is listed.
    public func device(_ id: DeviceID) throws(DirectoryError) -> Device? {
        try read { connection throws(DirectoryError) in
            var table = DeviceTable(connection, try CategoryTable(connection))
            return try table.one(id)
        }
    }

    /// Lists a device that is not listed yet.
    public func add(_ device: Device) throws(DirectoryError) {
        try change { change throws(DirectoryError) in
            if let listed = try change.listed(device.id) { throw .alreadyListed(device.id, name: listed.name) }
            try change.put(device, isNew: true)
        }
    }

    /// Lists a device that was set up, for the first time or again.
    @discardableResult
    public func enroll(_ device: Device) throws(DirectoryError) -> Device {
        try change { change throws(DirectoryError) in
            let listed = try change.listed(device.id)
            let entry = listed?.enrolledAgain(as: device) ?? device
            try change.put(entry, isNew: listed == nil)
            return entry
        }
    }

    /// Changes what a person may change of a device.
    @discardableResult
    public func edit(_ id: DeviceID, _ edits: [DeviceEdit]) throws(DirectoryError) -> Device {
        try change { change throws(DirectoryError) in
            guard let listed = try change.listed(id) else { throw .notFound(id) }
            let entry = listed.edited(edits)
            try change.put(entry, isNew: false)
            return entry
        }
    }

    /// Takes a device from the list.
    public func remove(_ id: DeviceID) throws(DirectoryError) {
        try change { change throws(DirectoryError) in
            let table = DeviceTable(change.connection, try CategoryTable(change.connection))
            guard try table.number(of: id) != nil else { throw .notFound(id) }
            try table.delete(id)
            try Tally.remember(removed: id, change.revision, change.connection)
            change.batch.removed = [id]
        }
    }

    /// The categories, in the person's order.
    public func categories() throws(DirectoryError) -> [String] {
        try read { connection throws(DirectoryError) in try CategoryTable(connection).names }
    }

    /// Changes the categories.
    public func edit(_ edit: CategoryEdit) throws(DirectoryError) {
        try change { change throws(DirectoryError) in
            var categories = try CategoryTable(change.connection)
            try categories.apply(edit, revision: change.revision)
            change.batch.categories = categories.names
            guard change.isObserved else { return }
            var devices = DeviceTable(change.connection, categories)
            change.batch.devices = try devices.changed(after: change.revision - 1)
        }
    }
}

extension Change {
    /// The device as it is listed now.
    func listed(_ id: DeviceID) throws(DirectoryError) -> Device? {
        var table = DeviceTable(connection, try CategoryTable(connection))
        return try table.one(id)
    }

    /// Writes a device, with its report and its category.
    mutating func put(_ device: Device, isNew: Bool) throws(DirectoryError) {
        if let fault = DeviceRules.fault(in: device) { throw .invalidValue(fault) }
        var categories = try CategoryTable(connection)
        if let category = device.category, try categories.make([category]) { batch.categories = categories.names }
        let table = DeviceTable(connection, categories)
        if isNew {
            try table.insert(device, revision: revision)
        } else {
            try table.update(device, revision: revision)
            try table.updateReport(device, revision: revision)
        }
        if isObserved { batch.devices = [device] }
    }
}
