import DeviceDirectory
import ProvisioningProtocols
import Runtime

/// Those who wait for something of one device, or follow it.
struct Watches {
    /// What one who waits is told.
    enum Sign: Sendable {
        /// Something was learnt of the device.
        case change(DeviceChange)
        /// The connection to the broker was lost and is back.
        case connectedAnew
    }

    private struct Watch {
        let id: DeviceID
        let source: EventSource<Sign, Never>
        let isWanted: @Sendable (DeviceChange) -> Bool
    }

    private struct Follower {
        let id: DeviceID
        let source: EventSource<DeviceChange, Never>
    }

    private var watches: [UInt64: Watch] = [:]
    private var followers: [UInt64: Follower] = [:]
    private var lastNumber: UInt64 = 0

    /// Begins to look for live changes of the device that `isWanted` accepts. No more than 256 of them wait in the stream, which
    /// ends when the control is stopped.
    mutating func begin(
        _ id: DeviceID, _ isWanted: @escaping @Sendable (DeviceChange) -> Bool
    ) -> (number: UInt64, stream: EventStream<Sign, Never>) {
        lastNumber += 1
        let (stream, source) = EventStream<Sign, Never>.make()
        watches[lastNumber] = Watch(id: id, source: source, isWanted: isWanted)
        return (lastNumber, stream)
    }

    /// Begins to tell `source` of every change of the device. The number under which that is ended.
    mutating func follow(_ id: DeviceID, _ source: EventSource<DeviceChange, Never>) -> UInt64 {
        lastNumber += 1
        followers[lastNumber] = Follower(id: id, source: source)
        return lastNumber
    }

    mutating func end(_ number: UInt64) {
        watches[number] = nil
        followers[number] = nil
    }

    mutating func endAll() {
        for watch in watches.values { watch.source.finish() }
        for follower in followers.values { follower.source.finish() }
        (watches, followers) = ([:], [:])
    }

    func take(_ changes: [DeviceChange]) {
        for follower in followers.values {
            for change in changes where change.id == follower.id { follower.source.yield(change) }
        }
        guard !watches.isEmpty else { return }
        for change in changes where change.isLive {
            for watch in watches.values where watch.id == change.id && watch.isWanted(change) {
                watch.source.yield(.change(change))
            }
        }
    }

    func tellConnectedAnew() {
        for watch in watches.values { watch.source.yield(.connectedAnew) }
    }
}
