import DeviceDirectory
import MessageBroker
import ProvisioningProtocols
import Testing

@testable import DeviceControl

@Suite("Commands and reports, word for word")
struct BodyTests {
    let id: DeviceID

    init() throws { id = try Bench.id(Bench.lamp) }

    static let commands: [(DeviceCommand, Int?, String)] = [
        (.on, nil, #"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":0}"#),
        (.off, nil, #"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":false,"mode":0}"#),
        (.mode(2), nil, #"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":2}"#),
        (
            .off, 3,
            #"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":false,"mode":3}"#
        ),
    ]

    @Test("A command has the identifier, the switch and the mode, which stays as it is known", arguments: commands)
    func command(_ command: DeviceCommand, _ known: Int?, _ text: String) {
        #expect(String(decoding: command.body(for: id, known: known), as: UTF8.self) == text)
    }

    static let reports: [(String, Bool, Int32?)] = [
        (#"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":2}"#, true, 2),
        (#" { "mode" : -1 , "status" : false , "id" : "9B1F7C0E-3D52-4A6B-8F21-5C0DE4A7B913" } "#, false, -1),
        (#"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true}"#, true, nil),
        (#"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":null,"rssi":[1,{"a":2}]}"#, true, nil),
    ]

    @Test("A report is read whatever its order, spaces, letter case and further members", arguments: reports)
    func report(_ text: String, _ isOn: Bool, _ mode: Int32?) {
        #expect(ControlBody(Array(text.utf8).span) == .report(id: id, isOn: isOn, mode: mode))
    }

    @Test("A body with a uuid is a command, whatever else it has")
    func otherCommand() {
        let text =
            #"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true}"#
        #expect(ControlBody(Array(text.utf8).span) == .command(id: id, isOn: true, mode: nil))
    }

    static let bad: [[UInt8]] =
        [
            "", "on", "{", "[1,2]", "null", #"{"state":{}}"#, #"{"id":7,"status":true}"#,
            #"{"id":"lamp","status":true}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":"on"}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":1,"mode":2}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":1.5}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":99999999999}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true} x"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"status":false}"#,
            #"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":{"status":true}}"#,
            String(repeating: "[", count: 10_000), #"{"a":"# + String(repeating: "1", count: 1 << 20) + "}",
        ].map { Array($0.utf8) } + [[0xFC, 0x7E, 0xD7]]

    @Test("G6/147, G6/150: What is no report is not understood, however deep, long or odd it is", arguments: bad)
    func notUnderstood(_ body: [UInt8]) { #expect(ControlBody(body.span) == .notUnderstood) }

    @Test("G6/147: A report of 4,096 bytes is understood, and one of a byte more is not", arguments: [4096, 4097])
    func length(_ count: Int) {
        var body = Array(#"{"id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913","status":true,"mode":2}"#.utf8)
        body += [UInt8](repeating: UInt8(ascii: " "), count: count - body.count)
        #expect(ControlBody(body.span) == (count > 4096 ? .notUnderstood : .report(id: id, isOn: true, mode: 2)))
    }

    static let topics: [(String, TopicRole?)] = [
        ("home/lamp/9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913", .command),
        ("t/9B1F7C0E-3D52-4A6B-8F21-5C0DE4A7B913/state", .state),
        ("home/9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913/availability", .availability),
        ("home/lamp/9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913/signal", .signal), ("signal", nil),
        ("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913", nil), ("/9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913", nil),
        ("home/lamp", nil), ("state", nil), ("home/9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913/else", nil),
        ("home/9b1f7c0e/state", nil), ("", nil), ("/", nil),
    ]

    @Test("A topic is a device's command, state, availability or signal, or none of these", arguments: topics)
    func topic(_ topic: String, _ role: TopicRole?) throws {
        let found = TopicRole.of(topic)
        #expect(found?.role == role)
        if role != nil { #expect(found?.id == id) }
    }

    @Test(
        "G5/144: A topic that no device can have is refused when it is entered",
        arguments: ["lamp+cw", "a#b", "", String(repeating: "a", count: 70_000), "a\0b", "$SYS", "a//b", "/a", "a/"])
    func refusedTopic(_ topic: String) async throws {
        #expect(throws: TopicName.Fault.self) { try ControlAddress(topic: topic, id: id) }
        let bench = try await Bench()
        let error = await failure { () throws(ControlError) in try await bench.control.listen(to: [topic]) }
        #expect(error?.code == .invalidTopic)
    }
}
