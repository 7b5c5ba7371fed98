import DeviceCatalogue
import Provisioning
import ProvisioningProtocols

/// Where devices are to be steered, as `join` was told.
struct ControlWish: Sendable {
    private let topic: TopicName?
    private let id: DeviceID?

    /// What `--topic` and `--id` say.
    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        topic = try arguments.values["topic"].map { text throws(CommandFailure) in
            do throws(TopicName.Fault) { return try TopicName(text) } catch {
                throw .usage("--topic cannot be used: \(error)", command: "join")
            }
        }
        id = try arguments.values["id"].map { text throws(CommandFailure) in
            guard let id = DeviceID(text) else {
                throw .usage("--id takes a UUID, such as 9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913", command: "join")
            }
            return id
        }
        if id != nil, arguments.switches.contains("each") {
            throw .usage("--id is for one device; with --each every device gets an id of its own", command: "join")
        }
    }

    /// The address to give to the session's device: under the topic that was named or that of its kind, with a new id where
    /// none was named; `nil` where its protocol carries none.
    /// - Throws: where the protocol needs a topic and none is known, or carries none and one was named. Nothing was sent then.
    func address(for session: ProvisioningSession) throws(CommandFailure) -> ControlAddress? {
        guard session.capabilities.carriesControlAddress else {
            guard topic == nil, id == nil else {
                throw CommandFailure(
                    .failed, "unsupported", fault: .caller,
                    "The device's protocol, \(session.protocolID), carries no topic and no id. Nothing was sent.",
                    advice: "Leave --topic and --id out.")
            }
            return nil
        }
        guard let topic = topic ?? session.device.kind?.topic else {
            throw CommandFailure(
                .failed, "topicNeeded", fault: .caller,
                "The device has to be told under which topic it is to be steered. Nothing was sent.",
                advice: "Give --topic, such as --topic home/lamp, or a --catalogue that has its kind.")
        }
        return ControlAddress(topic: topic, id: id ?? .random())
    }
}

extension ControlAddress {
    /// Shows where a device is about to be told that it is steered.
    func tell(on console: Console) {
        console.emit(json)
        console.say("It is to be steered under \(self).")
        if topic.hasDot {
            console.note("The topic has a dot, which some brokers (RabbitMQ) take for the end of a level.\n")
        }
    }

    /// The object that `join --json` and `device --json` print.
    var json: JSONObject {
        ["event": .string("assigned"), "topic": .string(topic.text), "id": .string(id.description)]
    }
}
