import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import ProvisioningProtocols

extension HomeModel {
    func openDirectory() async {
        directoryTask?.cancel()
        do throws(DirectoryError) {
            let directory = try await services.store.directory()
            let changes = try await directory.changes()
            self.directory = directory
            set(directoryProblem: nil)
            // The first batch is all that is listed, and is there.
            if let first = await changes.next() { take(first) }
            directoryTask = Task { [weak self] in
                while let batch = await changes.next() { self?.take(batch) }
            }
        } catch {
            directory = nil
            set(directoryProblem: Problem(error))
        }
    }

    func set(directoryProblem problem: Problem?) {
        guard problem != directoryProblem else { return }
        directoryProblem = problem
        publish(.problems)
        if let problem { note(problem.summary, isProblem: true) }
    }

    /// Takes what changed in the list.
    func take(_ batch: DirectoryBatch) {
        isLoaded = true
        var change = HomeChange()
        if batch.isWhole {
            let listed = Set(batch.devices.map(\.id))
            remove(devices.map(\.id).filter { !listed.contains($0) }, &change)
        }
        if let categories = batch.categories, categories != self.categories {
            self.categories = categories
            change.parts.insert(.categories)
        }
        remove(batch.removed, &change)
        var fresh: [DeviceModel] = []
        for entry in batch.devices { if let device = put(entry, &change) { fresh.append(device) } }
        devices += fresh
        for report in batch.reports {
            guard let device = byID[report.id] else { continue }
            update(device, &change) { $0.take(state: report.state, heard: report.time) }
        }
        if change.parts.contains(.list) { sort() }
        publish(change)
        if !fresh.isEmpty, let control { learn(fresh.map(\.id), from: control) }
    }

    /// Takes a device's entry over; the device where it is new.
    private func put(_ entry: Device, _ change: inout HomeChange) -> DeviceModel? {
        let kind = entry.kind.flatMap(services.catalogue.kind(_:))
        guard let device = byID[entry.id] else {
            let device = DeviceModel(DeviceFacts(entry), kind: kind)
            byID[entry.id] = device
            index(device)
            change.devices.insert(entry.id)
            change.removed.remove(entry.id)
            change.parts.insert(.list)
            return device
        }
        if device.facts.category != entry.category { change.parts.insert(.list) }
        if device.kind != kind { device.kind = kind }
        if !device.facts.hasEntry(of: entry) { device.isEntryNews = true }
        index(device, isListed: false)
        update(device, &change) { $0.take(entry: entry) }
        index(device)
        return nil
    }

    private func remove(_ ids: [DeviceID], _ change: inout HomeChange) {
        guard !ids.isEmpty else { return }
        for id in ids {
            guard let device = byID.removeValue(forKey: id) else { continue }
            index(device, isListed: false)
            change.removed.insert(id)
            change.parts.insert(.list)
        }
        devices.removeAll { byID[$0.id] == nil }
    }

    private func sort() { members = Dictionary(grouping: devices) { $0.facts.category } }

    /// Changes what is known of a device, and tells of it where it is something else then.
    func update(_ device: DeviceModel, _ change: inout HomeChange, _ body: (inout DeviceFacts) -> Void) {
        var facts = device.facts
        body(&facts)
        guard facts != device.facts else { return }
        device.facts = facts
        change.devices.insert(device.id)
    }

    /// What devices said before they were listed.
    private func learn(_ ids: [DeviceID], from control: DeviceControl) {
        Task { [weak self] in
            let statuses = await control.statuses
            self?.take(ids.compactMap { id in statuses[id].map { (id, $0) } })
        }
    }

    func take(_ known: [(DeviceID, DeviceStatus)]) {
        var change = HomeChange()
        for (id, status) in known {
            guard let device = byID[id] else { continue }
            update(device, &change) { $0.take(status) }
        }
        publish(change)
    }
}
