/// Names a device for as long as it is owned: a UUID, written in lower case (RFC 9562 §4).
public struct DeviceUUID: Sendable {
    /// How many bytes its text has.
    public static var textLength: Int { 36 }

    private var storage: InlineArray<16, UInt8>

    /// The UUID that `text` spells as `8-4-4-4-12` hex digits, either letter case; `nil` for anything else.
    public init?(_ text: borrowing Span<UInt8>) {
        guard text.count == Self.textLength else { return nil }
        storage = InlineArray(repeating: 0)
        var digits = 0
        for index in text.indices {
            if Self.isHyphen(index) {
                guard text[index] == 0x2D else { return nil }
                continue
            }
            guard let digit = hexDigit(text[index]) else { return nil }
            storage[digits >> 1] = storage[digits >> 1] << 4 | digit
            digits += 1
        }
    }

    /// The UUID of these sixteen bytes, in the order they are written.
    public init(bytes: InlineArray<16, UInt8>) { storage = bytes }

    /// Lends the text, 36 bytes of ASCII in lower case, to `body`.
    public func withText<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var text = InlineArray<36, UInt8>(repeating: 0x2D)
        var digits = 0
        for index in 0..<Self.textLength where !Self.isHyphen(index) {
            let byte = storage[digits >> 1]
            text[index] = lowerHexDigit(digits & 1 == 0 ? byte >> 4 : byte & 0xF)
            digits += 1
        }
        return try body(text.span)
    }

    private static func isHyphen(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }
}

extension DeviceUUID: Hashable {
    /// Whether both are the same UUID.
    public static func == (left: DeviceUUID, right: DeviceUUID) -> Bool {
        for index in 0..<16 where left.storage[index] != right.storage[index] { return false }
        return true
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<16 { hasher.combine(storage[index]) }
    }
}

/// The value of a hex digit, either letter case; `nil` for another byte.
func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
}

/// The hex digit of a value below 16.
func lowerHexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value &+ 0x30 : value &+ 0x57 }

#if !hasFeature(Embedded)
    extension DeviceUUID: CustomStringConvertible, CustomReflectable {
        /// The UUID that `text` spells, either letter case; `nil` for anything else.
        public init?(_ text: some StringProtocol) { self.init(Array(text.utf8).span) }

        /// A new one from the system's random numbers (version 4).
        public static func random() -> DeviceUUID {
            var bytes = InlineArray<16, UInt8>(repeating: 0)
            for index in 0..<16 { bytes[index] = UInt8.random(in: .min ... .max) }
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return DeviceUUID(bytes: bytes)
        }

        /// The UUID in lower case.
        public var description: String {
            withText { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
        }

        /// Its text alone.
        public var customMirror: Mirror { Mirror(self, children: ["text": description]) }
    }
#endif
