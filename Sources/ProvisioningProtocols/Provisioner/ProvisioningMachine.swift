/// The provisioning end of a wire protocol: it decides, a driver acts.
///
/// A machine has no clock and does no I/O. Each event is one method that returns what to do; the driver does it and then
/// asks with ``next(at:_:)`` until the answer is ``ProvisionerAction/wait``. At most one operation on the link (pairing,
/// subscription, read, write, reconnection) is under way at any time, and values may arrive during it. With
/// ``ProvisionerAction/write`` one message lies in the outbox that the driver lends, which it empties before the next
/// call. Credentials stay inside, and are wiped when the join has ended.
public protocol ProvisioningMachine: ~Copyable, Sendable {
    /// The UUID of the protocol's service, in two halves, most significant first.
    static var service: (high: UInt64, low: UInt64) { get }
    /// The UUID of characteristic `index` of the service that a device must have, counted from 0, and the number by which
    /// the machine names it; `nil` past the last one.
    static func characteristic(_ index: Int) -> (number: UInt8, high: UInt64, low: UInt64)?
    /// Whether a device that is known to speak the protocol may call its one characteristic by a UUID that nobody knows: it is
    /// then the only one of a vendor that can be written.
    static var takesOnlyWritable: Bool { get }
    /// What the protocol can do.
    static var capabilities: ProvisioningCapabilities { get }
    /// What the protocol can carry of credentials.
    static var credentialLimits: CredentialLimits { get }
    /// Checks that credentials can be sent, and the address with them, by the rules that both ends share and by what the
    /// protocol's message holds.
    /// - Throws: the first rule that is broken.
    static func check(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) throws(CredentialFault)
    /// Where in a value that was written to or came from a characteristic the passphrase is; empty where it has none.
    static func secret(in value: borrowing Span<UInt8>, of characteristic: UInt8) -> Range<Int>

    /// What a device says of itself in the service data that it advertises; `nil` where that is not this protocol's.
    static func advertised(_ serviceData: borrowing Span<UInt8>) -> AdvertisedState?

    /// A machine for one device, not connected.
    init(timing: ProvisionerTiming)

    /// The link is there and the attribute table is known. A value longer than `maximumLength` bytes arrives cut, where it
    /// is notified; `nil` where that is not known.
    mutating func opened(maximumLength: Int?, at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// The link is paired, or could not be.
    mutating func paired(_ result: OperationResult, at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// A subscription is confirmed, or failed.
    mutating func subscribed(
        _ characteristic: UInt8, _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// A notification or indication arrived.
    mutating func received(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// A read gave a value.
    mutating func readCompleted(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// A read gave none.
    mutating func readFailed(
        _ characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// The write is confirmed, or failed.
    mutating func writeCompleted(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// Somebody wants a list: the one on its way, or a new one. Options that are not plain ask for a new one; they come only
    /// where ``ProvisioningCapabilities/takesScanOptions``.
    mutating func networksRequested(
        _ options: ScanOptions, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// Nobody wants the list any more: the device is told to end its scan. It comes only where
    /// ``ProvisioningCapabilities/stopsScan``; ``ProvisionerAction/listEnded`` tells when that is done.
    mutating func stopRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// Somebody wants to know the version of the device's protocol; only where ``ProvisioningCapabilities/tellsVersion``.
    mutating func versionRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// The device is to leave its network and forget all; only where ``ProvisioningCapabilities/forgets``. A join in
    /// progress ends.
    mutating func forgetRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// The device of the next join is to be steered at `address`; it comes before ``joinRequested(_:at:_:)``, and only where
    /// ``ProvisioningCapabilities/carriesControlAddress``.
    mutating func steer(at address: ControlAddress?)
    /// Somebody wants the device to join, with credentials that were checked; a join in progress is replaced.
    mutating func joinRequested(
        _ credentials: consuming Credentials, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction
    /// Whoever wanted the join in progress waits for it until `deadline` and no longer: it then ends with what is known.
    mutating func limitJoin(to deadline: Instant)
    /// Somebody wants to know where the device stands.
    mutating func statusRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// Time has passed: the deadline, or any other moment.
    mutating func tick(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// The link is lost, or a reconnection failed. No operation is under way any more.
    mutating func linkLost(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction
    /// What comes next, after the action before was carried out or begun.
    mutating func next(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction

    /// By when the machine wants ``tick(at:)``; `nil` where it waits for nothing.
    var deadline: Instant? { get }
    /// Whether the machine still has a use for a link: `false` after a loss that it does not mend.
    var isUsable: Bool { get }
    /// The network that was found last.
    var network: AccessPoint { get }
    /// How the list ended.
    var list: ProvisionerList { get }
    /// What the device reported last.
    var status: ProvisionerStatus { get }
    /// How far the join has come.
    var progress: JoinProgress { get }
    /// How the join ended.
    var joinResult: ProvisionerJoinResult { get }
    /// The version of the device's protocol; `nil` where it has not told.
    var version: UInt32? { get }
    /// How forgetting ended.
    var forgetResult: ProvisionerForgetResult { get }
    /// The status, in the protocol's own numbers, with which the device refused what was asked last; `nil` where it did not.
    var refusal: UInt8? { get }
    /// The oddity that was met last.
    var diagnostic: ProvisioningDiagnostic { get }
    /// Lends the device's own text about a join that failed; empty where it gave none.
    func withDeviceText<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result
}

/// What a protocol that has neither a stop, a version nor a way to forget does of them: nothing.
extension ProvisioningMachine where Self: ~Copyable {
    /// No: the UUIDs are the protocol's.
    public static var takesOnlyWritable: Bool { false }
    /// By ``credentialLimits``.
    public static func check(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) throws(CredentialFault) { try credentials.check(credentialLimits) }
    /// Nothing: the protocol carries no address.
    public mutating func steer(at address: ControlAddress?) {}
    /// Nothing: the protocol advertises no data.
    public static func advertised(_ serviceData: borrowing Span<UInt8>) -> AdvertisedState? { nil }
    /// Nothing: the protocol has no stop.
    public mutating func stopRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction { .wait }
    /// It will not come: the protocol has no version.
    public mutating func versionRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        .versionFailed
    }
    /// It ends at once: the protocol has no way to forget.
    public mutating func forgetRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction { .forgetEnded }
    /// None.
    public var refusal: UInt8? { nil }
    /// None.
    public var version: UInt32? { nil }
    /// Nothing came of it.
    public var forgetResult: ProvisionerForgetResult { .failed }
}
