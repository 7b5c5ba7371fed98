import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

/// `gangway devices`.
struct DevicesCommand {
    let control: ControlContext

    init(context: CommandContext) throws(CommandFailure) { control = try ControlContext(context) }

    var context: CommandContext { control.context }
    var arguments: ParsedArguments { control.context.arguments }

    /// Does what the sub-command says.
    func run() async throws(CommandFailure) -> ExitStatus {
        switch arguments.command?.word {
        case "add": try await add()
        case "show": try await showOne()
        case "change": try await change()
        case "categories": try await categories()
        case "rename": try await rename()
        case "move": try await move()
        case "remove": try await remove()
        case "export": try await export()
        case "import": return try await importList()
        default: try await show()
        }
        return .done
    }

    func usage(_ message: String) -> CommandFailure { .usage(message, command: arguments.command?.name) }

    /// Shows what became of a device, with what the catalogue has of its kind. Its change is made: a catalogue that cannot be
    /// read is no failure here.
    func tell(_ event: String, _ device: Device, _ sentence: String) {
        let kind = device.kind.flatMap { (try? control.catalogue())?.kind($0) }
        context.console.emit(device.json(event, kind))
        context.console.say(sentence)
    }

    private func add() async throws(CommandFailure) {
        let kind = try arguments.values["kind"].map { name throws(CommandFailure) -> DeviceKind in try self.kind(name) }
        guard let topic = arguments.values["topic"] ?? kind?.topic.text else {
            throw usage("--topic is needed, or a --kind that has one")
        }
        let id = try arguments.values["id"].map { text throws(CommandFailure) -> DeviceID in
            guard let id = DeviceID(text) else {
                throw usage("--id takes a UUID, such as 9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913")
            }
            return id
        }
        let device = Device(
            id: id ?? .random(), name: arguments.operands[0], kind: kind?.id,
            category: arguments.values["category"] ?? kind?.category, topic: topic, picture: arguments.values["picture"]
        )
        try await control.list { list throws(DirectoryError) in try await list.add(device) }
        tell("added", device, "Listed \(safeText(device.name)), \(safeText(device.topic))/\(device.id).")
        await control.tellNamesakes(of: device)
        if let warning = DeviceRules.warning(ofTopic: topic) { context.console.note("The topic \(warning).\n") }
    }

    private func remove() async throws(CommandFailure) {
        if let category = try categoryAlone() {
            return try await edit(.remove(category), "Removed the category \(safeText(category)).")
        }
        guard let wanted = arguments.operands.first else { throw usage("DEVICE is missing") }
        let device = try await control.device(wanted)
        try await control.list { list throws(DirectoryError) in try await list.remove(device.id) }
        tell("removed", device, "Removed \(safeText(device.name)).")
    }

    private func rename() async throws(CommandFailure) {
        guard let name = arguments.operands.last else { throw usage("NAME is missing") }
        if let category = arguments.values["category"] {
            guard arguments.operands.count == 1 else { throw usage("--category and DEVICE exclude each other") }
            return try await edit(
                .rename(category, to: name), "The category \(safeText(category)) is now \(safeText(name)).")
        }
        guard arguments.operands.count == 2 else { throw usage("DEVICE and NAME are needed") }
        let device = try await control.device(arguments.operands[0])
        let changed = try await control.list { list throws(DirectoryError) in
            try await list.edit(device.id, [.rename(name)])
        }
        tell("changed", changed, "\(safeText(device.name)) is now \(safeText(name)).")
        await control.tellNamesakes(of: changed)
    }

    /// The category that a command is about instead of a device; `nil` where it is about a device.
    func categoryAlone() throws(CommandFailure) -> String? {
        guard let category = arguments.values["category"] else { return nil }
        guard arguments.operands.isEmpty else { throw usage("--category and DEVICE exclude each other") }
        return category
    }
}
