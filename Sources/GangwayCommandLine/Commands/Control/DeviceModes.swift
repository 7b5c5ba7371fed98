import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

/// What a device can do while it is on, by its kind in the catalogue.
struct DeviceModes {
    /// The device's kind; `nil` where the catalogue does not have it.
    let kind: DeviceKind?

    /// Whether there is a catalogue with kinds at all.
    private let hasCatalogue: Bool

    init(_ device: Device, _ catalogue: DeviceCatalogue) {
        kind = device.kind.flatMap(catalogue.kind(_:))
        hasCatalogue = !catalogue.kinds.isEmpty
    }

    /// The mode that `text` names or numbers.
    func number(_ text: String) throws(CommandFailure) -> Int {
        if let mode = kind?.modes.first(where: { $0.name == text }) { return mode.number }
        if let number = Int32(text) { return Int(number) }
        if let mode = kind?.modes.first(where: { $0.name.lowercased() == text.lowercased() }) { return mode.number }
        let names = kind?.modes.map { "\($0.number) \(safeText($0.name))" } ?? []
        throw CommandFailure(
            .failed, "unknownMode", fault: .caller, "The device has no mode of that name. Nothing was sent.",
            advice: names.isEmpty ? adviceWithoutNames : "Its modes are " + names.joined(separator: ", ") + ".")
    }

    /// What to do about a device whose modes have no names here.
    private var adviceWithoutNames: String {
        guard hasCatalogue else {
            return "Give its number. Names are those of a catalogue, and there is none: name one with --catalogue or "
                + "GANGWAY_CATALOGUE, or put devices.json into the folder of --home."
        }
        guard kind == nil else { return "Give its number. Its kind in the catalogue names no modes." }
        return
            "Give its number. Names are those of its kind in the catalogue: `gangway devices change DEVICE --kind KIND` "
            + "gives it one."
    }
}
