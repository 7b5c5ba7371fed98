import JSONText
import ProvisioningProtocols

extension DirectoryContents {
    /// How many devices a text may have, and how many categories.
    public static var maximumImported: Int { 250_000 }
    /// How many entries may be refused.
    public static var maximumRefused: Int { 1_000 }

    /// The contents that a JSON text describes: what ``json()`` writes, or a plain array of devices, each an object with `id`,
    /// `name`, `topic`, and where it has them `category`, `image` and `isActive`. Members that are not known are kept.
    ///
    /// A device that cannot be used is left out and named in ``refused``, with its line. An entry is read when it is its turn: a
    /// long text takes little more memory than the devices that it has.
    /// - Throws: `unreadableImport`, with the line, where the text is no such list: another `format`, more than
    ///   ``maximumImported`` devices or ``maximumRefused`` entries that cannot be used, or an entry of more than 1 MiB;
    ///   `newerVersion` where a newer version of this program wrote it.
    public init(json bytes: [UInt8]) throws(DirectoryError) {
        var reading = ImportReading()
        do throws(JSONFault) {
            try JSONReader.readPieces(bytes, lists: ["categories", "devices"]) { piece throws(JSONFault) in
                try reading.take(piece)
            }
        } catch {
            throw reading.isNewer ? .newerExport : .unreadableImport("line \(error.line): \(error.text)")
        }
        guard reading.hasDevices else { throw .unreadableImport("it has no array \"devices\"") }
        self = reading.contents
    }
}

extension DirectoryError {
    fileprivate static var newerExport: DirectoryError {
        DirectoryError(
            .newerVersion, fault: .data, summary: "A newer version of this program exported the list.",
            state: "The directory is as it was.", advice: "Update this program, then import it.")
    }
}

/// A text that is being read.
private struct ImportReading {
    var contents = DirectoryContents()
    var hasDevices = false
    /// Whether a newer version wrote it.
    var isNewer = false
    private var form = DeviceEntry.Form.full
    private var isAtCategories = false
    private var categories: Set<String> = []

    mutating func take(_ piece: JSONPiece) throws(JSONFault) {
        switch piece {
        case .list(let key):
            isAtCategories = key == "categories"
            if !isAtCategories { hasDevices = true }
            form = key == nil ? .plain : .full
        case .element(let value): if isAtCategories { try takeCategory(value) } else { try takeDevice(value) }
        case .member(let member): try take(member)
        case .value(let value):
            throw JSONFault(line: value.line, text: "it has to be an array or an object, not \(value.kindName)")
        }
    }

    private mutating func take(_ member: JSONMember) throws(JSONFault) {
        let (key, value) = member
        func fault(_ text: String) -> JSONFault { JSONFault(line: value.line, text: text) }
        switch (key, value.kind) {
        case ("format", .string(DirectoryContents.formatName)): break
        case ("format", _): throw fault("its format is not \(DirectoryContents.formatName): it is no list of devices")
        case ("version", let kind):
            guard case .number(let text) = kind, let number = Int(text), number > 0 else {
                throw fault("the version has to be a whole number")
            }
            isNewer = number > DirectoryContents.formatVersion
            if isNewer { throw fault("the version is newer") }
        case ("categories", _): throw fault("categories has to be an array")
        default: break
        }
    }

    private mutating func takeCategory(_ value: JSONValue) throws(JSONFault) {
        guard case .string(let name) = value.kind, DeviceRules.fault(inName: name) == nil else {
            return try refuse(JSONFault(line: value.line, text: "a category has to be a name."))
        }
        guard categories.insert(name).inserted else { return }
        contents.categories.append(name)
        try hold(contents.categories.count, "categories", value)
    }

    private mutating func takeDevice(_ value: JSONValue) throws(JSONFault) {
        let (device, samples): (Device, [SignalSample])
        do throws(JSONFault) {
            (device, samples) = try DeviceEntry(value, form).device()
        } catch {
            return try refuse(error)
        }
        contents.devices.append(device)
        if !samples.isEmpty { contents.signals[device.id] = samples }
        try hold(contents.devices.count, "devices", value)
    }

    private func hold(_ count: Int, _ what: String, _ value: JSONValue) throws(JSONFault) {
        guard count > DirectoryContents.maximumImported else { return }
        throw JSONFault(line: value.line, text: "more than \(DirectoryContents.maximumImported) \(what)")
    }

    private mutating func refuse(_ fault: JSONFault) throws(JSONFault) {
        contents.refused.append("Line \(fault.line): \(fault.text)")
        guard contents.refused.count > DirectoryContents.maximumRefused, let first = contents.refused.first else {
            return
        }
        let cause = first.hasSuffix(".") ? String(first.dropLast()) : first
        throw JSONFault(
            line: fault.line,
            text: "more than \(DirectoryContents.maximumRefused) entries cannot be used; the first: \(cause)")
    }
}
