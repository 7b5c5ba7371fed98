public import ProvisioningProtocols

/// What changed in a directory since an observer last looked. To be applied in the order of its properties.
public struct DirectoryBatch: Equatable, Sendable {
    /// Whether this is all that is listed: what the observer knew before is to be dropped.
    public var isWhole: Bool
    /// The categories in their new order; `nil` where they are as before.
    public var categories: [String]?
    /// Devices that are not listed any more.
    public var removed: [DeviceID]
    /// Devices that are new or changed, as they are now.
    public var devices: [Device]
    /// What listed devices reported, at most one report each, the newest.
    public var reports: [DeviceReport]

    /// A batch of these parts.
    public init(
        isWhole: Bool = false, categories: [String]? = nil, removed: [DeviceID] = [], devices: [Device] = [],
        reports: [DeviceReport] = []
    ) {
        self.isWhole = isWhole
        self.categories = categories
        self.removed = removed
        self.devices = devices
        self.reports = reports
    }

    /// Whether it tells of nothing.
    public var isEmpty: Bool {
        !isWhole && categories == nil && removed.isEmpty && devices.isEmpty && reports.isEmpty
    }
}
