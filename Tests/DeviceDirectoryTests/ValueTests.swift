import DeviceDirectory
import ProvisioningProtocols
import Testing

@Suite("Identifiers and times of a directory")
struct ValueTests {
    @Test("An identifier is read in any letter case and written in lower case")
    func identifiers() {
        let id = DeviceID("9B1F7C0E-3d52-4A6B-8f21-5C0DE4A7B913")
        #expect(id == DeviceID(high: 0x9b1f_7c0e_3d52_4a6b, low: 0x8f21_5c0d_e4a7_b913))
        #expect(id?.description == "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913")
    }

    @Test(
        "What is no UUID is no identifier",
        arguments: [
            "", "9b1f7c0e", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b91", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b9133",
            "9b1f7c0e-3d52-4a6b-8f21+5c0de4a7b913", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b91g",
            "{9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913}", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b91é",
        ])
    func noIdentifiers(_ text: String) { #expect(DeviceID(text) == nil) }

    @Test("A random identifier is one of version 4 and comes back from its text")
    func randomIdentifiers() {
        let id = DeviceID.random()
        #expect(DeviceID(id.description) == id)
        #expect(id.high >> 12 & 15 == 4)
        #expect(id.low >> 62 == 2)
    }

    @Test(
        "A time is written as RFC 3339 has it, and read back",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (1_796_025_321_250, "2026-11-30T07:55:21.250Z"),
            (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func times(_ milliseconds: Int64, _ text: String) {
        let time = WallTime(milliseconds: milliseconds)
        #expect(time.description == text)
        #expect(WallTime(text) == time)
    }

    @Test(
        "A time is read with any offset and any decimals",
        arguments: ["2026-11-30T08:55:21+01:00", "2026-11-30t07:55:21z", "2026-11-30 02:25:21.0009-05:30"])
    func offsets(_ text: String) {
        #expect(WallTime(text) == WallTime(milliseconds: 1_796_025_321_000))
    }

    @Test(
        "What is no time is none",
        arguments: [
            "", "2026-11-30", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-30T24:00:00Z",
            "2026-11-30T00:00:00", "2026-11-30T00:00:00.Z", "2026-11-30T00:00:00Zx", "2026-00-10T00:00:00Z",
        ])
    func noTimes(_ text: String) { #expect(WallTime(text) == nil) }

    @Test(
        "A device with a topic that a directory takes has a place where it is steered, and no other has",
        arguments: [
            "home/lamp", "a", "", "home/+", "a//b", "a\nb", "é\u{85}", "$SYS", String(repeating: "a", count: 201),
        ])
    func addresses(_ topic: String) {
        let device = Device(id: DeviceID(high: 1, low: 2), name: "Lamp", topic: topic)
        #expect((device.controlAddress == nil) == (DeviceRules.fault(in: device) != nil))
        let place = "\(topic)/00000000-0000-0001-0000-000000000002"
        #expect(device.controlAddress.map(\.commandTopic) ?? place == place)
    }

    @Test("A dot in a topic is allowed and warned of")
    func dots() {
        #expect(DeviceRules.fault(inTopic: "home/lamp.1") == nil)
        #expect(DeviceRules.warning(ofTopic: "home/lamp.1") != nil)
        #expect(DeviceRules.warning(ofTopic: "home/lamp") == nil)
    }

    @Test(
        "A list of which up to 1,000 entries cannot be used is taken without them; one of more is none",
        arguments: [1000, 1001])
    func manyRefused(_ count: Int) throws {
        let text = "[" + [String](repeating: "1", count: count).joined(separator: ",") + "]"
        if count <= 1000 {
            #expect(try DirectoryContents(json: Array(text.utf8)).refused.count == count)
        } else {
            let error = #expect(throws: DirectoryError.self) { try DirectoryContents(json: Array(text.utf8)) }
            #expect(error?.code == .unreadableImport && error?.summary.contains("more than 1000 entries") == true)
        }
    }

    @Test("What an import keeps for others is never nested too deep for the next one", arguments: 10...15)
    func depth(_ count: Int) throws {
        let nested = String(repeating: "[", count: count) + String(repeating: "]", count: count)
        let text = """
            [{"id": "9B1F7C0E-3D52-4A6B-8F21-000000000001", "name": "Desk", "topic": "home/desk", "x": \(nested)}]
            """
        let contents = try DirectoryContents(json: Array(text.utf8))
        #expect(contents.devices.count + contents.refused.count == 1)
        #expect(contents.devices.isEmpty == (count > 13), "\(contents.refused)")
        let again = try DirectoryContents(json: contents.json())
        #expect(again.devices == contents.devices && again.refused.isEmpty)
    }

    private static func imported(_ entries: String..., head: String = "") throws -> DirectoryContents {
        try DirectoryContents(json: Array("{\(head)\"devices\":[\n\(entries.joined(separator: ",\n"))\n]}".utf8))
    }

    private static func entry(_ number: Int, _ more: String = "") -> String {
        #"{"id":"9b1f7c0e-3d52-4a6b-8f21-00000000000\#(number)","name":"Lamp \#(number)","topic":"home/lamp"\#(more)}"#
    }

    @Test(
        "An entry that says what cannot be is refused with its line and why, and the others are taken",
        arguments: [
            (#","isActive":true,"mode":99999999999999"#, "mode is not a whole number"),
            (#","mode":1.5"#, "mode is not"),
            (#","lastSeen":"2999-01-01T00:00:00Z""#, "lastSeen is 2999-01-01T00:00:00.000Z"),
            (#","lastSeen":"1969-12-31T23:59:59Z""#, "before 1970"),
            (#","isActive":true,"reported":"2100-01-01T00:00:00Z""#, "reported is 2100"),
            (#","provisioned":{"method":"json","time":"2999-01-01T00:00:00Z"}"#, "time is 2999"),
            (#","signal":[["2026-11-30T00:00:00Z",-40],["2999-01-01T00:00:00Z",-40]]"#, "signal is 2999"),
            (#","signal":7"#, "signal is a number"),
            (#","provisioned":"yesterday""#, "provisioned is a string, not an object"),
            (#","other":"text""#, "other is a string, not an object"),
            (#","mode":2"#, "mode says nothing without isActive"),
            (#","reported":"2026-01-01T00:00:00Z""#, "reported says nothing without isActive"),
        ])
    func impossible(_ more: String, _ reason: String) throws {
        let contents = try Self.imported(Self.entry(1), Self.entry(2, more), Self.entry(3))
        #expect(contents.devices.map(\.name) == ["Lamp 1", "Lamp 3"])
        #expect(contents.refused.count == 1)
        #expect(contents.refused.first?.hasPrefix("Line 3: ") == true, "\(contents.refused)")
        #expect(contents.refused.first?.contains(reason) == true, "\(contents.refused)")
    }

    @Test("A list of another format is none, wherever it says so; one without a word of it is read")
    func format() throws {
        #expect(try Self.imported(Self.entry(1), head: #""format":"gangway.devices","#).devices.count == 1)
        for text in [
            #"{"format":"other","devices":[]}"#, #"{"devices":[],"format":"other"}"#, #"{"devices":[],"format":1}"#,
        ] {
            let error = #expect(throws: DirectoryError.self) { try DirectoryContents(json: Array(text.utf8)) }
            #expect(error?.code == .unreadableImport && error?.summary.contains("format") == true)
        }
    }

    @Test("Samples stay in the order in which they came, though the clock was set back between them")
    func setBack() throws {
        let signal = #","signal":[["2026-11-30T00:00:00Z",-40],["2026-11-29T00:00:00Z",-50]]"#
        let contents = try Self.imported(Self.entry(1, signal))
        #expect(contents.signals.values.first?.map(\.strength) == [-40, -50])
        #expect(try DirectoryContents(json: contents.json()) == contents)
    }

    @Test("A mode that no device can report is refused by every way into a directory")
    func modes() {
        var device = Device(id: DeviceID(high: 1, low: 2), name: "Lamp", topic: "home/lamp")
        device.state = DeviceState(isOn: true, mode: Int(Int32.max))
        #expect(DeviceRules.fault(in: device) == nil)
        device.state?.mode = Int(Int32.max) + 1
        #expect(DeviceRules.fault(in: device) != nil)
    }

    @Test("An export of 100,000 devices with their histories is read whole")
    func many() throws {
        let time = WallTime(milliseconds: 1_796_000_000_000)
        var contents = DirectoryContents()
        for number in 0..<100_000 {
            let id = DeviceID(high: 1, low: UInt64(number))
            contents.devices.append(
                Device(
                    id: id, name: "Lamp \(number)", category: "Room \(number)", topic: "home/lamp", lastSeen: time,
                    state: DeviceState(isOn: true, mode: 2, time: time)))
            contents.categories.append("Room \(number)")
            contents.signals[id] = [SignalSample](repeating: SignalSample(time: time, strength: -60), count: 2)
        }
        let text = contents.json()
        #expect(try DirectoryContents(json: text) == contents)
    }
}
