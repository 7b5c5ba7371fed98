import DBus
import Glibc
import PrivateBus
import Runtime
import Testing

/// A peer that answers what it is called with.
func exportEcho(on bus: Bus, input: String) async throws {
    try await bus.export(
        "/echo",
        [
            Interface(
                "test.Echo",
                methods: [
                    Interface.Method("Echo", input: input, output: input) { $0.reply($0.arguments) }
                ])
        ])
}

@Suite struct ValueTests {
    @Test(
        "A value of every type arrives as it was sent",
        arguments: [
            .byte(7), .boolean(true), .boolean(false), .int16(-2), .uint16(65535), .int32(-5), .uint32(.max),
            .int64(.min), .uint64(.max), .double(1.5), .string("Zürich 🛶"), .string(""), .objectPath("/a/b"),
            .signature("a{sv}"), .bytes([]), .bytes([0, 255, 3]), .strings([]), .strings(["a", "b"]),
            .array([.objectPath("/a")], of: "o"), .properties([:]),
            .properties(["a": .uint32(1), "b": .properties(["c": .bytes([1])])]),
            .structure([.string("x"), .array([.structure([.byte(1), .boolean(true)])], of: "(yb)")]),
            .variant(.variant(.int32(1))),
            .dictionary([.uint16(1): .bytes([2])], key: "q", value: "ay"),
            .dictionary(
                [
                    .objectPath("/o"): .dictionary(
                        [.string("i"): .properties(["p": .string("v")])], key: "s", value: "a{sv}")
                ],
                key: "o", value: "a{sa{sv}}"),
        ] as [DBusValue])
    func roundTrip(value: DBusValue) async throws {
        let ends = try Ends()
        try await exportEcho(on: ends.server, input: value.signature)
        let reply = try await ends.client.call(
            MethodInvocation(try await ends.server.uniqueName(), "/echo", "test.Echo", "Echo", [value]))
        #expect(reply == [value])
    }

    @Test("A descriptor goes through the bus and leads to the same pipe")
    func descriptor() async throws {
        let ends = try Ends()
        try await exportEcho(on: ends.server, input: "h")
        var numbers: [Int32] = [-1, -1]
        try #require(pipe(&numbers) == 0)
        let (reading, writing) = (FileDescriptor(owning: numbers[0]), FileDescriptor(owning: numbers[1]))
        let reply = try await ends.client.call(
            MethodInvocation(
                try await ends.server.uniqueName(), "/echo", "test.Echo", "Echo", [.fileDescriptor(writing)]))
        let back = try #require(reply.first?.descriptor)
        #expect(back.rawValue != writing.rawValue)
        #expect(write(back.rawValue, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(reading.rawValue, &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
    }

    @Test("No description shows what a value holds")
    func descriptionsHideValues() {
        let secret = DBusValue.properties(["psk": .string("hunter22"), "key": .bytes(Array("hunter22".utf8))])
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\(["a": secret])"] {
            #expect(!text.contains("hunter22"))
            #expect(!text.contains("104"))
        }
        #expect("\(secret)" == "<a{sv}>")
    }

    @Test("What cannot be sent is refused before it is sent, and the bus goes on")
    func refusals() async throws {
        let daemon = try PrivateBus()
        let bus = try daemon.connect()
        let bad: [DBusValue] = [
            .string("a\0b"), .objectPath("not a path"), .array([.byte(1)], of: "s"),
            .dictionary([.string("a"): .byte(1)], key: "s", value: "v"),
        ]
        for value in bad {
            await #expect(throws: DBusError.self) {
                _ = try await bus.call(MethodInvocation("org.freedesktop.DBus", "/", "a.b", "C", [value]))
            }
        }
        #expect(try await bus.owner(of: "org.freedesktop.DBus") == "org.freedesktop.DBus")
    }
}
