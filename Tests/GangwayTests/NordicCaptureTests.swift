import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway decode --capture, Nordic's service")
struct NordicCaptureTests {
    private static let info: [UInt8] = [0x08, 0x01]
    private static let start: [UInt8] = [0x08, 0x02]
    private static let success: [UInt8] = [0x08, 0x02, 0x10, 0x00]
    private static let record: [UInt8] = [
        0x0A, 0x14, 0x0A, 0x10, 0x0A, 0x04, 0x42, 0x61, 0x72, 0x6E, 0x12, 0x06, 0xC0, 0xFF, 0xEE, 0x80, 0x81, 0xFE,
        0x20,
        0x06, 0x10, 0x34,
    ]
    private static let config: [UInt8] = [0x08, 0x04, 0x5A, 0x10, 0x12, 0x0E] + Array(Canary.text.utf8)
    private static let connected: [UInt8] = [0x10, 0x04]

    /// The bytes of the characteristic with that number, as they travel.
    private static func uuid(_ number: UInt8) -> [UInt8] {
        [0x58, 0xB2, 0x9C, 0xC8, 0x81, 0x28, 0x77, 0xB8, 0xE7, 0x49, 0x0C, 0x13, number, 0x78, 0x38, 0x14]
    }

    private static func discover(_ capture: inout CaptureBuilder, isSent: Bool = true) {
        capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: isSent)
        let characteristics = [(0x10, 1), (0x12, 2), (0x15, 3)] as [(UInt8, UInt8)]
        let entries: [UInt8] = characteristics.flatMap { handle, number -> [UInt8] in
            [handle - 1, 0x00, 0x1A, handle, 0x00] + uuid(number)
        }
        capture.attribute([0x09, 21] + entries, isSent: !isSent)
    }

    /// A person's join: version, scan, credentials, connected.
    private static func converse(_ capture: inout CaptureBuilder, isSent: Bool = true) {
        capture.attribute([0x0A, 0x10, 0x00], isSent: isSent)
        capture.attribute([0x0B] + info, isSent: !isSent)
        capture.attribute([0x12, 0x12, 0x00] + start, isSent: isSent)
        capture.attribute([0x1D, 0x12, 0x00] + success, isSent: !isSent)
        capture.attribute([0x1B, 0x15, 0x00] + record, isSent: !isSent)
        capture.attribute([0x12, 0x12, 0x00] + config, isSent: isSent)
        capture.attribute([0x1B, 0x15, 0x00] + connected, isSent: !isSent)
    }

    private func decode(
        _ capture: CaptureBuilder, protocols: [String] = ProgramDescription.protocols
    ) -> (lines: [JSONObject], isClean: Bool) {
        var lines: [JSONObject] = []
        var decoder = CaptureDecoder(capture.bytes, protocols: protocols)
        let isClean = decoder.decode { lines.append($0) }
        return (lines, isClean)
    }

    private func names(_ lines: [JSONObject]) -> [String] {
        lines.map { line in
            if case .string(let name)? = line["message"] ?? line["type"] ?? line["error"] { name } else { "" }
        }
    }

    private static let wanted = ["info", "request", "response", "result", "request", "result"]

    @Test(
        "The messages are found by the discovery in the capture, at either end, in every datalink type",
        arguments: [2001, 1002, 1001] as [UInt32], [true, false])
    func discovered(datalink: UInt32, isSent: Bool) throws {
        var capture = CaptureBuilder(datalink: datalink)
        Self.discover(&capture, isSent: isSent)
        Self.converse(&capture, isSent: isSent)
        let (lines, isClean) = decode(capture)
        #expect(isClean)
        #expect(names(lines) == Self.wanted)
        #expect(lines[1]["op_code"] == .string("START_SCAN"))
        #expect(lines[1]["direction"] == .string(isSent ? "sent" : "received"))
        #expect(lines[5]["state"] == .string("CONNECTED"))
        #expect(lines.allSatisfy { $0["protocol"] == .string("nordic") && $0["connection"] == .integer(0x40) })
    }

    @Test("Without a discovery they are found by what they look like, and what is beside them is left")
    func guessed() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x1B, 0x30, 0x00, 0x64], isSent: false)  // a battery's level
        Self.converse(&capture)
        #expect(names(decode(capture).lines) == Self.wanted)
    }

    @Test("Each end's own table is told apart where both ends have discovered the other's")
    func bothDiscover() {
        var capture = CaptureBuilder(datalink: 2001)
        Self.discover(&capture)
        capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: false)
        capture.attribute([0x09, 7, 0x11, 0x00, 0x02, 0x12, 0x00, 0x05, 0x2A], isSent: true)
        Self.converse(&capture)
        #expect(names(decode(capture).lines) == Self.wanted)
    }

    @Test("Both protocols in one capture, or the one that is named")
    func both() {
        var capture = CaptureBuilder(datalink: 2001)
        Self.converse(&capture)
        capture.attribute([0x1B, 0x10, 0x00] + CaptureTests.entry, isSent: false, handle: 0x41)
        #expect(names(decode(capture).lines) == Self.wanted + ["networkEntry"])
        #expect(names(decode(capture, protocols: ["nordic"]).lines) == Self.wanted)
        #expect(names(decode(capture, protocols: ["wifiset"]).lines) == ["networkEntry"])
    }

    @Test("Long writes in parts are one message; a message that cannot be read is told with its record")
    func longAndBroken() {
        var capture = CaptureBuilder(datalink: 2001)
        Self.discover(&capture)
        capture.attribute([0x16, 0x12, 0x00, 0x00, 0x00] + Self.config.prefix(10), isSent: true)
        capture.attribute([0x16, 0x12, 0x00, 10, 0x00] + Self.config.dropFirst(10), isSent: true)
        capture.attribute([0x18, 0x01], isSent: true)
        let place = capture.bytes.count
        capture.attribute([0x1B, 0x15, 0x00] + Self.record.dropLast(3), isSent: false)
        capture.attribute([0x1B, 0x15, 0x00] + Self.connected, isSent: false)
        let (lines, isClean) = decode(capture)
        #expect(names(lines) == ["request", "truncated", "result"])
        #expect(lines[1]["offset"] == .integer(place))
        #expect(!isClean)
    }

    @Test("E5/117: Of a passphrase in a capture there is its length and nothing else")
    func passphrase() throws {
        var capture = CaptureBuilder(datalink: 2001)
        Self.converse(&capture)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("capture-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(capture.bytes).write(to: URL(fileURLWithPath: path))
        let result = try BuiltProgram.gangway("decode", "--capture", path)
        #expect(result.status == 0)
        #expect(result.output.contains("\"passphraseLength\":14"))
        for form in Canary.forms { #expect(!(result.output + result.errors).contains(form)) }
        let other = try BuiltProgram.gangway("decode", "--protocol", "wifiset", "--capture", path)
        #expect(other.status == 0)
        #expect(other.output.isEmpty)
        #expect(other.errors.contains("no message of wifiset"))
        #expect(try BuiltProgram.gangway("decode", "--message", "info", "--capture", path).status == 2)
    }

    @Test("Every such capture that is cut anywhere, or has any byte changed, is read without a trap")
    func hostile() {
        var capture = CaptureBuilder(datalink: 1002)
        Self.discover(&capture)
        Self.converse(&capture)
        for index in capture.bytes.indices {
            var cut = capture
            cut.bytes.removeSubrange(index...)
            _ = decode(cut)
            for value: UInt8 in [0x00, 0xFF, capture.bytes[index] ^ 0x01] {
                var changed = capture
                changed.bytes[index] = value
                _ = decode(changed)
            }
        }
    }
}
