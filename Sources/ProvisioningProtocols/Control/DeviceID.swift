/// What a device is known by for as long as it is owned: a UUID (RFC 9562 §4), written in lower case; letter case is ignored
/// when it is read. There is one such type, from the firmware to the screens.
public struct DeviceID: Hashable, Sendable {
    /// How many bytes its text has.
    public static var textLength: Int { 36 }

    /// The first eight bytes, the first of them the highest.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// The identifier of these sixteen bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier that `text` spells as `8-4-4-4-12` hex digits; `nil` for anything else.
    public init?(_ text: borrowing Span<UInt8>) {
        guard text.count == Self.textLength else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for index in text.indices {
            if Self.isHyphen(index) {
                guard text[index] == 0x2D else { return nil }
                continue
            }
            guard let digit = hexDigit(text[index]) else { return nil }
            halves.0 = halves.0 &<< 4 | halves.1 &>> 60
            halves.1 = halves.1 &<< 4 | UInt64(widening: UInt32(digit))
        }
        (high, low) = halves
    }

    /// Lends the text, 36 bytes of ASCII, to `body`.
    public func withText<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var text = InlineArray<36, UInt8>(repeating: 0x2D)
        var rest = (high, low)
        for index in 0..<Self.textLength where !Self.isHyphen(index) {
            text[index] = lowerHexDigit(UInt8(truncatingIfNeeded: (rest.0 &>> 60).lowHalf))
            rest.0 = rest.0 &<< 4 | rest.1 &>> 60
            rest.1 = rest.1 &<< 4
        }
        return try body(text.span)
    }

    private static func isHyphen(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }
}

extension DeviceID: Comparable {
    /// In the order of their bytes, which is that of their texts.
    public static func < (left: DeviceID, right: DeviceID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
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
    extension DeviceID: CustomStringConvertible {
        /// The identifier that `text` spells; `nil` for anything else.
        public init?(_ text: some StringProtocol) {
            let read =
                text.utf8.withContiguousStorageIfAvailable { DeviceID($0.span) } ?? DeviceID(Array(text.utf8).span)
            guard let read else { return nil }
            self = read
        }

        /// A new one, from the system's random numbers (version 4).
        public static func random() -> DeviceID {
            let (version, variant): (UInt64, UInt64) = (0x4000, 0x8000_0000_0000_0000)
            return DeviceID(
                high: UInt64.random(in: 0...UInt64.max) & ~0xF000 | version,
                low: UInt64.random(in: 0...UInt64.max) & ~0xC000_0000_0000_0000 | variant)
        }

        /// The identifier as text, in lower case.
        public var description: String {
            withText { text in
                String(unsafeUninitializedCapacity: Self.textLength) { buffer in
                    for index in text.indices { buffer[index] = text[index] }
                    return Self.textLength
                }
            }
        }
    }
#endif
