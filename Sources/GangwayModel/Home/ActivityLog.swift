public import DeviceDirectory
public import ProvisioningProtocols

/// Something that happened in a home.
public struct ActivityEntry: Hashable, Sendable, Identifiable {
    /// Its number, from 1; a later one's is greater.
    public let id: UInt64
    /// When it happened.
    public let time: WallTime
    /// What happened.
    public let sentence: Sentence
    /// The device that it is about; `nil` for none.
    public let device: DeviceID?
    /// Whether something went wrong.
    public let isProblem: Bool
}

/// What happened in a home since it was opened: the newest ``capacity`` entries, the oldest first.
public struct ActivityLog: Hashable, Sendable {
    /// How many entries are kept.
    public static let capacity = 500

    /// The entries that are kept.
    public private(set) var entries: [ActivityEntry] = []
    private var last: UInt64 = 0

    mutating func add(_ sentence: Sentence, at time: WallTime, of device: DeviceID? = nil, isProblem: Bool = false) {
        last += 1
        // A quarter at once, so that not every entry moves all others.
        if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 4) }
        entries.append(
            ActivityEntry(id: last, time: time, sentence: sentence, device: device, isProblem: isProblem))
    }
}
