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
    public static func + (instant: Instant, milliseconds: UInt32) -> Instant {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(UInt64(milliseconds))
        return Instant(milliseconds: overflow ? .max : sum)
    }
}
