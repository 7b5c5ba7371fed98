import MessageBroker
import ProvisioningProtocols

/// What a device makes of the messages that reach it: no I/O, no clock.
struct Hearing: Sendable {
    /// What a message means for the device.
    enum Meaning: Equatable {
        /// It is told to do something.
        case command(SwitchCommand)
        /// It is told what it cannot do, or not understood; nothing changes.
        case fault(CommandFault)
        /// Somebody, mostly the broker for a connection before this one, has said that it is not there.
        case disowned
        /// Home Assistant has started and knows nothing of the device yet.
        case birth
        /// It is nothing to the device.
        case nothing
    }

    let address: ControlAddress
    /// Both spellings of the identifier, since a topic is compared letter by letter and people's apps have either.
    let commandTopics: [String]
    private let availabilityTopic: String
    private let birthTopic: String?
    private let modes: [Int32]

    init(_ address: ControlAddress, _ description: DeviceDescription) {
        self.address = address
        let other = "\(address.topic.text)/\(address.id.description.uppercased())"
        commandTopics = [address.commandTopic] + (other == address.commandTopic ? [] : [other])
        availabilityTopic = address.availabilityTopic
        birthTopic = description.discoveryPrefix.map { "\($0)/status" }
        modes = description.modes.map(\.number)
    }

    /// All that the device asks the broker for. Its own availability is among it, to hear when it is taken for gone.
    var filters: [String] { commandTopics + [availabilityTopic] + (birthTopic.map { [$0] } ?? []) }

    /// What `message` means.
    func meaning(of message: Message) -> Meaning {
        let topic = message.topic
        if commandTopics.contains(where: { Self.isSame($0, topic) }) { return meaning(ofCommand: message) }
        // What the broker had kept is older than what the device says itself as soon as it hears anything.
        if message.isRetained { return .nothing }
        if Self.isSame(availabilityTopic, topic) { return message.body == Availability.online ? .nothing : .disowned }
        return topic == birthTopic && message.body == Availability.online ? .birth : .nothing
    }

    /// Whether `topic` is what the broker made of `ours`: RabbitMQ gives a dot back as the end of a level.
    private static func isSame(_ ours: String, _ topic: String) -> Bool {
        ours.utf8.elementsEqual(topic.utf8) {
            $0 == $1 || ($0 == UInt8(ascii: ".") && $1 == UInt8(ascii: "/"))
        }
    }

    private func meaning(ofCommand message: Message) -> Meaning {
        // Nothing at all is how a kept message is cleared.
        if message.body.isEmpty { return .nothing }
        switch ControlBody(message.body.span) {
        case .report: return .nothing
        case .notUnderstood: return .fault(.notUnderstood)
        case .brokenCommand where message.isRetained, .command where message.isRetained: return .fault(.retained)
        case .brokenCommand: return .fault(.broken)
        case .command(let id, let isOn, let mode):
            if id != address.id { return .fault(.otherDevice) }
            guard let mode, modes.contains(mode) || mode != 0 else { return .command(SwitchCommand(isOn: isOn)) }
            return modes.contains(mode) ? .command(SwitchCommand(isOn: isOn, mode: mode)) : .fault(.unknownMode)
        }
    }
}

/// The words in which a device, or the broker in its place, says whether it is there.
enum Availability {
    static let online = Array("online".utf8)
    static let offline = Array("offline".utf8)
}
