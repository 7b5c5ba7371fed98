import JSONText
import ProvisioningProtocols

extension DirectoryContents {
    /// The contents that a JSON text describes: what ``json()`` writes, or a plain array of devices, each an object with `id`,
    /// `name`, `topic`, and where it has them `category`, `image` and `isActive`. Members that are not known are kept.
    ///
    /// A device that cannot be used is left out and named in ``refused``, with its line.
    /// - Throws: `unreadableImport`, with the line, where the text is no such list, as one is of which more than
    ///   ``maximumRefused`` entries cannot be used; `newerVersion` where a newer version of this program wrote it.
    public init(json bytes: [UInt8]) throws(DirectoryError) {
        self.init()
        let value: JSONValue
        do {
            value = try JSONReader.read(bytes)
        } catch {
            throw .unreadableImport("line \(error.line): \(error.text)")
        }
        switch value.kind {
        case .array(let entries): try take(entries, as: .plain)
        case .object(let members): try take(members)
        default: throw .unreadableImport("it has to be an array or an object, not \(value.kindName)")
        }
    }

    private mutating func take(_ members: [JSONMember]) throws(DirectoryError) {
        func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
        if let version = member("version") {
            guard case .number(let text) = version.kind, let number = Int(text), number > 0 else {
                throw .unreadableImport("line \(version.line): the version has to be a whole number")
            }
            guard number <= Self.formatVersion else { throw .newerExport }
        }
        if let categories = member("categories") {
            guard case .array(let elements) = categories.kind else {
                throw .unreadableImport("line \(categories.line): categories has to be an array")
            }
            for element in elements {
                guard case .string(let name) = element.kind, DeviceRules.fault(inName: name) == nil else {
                    try refuse("Line \(element.line): a category has to be a name.")
                    continue
                }
                self.categories.append(name)
            }
        }
        guard let devices = member("devices"), case .array(let entries) = devices.kind else {
            throw .unreadableImport("it has no array \"devices\"")
        }
        try take(entries, as: .full)
    }

    /// How many entries may be refused.
    public static var maximumRefused: Int { 1_000 }

    private mutating func refuse(_ reason: String) throws(DirectoryError) {
        refused.append(reason)
        guard refused.count > Self.maximumRefused, let first = refused.first else { return }
        throw .unreadableImport("more than \(Self.maximumRefused) entries cannot be used; the first: \(first)")
    }

    private mutating func take(_ entries: [JSONValue], as form: DeviceEntry.Form) throws(DirectoryError) {
        devices.reserveCapacity(entries.count)
        for entry in entries {
            let fault: JSONFault
            do throws(JSONFault) {
                let (device, samples) = try DeviceEntry(entry, form).device()
                devices.append(device)
                if !samples.isEmpty { signals[device.id] = samples }
                continue
            } catch {
                fault = error
            }
            try refuse("Line \(fault.line): \(fault.text)")
        }
    }
}

extension DirectoryError {
    fileprivate static var newerExport: DirectoryError {
        DirectoryError(
            .newerVersion, fault: .data, summary: "A newer version of this program exported the list.",
            state: "The directory is as it was.", advice: "Update this program, then import it.")
    }
}

/// One device's entry in a JSON text.
private struct DeviceEntry {
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
        device.otherMembers = others()
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
        if device.state != nil {
            device.state?.mode = try integer("mode")
            device.state?.time = try time("reported")
        }
        guard let value = self["provisioned"], case .object = value.kind else { return }
        let record = try DeviceEntry(value, form)
        guard let time = try record.time("time") else { throw fault("provisioned", "has no time") }
        device.provisioning = ProvisioningRecord(
            method: try record.needed("method"), time: time, network: try record.string("network"))
    }

    private func signal() throws(JSONFault) -> [SignalSample] {
        guard let value = self["signal"], case .array(let elements) = value.kind else { return [] }
        var samples: [SignalSample] = []
        for element in elements.suffix(DeviceRules.maximumSamples) {
            guard case .array(let pair) = element.kind, pair.count == 2, case .string(let text) = pair[0].kind,
                let time = WallTime(text), case .number(let number) = pair[1].kind, let strength = Int8(number)
            else { throw fault("signal", "has to hold pairs of a time and a strength in dBm") }
            samples.append(SignalSample(time: time, strength: strength))
        }
        return samples
    }

    /// What we have no use for, with what an export of ours kept so, as the text of an object.
    private func others() -> String? {
        var others: [JSONMember] = []
        let known = form == .plain ? Self.plainKeys : Self.fullKeys
        if form == .full, let kept = self["other"], case .object(let members) = kept.kind { others = members }
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

    private func fault(_ key: String, _ text: String) -> JSONFault {
        JSONFault(line: self[key]?.line ?? line, text: "a device was left out, since its \(key) \(text).")
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

    private func integer(_ key: String) throws(JSONFault) -> Int? {
        guard let value = self[key] else { return nil }
        guard case .number(let text) = value.kind, let number = Int(text) else {
            throw fault(key, "is not a whole number")
        }
        return number
    }

    private func time(_ key: String) throws(JSONFault) -> WallTime? {
        guard let text = try string(key) else { return nil }
        guard let time = WallTime(text) else { throw fault(key, "is not a time as RFC 3339 writes it") }
        return time
    }
}
