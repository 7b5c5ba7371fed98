import ProvisioningProtocols
import Runtime

/// What one observer has not taken yet.
final class WaitingBatch: Sendable {
    fileprivate struct State {
        var batch: DirectoryBatch?
        /// Where a device is in `batch.devices`, and in `batch.reports`; made when a second batch is added.
        var devices: [DeviceID: Int]?
        var reports: [DeviceID: Int] = [:]
    }

    private let state: Lock<State>
    private let bell: EventSource<Void, Never>
    private let abandoned: Lock<Bool>

    init(_ first: DirectoryBatch, _ bell: EventSource<Void, Never>, _ abandoned: Lock<Bool>) {
        state = Lock(State(batch: first))
        self.bell = bell
        self.abandoned = abandoned
    }

    var isAbandoned: Bool { abandoned.withLock { $0 } }

    func finish() { bell.finish() }

    func take() -> DirectoryBatch? {
        state.withLock { state in
            let batch = state.batch
            state = State()
            return batch
        }
    }

    func add(_ batch: DirectoryBatch) {
        state.withLock { state in
            if batch.isWhole || state.batch == nil {
                state = State(batch: batch)
            } else {
                state.merge(batch)
            }
        }
        bell.yield(())
    }
}

extension WaitingBatch.State {
    fileprivate mutating func merge(_ later: DirectoryBatch) {
        guard var batch = batch.take() else { return }
        var places = devices ?? Self.places(batch.devices.map(\.id))
        if devices == nil { reports = Self.places(batch.reports.map(\.id)) }
        if let categories = later.categories { batch.categories = categories }
        if !later.removed.isEmpty {
            let gone = Set(later.removed)
            batch.devices.removeAll { gone.contains($0.id) }
            batch.reports.removeAll { gone.contains($0.id) }
            batch.removed.removeAll { gone.contains($0) }
            batch.removed += later.removed
            places = Self.places(batch.devices.map(\.id))
            reports = Self.places(batch.reports.map(\.id))
        }
        // What is told whole is newer than a report that still waits.
        let isNewer = Set(later.devices.map(\.id).filter { reports[$0] != nil })
        if !isNewer.isEmpty {
            batch.reports.removeAll { isNewer.contains($0.id) }
            reports = Self.places(batch.reports.map(\.id))
        }
        for device in later.devices {
            if let place = places[device.id] {
                batch.devices[place] = device
            } else {
                places[device.id] = batch.devices.count
                batch.devices.append(device)
            }
        }
        for report in later.reports {
            if let place = places[report.id] {
                batch.devices[place].take(report)
            } else if let place = reports[report.id] {
                let state = report.state ?? batch.reports[place].state
                batch.reports[place] = DeviceReport(id: report.id, time: report.time, state: state)
            } else {
                reports[report.id] = batch.reports.count
                batch.reports.append(report)
            }
        }
        devices = places
        self.batch = batch
    }

    private static func places(_ ids: [DeviceID]) -> [DeviceID: Int] {
        Dictionary(ids.enumerated().map { ($1, $0) }) { $1 }
    }
}
