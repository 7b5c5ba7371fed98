/// A point in time on a monotonic clock that the caller names: milliseconds since any fixed moment.
///
/// Machines never read a clock: `now` is an argument of every event, and a machine says by when it wants to be called.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's own zero.
    public var milliseconds: UInt64

    /// `milliseconds` after the clock's zero.
    public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// Whether `left` is the earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant `milliseconds` later, or the last there is.
    #if hasFeature(Embedded)
        @inline(never)  // firmware is to be small
    #endif
    public static func + (instant: Instant, milliseconds: UInt32) -> Instant {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(UInt64(widening: milliseconds))
        return Instant(milliseconds: overflow ? .max : sum)
    }

    /// How long ago `earlier` was, in milliseconds: 0 where it is later, and never more than 49 days.
    public func milliseconds(since earlier: Instant) -> UInt32 {
        guard earlier < self else { return 0 }
        let difference = milliseconds &- earlier.milliseconds
        return difference < UInt64(widening: .max) ? difference.lowHalf : .max
    }
}

// On 32-bit targets the standard library's conversions to and from 64 bits refer to a heap type, which a build without
// a heap refuses; two 32-bit halves put side by side do not.
extension UInt64 {
    /// The same number in 64 bits.
    init(widening number: UInt32) {
        self = unsafeBitCast(SIMD2<UInt32>(number.littleEndian, 0), to: UInt64.self).littleEndian
    }

    /// The low 32 bits.
    var lowHalf: UInt32 { unsafeBitCast(littleEndian, to: SIMD2<UInt32>.self).x.littleEndian }
}
