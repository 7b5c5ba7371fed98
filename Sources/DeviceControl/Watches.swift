import DeviceDirectory
import Runtime

/// Calls that wait for something of one device.
struct Watches {
    private struct Watch {
        let id: DeviceID
        let source: EventSource<DeviceStatus, Never>
        let isWanted: @Sendable (DeviceStatus) -> Bool
    }

    private var watches: [UInt64: Watch] = [:]
    private var lastNumber: UInt64 = 0

    /// Begins to look for a live change of the device whose status `isWanted` accepts. The first of them comes as the one
    /// event of the stream; it ends without one when the control is stopped.
    mutating func begin(
        _ id: DeviceID, _ isWanted: @escaping @Sendable (DeviceStatus) -> Bool
    ) -> (number: UInt64, stream: EventStream<DeviceStatus, Never>) {
        lastNumber += 1
        let (stream, source) = EventStream<DeviceStatus, Never>.make(capacity: 1)
        watches[lastNumber] = Watch(id: id, source: source, isWanted: isWanted)
        return (lastNumber, stream)
    }

    mutating func end(_ number: UInt64) { watches[number] = nil }

    mutating func endAll() {
        for watch in watches.values { watch.source.finish() }
        watches = [:]
    }

    func take(_ changes: [DeviceChange]) {
        guard !watches.isEmpty else { return }
        for change in changes where change.isLive {
            for watch in watches.values where watch.id == change.id && watch.isWanted(change.status) {
                watch.source.yield(change.status)
            }
        }
    }
}
