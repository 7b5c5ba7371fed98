import BluetoothLE
import DeviceCatalogue
import Foundation
import ProvisioningProtocols
import Testing

@Suite("The catalogue of devices")
struct CatalogueTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../..")

    private func example() throws -> DeviceCatalogue {
        let file = try Data(contentsOf: Self.root.appendingPathComponent("Examples/devices.json"))
        return try DeviceCatalogue(json: Array(file))
    }

    @Test("The example is read whole: names, category, topic, attributes, modes and picture")
    func whole() throws {
        let catalogue = try example()
        #expect(catalogue.kinds.map(\.id) == ["lamp", "barn-fan"])
        let fan = try #require(catalogue.kind("barn-fan"))
        #expect(fan.name == "Fan of the barn")
        #expect(fan.category == "Air")
        #expect(fan.topic.text == "barn/fan")
        #expect(fan.service == BluetoothUUID("6e400001-b5a3-f393-e0a9-e50e24dcca9e"))
        #expect(fan.characteristic == BluetoothUUID("6e400002-b5a3-f393-e0a9-e50e24dcca9e"))
        #expect(fan.modeName(1) == "fast")
        #expect(fan.modeName(3) == nil)
        #expect(fan.picture == "fan")
        #expect(catalogue.kind("nothing") == nil)
    }

    @Test(
        "A device is of the kind that says its name, otherwise of the one with the longest beginning of it",
        arguments: [
            ("Lamp", "lamp"), ("Lamp-2", "lamp"), ("Lamp-Cellar-1", "cellar"), ("Lamp-Cellar", "exact"), ("lamp", nil),
            ("", nil), ("A Lamp", nil),
        ])
    func matching(name: String, id: String?) throws {
        let topic = try TopicName("home/lamp")
        let catalogue = DeviceCatalogue([
            DeviceKind(id: "lamp", name: "Lamp", advertised: .beginning("Lamp"), topic: topic),
            DeviceKind(id: "cellar", name: "Lamp", advertised: .beginning("Lamp-Cellar"), topic: topic),
            DeviceKind(id: "exact", name: "Lamp", advertised: .exactly("Lamp-Cellar"), topic: topic),
        ])
        #expect(catalogue.kind(advertising: name)?.id == id)
    }

    private static let faults: [(text: String, line: Int, word: String)] = [
        ("[]", 1, "object"), ("{}", 1, "no kinds"), ("{\"kinds\": {}}", 1, "array"),
        ("{\n\"kinds\": [5]}", 2, "object"),
        ("{\"kinds\": [], \"x\": 1}", 1, "x"),
        (kind("\"topic\": \"a\", \"advertisedName\": \"L\""), 2, "id"),
        (kind("\"id\": \"a\", \"topic\": \"a\""), 2, "either"),
        (kind("\"id\": \"a\", \"topic\": \"a\", \"advertisedName\": \"L\", \"advertisedPrefix\": \"L\""), 2, "either"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\""), 2, "topic is missing"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a#b\""), 2, "topic cannot be used"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": 5"), 2, "topic takes a string"),
        (kind("\"id\": \" \", \"advertisedName\": \"L\", \"topic\": \"a\""), 2, "id takes"),
        (kind("\"id\": \"a\\u0007\", \"advertisedName\": \"L\", \"topic\": \"a\""), 2, "id takes"),
        (kind("\"id\": \"a\", \"advertisedName\": \"\", \"topic\": \"a\""), 2, "advertisedName takes"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a\", \"service\": \"x\""), 2, "service takes"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a\", \"modes\": [{\"number\": 1}]"), 2, "name"),
        (kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a\", \"colour\": 1"), 2, "colour"),
        (
            kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a\"")
                .replacingOccurrences(
                    of: "]}", with: ",\n{\"id\": \"a\", \"advertisedName\": \"M\", \"topic\": \"a\"}]}"),
            3, "twice"
        ),
        (
            kind("\"id\": \"a\", \"advertisedName\": \"L\", \"topic\": \"a\"")
                .replacingOccurrences(
                    of: "]}", with: ",\n{\"id\": \"b\", \"advertisedName\": \"L\", \"topic\": \"a\"}]}"),
            3, "same name"
        ),
        ("{\"kinds\": [\n", 2, "expected"),
    ]

    private static func kind(_ members: String) -> String { "{\"kinds\": [\n{\(members)}]}" }

    @Test("What is wrong in a catalogue is told with its line", arguments: faults)
    func fault(text: String, line: Int, word: String) {
        do throws(CatalogueError) {
            _ = try DeviceCatalogue(json: Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.line == line)
            #expect(error.text.contains(word), "\(error)")
        }
    }

    @Test("The published schema has every member that is read, and no other")
    func schema() throws {
        let file = try Data(contentsOf: Self.root.appendingPathComponent("Docs/devices.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        let kind = try #require(definitions["kind"] as? [String: Any])
        let known = try #require(kind["properties"] as? [String: Any]).keys.sorted()
        // The fault of a member that is not known lists those that are.
        do throws(CatalogueError) {
            _ = try DeviceCatalogue(json: Array(Self.kind("\"colour\": 1").utf8))
            Issue.record("it was read")
        } catch {
            let listed = try #require(error.text.components(separatedBy: "it takes ").last)
            #expect(listed.components(separatedBy: ", ").sorted() == known)
        }
        #expect(kind["required"] as? [String] == ["id", "topic"])
    }
}
