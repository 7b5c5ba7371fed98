import BluetoothLE
import Foundation
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("Credentials as JSON in a capture and in a trace")
struct JSONCaptureTests {
    private static let id = "6f8e2a4c-51b7-4c09-9d3e-a27c40f1b865"

    /// The object that is written.
    private static func object(_ passphrase: String = Canary.text) -> [UInt8] {
        Array(#"{"topic":"home/lamp","ssid":"Barn","pass":"\#(passphrase)","id":"\#(id)"}"#.utf8)
    }

    private static let uuid: [UInt8] = {
        let (high, low) = TopicJSON.Characteristic.credentials.uuid
        return [low, high].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    }()

    private func decode(
        _ capture: CaptureBuilder, protocols: [String] = ProgramDescription.protocols
    ) -> (lines: [JSONObject], isClean: Bool) {
        var lines: [JSONObject] = []
        var decoder = CaptureDecoder(capture.bytes, protocols: protocols)
        let isClean = decoder.decode { lines.append($0) }
        return (lines, isClean)
    }

    @Test("A write is decoded, by the discovery or by its look, whole or in parts", arguments: [true, false])
    func found(isDiscovered: Bool) {
        var capture = CaptureBuilder(datalink: 2001)
        if isDiscovered {
            capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: true)
            capture.attribute([0x09, 21, 0x1F, 0x00, 0x08, 0x20, 0x00] + Self.uuid, isSent: false)
        }
        let object = Self.object()
        capture.attribute([0x12, 0x20, 0x00] + object, isSent: true)
        capture.attribute([0x16, 0x20, 0x00, 0x00, 0x00] + object.prefix(18), isSent: true)
        capture.attribute([0x16, 0x20, 0x00, 18, 0x00] + object.dropFirst(18), isSent: true)
        capture.attribute([0x18, 0x01], isSent: true)
        for protocols in [ProgramDescription.protocols, ["json"]] {
            let (lines, isClean) = decode(capture, protocols: protocols)
            #expect(isClean)
            #expect(lines.map { $0["ssid"] } == [.string("Barn"), .string("Barn")])
            #expect(lines.first?["protocol"] == .string("json"))
            #expect(lines.first?["direction"] == .string("sent"))
            #expect(lines.first?["refusal"] == .null)
            for form in Canary.forms { #expect(!lines.map(\.text).joined().contains(form)) }
        }
        #expect(decode(capture, protocols: ["wifiset", "nordic"]).lines.isEmpty)
    }

    @Test("What is written to the characteristic and is no such object is a fault at its record")
    func fault() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: true)
        capture.attribute([0x09, 21, 0x1F, 0x00, 0x08, 0x20, 0x00] + Self.uuid, isSent: false)
        capture.attribute([0x12, 0x20, 0x00] + Array("{\"ssid\":\"Barn\"}".utf8), isSent: true)
        let (lines, isClean) = decode(capture)
        #expect(!isClean)
        #expect(lines.map { $0["error"] } == [.string("missingMember")])
    }

    @Test("The program searches a capture for it where it is named")
    func named() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("capture-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x12, 0x20, 0x00] + Self.object(), isSent: true)
        try Data(capture.bytes).write(to: path)
        let result = try BuiltProgram.gangway("decode", "--capture", path.path, "--protocol", "json")
        #expect(result.status == 0)
        #expect(try result.objects.map { $0["topic"] as? String } == ["home/lamp"])
    }

    @Test("A trace has the message, its passphrase hidden, on the protocol's own characteristic and on a catalogue's")
    func trace() {
        let (high, low) = TopicJSON.Characteristic.credentials.uuid
        for characteristic in [BluetoothUUID(high: high, low: low), BluetoothUUID(0xFFE1)] {
            for passphrase in [Canary.text, String(repeating: "0123456789abcdef", count: 4)] {
                let object = Self.object(passphrase)
                let record = TraceRecord(
                    time: Instant(milliseconds: 0), peer: nil, direction: .written,
                    characteristic: CharacteristicID(service: BluetoothUUID(1), characteristic: characteristic),
                    bytes: object, secret: TopicJSON.secret(in: object.span))
                let line = TraceFile.json(record, at: "now").text
                #expect(line.contains(#""messages":[{"topic":"home/lamp","ssid":"Barn""#))
                #expect(line.contains("\"passphraseLength\":\(passphrase.utf8.count)"))
                #expect(line.contains("\"refusal\":null"))
                for form in Canary.forms { #expect(!line.contains(form)) }
            }
        }
    }
}
