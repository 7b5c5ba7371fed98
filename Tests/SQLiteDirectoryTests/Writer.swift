import DeviceDirectory
import PrivateBus
import ProvisioningProtocols
import Testing

extension TalkingProgram {
    /// A process that changes a directory and says what it does; see `Tests/DirectoryWriter`.
    convenience init(
        writing path: String, first: UInt64, count: Int, limit: Int? = nil, through: [String] = []
    ) throws {
        let arguments = [path, String(first), String(count)] + (limit.map { [String($0)] } ?? [])
        try self.init("DirectoryWriter", arguments, through: through)
    }
}

/// What a directory holds according to what writers said.
struct Model: Equatable {
    struct Entry: Equatable {
        var name: String
        var mode: Int?
    }

    var entries: [UInt64: Entry] = [:]

    init() {}

    /// What a directory really holds.
    init(_ devices: [Device]) {
        for device in devices { entries[device.id.low] = Entry(name: device.name, mode: device.state?.mode) }
    }

    /// Makes a change that a writer named.
    mutating func make(_ change: Substring) {
        let words = change.split(separator: " ")
        guard words.count >= 2, let number = UInt64(words[1]) else { return }
        switch words[0] {
        case "add": entries[number] = Entry(name: "Lamp")
        case "merge": for each in number..<number + 50 { entries[each] = Entry(name: "Lamp") }
        case "rename": entries[number]?.name = "Lamp \(words[2])"
        case "report": entries[number]?.mode = Int(words[2])
        case "remove": entries[number] = nil
        default: break
        }
    }

    /// Makes all changes that were confirmed in `lines`; the one that was begun after them, where one was.
    mutating func make(_ lines: [String]) -> Substring? {
        let (done, begun) = lines.changes
        for change in done { make(change) }
        return begun
    }
}
