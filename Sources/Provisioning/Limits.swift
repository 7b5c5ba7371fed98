/// How long each step may take at most. Every call of a session ends by its limit, whatever the device does.
public struct Limits: Hashable, Sendable {
    /// Until the link is there: 20 s.
    public var connect: Duration = .seconds(20)
    /// Until the device's attribute table is known: 10 s.
    public var serviceDiscovery: Duration = .seconds(10)
    /// Until the link is paired, for protocols that pair: 30 s.
    public var pairing: Duration = .seconds(30)
    /// For one answer of the link to a read, a write or a subscription: 30 s, after which the attribute protocol
    /// holds a link for dead (Core Specification 5.4, Vol 3 Part F §3.3.3).
    public var request: Duration = .seconds(30)
    /// For the device's answer to one request, in protocols that answer each, as Nordic's does: 10 s.
    public var answer: Duration = .seconds(10)
    /// For a list of networks: 30 s, and once more after one retry.
    public var networks: Duration = .seconds(30)
    /// For a status that was asked for: 20 s. Firmware that tells it only behind its list scans for up to 12 s, and then
    /// sends up to 50 entries, ten a second.
    public var status: Duration = .seconds(20)
    /// From a write of credentials until it is written again: 5 s.
    public var acknowledgement: Duration = .seconds(5)
    /// For a whole join: 45 s.
    public var join: Duration = .seconds(45)
    /// For reaching a device again whose link was lost after it accepted: 30 s.
    public var recovery: Duration = .seconds(30)

    /// The limits named above.
    public init() {}
}

extension Duration {
    /// Whole milliseconds, kept between 0 and what a machine counts with.
    var milliseconds: UInt32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 4_000_000 else { return 4_000_000_000 }
        return UInt32(seconds) * 1000 + UInt32(attoseconds / 1_000_000_000_000_000)
    }
}
