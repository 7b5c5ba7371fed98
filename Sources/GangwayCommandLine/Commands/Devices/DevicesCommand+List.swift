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
        let shown = Self.ordered(wanted.map { name in devices.filter { $0.category == name } } ?? devices, categories)
        if arguments.switches.contains("names") { return put(shown.lazy.map(\.name)) }
        let kinds = Dictionary(try control.catalogue().kinds.map { ($0.id, $0) }) { first, _ in first }
        if arguments.switches.contains("modes") {
            let used = Set(shown.compactMap(\.kind))
            let names = used.sorted().compactMap { kinds[$0] }.flatMap { $0.modes.map(\.name) }
            return put(Set(names).sorted())
        }
        if context.console.isJSON {
            return context.console.putLines { out in
                for device in shown {
                    device.json("listed", device.kind.flatMap { kinds[$0] }).write(to: &out.bytes)
                    out.end()
                }
            }
        }
        guard !shown.isEmpty else {
            return context.console.say(
                wanted.map { "No device is in the category \(safeText($0))." } ?? "No device is listed.")
        }
        let table = Self.table(shown, kinds, at: .now)
        context.console.putLines { out in table.write(to: &out) }
    }

    private func put(_ names: some Sequence<String>) {
        context.console.putLines { out in
            for name in names {
                out.bytes.append(contentsOf: safeText(name).utf8)
                out.end()
            }
        }
    }

    /// The devices for a person.
    static func table(_ devices: [Device], _ kinds: [String: DeviceKind], at now: WallTime) -> Table {
        var table = Table(header: ["DEVICE", "CATEGORY", "STATE", "LAST SEEN", "TOPIC", "ID"])
        table.rows = devices.map { device in
            [
                safeText(device.name), device.category.map(safeText) ?? "-",
                device.state?.text(device.kind.flatMap { kinds[$0] }) ?? "-",
                device.lastSeen?.ago(at: now) ?? "never",
                device.topic.isEmpty ? "-" : safeText(device.topic), device.id.description,
            ]
        }
        return table
    }

    /// Those of the first category first, those of none last; within one as they were added.
    static func ordered(_ devices: [Device], _ categories: [String]) -> [Device] {
        var places: [String: Int] = [:]
        for (place, name) in categories.enumerated() { places[name] = place }
        var groups = [[Int]](repeating: [], count: categories.count + 1)
        for (number, device) in devices.enumerated() {
            groups[device.category.flatMap { places[$0] } ?? categories.count].append(number)
        }
        return groups.joined().map { devices[$0] }
    }
}
