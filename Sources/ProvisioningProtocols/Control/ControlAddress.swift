/// Where a device is steered once it is on its network: it listens on `<topic>/<id>`.
public struct ControlAddress: Hashable, Sendable {
    /// What the devices of its kind have in common.
    public var topic: TopicName
    /// The device itself.
    public var id: DeviceID

    /// The address of the device `id` under `topic`.
    public init(topic: TopicName, id: DeviceID) {
        self.topic = topic
        self.id = id
    }
}

#if !hasFeature(Embedded)
    extension ControlAddress: CustomStringConvertible {
        /// The address of the device `id` under the topic of this text.
        /// - Throws: the first rule of topics that is broken.
        public init(topic: String, id: DeviceID) throws(TopicName.Fault) {
            self.init(topic: try TopicName(topic), id: id)
        }

        /// Where it takes commands: `<topic>/<id>`.
        public var commandTopic: String { "\(topic.text)/\(id)" }
        /// Where it reports its state.
        public var stateTopic: String { commandTopic + "/state" }
        /// Where it, or the broker in its place, says whether it is there.
        public var availabilityTopic: String { commandTopic + "/availability" }
        /// Where it says how strongly it receives its network.
        public var signalTopic: String { commandTopic + "/signal" }
        /// Where it says what became of the credentials that it was given last: ``JoinReport``.
        public var joinTopic: String { commandTopic + "/join" }

        /// The topic on which the device takes its commands, such as `home/lamp/9b1f…`, for a terminal.
        public var description: String { "\(topic)/\(id)" }
    }
#endif
