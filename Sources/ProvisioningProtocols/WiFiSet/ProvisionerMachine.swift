extension WiFiSet {
    /// The provisioning end of WiFiSet: subscribes, takes the list, writes credentials and follows the join.
    ///
    /// It allocates nothing. The rules it follows, also where firmware in the field differs from the protocol's text, are in
    /// `Docs/Behaviour.md`.
    public struct ProvisionerMachine: ~Copyable, Sendable {
        let timing: ProvisionerTiming
        var link = Link()
        var listing = Listing()
        var asking = Asking()
        var join = Join()
        var notices = ProvisionerNotices()
        /// Put together from what is notified, one for each characteristic that notifies.
        var listFramer = Framer()
        var statusFramer = Framer()
        /// The numbers count over all that the device sends, whatever the characteristic.
        var tracker = SequenceTracker()
        var mending = Mending()
        var errorText = ErrorText()
        /// How long a notification can be; what is as long as that may have been cut.
        var maximumLength = 20

        /// A machine for one device, not connected.
        public init(timing: ProvisionerTiming = ProvisionerTiming()) { self.timing = timing }
    }
}

extension WiFiSet.ProvisionerMachine {
    /// What is known of the link, and the one operation that may be under way on it.
    struct Link {
        enum Operation: UInt8 {
            case none, subscribeList, subscribeStatus, read, mend, writeCredentials, writeRequest, reconnect
        }

        var isOpen = false
        /// Whether the link was lost and nothing will bring it back.
        var isDead = false
        var operation = Operation.none
        /// The number of the next message to be sent; it starts anew with each connection.
        var sequence: UInt8 = 0
        var wantsListSubscription = false
        var wantsStatusSubscription = false
        /// When to connect again, where that is wanted.
        var reconnectAt: Instant?
        /// A characteristic to be read because a notification of it may have been cut; 0 for none.
        var cutCharacteristic: UInt8 = 0
    }
}

extension WiFiSet.ProvisionerMachine: ProvisioningMachine {
    /// The UUID of the service, in two halves.
    public static var service: (high: UInt64, low: UInt64) { WiFiSet.serviceUUID }

    /// The three characteristics, all of which a device must have.
    public static func characteristic(_ index: Int) -> (number: UInt8, high: UInt64, low: UInt64)? {
        guard index >= 0, index < 3,
            let characteristic = WiFiSet.Characteristic(rawValue: UInt8(index) + WiFiSet.Characteristic.list.rawValue)
        else { return nil }
        return (characteristic.rawValue, characteristic.uuid.high, characteristic.uuid.low)
    }

    /// It lists networks with an end and reports status; nothing is encrypted.
    public static var capabilities: ProvisioningCapabilities {
        ProvisioningCapabilities(listsNetworks: true, reportsStatus: true, endsScan: true)
    }

    /// At most 63 bytes, nothing for enterprise networks.
    public static var credentialLimits: CredentialLimits { WiFiSet.credentialLimits }

    /// Where the passphrase of a credential write is, whatever characteristic it came from. A write that cannot be read
    /// is secret from its payload on.
    public static func secret(in value: borrowing Span<UInt8>, of characteristic: UInt8) -> Range<Int> {
        guard value.count > 0, value[0] == WiFiSet.MessageType.credentialWrite.rawValue else { return 0..<0 }
        do {
            let frame = try WiFiSet.Frame(decoding: value)
            if case .credentialWrite(let write) = frame.message { return write.passphrase.range }
            return 0..<0
        } catch { return min(WiFiSet.Header.length, value.count)..<value.count }
    }

    /// The link is there: the list is the first thing to be subscribed to, since the device may speak at any moment.
    public mutating func opened(
        maximumLength: Int?, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        link = Link()
        link.isOpen = true
        link.wantsListSubscription = join.course.state != .recovering
        link.wantsStatusSubscription = true
        listFramer = WiFiSet.Framer()
        statusFramer = WiFiSet.Framer()
        tracker = WiFiSet.SequenceTracker()
        mending = Mending()
        self.maximumLength = maximumLength ?? 20
        join.unansweredWrites = 0
        join.leftOverAcks = 0
        asking.failure = nil
        asking.isReadWanted = asking.isWanted || join.course.state == .recovering
        return next(at: now, &outbox)
    }

    /// WiFiSet never pairs.
    public mutating func paired(
        _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction { next(at: now, &outbox) }

    /// A subscription is confirmed, or failed: without the list's there is no list, without the other's reading remains.
    public mutating func subscribed(
        _ characteristic: UInt8, _ result: OperationResult, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        let wasList = link.operation == .subscribeList
        link.operation = .none
        if wasList, result != .done { endList(.refused, at: now) }
        return next(at: now, &outbox)
    }

    /// A notification arrived; the messages in it are taken one by one by ``next(at:_:)``.
    public mutating func received(
        _ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        if link.isOpen { take(value, from: characteristic, at: now) }
        return next(at: now, &outbox)
    }

    /// Time has passed.
    public mutating func tick(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        dropStalePartials(at: now)
        tickList(at: now)
        tickStatus(at: now)
        tickJoin(at: now)
        return next(at: now, &outbox)
    }

    /// The link is lost: only a join that the device has accepted is worth a new one.
    public mutating func linkLost(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        link = Link()
        if asking.isWanted { failStatus() }
        if listing.isRunning { endList(.linkLost, at: now) }
        joinLostLink(at: now)
        link.isDead = link.reconnectAt == nil
        return next(at: now, &outbox)
    }

    /// What comes next: something to tell, a message to take, or an operation to begin.
    public mutating func next(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        repeat {
            if let notice = notices.take() { return notice }
        } while takeMessage(at: now)
        return beginOperation(at: now, &outbox)
    }

    /// The earliest moment at which something has to be given up, repeated or begun.
    public var deadline: Instant? {
        let link = link.operation == .none ? link.reconnectAt : nil
        return Instant.earlier(
            Instant.earlier(listing.deadline, asking.deadline),
            Instant.earlier(join.deadline, Instant.earlier(link, partialDeadline)))
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
    /// The oddity that was met last.
    public var diagnostic: ProvisioningDiagnostic { notices.diagnostic }
    /// Lends the text of the error that ended the join; empty where there was none.
    public func withDeviceText<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
        body(join.text.span.extracting(first: join.textCount))
    }
}
