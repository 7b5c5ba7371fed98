/// What a device is known by for good: a UUID (RFC 9562), written in lower case. Letter case is ignored when it is read.
public struct DeviceID: Hashable, Sendable {
    /// The first eight bytes, the first of them the highest.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// The identifier of these sixteen bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier that `text` writes as 8-4-4-4-12 hex digits; `nil` where it is anything else.
    public init?(_ text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var position = 0
        for byte in text.utf8 {
            defer { position += 1 }
            if Self.isHyphen(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard position < Self.textLength, let digit = Self.value(ofHexDigit: byte) else { return nil }
            halves.0 = halves.0 << 4 | halves.1 >> 60
            halves.1 = halves.1 << 4 | digit
        }
        guard position == Self.textLength else { return nil }
        (high, low) = halves
    }

    /// A new identifier, from the system's random numbers (version 4).
    public static func random() -> DeviceID {
        let version: UInt64 = 0x4000
        let variant: UInt64 = 0x8000_0000_0000_0000
        return DeviceID(
            high: UInt64.random(in: 0...UInt64.max) & ~0xF000 | version,
            low: UInt64.random(in: 0...UInt64.max) & ~0xC000_0000_0000_0000 | variant)
    }

    private static let textLength = 36

    private static func isHyphen(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }

    private static func value(ofHexDigit byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension DeviceID: CustomStringConvertible {
    /// The identifier as text, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            var nibble = 0
            for position in 0..<Self.textLength {
                if Self.isHyphen(position) {
                    buffer[position] = UInt8(ascii: "-")
                    continue
                }
                let half = nibble < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - nibble % 16 * 4)) & 15
                buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                nibble += 1
            }
            return Self.textLength
        }
    }
}

extension DeviceID: Comparable {
    /// In the order of their bytes.
    public static func < (left: DeviceID, right: DeviceID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
