import BluetoothLE
import JSONText
import ProvisioningProtocols

/// Why a text is no catalogue.
public struct CatalogueError: Error, Equatable, CustomStringConvertible {
    /// Where it shows, from 1.
    public let line: Int
    /// What is wrong there.
    public let text: String

    /// The line, and what is wrong there.
    public var description: String { "line \(line): \(text)" }
}

extension DeviceCatalogue {
    /// The longest file that is worth reading, in bytes.
    public static let maximumFileLength = 1 << 20

    /// The catalogue that a JSON text describes; `Docs/devices.schema.json` tells every member.
    /// - Throws: the first fault, with its line.
    public init(json bytes: [UInt8]) throws(CatalogueError) {
        do throws(JSONFault) {
            let root = try Members(try JSONReader.read(bytes), of: "the catalogue", ["$schema", "kinds"])
            guard let elements = try root.array("kinds") else {
                throw JSONFault(line: root.line, text: "the catalogue has no kinds")
            }
            var kinds: [DeviceKind] = []
            for element in elements {
                let kind = try DeviceKind(element)
                if kinds.contains(where: { $0.id == kind.id }) {
                    throw JSONFault(line: element.line, text: "the kind \(kind.id) comes twice")
                }
                if kinds.contains(where: { $0.advertised == kind.advertised }) {
                    throw JSONFault(line: element.line, text: "another kind is recognised by the same name")
                }
                kinds.append(kind)
            }
            self.init(kinds)
        } catch { throw CatalogueError(line: error.line, text: error.text) }
    }
}

extension DeviceKind {
    fileprivate init(_ value: JSONValue) throws(JSONFault) {
        let members = try Members(
            value, of: "a kind",
            [
                "id", "name", "advertisedName", "advertisedPrefix", "category", "topic", "service", "characteristic",
                "modes", "picture",
            ])
        let advertised: AdvertisedName
        switch (try members.name("advertisedName", 248), try members.name("advertisedPrefix", 248)) {
        case (let name?, nil): advertised = .exactly(name)
        case (nil, let beginning?): advertised = .beginning(beginning)
        default:
            throw JSONFault(line: value.line, text: "a kind has either advertisedName or advertisedPrefix")
        }
        let topic = try members.required("topic") { text throws(TopicName.Fault) in try TopicName(text) }
        let id = try members.needed("id", try members.name("id", 200))
        self.init(
            id: id, name: try members.name("name", 200) ?? id, advertised: advertised,
            category: try members.name("category", 200), topic: topic, service: try members.uuid("service"),
            characteristic: try members.uuid("characteristic"), modes: try Self.modes(members),
            picture: try members.name("picture", 200))
    }

    private static func modes(_ members: Members) throws(JSONFault) -> [Mode] {
        var modes: [Mode] = []
        for element in try members.array("modes") ?? [] {
            let members = try Members(element, of: "a mode", ["number", "name"])
            let mode = Mode(
                number: try members.number("number"), name: try members.needed("name", try members.name("name", 200)))
            if modes.contains(where: { $0.number == mode.number || $0.name == mode.name }) {
                throw JSONFault(line: element.line, text: "a mode's number or name comes twice")
            }
            modes.append(mode)
        }
        return modes
    }
}

/// The members of an object of the file.
private struct Members {
    let line: Int
    private let members: [JSONMember]

    /// The object `value`, which may have `keys` and no others; `what` is what it is, for people.
    init(_ value: JSONValue, of what: String, _ keys: [String]) throws(JSONFault) {
        guard case .object(let members) = value.kind else {
            throw JSONFault(line: value.line, text: "\(what) has to be an object, not \(value.kindName)")
        }
        if let stray = members.first(where: { !keys.contains($0.key) }) {
            throw JSONFault(
                line: stray.value.line,
                text: "\(what) has no member \(stray.key); it takes \(keys.joined(separator: ", "))")
        }
        self.members = members
        line = value.line
    }

    private subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    private func fault(_ key: String, _ text: String) -> JSONFault {
        JSONFault(line: self[key]?.line ?? line, text: "\(key) \(text)")
    }

    func needed<Value>(_ key: String, _ value: Value?) throws(JSONFault) -> Value {
        guard let value else { throw fault(key, "is missing") }
        return value
    }

    func array(_ key: String) throws(JSONFault) -> [JSONValue]? {
        guard let value = self[key] else { return nil }
        guard case .array(let elements) = value.kind else { throw fault(key, "takes an array, not \(value.kindName)") }
        return elements
    }

    /// A string of at most `limit` bytes, with something to be seen in it and without control characters.
    func name(_ key: String, _ limit: Int) throws(JSONFault) -> String? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value.kind, !text.allSatisfy(\.isWhitespace), text.utf8.count <= limit,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw fault(key, "takes a string of 1 to \(limit) bytes without control characters") }
        return text
    }

    func uuid(_ key: String) throws(JSONFault) -> BluetoothUUID? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value.kind, let uuid = BluetoothUUID(text) else {
            throw fault(key, "takes a UUID, such as 4fafc201-1fb5-459e-8fcc-c5c9c331914b")
        }
        return uuid
    }

    func number(_ key: String) throws(JSONFault) -> Int {
        guard let value = self[key] else { throw fault(key, "is missing") }
        guard case .number(let text) = value.kind, let number = Int32(text) else {
            throw fault(key, "takes a whole number of 32 bits")
        }
        return Int(number)
    }

    func required<Value, Fault: Error>(
        _ key: String, _ read: (String) throws(Fault) -> Value
    ) throws(JSONFault) -> Value {
        guard let value = self[key] else { throw fault(key, "is missing") }
        guard case .string(let text) = value.kind else { throw fault(key, "takes a string, not \(value.kindName)") }
        do throws(Fault) { return try read(text) } catch { throw fault(key, "cannot be used: \(error)") }
    }
}
