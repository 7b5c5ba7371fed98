/// An IPv4 address, in network byte order as the wires here carry it.
public struct IPv4Address: Hashable, Sendable {
    /// The four bytes, the first the most significant.
    public let bigEndianValue: UInt32

    /// The address `a.b.c.d`.
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        bigEndianValue = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// The bytes of the address, first to last.
    public var octets: (UInt8, UInt8, UInt8, UInt8) {
        let value = bigEndianValue
        return (
            UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)
        )
    }

    /// 0.0.0.0, which the wires send for *no address*; show nothing for it.
    public static var unspecified: IPv4Address { IPv4Address(0, 0, 0, 0) }
}

#if !hasFeature(Embedded)
    extension IPv4Address: CustomStringConvertible {
        /// The dotted form, `192.168.1.100`.
        public var description: String {
            let (a, b, c, d) = octets
            return "\(a).\(b).\(c).\(d)"
        }
    }
#endif
