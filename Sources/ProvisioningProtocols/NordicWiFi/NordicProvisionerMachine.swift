extension NordicWiFi {
    /// The provisioning end of the service: pairs, asks one thing at a time, takes the list and follows the join.
    ///
    /// It allocates nothing. The rules it follows, also where firmware in the field differs from what the service's messages
    /// promise, are in `Docs/Behaviour.md`.
    public struct ProvisionerMachine: ~Copyable, Sendable {
        let timing: ProvisionerTiming
        var link = Link()
        var request = Request()
        var listing = Listing()
        var asking = Asking()
        var join = Join()
        var forgetting = Forgetting()
        var notices = ProvisionerNotices()
        /// The version that the device told, on this link or an earlier one.
        var toldVersion: UInt32?
        var isVersionWanted = false
        /// The status with which the device refused what was asked last.
        var refusedStatus: UInt8?

        /// A machine for one device, not connected.
        public init(timing: ProvisionerTiming = ProvisionerTiming()) { self.timing = timing }
    }
}

extension NordicWiFi.ProvisionerMachine {
    /// What is known of the link, and the one operation that may be under way on it.
    struct Link {
        enum Operation: UInt8 {
            case none, readInfo, pair, subscribeControl, subscribeData, write, reconnect
        }

        var isOpen = false
        /// Whether the link was lost and nothing will bring it back.
        var isDead = false
        var operation = Operation.none
        var wantsInfo = false
        var wantsPairing = false
        var wantsControlSubscription = false
        var wantsDataSubscription = false
        /// Whether the device would not be subscribed to, and with which error where it said so: nothing works then.
        var isBarred = false
        var barredCode: UInt8?
        /// Whether the device may be scanning since it was told to.
        var mayScan = false
        /// How long an indicated value can be; one that long may have been cut.
        var maximumLength = Int.max
        /// When to connect again, where that is wanted.
        var reconnectAt: Instant?
    }

    /// The one request that is in flight: begun to be written, and neither answered nor given up.
    struct Request {
        /// Its operation; `nil` where none is in flight.
        var operation: NordicWiFi.OpCode?
        var due: Instant?
    }

    /// How the device was told to forget.
    struct Forgetting {
        var isWanted = false
        var result = ProvisionerForgetResult.failed
    }

    /// The characteristics' numbers.
    static var info: UInt8 { NordicWiFi.Characteristic.info.rawValue }
    static var control: UInt8 { NordicWiFi.Characteristic.controlPoint.rawValue }
    static var data: UInt8 { NordicWiFi.Characteristic.dataOut.rawValue }
}

extension NordicWiFi.ProvisionerMachine: ProvisioningMachine {
    /// The UUID of the service, in two halves.
    public static var service: (high: UInt64, low: UInt64) { NordicWiFi.serviceUUID }

    /// Info, Control Point and Data Out, all of which a device must have.
    public static func characteristic(_ index: Int) -> (number: UInt8, high: UInt64, low: UInt64)? {
        guard index >= 0, index < 3, let which = NordicWiFi.Characteristic(rawValue: UInt8(index) + info) else {
            return nil
        }
        return (which.rawValue, which.uuid.high, which.uuid.low)
    }

    /// All that there is but an end of the list.
    public static var capabilities: ProvisioningCapabilities {
        ProvisioningCapabilities(
            listsNetworks: true, reportsStatus: true, isEncrypted: true, takesScanOptions: true, stopsScan: true,
            carriesVolatile: true, choosesAccessPoint: true, forgets: true, tellsVersion: true)
    }

    /// Keys of 64 hex digits too; of enterprise networks nothing that the link can carry.
    public static var credentialLimits: CredentialLimits { NordicWiFi.credentialLimits }

    /// Where the passphrase of a request is. A request that cannot be read is secret from its start.
    public static func secret(in value: borrowing Span<UInt8>, of characteristic: UInt8) -> Range<Int> {
        characteristic == control ? NordicWiFi.secret(in: value) : 0..<0
    }

    /// What the service data says; `nil` where there are fewer than its four bytes.
    public static func advertised(_ serviceData: borrowing Span<UInt8>) -> AdvertisedState? {
        NordicWiFi.advertised(serviceData)
    }

    /// The link is there: first the version, which needs no pairing, then all that does.
    public mutating func opened(
        maximumLength: Int?, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link = Link()
        link.isOpen = true
        link.maximumLength = maximumLength ?? 20
        link.wantsInfo = toldVersion == nil || isVersionWanted
        link.wantsPairing = true
        link.wantsControlSubscription = true
        link.wantsDataSubscription = true
        request = Request()
        asking.isRequestWanted = true
        return next(at: now, &outbox)
    }

    /// The link is paired. Where that failed the subscriptions tell what the device makes of it.
    public mutating func paired(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link.operation = .none
        return next(at: now, &outbox)
    }

    /// A subscription is confirmed; without either of them nothing can be asked.
    public mutating func subscribed(
        _ characteristic: UInt8, _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link.operation = .none
        if result != .done { bar(result, at: now) }
        return next(at: now, &outbox)
    }

    /// An indication or notification arrived.
    public mutating func received(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        if link.isOpen {
            if characteristic == Self.control {
                takeResponse(value, at: now)
            } else {
                takeResult(value, from: characteristic, at: now)
            }
        }
        return next(at: now, &outbox)
    }

    /// Time has passed.
    public mutating func tick(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        tickRequest(at: now)
        tickList(at: now)
        if let deadline = asking.deadline, deadline <= now { failStatus() }
        tickJoin(at: now)
        return next(at: now, &outbox)
    }

    /// The link is lost: only a join that the device has accepted is worth a new one.
    public mutating func linkLost(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        link = Link()
        request = Request()
        if isVersionWanted { failVersion() }
        failStatus()
        asking.bareState = nil
        if listing.isRunning { endList(.linkLost) }
        if forgetting.isWanted { endForget(.linkLost) }
        joinLostLink(at: now)
        link.isDead = link.reconnectAt == nil
        return next(at: now, &outbox)
    }

    /// What comes next: something to tell, or an operation to begin.
    public mutating func next(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        if let notice = notices.take() { return notice }
        let action = beginOperation(at: now, &outbox)
        // What could not be put into a message has ended what wanted it.
        if action == .wait, let notice = notices.take() { return notice }
        return action
    }

    /// The earliest moment at which something has to be given up, repeated or begun.
    public var deadline: Instant? {
        let link = link.operation == .none ? link.reconnectAt : nil
        return Instant.earlier(
            Instant.earlier(listing.deadline, asking.deadline),
            Instant.earlier(join.deadline, Instant.earlier(link, request.due)))
    }

    /// Whether a link is of use: not after a loss that is not mended.
    public var isUsable: Bool { !link.isDead }
    /// The network that was found last.
    public var network: AccessPoint { listing.network }
    /// How the list ended.
    public var list: ProvisionerList { listing.result }
    /// What the device reported last.
    public var status: ProvisionerStatus { asking.status }
    /// How far the join has come.
    public var progress: JoinProgress { join.course.progress }
    /// How the join ended.
    public var joinResult: ProvisionerJoinResult { join.course.result }
    /// The version of the device's service.
    public var version: UInt32? { toldVersion }
    /// How forgetting ended.
    public var forgetResult: ProvisionerForgetResult { forgetting.result }
    /// The status with which the device refused what was asked last.
    public var refusal: UInt8? { refusedStatus }
    /// The oddity that was met last.
    public var diagnostic: ProvisioningDiagnostic { notices.diagnostic }
    /// Nothing: the service carries no texts.
    public func withDeviceText<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
        body(InlineArray<1, UInt8>(repeating: 0).span.extracting(first: 0))
    }
}
