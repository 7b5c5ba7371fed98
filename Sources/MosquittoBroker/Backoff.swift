/// How long to wait before the next attempt to connect.
struct Backoff: Sendable {
    /// The first wait, in milliseconds.
    static let first: UInt32 = 1000
    /// The longest, and the shortest after a refusal.
    static let longest: UInt32 = 60_000
    /// How long a connection has to hold for the waits to begin anew.
    static let steadyAfter: UInt32 = 10_000

    private var base = Self.first

    /// The next wait: three quarters of 1 s, 2 s, 4 s and so on to 60 s, and a part of the fourth quarter. `chance` is 0 to 1.
    mutating func next(chance: Double) -> UInt32 {
        defer { base = min(base * 2, Self.longest) }
        return base / 4 * 3 + UInt32(Double(base / 4) * chance)
    }

    /// The wait after the broker refused who asks: 60 s and up to a quarter more. `chance` is 0 to 1.
    static func afterRefusal(chance: Double) -> UInt32 { longest + UInt32(Double(longest / 4) * chance) }

    /// Begins anew with the first wait.
    mutating func reset() { base = Self.first }
}
