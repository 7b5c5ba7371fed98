import DeviceDirectory
import ProvisioningProtocols

extension DevicesCommand {
    /// Puts a device into another category, or a category elsewhere among them.
    func move() async throws(CommandFailure) {
        if let position = try arguments.number("position", 1...100_000, of: "devices move") {
            guard let category = try categoryAlone() else { throw usage("--position needs --category") }
            return try await move(category, to: Int(position) - 1)
        }
        let isOut = arguments.switches.contains("out")
        guard isOut != (arguments.values["category"] != nil) else {
            throw usage("--category and --out exclude each other")
        }
        let device = try await control.device(arguments.operands.first)
        let category = arguments.values["category"]
        let changed = try await control.list { list throws(DirectoryError) in
            try await list.edit(device.id, [.move(to: category)])
        }
        let place = category.map { "in the category \(safeText($0))" } ?? "in no category"
        tell("changed", changed, "\(safeText(device.name)) is now \(place).")
    }

    /// Shows the categories, also those in which there is no device, or adds one behind them.
    func categories() async throws(CommandFailure) {
        if let name = arguments.values["add"] {
            return try await edit(.add(name), "Added the category \(safeText(name)).")
        }
        let categories = try await control.list { list throws(DirectoryError) in try await list.categories() }
        context.console.emit(Self.json(categories: categories))
        if categories.isEmpty { context.console.say("There is no category.") }
        for category in categories { context.console.say(safeText(category)) }
    }

    private func move(_ category: String, to position: Int) async throws(CommandFailure) {
        let order = try await control.list { list throws(DirectoryError) -> [String] in
            var order = try await list.categories()
            order.removeAll { $0 == category }
            order.insert(category, at: min(position, order.count))
            // A category that is not there is refused here.
            try await list.edit(.order(order))
            return order
        }
        context.console.emit(Self.json(categories: order))
        context.console.say("The categories are now \(order.map(safeText).joined(separator: ", ")).")
    }

    /// The object that is printed of the categories.
    static func json(categories: [String]) -> JSONObject {
        ["event": .string("categories"), "categories": .array(categories.map { .string($0) })]
    }

    /// Changes the categories, and shows what became of them.
    func edit(_ edit: CategoryEdit, _ sentence: String) async throws(CommandFailure) {
        let categories = try await control.list { list throws(DirectoryError) -> [String] in
            try await list.edit(edit)
            return try await list.categories()
        }
        context.console.emit(Self.json(categories: categories))
        context.console.say(sentence)
    }
}
