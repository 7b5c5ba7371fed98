extension TopicJSON {
    /// The provisioning end: writes the object once, and is done when the device has taken it.
    ///
    /// It allocates nothing. Whether the device joins is not told on this link.
    public struct ProvisionerMachine: ~Copyable, Sendable {
        let timing: ProvisionerTiming
        var notices = ProvisionerNotices()
        var course = JoinCourse()
        var address: ControlAddress?
        /// Whether the object's write has begun.
        var isWritten = false
        var isOpen = false
        /// Whether the link was lost; nothing is worth another one.
        var isDead = false
        /// Whether a write is under way on the link, and whether it belongs to a join that was replaced or given up.
        var isBusy = false
        var isStale = false

        /// A machine for one device, not connected.
        public init(timing: ProvisionerTiming = ProvisionerTiming()) { self.timing = timing }
    }
}

extension TopicJSON.ProvisionerMachine: ProvisioningMachine {
    /// The UUID of the service, in two halves.
    public static var service: (high: UInt64, low: UInt64) { TopicJSON.serviceUUID }

    /// The one that is written.
    public static func characteristic(_ index: Int) -> (number: UInt8, high: UInt64, low: UInt64)? {
        guard index == 0 else { return nil }
        let which = TopicJSON.Characteristic.credentials
        return (which.rawValue, which.uuid.high, which.uuid.low)
    }

    /// The protocol's text names no UUIDs.
    public static var takesOnlyWritable: Bool { true }

    /// It lists no networks, reports no status and encrypts nothing; it tells the device where it is steered.
    public static var capabilities: ProvisioningCapabilities { ProvisioningCapabilities(carriesControlAddress: true) }

    /// Keys of 64 hex digits too, nothing for enterprise networks.
    public static var credentialLimits: CredentialLimits { TopicJSON.credentialLimits }

    /// The rules that both ends share, that all is text, and that it fits one message.
    public static func check(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) throws(CredentialFault) { try TopicJSON.check(credentials, steeredAt: address) }

    /// Where the passphrase is in what is written. What cannot be read is secret from its start.
    public static func secret(in value: borrowing Span<UInt8>, of characteristic: UInt8) -> Range<Int> {
        TopicJSON.secret(in: value)
    }

    /// The link is there.
    public mutating func opened(
        maximumLength: Int?, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        isOpen = true
        isDead = false
        isBusy = false
        return next(at: now, &outbox)
    }

    /// The object of the next join tells the device this address.
    public mutating func steer(at address: ControlAddress?) { self.address = address }

    /// The object is written as soon as no other write is under way; a join in progress is replaced.
    public mutating func joinRequested(
        _ credentials: consuming Credentials, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        isStale = isBusy
        isWritten = false
        course.begin(credentials, until: now + timing.join, &notices)
        if isDead { endJoin(.linkLost) }
        return next(at: now, &outbox)
    }

    /// The join is given up at `deadline`, where its own limit does not come first.
    public mutating func limitJoin(to deadline: Instant) { course.shorten(to: deadline) }

    /// The device has taken the object, refused it, or cannot be said to have it.
    public mutating func writeCompleted(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        isBusy = false
        if isStale {
            isStale = false
        } else {
            switch result {
            case .done: endJoin(.accepted)
            case .refused(let code): endJoin(.refused(code))
            case .failed: endJoin(.unknown(.noAnswer))
            }
        }
        return next(at: now, &outbox)
    }

    /// Time has passed.
    public mutating func tick(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        if let limit = course.limit, limit <= now {
            endJoin(course.resultAtLimit(isLinked: isOpen, isWritten: isWritten, isAccepted: false))
        }
        return next(at: now, &outbox)
    }

    /// The link is lost, and with it what was not yet taken.
    public mutating func linkLost(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        isOpen = false
        isDead = true
        isBusy = false
        endJoin(isWritten ? .unknown(.linkLostBeforeAnswer) : .linkLost)
        return next(at: now, &outbox)
    }

    /// What comes next: something to tell, or the write.
    public mutating func next(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        if let notice = notices.take() { return notice }
        guard course.state == .writing, !isWritten, isOpen, !isBusy else { return .wait }
        guard appendCredentials(&outbox) else {
            // It was checked before it came here.
            endJoin(.failed(.credentialsRefused))
            return notices.take() ?? .wait
        }
        isWritten = true
        isBusy = true
        notices.joinProgressed = true
        return .write
    }

    private mutating func appendCredentials(_ outbox: inout Outbox) -> Bool {
        guard let address else { return false }
        return switch course.credentials {
        case .some(let credentials):
            outbox.append(to: TopicJSON.Characteristic.credentials.rawValue) {
                TopicJSON.encode(credentials, steeredAt: address, into: &$0)
            }
        case .none: false
        }
    }

    private mutating func endJoin(_ result: ProvisionerJoinResult) {
        guard course.state != .idle else { return }
        isStale = isBusy
        isWritten = false
        course.end(result, &notices)
    }

    /// By when the join is given up.
    public var deadline: Instant? { course.limit }
    /// Whether a link is of use: not after its loss.
    public var isUsable: Bool { !isDead }
    /// How far the join has come.
    public var progress: JoinProgress { course.progress }
    /// How the join ended.
    public var joinResult: ProvisionerJoinResult { course.result }
    /// The oddity that was met last; there is none to meet.
    public var diagnostic: ProvisioningDiagnostic { notices.diagnostic }
}

// What the protocol does not have. Drivers ask only for what the capabilities name.
extension TopicJSON.ProvisionerMachine {
    /// It never pairs.
    public mutating func paired(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// There is nothing to subscribe to.
    public mutating func subscribed(
        _ characteristic: UInt8, _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// What arrives means nothing here.
    public mutating func received(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// Nothing is read.
    public mutating func readCompleted(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// Nothing is read.
    public mutating func readFailed(
        _ characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// The list ends at once, empty.
    public mutating func networksRequested(
        _ options: ScanOptions, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        notices.listEnded = true
        return next(at: now, &outbox)
    }

    /// There is none.
    public mutating func statusRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        notices.statusFailed = true
        return next(at: now, &outbox)
    }

    /// None was found.
    public var network: AccessPoint {
        AccessPoint(ssid: SSID(), security: .unspecified, signal: SignalStrength(rawValue: 0), channel: .unknown)
    }
    /// A list that could not be had.
    public var list: ProvisionerList { ProvisionerList(end: .refused) }
    /// Nothing is known.
    public var status: ProvisionerStatus { ProvisionerStatus(state: .disconnected) }
    /// Nothing: the protocol carries no texts.
    public func withDeviceText<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
        body(InlineArray<1, UInt8>(repeating: 0).span.extracting(first: 0))
    }
}
