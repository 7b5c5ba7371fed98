import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

extension DevicesCommand {
    /// Shows all that is kept of one device.
    func showOne() async throws(CommandFailure) {
        let device = try await control.device(arguments.operands.first)
        let samples = try await control.list { list throws(DirectoryError) in
            try await list.signalHistory(of: device.id)
        }
        let kind = try device.kind.flatMap(control.catalogue().kind(_:))
        context.console.emit(Self.json(shown: device, kind, samples))
        context.console.say(Self.lines(device, kind, samples, at: .now).joined(separator: "\n"))
    }

    /// The object that `devices show --json` prints.
    static func json(shown device: Device, _ kind: DeviceKind?, _ samples: [SignalSample]) -> JSONObject {
        var object = device.json("shown", kind)
        object.append(
            "signal",
            .array(samples.map { .array([.string($0.time.description), .integer(Int($0.strength))]) }))
        return object
    }

    /// The device for a person, a fact a line.
    static func lines(
        _ device: Device, _ kind: DeviceKind?, _ samples: [SignalSample], at now: WallTime
    ) -> [String] {
        func told(_ text: String?, _ time: WallTime?) -> String? {
            text.map { text in text + (time.map { ", \($0.ago(at: now))" } ?? "") }
        }
        let setUp = device.provisioning.map { record in
            "by \(safeText(record.method)), \(record.time)" + (record.network.map { ", on \(safeText($0))" } ?? "")
        }
        let facts: [(String, String?)] = [
            ("id", device.id.description), ("topic", device.topic.isEmpty ? nil : safeText(device.topic)),
            ("kind", device.kind.map(safeText)),
            ("category", device.category.map(safeText)),
            ("state", told(device.state?.text(kind), device.state?.time)),
            ("last seen", device.lastSeen?.ago(at: now) ?? "never"), ("set up", setUp),
            ("Bluetooth", device.provisioning?.peripheral.map(safeText)),
            ("signal", told(samples.last.map { SignalStrength(rawValue: $0.strength).text }, samples.last?.time)),
            ("", samples.count > 1 ? plot(samples) : nil),
        ]
        return [safeText(device.name)]
            + facts.compactMap { name, fact in
                fact.map { "  " + name + spaces(11 - name.utf8.count) + $0 }
            }
    }

    /// The newest sixty samples as a line of bars, from the weakest of them to the strongest.
    private static func plot(_ samples: [SignalSample]) -> String {
        let shown = samples.suffix(60).map { Int($0.strength) }
        guard let weakest = shown.min(), let strongest = shown.max() else { return "" }
        let steps = Terminal.showsUnicode ? Array("▁▂▃▄▅▆▇█") : Array("_.-=^")
        let bars = shown.map { steps[($0 - weakest) * (steps.count - 1) / max(1, strongest - weakest)] }
        return String(bars) + "  \(weakest) to \(strongest) dBm, the last \(shown.count) of \(samples.count)"
    }
}
