import BluetoothLE
import DeviceCatalogue
import Provisioning
import ProvisioningProtocols
import Runtime

/// Finds the device that a person means: by name, by address, or the only one in range.
struct DeviceFinder {
    let context: CommandContext
    let provisioner: Provisioner
    /// What was typed; `nil` where nothing was.
    let wanted: String?

    /// How long a device is looked for where `--timeout` says nothing.
    static let patience: UInt32 = 10_000
    /// How long to listen for a second device that fits, after the first.
    static let settleTime: UInt32 = 1_000

    /// The device.
    /// - Throws: status 3 where none fits, or more than one.
    func find() async throws(CommandFailure) -> FoundDevice {
        let limit = min(context.time.now + Self.patience, context.deadline ?? Instant(milliseconds: .max))
        let stream = provisioner.discover()
        var heard = HeardDevices()
        var settled: Instant?
        /// When a device with a name that is nearly that is told of.
        var hint: Instant?
        while true {
            let wake = [settled, hint, limit].compactMap(\.self).min()
            switch await stream.next(until: wake, on: context.time) {
            case .event(let device):
                heard.update(device)
                if isNamedByAddress(device) { return device }
                if settled == nil, !fitting(heard).isEmpty { settled = context.time.now + Self.settleTime }
                if hint == nil, near(heard) != nil { hint = context.time.now + Self.settleTime }
            case .timedOut where settled == nil && hint == wake && context.time.now < limit:
                tellNear(heard)
                hint = limit
            case .timedOut, .ended:
                if heard.devices.isEmpty { try await context.checkRadio(provisioner) }
                return try choose(from: heard)
            case .cancelled: throw .interrupted
            case .failed(let error): throw CommandFailure(error)
            }
        }
    }

    private func isNamedByAddress(_ device: FoundDevice) -> Bool {
        guard let wanted else { return false }
        if device.id.rawValue == wanted { return true }
        return HardwareAddress(wanted).map { $0 == device.address } ?? false
    }

    private func fitting(_ heard: HeardDevices) -> [FoundDevice] {
        guard let wanted else { return heard.devices }
        return heard.devices.filter { $0.name == wanted }
    }

    /// The name that is heard and may be the one that was meant.
    private func near(_ heard: HeardDevices) -> String? {
        guard let wanted, HardwareAddress(wanted) == nil, fitting(heard).isEmpty else { return nil }
        return nearest(to: wanted, among: heard.devices.compactMap(\.name))
    }

    /// Tells of that name while the one that was typed is still looked for.
    private func tellNear(_ heard: HeardDevices) {
        guard let wanted, let near = near(heard) else { return }
        let text = "\(safeText(near)) is in range; still looking for \(safeText(wanted))"
        if context.console.isLive {
            context.console.progress(text)
        } else {
            context.console.note("gangway: \(text).\n")
        }
    }

    private func choose(from heard: HeardDevices) throws(CommandFailure) -> FoundDevice {
        let fitting = fitting(heard)
        if let only = fitting.first, fitting.count == 1 { return only }
        if fitting.isEmpty {
            for device in heard.devices { context.console.emit(device.json) }
            let hint =
                wanted?.hasSuffix("*") ?? false
                ? "A * stands for the rest of a name only with `join --each`. " : ""
            throw CommandFailure(
                .notFound, "notFound", fault: .device,
                wanted == nil
                    ? "No device that can be set up is in range."
                    : "No device of that name or address is in range." + Self.question(near(heard)),
                advice: hint
                    + (heard.devices.isEmpty
                        ? "Is it switched on, near, and ready to be set up?" : "In range are others."),
                list: heard.devices.map(\.choiceText))
        }
        for device in fitting { context.console.emit(device.json) }
        let areNamesUnique = Set(fitting.compactMap(\.name)).count == fitting.count
        throw CommandFailure(
            .notFound, "ambiguous", fault: .caller,
            wanted == nil ? "More than one device is in range." : "More than one device has that name.",
            advice: "Give the \(areNamesUnique ? "name or the " : "")address of the one you mean.",
            list: fitting.map(\.choiceText))
    }
}

extension DeviceFinder {
    /// Asks whether `near` was meant; nothing where there is none.
    static func question(_ near: String?) -> String { near.map { " Did you mean \(safeText($0))?" } ?? "" }
}

/// The devices that were heard, in the order they came, with the newest facts of each.
struct HeardDevices {
    private(set) var devices: [FoundDevice] = []
    /// Those that were heard since the round began.
    private var heard: Set<PeripheralID> = []

    /// Begins to count anew what is heard.
    mutating func beginRound() { heard = [] }

    /// Forgets the devices that were not heard since the round began.
    mutating func forgetUnheard() { devices.removeAll { !heard.contains($0.id) } }

    /// Takes what was heard; `true` when the device is new.
    @discardableResult
    mutating func update(_ device: FoundDevice) -> Bool {
        heard.insert(device.id)
        if let place = devices.firstIndex(where: { $0.id == device.id }) {
            devices[place] = device
            return false
        }
        devices.append(device)
        return true
    }
}

extension FoundDevice {
    /// The address, or what else the platform calls it, as it is.
    var identifier: String { address?.description ?? id.rawValue }

    /// The identifier for a terminal.
    var addressText: String { safeText(identifier) }

    /// `Lamp (C4:C5:C6:C7:C8:01, -50 dBm)`.
    var label: String {
        let facts = [addressText, signal.map(\.description)].compactMap(\.self)
        return (name.map(safeText) ?? "unnamed") + " (" + facts.joined(separator: ", ") + ")"
    }

    /// The line of a list to choose from.
    var choiceText: String { label + (protocolName.map { ", \($0)" } ?? "") }

    /// What the catalogue calls its kind; `nil` where the catalogue has none.
    var kindText: String? { kind.map { safeText($0.name) } }

    /// The likeliest protocol.
    var protocolName: String? { protocols.first?.rawValue }

    /// Whether the likeliest protocol encrypts what is sent; `nil` where that is not known.
    var isEncrypted: Bool? { protocols.first?.capabilities?.isEncrypted }

    /// The object that `scan --json` prints: with what the device says of itself in its advertisement.
    var json: JSONObject {
        var object = json("device", protocolName: protocolName, isEncrypted: isEncrypted)
        object.append("protocols", .array(protocols.map { .string($0.rawValue) }))
        object.append("version", .optional(advertised.map { Int($0.version) }))
        object.append("provisioned", .optional(advertised?.isProvisioned))
        object.append("connected", .optional(advertised?.isConnected))
        object.append("wifiRssi", .optional(advertised?.signal.map { Int($0.rawValue) }))
        object.append("kind", .optional(kind?.id))
        return object
    }

    /// The likeliest protocol with its version where the device advertises one, whether that encrypts, and the others.
    var protocolText: String {
        let version = advertised.map { " v\($0.version)" } ?? ""
        let isEncrypted = isEncrypted.map { $0 ? "encrypted" : "not encrypted" }
        let others = protocols.dropFirst().map { ", \($0)" }.joined()
        return [(protocolName ?? "-") + version, isEncrypted].compactMap(\.self).joined(separator: ", ") + others
    }

    /// Where the device stands with its Wi-Fi, as it advertises that; `nil` where it does not.
    func wifiText(isLive: Bool) -> String? {
        guard let advertised else { return nil }
        guard advertised.isConnected else { return advertised.isProvisioned ? "not connected" : "no network" }
        guard let signal = advertised.signal else { return "connected" }
        return "connected " + (isLive ? signal.text : signal.description)
    }

    /// The facts of the device as the object of `event`.
    func json(_ event: String, protocolName: String?, isEncrypted: Bool?) -> JSONObject {
        [
            "event": .string(event), "id": .string(identifier), "name": .optional(name),
            "rssi": .optional(signal.map { Int($0.rawValue) }), "protocol": .optional(protocolName),
            "encrypted": .optional(isEncrypted),
        ]
    }
}
