import JSONText
import ProvisioningProtocols

/// One device's entry in a JSON text.
struct DeviceEntry {
    enum Form {
        /// An entry of a plain array: only the six members of that list are ours.
        case plain
        /// An entry that this program exported.
        case full
    }

    private static let plainKeys: Set<String> = ["id", "name", "topic", "category", "image", "isActive"]
    private static let fullKeys: Set<String> = plainKeys.union([
        "kind", "mode", "reported", "lastSeen", "provisioned", "signal", "other",
    ])

    private let members: [JSONMember]
    private let line: Int
    private let form: Form

    init(_ value: JSONValue, _ form: Form) throws(JSONFault) {
        guard case .object(let members) = value.kind else {
            throw JSONFault(line: value.line, text: "a device has to be an object, not \(value.kindName).")
        }
        self.members = members
        self.form = form
        line = value.line
    }

    func device() throws(JSONFault) -> (Device, [SignalSample]) {
        let name = try needed("name")
        let idText = try needed("id")
        guard let id = DeviceID(idText) else { throw fault("id", "is not a UUID") }
        var device = Device(id: id, name: name, category: try label("category"), topic: try needed("topic"))
        device.picture = try label("image")
        if let isOn = try bool("isActive") { device.state = DeviceState(isOn: isOn) }
        device.otherMembers = try others()
        var samples: [SignalSample] = []
        if form == .full {
            try addOurs(to: &device)
            samples = try signal()
        }
        if let problem = DeviceRules.fault(in: device) {
            throw JSONFault(line: line, text: "\"\(name)\" was left out. \(problem)")
        }
        return (device, samples)
    }

    private func addOurs(to device: inout Device) throws(JSONFault) {
        device.kind = try string("kind")
        device.lastSeen = try time("lastSeen")
        let (mode, reported) = (try mode(), try time("reported"))
        if let state = device.state {
            device.state = DeviceState(isOn: state.isOn, mode: mode, time: reported)
        } else if mode != nil || reported != nil {
            throw fault(mode != nil ? "mode" : "reported", "says nothing without isActive")
        }
        guard let value = self["provisioned"] else { return }
        guard case .object = value.kind else { throw fault("provisioned", "is \(value.kindName), not an object") }
        let record = try DeviceEntry(value, form)
        guard let time = try record.time("time") else { throw fault("provisioned", "has no time") }
        device.provisioning = ProvisioningRecord(
            method: try record.needed("method"), time: time, network: try record.string("network"),
            peripheral: try record.string("peripheral"))
    }

    /// In the order in which the samples came: a clock that was set back has put earlier times behind later ones.
    private func signal() throws(JSONFault) -> [SignalSample] {
        guard let value = self["signal"] else { return [] }
        guard case .array(let elements) = value.kind else {
            throw fault("signal", "is \(value.kindName), not an array")
        }
        var samples: [SignalSample] = []
        for element in elements.suffix(DeviceRules.maximumSamples) {
            guard case .array(let pair) = element.kind, pair.count == 2, case .string(let text) = pair[0].kind,
                let time = WallTime(text), case .number(let number) = pair[1].kind, let strength = Int8(number)
            else { throw fault("signal", "has to hold pairs of a time and a strength in dBm", element.line) }
            try check(time, "signal", element.line)
            samples.append(SignalSample(time: time, strength: strength))
        }
        return samples
    }

    /// Holds that a clock can have shown `time`. It may be later than now: this machine's clock, or the other's, may be wrong.
    private func check(_ time: WallTime, _ key: String, _ line: Int? = nil) throws(JSONFault) {
        guard !Self.times.contains(time) else { return }
        throw fault(key, "is \(time), which is before 1970 or after 2099", line)
    }

    private static let times = WallTime(milliseconds: 0)..<WallTime(milliseconds: 4_102_444_800_000)

    /// What we have no use for, with what an export of ours kept so, as the text of an object.
    private func others() throws(JSONFault) -> String? {
        var others: [JSONMember] = []
        let known = form == .plain ? Self.plainKeys : Self.fullKeys
        if form == .full, let kept = self["other"] {
            guard case .object(let members) = kept.kind else {
                throw fault("other", "is \(kept.kindName), not an object")
            }
            others = members
        }
        for member in members where !known.contains(member.key) {
            others.removeAll { $0.key == member.key }
            others.append(member)
        }
        guard !others.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.write(JSONValue(.object(others)))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Members by their types; null counts as absent

    private subscript(key: String) -> JSONValue? {
        guard let value = members.first(where: { $0.key == key })?.value else { return nil }
        if case .null = value.kind { return nil }
        return value
    }

    private func fault(_ key: String, _ text: String, _ line: Int? = nil) -> JSONFault {
        JSONFault(line: line ?? self[key]?.line ?? self.line, text: "a device was left out, since its \(key) \(text).")
    }

    private func string(_ key: String) throws(JSONFault) -> String? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value.kind else { throw fault(key, "is \(value.kindName), not a string") }
        return text
    }

    /// A text that a device may lack: some programs write an empty one for none.
    private func label(_ key: String) throws(JSONFault) -> String? {
        try string(key).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    private func needed(_ key: String) throws(JSONFault) -> String {
        guard let text = try string(key) else { throw fault(key, "is missing") }
        return text
    }

    private func bool(_ key: String) throws(JSONFault) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let flag) = value.kind else { throw fault(key, "is \(value.kindName), not true or false") }
        return flag
    }

    /// What a device can report as its mode.
    private func mode() throws(JSONFault) -> Int? {
        guard let value = self["mode"] else { return nil }
        guard case .number(let text) = value.kind, let number = Int32(text) else {
            throw fault("mode", "is not a whole number from \(Int32.min) to \(Int32.max)")
        }
        return Int(number)
    }

    private func time(_ key: String) throws(JSONFault) -> WallTime? {
        guard let text = try string(key) else { return nil }
        guard let time = WallTime(text) else { throw fault(key, "is not a time as RFC 3339 writes it") }
        try check(time, key)
        return time
    }
}
