import ProvisioningProtocols

/// Slows guesses of the password down: after a few that were wrong, each address has to wait, longer with every further one.
struct AttemptLimiter: Sendable {
    /// How many wrong passwords cost nothing.
    static let free = 5
    /// The longest wait, in milliseconds.
    static let longest: UInt32 = 60_000
    /// Of how many addresses something is kept.
    static let capacity = 1_024

    private struct Record {
        var failures: Int
        var until: Instant
    }

    private var records: [String: Record] = [:]

    init() {}

    /// How long `peer` still has to wait, in milliseconds; 0 for not at all.
    func wait(of peer: String, at now: Instant) -> UInt64 {
        guard let record = records[peer], record.until > now else { return 0 }
        return record.until.milliseconds - now.milliseconds
    }

    /// A wrong password came from `peer`.
    mutating func failed(_ peer: String, at now: Instant) {
        // Who can come from any number of addresses gets no further by filling the table: the longest waits stay.
        if records.count >= Self.capacity, records[peer] == nil,
            let least = records.min(by: { $0.value.until < $1.value.until })
        {
            records[least.key] = nil
        }
        let failures = (records[peer]?.failures ?? 0) + 1
        let over = failures - Self.free
        let pause = over <= 0 ? 0 : min(Self.longest, UInt32(1_000) << UInt32(min(over - 1, 6)))
        records[peer] = Record(failures: failures, until: now + pause)
    }

    /// The right one came.
    mutating func succeeded(_ peer: String) { records[peer] = nil }
}
