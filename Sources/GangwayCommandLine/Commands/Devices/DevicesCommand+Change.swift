import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

extension DevicesCommand {
    /// Gives a device another kind, topic or picture.
    func change() async throws(CommandFailure) {
        let (kindName, topic, picture) = (
            arguments.values["kind"], arguments.values["topic"], arguments.values["picture"]
        )
        let device = try await control.device(arguments.operands.first)
        if let topic, topic.isEmpty, device.provisioning?.peripheral == nil {
            throw CommandFailure(
                .failed, "invalidValue", fault: .caller,
                "\(safeText(device.name)) was not set up over Bluetooth: it is listed for its topic alone. Nothing was changed.",
                advice: "Give it another topic, or take it from the list with `gangway devices remove`.")
        }
        var edits: [DeviceEdit] = []
        if let kindName {
            let kind = kindName.isEmpty ? nil : try self.kind(kindName)
            edits.append(.kind(kind?.id))
            if device.category == nil, let category = kind?.category { edits.append(.move(to: category)) }
        }
        if let topic { edits.append(.topic(topic)) }
        if let picture { edits.append(.picture(picture.isEmpty ? nil : picture)) }
        let changed = try await control.list { [edits] list throws(DirectoryError) in
            try await list.edit(device.id, edits)
        }
        tell("changed", changed, Self.sentence(changed, kindName, topic, picture))
        if let topic, let warning = DeviceRules.warning(ofTopic: topic) {
            context.console.note("The topic \(warning).\n")
        }
    }

    /// The catalogue's kind of this name.
    func kind(_ name: String) throws(CommandFailure) -> DeviceKind {
        let kinds = try control.catalogue().kinds
        if let kind = kinds.first(where: { $0.id == name }) { return kind }
        throw CommandFailure(
            .usage, "unknownKind", fault: .caller, "--kind names no kind of the catalogue.",
            advice: kinds.isEmpty
                ? "There is no catalogue: name one with --catalogue or GANGWAY_CATALOGUE, or put devices.json into the "
                    + "folder of --home; Examples/devices.json is one to start from."
                : "Its kinds are " + kinds.map { safeText($0.id) }.joined(separator: ", ") + ".")
    }

    private static func sentence(
        _ device: Device, _ kind: String?, _ topic: String?, _ picture: String?
    ) -> String {
        var facts: [String] = []
        if kind != nil { facts.append(device.kind.map { "of the kind " + safeText($0) } ?? "of no kind") }
        if topic != nil {
            facts.append(
                device.topic.isEmpty ? "no longer steered" : "steered under \(safeText(device.topic))/\(device.id)")
        }
        if picture != nil { facts.append(device.picture.map { "shown as " + safeText($0) } ?? "without a picture") }
        return "\(safeText(device.name)) is now " + facts.joined(separator: ", ") + "."
    }
}
