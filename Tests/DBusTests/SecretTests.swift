import DBus
import MemoryScan
import PrivateBus
import Runtime
import Testing

@Suite(.timeLimit(.minutes(1))) struct SecretTests {
    @Test(
        "Neither who sends a secret nor who takes it keeps a piece in memory, whatever it is sent with",
        arguments: [false, true])
    func memory(isText: Bool) async throws {
        let ends = try Ends()
        let input = isText ? "ava{sv}" : "aya{sv}"
        try await ends.server.export(
            "/vault",
            [
                Interface(
                    "test.Vault",
                    methods: [Interface.Method("Keep", input: input, isSensitive: true) { $0.reply() }])
            ])
        let secret = HiddenSecret()
        let vault = try await ends.server.uniqueName()
        // With as much behind secret bytes as this, the message has moved; a secret text is its end.
        for count in [1, 10, 100, 1000, 10_000] {
            let bytes = secret.withBytes { SecretBytes($0.span) }
            let filling = DBusValue.bytes([UInt8](repeating: 7, count: count))
            let arguments: [DBusValue] =
                isText
                ? [.array([.variant(filling)], of: "v"), .properties(["psk": .secretText(bytes), "x": filling])]
                : [.secretBytes(bytes), .properties(["x": filling])]
            _ = try await ends.client.call(MethodInvocation(vault, "/vault", "test.Vault", "Keep", arguments))
        }
        #expect(secret.places() == [])
    }

    @Test("Secret bytes arrive as they were sent, wherever they are in a message", arguments: [0, 1, 48, 5000])
    func secretBytes(count: Int) async throws {
        let ends = try Ends()
        try await exportEcho(on: ends.server, input: "ayva{sv}")
        let bytes = (0..<count).map { UInt8(97 + $0 % 26) }
        let (secret, plain) = (DBusValue.secretBytes(SecretBytes(bytes)), DBusValue.bytes(bytes))
        let reply = try await ends.client.call(
            MethodInvocation(
                try await ends.server.uniqueName(), "/echo", "test.Echo", "Echo",
                [secret, .variant(secret), .properties(["a": .string("x"), "b": secret, "c": plain])]))
        #expect(reply == [plain, .variant(plain), .properties(["a": .string("x"), "b": plain, "c": plain])])
    }

    @Test("A secret text is written last, which is no other dictionary, and a message where it cannot be is not sent")
    func secretText() async throws {
        let ends = try Ends()
        let text = DBusValue.secretText(SecretBytes(Array("Zürich".utf8)))
        let settings: [String: DBusValue] = [
            "id": .string("x"), "psk": text, "psk-flags": .uint32(0), "z": .bytes([1]),
        ]
        func sections(_ section: [String: DBusValue]) -> DBusValue {
            .dictionary(
                [
                    .string("a"): .properties(["b": .byte(1)]), .string("s"): .properties(section),
                    .string("z"): .properties([:]),
                ], key: "s", value: "a{sv}")
        }
        try await exportEcho(on: ends.server, input: "ua{sa{sv}}")
        let echo = MethodInvocation(try await ends.server.uniqueName(), "/echo", "test.Echo", "Echo")
        var sent = echo
        sent.arguments = [.uint32(1), sections(settings)]
        let reply = try await ends.client.call(sent)
        #expect(reply == [.uint32(1), sections(settings.merging(["psk": .string("Zürich")]) { $1 })])
        for arguments: [DBusValue] in [
            [text, .uint32(1)], [text, text], [.secretBytes([1]), text], [.properties(["a": text, "b": text])],
        ] {
            var wrong = echo
            wrong.arguments = arguments
            await #expect(throws: DBusError.self) { try await ends.client.call(wrong) }
        }
    }
}
