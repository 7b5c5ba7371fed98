import DeviceCatalogue
import Onboarding
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

    /// Where the session's device is to be steered: under the topic that was named or that of its kind, with a new id where
    /// none was named. Of a device whose protocol carries none it is where the person says that it is; `nil` where nothing
    /// was said.
    /// - Throws: where the protocol needs a topic and none is known, or carries none and half of one was named. Nothing was
    ///   sent then.
    func assignment(for session: ProvisioningSession) throws(CommandFailure) -> Assignment? {
        guard session.capabilities.carriesControlAddress else { return try knownAddress(of: session) }
        guard let topic = topic ?? session.device.kind?.topic else {
            throw CommandFailure(
                .failed, "topicNeeded", fault: .caller,
                "The device has to be told under which topic it is to be steered. Nothing was sent.",
                advice: "Give --topic, such as --topic home/lamp, or a --catalogue that has its kind.")
        }
        return id.map { Assignment(ControlAddress(topic: topic, id: $0)) } ?? .new(under: topic)
    }

    private func knownAddress(of session: ProvisioningSession) throws(CommandFailure) -> Assignment? {
        guard topic != nil || id != nil else { return nil }
        // The session is in another protocol since something else was asked for that the one with a topic cannot do.
        guard !session.protocolIDs.contains(where: { $0.capabilities?.carriesControlAddress ?? false }) else {
            let names = session.protocolIDs.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .failed, "unsupported", fault: .caller,
                "None of the device's protocols (\(names)) can do all that was asked. Nothing was sent.",
                advice: "Leave --topic and --id out, or what only \(session.protocolID) can do.")
        }
        if let id, let topic = topic ?? session.device.kind?.topic {
            return Assignment(ControlAddress(topic: topic, id: id))
        }
        throw CommandFailure(
            .failed, "unsupported", fault: .caller,
            "The device's protocol, \(session.protocolID), carries no topic and no id. Nothing was sent.",
            advice: "Leave --topic and --id out, or give both where the device has them already, to have it listed.")
    }
}

extension ControlAddress {
    /// Shows where a device is about to be told that it is steered, or is known to be.
    func tell(on console: Console, isKnown: Bool = false) {
        console.emit(json)
        console.say(isKnown ? "It is steered under \(self), as you say." : "It is to be steered under \(self).")
        if topic.hasDot {
            console.note("The topic has a dot, which some brokers (RabbitMQ) take for the end of a level.\n")
        }
    }

    /// The object that `join --json` and `device --json` print.
    var json: JSONObject {
        ["event": .string("assigned"), "topic": .string(topic.text), "id": .string(id.description)]
    }
}
