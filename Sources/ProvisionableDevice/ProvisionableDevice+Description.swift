extension ProvisionableDevice: CustomStringConvertible, CustomReflectable {
    /// The device's name and nothing of what it holds.
    public nonisolated var description: String { "ProvisionableDevice(\(configuration.name))" }

    /// No children: what it holds may be secret, and a reflection would look past isolation.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
