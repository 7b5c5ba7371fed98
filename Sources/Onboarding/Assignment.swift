public import ProvisioningProtocols

/// Where a device is to be steered, and how much its identifier says.
public struct Assignment: Hashable, Sendable {
    /// The address that the device is given, where its protocol carries one, or is known to have.
    public var address: ControlAddress
    /// Whether the identifier was made for this set-up. Nobody but the device can have used it then, so that whatever is
    /// heard under it comes from a device that has its credentials.
    public var isNew: Bool

    /// An address that a device may have had before.
    public init(_ address: ControlAddress) {
        self.address = address
        isNew = false
    }

    /// An address under `topic` with an identifier of its own.
    public static func new(under topic: TopicName) -> Assignment {
        var assignment = Assignment(ControlAddress(topic: topic, id: .random()))
        assignment.isNew = true
        return assignment
    }
}
