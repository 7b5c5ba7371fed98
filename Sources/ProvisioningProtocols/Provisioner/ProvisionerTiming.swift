/// How long a provisioning machine waits, in milliseconds.
public struct ProvisionerTiming: Hashable, Sendable {
    /// For a whole list, and once more after one retry.
    public var list: UInt32
    /// For the first sign of a list that was asked for by a new subscription.
    public var listAnswer: UInt32
    /// For a status that was asked for.
    public var status: UInt32
    /// For the answer to one request, in protocols that answer each.
    public var request: UInt32
    /// From a write of credentials until it is written again.
    public var acknowledgement: UInt32
    /// For a whole join.
    public var join: UInt32
    /// For reaching a device again that accepted, counted from the loss of the link.
    public var recovery: UInt32

    /// The limits of `Docs/Behaviour.md`, where nothing else is said.
    public init(
        list: UInt32 = 30_000, listAnswer: UInt32 = 5_000, status: UInt32 = 20_000, request: UInt32 = 10_000,
        acknowledgement: UInt32 = 5_000,
        join: UInt32 = 45_000, recovery: UInt32 = 30_000
    ) {
        self.list = list
        self.listAnswer = listAnswer
        self.status = status
        self.request = request
        self.acknowledgement = acknowledgement
        self.join = join
        self.recovery = recovery
    }
}
