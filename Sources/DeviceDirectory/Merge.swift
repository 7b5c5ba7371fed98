public import ProvisioningProtocols

/// What becomes of an entry that is listed already and comes again in an import.
public enum MergePolicy: Hashable, Sendable {
    /// What is listed stays as it is.
    case keepListed
    /// The imported entry takes its place; state and signal history stay where the entry brings none.
    case takeImported
}

/// What a merge did.
public struct MergeSummary: Hashable, Sendable {
    /// Devices that were not listed before.
    public var added: Int
    /// Devices whose entries were replaced.
    public var updated: Int
    /// Devices whose entries stayed.
    public var kept: Int
    /// What could not be used, each as a sentence that names it.
    public var refused: [String]

    /// A summary of these numbers.
    public init(added: Int = 0, updated: Int = 0, kept: Int = 0, refused: [String] = []) {
        self.added = added
        self.updated = updated
        self.kept = kept
        self.refused = refused
    }
}

/// All that a directory holds.
public struct DirectoryContents: Hashable, Sendable {
    /// The categories, in the person's order.
    public var categories: [String]
    /// The devices, in the order in which they were added.
    public var devices: [Device]
    /// The signal history of those that have one.
    public var signals: [DeviceID: [SignalSample]]
    /// What could not be read, each as a sentence that names it: of an import only.
    public var refused: [String]

    /// Contents of these parts.
    public init(
        categories: [String] = [], devices: [Device] = [], signals: [DeviceID: [SignalSample]] = [:],
        refused: [String] = []
    ) {
        self.categories = categories
        self.devices = devices
        self.signals = signals
        self.refused = refused
    }
}

extension Device {
    /// What takes the place of this listed device when `imported` does.
    public func replaced(by imported: Device) -> Device {
        var entry = imported
        entry.state = imported.state ?? state
        entry.lastSeen = imported.lastSeen ?? lastSeen
        return entry
    }
}
