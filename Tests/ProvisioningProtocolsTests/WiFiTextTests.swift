import ProvisioningProtocols
import Testing

/// Names and addresses as a person sees them: this half needs a heap and is not part of an embedded build.
struct WiFiTextTests {
    @Test(
        "A name is text where it is UTF-8, and shows every other byte and every control character as its number",
        arguments: [
            ("Barn", [0x42, 0x61, 0x72, 0x6E]),
            ("🏠", [0xF0, 0x9F, 0x8F, 0xA0]),
            ("\\xFF\\xFEA", [0xFF, 0xFE, 0x41]),
            ("Caf\\xC3", [0x43, 0x61, 0x66, 0xC3]),
            ("Caf\\xC3!", [0x43, 0x61, 0x66, 0xC3, 0x21]),
            ("é\\x80", [0xC3, 0xA9, 0x80]),
            ("a\\x1B[2J\\x0A", [0x61, 0x1B, 0x5B, 0x32, 0x4A, 0x0A]),
            ("a\\xE2\\x80\\xAEb", [0x61, 0xE2, 0x80, 0xAE, 0x62]),
            ("\\xED\\xA0\\x80", [0xED, 0xA0, 0x80]),
            ("\\xC0\\x80", [0xC0, 0x80]),
            ("a\\b", [0x61, 0x5C, 0x62]),
            ("", []),
        ] as [(String, [UInt8])])
    func shownName(_ text: String, _ bytes: [UInt8]) throws {
        let ssid = try #require(SSID(bytes))
        #expect(ssid.description == text)
        #expect(ssid.bytes == bytes)
    }

    @Test("A1/4: Emoji are counted in bytes: eight fit, nine do not")
    func emoji() {
        #expect(SSID("🏠")?.count == 4)
        #expect(SSID(String(repeating: "🏠", count: 8))?.count == 32)
        #expect(SSID(String(repeating: "🏠", count: 9)) == nil)
    }

    @Test(
        "Only six pairs of hex digits with colons are a hardware address",
        arguments: [
            ("C4:C5:C6:C7:C8:01", true), ("c4:c5:c6:c7:c8:01", true), ("C4:C5:C6:C7:C8", false),
            ("C4C5C6C7C801", false), ("C4:C5:C6:C7:C8:0G", false), ("+4:C5:C6:C7:C8:01", false), ("", false),
        ])
    func hardwareAddress(_ text: String, _ isOne: Bool) {
        #expect(HardwareAddress(text)?.description == (isOne ? text.uppercased() : nil))
    }
}
