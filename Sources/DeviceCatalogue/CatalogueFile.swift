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
            let root = try JSONMembers(try JSONReader.read(bytes), of: "the catalogue", ["$schema", "kinds"])
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
        let members = try JSONMembers(
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
        let topic = try members.topic("topic")
        let id = try members.needed("id", try members.name("id", 200))
        self.init(
            id: id, name: try members.name("name", 200) ?? id, advertised: advertised,
            category: try members.name("category", 200), topic: topic, service: try members.uuid("service"),
            characteristic: try members.uuid("characteristic"), modes: try Self.modes(members),
            picture: try members.name("picture", 200))
    }

    private static func modes(_ members: JSONMembers) throws(JSONFault) -> [Mode] {
        var modes: [Mode] = []
        for element in try members.array("modes") ?? [] {
            let members = try JSONMembers(element, of: "a mode", ["number", "name"])
            let mode = Mode(
                number: Int(try members.needed("number", try members.number("number", Int32.min...Int32.max))),
                name: try members.needed("name", try members.name("name", 200)))
            if modes.contains(where: { $0.number == mode.number || $0.name == mode.name }) {
                throw JSONFault(line: element.line, text: "a mode's number or name comes twice")
            }
            modes.append(mode)
        }
        return modes
    }
}

extension JSONMembers {
    /// A string of at most `limit` bytes, with something to be seen in it and without control characters.
    fileprivate func name(_ key: String, _ limit: Int) throws(JSONFault) -> String? {
        guard let text = try plainText(key, limit) else { return nil }
        guard !text.allSatisfy(\.isWhitespace) else { throw fault(key, "takes more than spaces") }
        return text
    }

    fileprivate func uuid(_ key: String) throws(JSONFault) -> BluetoothUUID? {
        try text(key, "a UUID, such as 4fafc201-1fb5-459e-8fcc-c5c9c331914b") { BluetoothUUID($0) }
    }

    fileprivate func topic(_ key: String) throws(JSONFault) -> TopicName {
        let text = try needed(key, try text(key, "a string") { $0 })
        do throws(TopicName.Fault) { return try TopicName(text) } catch {
            throw fault(key, "cannot be used: \(error)")
        }
    }
}
