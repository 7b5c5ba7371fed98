import GangwayModel
import ProvisioningProtocols
import Runtime
import WebServer

/// Tells every browser what changes in the home. Each change is encoded once, however many listen.
@MainActor final class HomeFeed {
    /// After how many milliseconds a stream on which nothing came is sent a beat.
    nonisolated static let beatInterval: UInt32 = 15_000

    private let home: HomeModel
    private let time: any TimeSource
    /// Tells the numbers of this run of the hub from those of another.
    private let epoch = String(AccessKey.make().prefix(12))
    private var streams: [UInt64: BodyStream] = [:]
    private var next: UInt64 = 0
    private var lastActivity: UInt64 = 0
    private var whole: (sequence: UInt64, frame: [UInt8])?
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
        work = Task { [weak self] in
            while let change = await changes.next() { self?.take(change) }
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
        let missing = last.flatMap { sequence(of: $0) }.flatMap { home.change(since: $0) }
        if let missing {
            if !missing.isEmpty {
                stream.send(frame("change", missing.sequence, HomeEncoding.change(missing, home, activityAfter: 0)))
            }
        } else {
            stream.send(wholeFrame())
        }
        let number = next
        next += 1
        streams[number] = stream
        stream.whenGone { [weak self] in Task { @MainActor in self?.streams[number] = nil } }
    }

    private func wholeFrame() -> [UInt8] {
        if let whole, whole.sequence == home.sequence { return whole.frame }
        let made = frame("home", home.sequence, HomeEncoding.whole(home))
        whole = (home.sequence, made)
        return made
    }

    private func take(_ change: HomeChange) {
        let event = frame("change", change.sequence, HomeEncoding.change(change, home, activityAfter: lastActivity))
        lastActivity = home.activity.entries.last?.id ?? lastActivity
        // As large as a snapshot is, it is not kept when it is old.
        whole = nil
        for (number, stream) in streams where !stream.send(event) { streams[number] = nil }
        sent += UInt64(streams.count)
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
