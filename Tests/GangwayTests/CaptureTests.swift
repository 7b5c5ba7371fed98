import Foundation
import Testing

@testable import GangwayCommandLine

/// Builds captures byte by byte.
struct CaptureBuilder {
    var bytes: [UInt8]
    let datalink: UInt32

    init(datalink: UInt32) {
        self.datalink = datalink
        bytes = Array("btsnoop\0".utf8) + Self.big(1) + Self.big(datalink)
    }

    static func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    static func little(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    /// A record of `packet`, an ACL packet from its handle on.
    mutating func record(_ packet: [UInt8], isSent: Bool) {
        switch datalink {
        case 2001: record(packet, flags: isSent ? 4 : 5)
        case 1002: record([0x02] + packet, flags: isSent ? 0 : 1)
        default: record(packet, flags: isSent ? 0 : 1)
        }
    }

    /// A record of `event`, an HCI event from its code on.
    mutating func event(_ event: [UInt8]) {
        switch datalink {
        case 2001: record(event, flags: 3)
        case 1002: record([0x04] + event, flags: 3)
        default: record(event, flags: 3)
        }
    }

    private mutating func record(_ data: [UInt8], flags: UInt32) {
        let length = Self.big(UInt32(data.count))
        bytes += length + length + Self.big(flags) + Self.big(0) + Self.big(0) + Self.big(0) + data
    }

    /// A unit of the attribute protocol, in ACL packets of at most `fragment` bytes.
    mutating func attribute(_ unit: [UInt8], isSent: Bool, fragment: Int = 1000, handle: Int = 0x40) {
        let frame = Self.little(unit.count) + Self.little(4) + unit
        for start in stride(from: 0, to: frame.count, by: fragment) {
            let part = frame[start..<min(frame.count, start + fragment)]
            let boundary = start == 0 ? (isSent ? 0x0000 : 0x2000) : 0x1000
            record(Self.little(handle | boundary) + Self.little(part.count) + part, isSent: isSent)
        }
    }
}

@Suite("gangway decode --capture")
struct CaptureTests {
    static let entry: [UInt8] = [0x02, 0x01, 0x08, 0x00, 0x04, 0x42, 0x61, 0x72, 0x6E, 0xC8, 0x02, 0x06]
    static let ack: [UInt8] = [0x11, 0x03, 0x01, 0x00, 0x00]
    static let write: [UInt8] =
        [0x10, 0x01, 0x14, 0x00, 0x04, 0x42, 0x61, 0x72, 0x6E, 0x0E] + Array(Canary.text.utf8)

    private func decode(_ capture: CaptureBuilder) -> (lines: [JSONObject], isClean: Bool) {
        var lines: [JSONObject] = []
        var decoder = CaptureDecoder(capture.bytes)
        let isClean = decoder.decode { lines.append($0) }
        return (lines, isClean)
    }

    private static func uuid(_ number: UInt8) -> [UInt8] {
        [0x4B, 0x91, 0x31, 0xC3, 0xC9, 0xC5, 0xCC, 0x8F, 0x9E, 0x45, 0xB5, 0x1F, number, 0xC2, 0xAF, 0x4F]
    }

    private func types(_ lines: [JSONObject]) -> [String] {
        lines.map { if case .string(let type)? = $0["type"] ?? $0["error"] { type } else { "" } }
    }

    @Test(
        "Writes, notifications, indications and reads are decoded in every datalink type",
        arguments: [2001, 1002, 1001] as [UInt32])
    func kinds(datalink: UInt32) {
        var capture = CaptureBuilder(datalink: datalink)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry, isSent: false)
        capture.attribute([0x12, 0x20, 0x00] + Self.write, isSent: true)
        capture.attribute([0x1D, 0x30, 0x00] + Self.ack, isSent: false)
        capture.attribute([0x0A, 0x30, 0x00], isSent: true)
        capture.attribute([0x0B] + [0x21, 0x04, 0x07, 0x00, 0, 0, 0, 0, 0, 0, 0], isSent: false)
        let (lines, isClean) = decode(capture)
        #expect(types(lines) == ["networkEntry", "credentialWrite", "credentialAck", "statusResponse"])
        #expect(
            lines.map { $0["direction"] } == [
                .string("received"), .string("sent"), .string("received"), .string("received"),
            ])
        #expect(isClean)
    }

    @Test("ACL fragments of every size are put together", arguments: 1...20)
    func fragments(size: Int) {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry, isSent: false, fragment: max(2, size))
        capture.attribute([0x12, 0x20, 0x00] + Self.write, isSent: true, fragment: max(2, size))
        #expect(types(decode(capture).lines) == ["networkEntry", "credentialWrite"])
    }

    @Test("A long write in prepared parts, and a long read in parts, are each one value")
    func longValues() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x16, 0x20, 0x00, 0x00, 0x00] + Self.write.prefix(18), isSent: true)
        capture.attribute([0x16, 0x20, 0x00, 18, 0x00] + Self.write.dropFirst(18), isSent: true)
        capture.attribute([0x18, 0x01], isSent: true)
        capture.attribute([0x0A, 0x10, 0x00], isSent: true)
        capture.attribute([0x0B] + Self.entry.prefix(6), isSent: false)
        capture.attribute([0x0C, 0x10, 0x00, 6, 0x00], isSent: true)
        capture.attribute([0x0D] + Self.entry.dropFirst(6), isSent: false)
        let (lines, isClean) = decode(capture)
        #expect(types(lines) == ["credentialWrite", "networkEntry"])
        #expect(isClean)
    }

    @Test("A cancelled long write is no value")
    func cancelledWrite() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x16, 0x20, 0x00, 0x00, 0x00] + Self.write, isSent: true)
        capture.attribute([0x18, 0x00], isSent: true)
        #expect(decode(capture).lines.isEmpty)
    }

    @Test("Where the capture holds the discovery, only the three characteristics are decoded")
    func discovery() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: true)
        capture.attribute([0x09, 21, 0x0F, 0x00, 0x12, 0x10, 0x00] + Self.uuid(2), isSent: false)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry, isSent: false)
        capture.attribute([0x1B, 0x50, 0x00] + Self.entry, isSent: false)
        let (lines, _) = decode(capture)
        #expect(types(lines) == ["networkEntry"])
        #expect(lines.first?["attribute"] == .integer(0x10))
    }

    @Test("A notification that the link cut is told, and the next message is read")
    func cut() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry.prefix(9), isSent: false)
        capture.attribute([0x1B, 0x10, 0x00] + [0x03, 0x02, 0x01, 0x00, 0x01], isSent: false)
        let (lines, isClean) = decode(capture)
        #expect(types(lines) == ["cut", "listEnd"])
        #expect(!isClean)
    }

    @Test("A message in two notifications is one")
    func split() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry.prefix(6), isSent: false)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry.dropFirst(6), isSent: false)
        #expect(types(decode(capture).lines) == ["networkEntry"])
    }

    /// Events after which handle 0x40 is another connection's.
    private static let renewals: [[UInt8]] = [
        [0x05, 4, 0, 0x40, 0x00, 0x13], [0x03, 11, 0, 0x40, 0x00, 0, 0, 0, 0, 0, 0, 1, 0],
        [0x3E, 19, 0x01, 0, 0x40, 0x00] + [UInt8](repeating: 0, count: 15),
        [0x3E, 31, 0x0A, 0, 0x40, 0x00] + [UInt8](repeating: 0, count: 27),
    ]

    @Test(
        "What one connection left open is not continued by the next one with its handle",
        arguments: renewals, [2001, 1002, 1001] as [UInt32])
    func renewedHandle(event: [UInt8], datalink: UInt32) {
        var capture = CaptureBuilder(datalink: datalink)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry.prefix(6), isSent: false)
        capture.attribute([0x16, 0x20, 0x00, 0x00, 0x00] + Self.write.prefix(18), isSent: true)
        let frame = CaptureBuilder.little(15) + CaptureBuilder.little(4) + [0x1B, 0x11, 0x00] + Self.entry
        capture.record(CaptureBuilder.little(0x2040) + CaptureBuilder.little(7) + frame.prefix(7), isSent: false)
        capture.event(event)
        capture.attribute([0x16, 0x20, 0x00, 18, 0x00] + Self.write.dropFirst(18), isSent: true)
        capture.attribute([0x18, 0x01], isSent: true)
        capture.record(CaptureBuilder.little(0x1040) + CaptureBuilder.little(12) + frame.dropFirst(7), isSent: false)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry, isSent: false)
        let (lines, isClean) = decode(capture)
        #expect(types(lines) == ["cut", "networkEntry"])
        #expect(lines.first?["offset"] == .integer(16))
        #expect(!isClean)
    }

    @Test("An event of another handle or adapter, of a failure, or cut, leaves a connection alone")
    func otherEvents() {
        let events: [[UInt8]] = [
            [0x05, 4, 0, 0x41, 0x00, 0x13], [0x05, 4, 0x0C, 0x40, 0x00, 0x13], [0x05, 4, 0, 0x40], [0x3E, 0], [0x3E],
            [0x0E, 4, 0, 0x40, 0x00, 0x13], [0x3E, 4, 0x03, 0, 0x40, 0x00],
        ]
        for event in events {
            var capture = CaptureBuilder(datalink: 2001)
            capture.attribute([0x1B, 0x10, 0x00] + Self.entry.prefix(6), isSent: false)
            capture.event(event)
            capture.attribute([0x1B, 0x10, 0x00] + Self.entry.dropFirst(6), isSent: false)
            #expect(types(decode(capture).lines) == ["networkEntry"], "\(event)")
        }
    }

    @Test("The characteristics that one connection discovered are not taken for the next one's")
    func renewedDiscovery() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28], isSent: true)
        capture.attribute([0x09, 21, 0x0F, 0x00, 0x12, 0x10, 0x00] + Self.uuid(2), isSent: false)
        capture.attribute([0x1B, 0x50, 0x00] + Self.entry, isSent: false)
        capture.event(Self.renewals[0])
        capture.attribute([0x1B, 0x50, 0x00] + Self.entry, isSent: false)
        #expect(types(decode(capture).lines) == ["networkEntry"])
    }

    @Test("A write does not continue the one before it, which was cut")
    func cutWrite() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x12, 0x20, 0x00] + Self.write.prefix(12), isSent: true)
        capture.attribute([0x12, 0x20, 0x00] + Self.write.dropFirst(12), isSent: true)
        capture.attribute([0x12, 0x20, 0x00] + Self.write, isSent: true)
        let (lines, isClean) = decode(capture)
        #expect(types(lines).last == "credentialWrite")
        #expect(types(lines).first == "cut")
        #expect(lines.first?["offset"] == .integer(16))
        #expect(!types(lines).dropLast().contains("credentialWrite"))
        #expect(!isClean)
    }

    @Test("Messages that the capture's end cuts are told with the records of their last pieces, in order")
    func endInsideMessages() {
        var capture = CaptureBuilder(datalink: 2001)
        var offsets: [JSON?] = []
        for attribute in [0x10, 0x11, 0x12] as [UInt8] {
            offsets.append(.integer(capture.bytes.count))
            capture.attribute([0x1B, attribute, 0x00] + Self.entry.prefix(9), isSent: false)
        }
        let (lines, _) = decode(capture)
        #expect(types(lines) == ["cut", "cut", "cut"])
        #expect(lines.map { $0["offset"] } == offsets)
    }

    @Test("Every capture that is cut anywhere, or has any byte changed, is read without a trap")
    func hostile() {
        var capture = CaptureBuilder(datalink: 2001)
        capture.attribute([0x1B, 0x10, 0x00] + Self.entry, isSent: false, fragment: 7)
        capture.attribute([0x16, 0x20, 0x00, 0x00, 0x00] + Self.write, isSent: true)
        capture.attribute([0x18, 0x01], isSent: true)
        for event in Self.renewals { capture.event(event) }
        for index in capture.bytes.indices {
            var cut = capture
            cut.bytes.removeSubrange(index...)
            _ = decode(cut)
            for value: UInt8 in [0x00, 0x7F, 0xFF, capture.bytes[index] ^ 0x01] {
                var changed = capture
                changed.bytes[index] = value
                _ = decode(changed)
            }
        }
        #expect(decode(capture).isClean)
    }

    @Test("What is no capture ends with status 1 and says so")
    func notACapture() throws {
        let result = try BuiltProgram.gangway("decode", "--protocol", "wifiset", "--capture", "/bin/true")
        #expect(result.status == 1)
        #expect(try result.objects.first?["error"] as? String == "badCapture")
    }
}
