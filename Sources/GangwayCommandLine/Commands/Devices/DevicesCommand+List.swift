import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

extension DevicesCommand {
    /// Shows the devices, in the order of their categories.
    func show() async throws(CommandFailure) {
        let (devices, categories) = try await control.list { list throws(DirectoryError) in
            (try await list.devices(), try await list.categories())
        }
        let wanted = arguments.values["category"]
        if let wanted, !categories.contains(wanted) { throw CommandFailure(.notFound(category: wanted)) }
        let shown = Self.ordered(devices, categories).filter { wanted == nil || $0.category == wanted }
        if arguments.switches.contains("names") {
            return context.console.put(shown.map { safeText($0.name) + "\n" }.joined())
        }
        let catalogue = try control.catalogue()
        if context.console.isJSON {
            // At once: a list may be long, and a call of the system for each line takes longer than the line.
            let lines = shown.map { $0.json("listed", $0.kind.flatMap(catalogue.kind(_:))).text + "\n" }
            return context.console.put(lines.joined())
        }
        guard !shown.isEmpty else { return context.console.say("No device is listed.") }
        var table = Table(header: ["DEVICE", "CATEGORY", "STATE", "LAST SEEN", "TOPIC", "ID"])
        let now = WallTime.now
        table.rows = shown.map { device in
            [
                safeText(device.name), device.category.map(safeText) ?? "-",
                device.state?.text(device.kind.flatMap(catalogue.kind(_:))) ?? "-",
                device.lastSeen?.ago(at: now) ?? "never",
                safeText(device.topic), device.id.description,
            ]
        }
        context.console.put(table.lines.joined(separator: "\n") + "\n")
    }

    /// Those of the first category first, those of none last; within one as they were added.
    static func ordered(_ devices: [Device], _ categories: [String]) -> [Device] {
        var places: [String: Int] = [:]
        for (place, name) in categories.enumerated() { places[name] = place }
        return devices.enumerated().map { (place: $1.category.flatMap { places[$0] } ?? .max, number: $0, device: $1) }
            .sorted { ($0.place, $0.number) < ($1.place, $1.number) }.map(\.device)
    }
}
