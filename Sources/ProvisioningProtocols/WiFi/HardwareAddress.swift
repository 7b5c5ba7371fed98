/// A 48-bit hardware address: of an access point (its BSSID), or of a Bluetooth device.
public struct HardwareAddress: Hashable, Sendable {
    /// The address in the low 48 bits, its first byte the most significant.
    public let value: UInt64

    /// The low 48 bits of `value`.
    public init(_ value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }
}

#if !hasFeature(Embedded)
    extension HardwareAddress: CustomStringConvertible {
        /// `C4:C5:C6:C7:C8:01`, either letter case; `nil` for any other text.
        public init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) else {
                return nil
            }
            var value: UInt64 = 0
            for part in parts {
                guard let byte = UInt8(part, radix: 16) else { return nil }
                value = value << 8 | UInt64(byte)
            }
            self.init(value)
        }

        /// Six pairs of upper-case hex digits, `C4:C5:C6:C7:C8:01`.
        public var description: String {
            (0..<6).map { index in
                let byte = UInt8(truncatingIfNeeded: value >> (40 - 8 * UInt64(index)))
                let digits = String(byte, radix: 16, uppercase: true)
                return byte < 16 ? "0" + digits : digits
            }.joined(separator: ":")
        }
    }
#endif
