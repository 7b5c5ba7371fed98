/// A 128-bit Bluetooth UUID; a 16-bit one stands for its long form (Core Specification 5.4, Vol 3 Part B §2.5.1).
public struct BluetoothUUID: Hashable, Sendable {
    /// The first eight bytes as they are written, most significant first.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// The UUID of these two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The UUID that the Bluetooth SIG numbers `number`.
    public init(_ number: UInt16) {
        self.init(high: UInt64(number) << 32 | 0x1000, low: 0x8000_0080_5F9B_34FB)
    }
}

extension BluetoothUUID: CustomStringConvertible {
    /// Reads `4FAFC201-1FB5-459E-8FCC-C5C9C331914B`, either letter case, or a short form of four hex digits.
    public init?(_ text: some StringProtocol) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        // `UInt16(_:radix:)` would take a sign as well.
        guard groups.allSatisfy({ $0.utf8.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit } }) else {
            return nil
        }
        if groups.count == 1, text.utf8.count == 4, let number = UInt16(text, radix: 16) {
            self.init(number)
            return
        }
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            let high = UInt64(groups[0...2].joined(), radix: 16), let low = UInt64(groups[3...4].joined(), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The long form in lower case, as BlueZ writes it.
    public var description: String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        return [
            hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4), hex(low >> 48, 4),
            hex(low & 0xFFFF_FFFF_FFFF, 12),
        ].joined(separator: "-")
    }
}
