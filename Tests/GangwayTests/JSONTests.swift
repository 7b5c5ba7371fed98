import BluetoothLE
import Foundation
import Provisioning
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("JSON output")
struct JSONTests {
    @Test(
        "A3/9: Text with quotes, backslashes and controls comes back whole from a strict parser",
        arguments: [
            #"Net\1"x"#, #"a\b"c"#, "tab\tline\nend\r", "\u{0}\u{1B}[31m\u{7F}\u{9B}", "\u{2028}\u{202E}\u{2066}", "🏠é",
            "/",
            "",
        ])
    func strings(text: String) throws {
        let object: JSONObject = ["key": .string(text)]
        let parsed = try JSONSerialization.jsonObject(with: Data(object.text.utf8)) as? [String: String]
        #expect(parsed == ["key": text])
        #expect(!object.text.utf8.contains { $0 < 0x20 || $0 == 0x7F })
    }

    @Test("A3/12: A device and a network with quotes in their names stay valid JSON")
    func names() throws {
        let device = FoundDevice(id: PeripheralID("a\"b"), name: #"c"d\e"#)
        let point = AccessPoint(
            ssid: try #require(SSID(#"a"b\"#)), security: .unknown(7), signal: SignalStrength(rawValue: -40),
            channel: .unknown)
        let network = try #require(NetworkList(accessPoints: [point]).merged.first)
        for object in [device.json, network.json] {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(object.text.utf8)) }
        }
    }

    @Test("Numbers, booleans, null, arrays and objects are written as RFC 8259 has them")
    func values() {
        let object: JSONObject = [
            "a": .integer(-56), "b": .boolean(false), "c": .null, "d": .array([.integer(6), .integer(11)]),
            "e": .object(["f": .optional(nil as String?)]),
        ]
        #expect(object.text == #"{"a":-56,"b":false,"c":null,"d":[6,11],"e":{"f":null}}"#)
    }

    @Test("What a person sees of a device's name cannot steer the terminal")
    func safe() {
        #expect(safeText("Lamp\u{1B}[2J\u{202E}x") == "Lamp\\u{1b}[2J\\u{202e}x")
    }

    @Test("Wide letters take two cells of a table, marks none")
    func tableWidth() {
        var table = Table(header: ["A", "B"])
        table.rows = [["日本", "x"], ["e\u{301}", "y"], ["🏠", "z"]]
        #expect(table.lines == ["A     B", "日本  x", "e\u{301}     y", "🏠    z"])
    }
}
