import GangwayModel
import ProvisioningProtocols
import Runtime
import WebServer

/// Tells every browser what changes in the home. What changes within a tick is one event, and each event is encoded once,
/// however many listen. All of the home is encoded once too for those who come within a second of each other.
@MainActor final class HomeFeed {
    /// After how many milliseconds a stream on which nothing came is sent a beat.
    nonisolated static let beatInterval: UInt32 = 15_000
    /// How many milliseconds lie between two events at least. The first after a pause is sent at once.
    nonisolated static let tick: UInt32 = 4
    /// For how many milliseconds all of the home, as it was, is kept for who comes next while it changes.
    nonisolated static let snapshotAge: UInt32 = 1_000

    private let home: HomeModel
    private let time: any TimeSource
    /// Tells the numbers of this run of the hub from those of another.
    private let epoch = String(AccessKey.make().prefix(12))
    private var streams: [UInt64: BodyStream] = [:]
    private var next: UInt64 = 0
    private var lastActivity: UInt64 = 0
    /// The batch up to which all have been told.
    private var told: UInt64 = 0
    private var whole: Snapshot?
    private var work: Task<Void, Never>?
    private var beating: Task<Void, Never>?
    /// How many events were sent to browsers.
    private(set) var sent: UInt64 = 0

    init(_ home: HomeModel, time: any TimeSource = SystemTime.shared) {
        self.home = home
        self.time = time
    }

    /// How many listen.
    var listeners: Int { streams.count }

    /// Begins to follow the home.
    func start() {
        let changes = home.changes()
        told = home.sequence
        work = Task { [weak self, time] in
            while let change = await changes.next() {
                self?.take(change)
                await time.sleep(until: time.now + Self.tick)
            }
        }
        beating = Task { [weak self, time] in
            while !Task.isCancelled {
                await time.sleep(until: time.now + Self.beatInterval)
                self?.beat()
            }
        }
    }

    /// Ends all streams.
    func stop() {
        work?.cancel()
        beating?.cancel()
        for stream in streams.values { stream.finish() }
        streams = [:]
    }

    /// Sends `stream` what it lacks, then every change: all of the home, or what changed since the event `last`.
    func attach(_ stream: BodyStream, after last: String?) {
        if let known = last.flatMap({ sequence(of: $0) }), let missing = home.change(since: known) {
            send(missing, since: known, to: stream)
        } else {
            tellAll(stream)
        }
        let number = next
        next += 1
        streams[number] = stream
        stream.whenGone { [weak self] in Task { @MainActor in self?.streams[number] = nil } }
    }

    /// Sends `stream` all of the home, whatever it had.
    func tellAll(_ stream: BodyStream) {
        let whole = snapshot()
        stream.send(whole.frame)
        if let missing = home.change(since: whole.sequence) { send(missing, since: whole.sequence, to: stream) }
    }

    private func send(_ missing: HomeChange, since known: UInt64, to stream: BodyStream) {
        guard !missing.isEmpty else { return }
        let data = HomeEncoding.change(missing, since: known, home, activityAfter: 0)
        stream.send(frame("change", missing.sequence, data))
    }

    /// All of the home, not much older than it is: who gets it needs what changed since.
    private func snapshot() -> Snapshot {
        if let whole, whole.sequence == home.sequence || isFresh(whole), home.change(since: whole.sequence) != nil {
            return whole
        }
        let made = Snapshot(
            sequence: home.sequence, time: time.now, frame: frame("home", home.sequence, HomeEncoding.whole(home)))
        whole = made
        return made
    }

    private func isFresh(_ snapshot: Snapshot) -> Bool { time.now < snapshot.time + Self.snapshotAge }

    private func take(_ change: HomeChange) {
        let data = HomeEncoding.change(change, since: told, home, activityAfter: lastActivity)
        told = change.sequence
        lastActivity = home.activity.entries.last?.id ?? lastActivity
        // As large as a snapshot is, it is not kept when it is old.
        if let whole, !isFresh(whole) { self.whole = nil }
        let event = frame("change", change.sequence, data)
        for stream in streams.values where stream.send(event) { sent += 1 }
    }

    private func beat() { for stream in streams.values { stream.send(ServerEvent.beat) } }

    private func frame(_ name: String, _ sequence: UInt64, _ data: [UInt8]) -> [UInt8] {
        ServerEvent.frame(name, id: "\(epoch).\(sequence)", data)
    }

    private func sequence(of id: String) -> UInt64? {
        let parts = id.split(separator: ".")
        guard parts.count == 2, parts[0] == epoch else { return nil }
        return UInt64(parts[1])
    }
}

/// All of the home as it was after a batch, as an event. It is shared by all streams that send it.
private struct Snapshot {
    let sequence: UInt64
    let time: Instant
    let frame: [UInt8]
}
