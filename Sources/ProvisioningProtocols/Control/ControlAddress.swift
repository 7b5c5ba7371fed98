/// Where a device is steered once it is on its network: it listens on `<topic>/<id>`.
public struct ControlAddress: Hashable, Sendable {
    /// What the devices of its kind have in common.
    public var topic: TopicName
    /// The device itself.
    public var id: DeviceUUID

    /// The address of the device `id` under `topic`.
    public init(topic: TopicName, id: DeviceUUID) {
        self.topic = topic
        self.id = id
    }
}

#if !hasFeature(Embedded)
    extension ControlAddress: CustomStringConvertible {
        /// The topic on which the device takes its commands, such as `home/lamp/9b1f…`, for a terminal.
        public var description: String { "\(topic)/\(id)" }
    }
#endif
