extension NordicWiFi.ProvisionerMachine {
    /// The list that is on its way, or the last one. The service has no end of a list: it ends when nothing more comes.
    struct Listing {
        /// How many networks are accepted; the rest is counted and dropped.
        static var maximumNetworks: UInt16 { 1024 }
        /// How long after the last network the list is taken for whole, in milliseconds.
        static var quiet: UInt32 { 3_000 }
        /// The same behind the end of a scan whose period was asked for: all that was found is due then.
        static var quietAfterPeriod: UInt32 { 1_000 }
        /// How long a scan takes of firmware that takes no notice of the period, in milliseconds: the reference firmware
        /// looks on every channel in its own time, and tells of nothing before it is through.
        static var wholeScan: UInt32 { 4_000 }

        var isRunning = false
        var isStartWanted = false
        var isStopWanted = false
        /// Whether the device said that it scans.
        var isScanning = false
        var options = ScanOptions()
        var received: UInt16 = 0
        var scanFailed = false
        var network = AccessPoint(
            ssid: SSID(), security: .unspecified, signal: SignalStrength(rawValue: 0), channel: .unknown)
        var result = ProvisionerList(end: .ended)
        var quietAt: Instant?
        var limit: Instant?

        /// When a scan whose period was asked for is over.
        var periodEnd: Instant?

        var deadline: Instant? { limit == nil ? nil : Instant.earlier(limit, quietAt) }
    }

    /// A list on its way is joined by a plain request; any other begins a new one.
    public mutating func networksRequested(
        _ options: ScanOptions, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        guard !listing.isRunning || listing.isStopWanted || !options.isPlain else { return next(at: now, &outbox) }
        listing.isRunning = true
        listing.options = options
        listing.received = 0
        listing.isScanning = false
        listing.scanFailed = false
        listing.quietAt = nil
        listing.periodEnd = nil
        listing.limit = now + timing.list
        // What the scan before still finds would be taken for the new one's.
        listing.isStopWanted = link.mayScan
        listing.isStartWanted = true
        notices.listRestarted = true
        if link.isDead { endList(.linkLost) }
        if link.isBarred { endList(.refused) }
        return next(at: now, &outbox)
    }

    /// The device is told to stop, whether or not it is known to be scanning.
    public mutating func stopRequested(at now: Instant, _ outbox: inout Outbox) -> ProvisionerAction {
        listing.isStartWanted = false
        if link.isDead || link.isBarred || !link.isOpen {
            endList(link.isBarred ? .refused : link.isDead ? .linkLost : .stopped)
        } else {
            listing.isRunning = true
            listing.isStopWanted = true
            listing.quietAt = nil
            listing.limit = now + timing.list
        }
        return next(at: now, &outbox)
    }

    mutating func startEnded(_ ending: Ending, at now: Instant) {
        guard listing.isRunning, !listing.isStartWanted, !listing.isStopWanted else { return }
        switch ending {
        case .answered(.success):
            listing.isScanning = true
            awaitPeriod(at: now)
        case .answered:
            link.mayScan = false
            listing.scanFailed = true
            endList(.ended)
        case .refused: endList(.refused)
        case .unanswered: if listing.received == 0 { endList(.timedOut) }
        }
    }

    /// The device scans from now on, as long as it was asked to: until then silence means nothing, and soon after it silence is
    /// the end. Where nothing has come at all, the device may be one that takes its own time.
    private mutating func awaitPeriod(at now: Instant) {
        guard let period = listing.options.period, period > 0 else { return }
        listing.periodEnd = now + period
        let isSilent = listing.received == 0
        listing.quietAt =
            now + (isSilent && period < Listing.wholeScan ? Listing.wholeScan : period)
            + Listing.quietAfterPeriod
    }

    /// When a list is over of which no more comes after `now`.
    private func quietEnd(after now: Instant) -> Instant {
        guard let end = listing.periodEnd else { return now + Listing.quiet }
        return (end > now ? end : now) + Listing.quietAfterPeriod
    }

    /// Whether or not the device did as it was told, no more is taken for part of the list.
    mutating func stopEnded(_ ending: Ending) {
        link.mayScan = false
        listing.isStopWanted = false
        guard listing.isRunning, !listing.isStartWanted else { return }
        endList(.stopped)
    }

    mutating func takeRecord(_ record: AccessPoint?, at now: Instant) {
        guard let record, listing.isRunning, !listing.isStartWanted else { return }
        listing.received = listing.received == .max ? .max : listing.received + 1
        if !listing.isStopWanted { listing.quietAt = quietEnd(after: now) }
        guard listing.received <= Listing.maximumNetworks else {
            return notices.diagnose(.networkDropped, Self.data, Listing.maximumNetworks)
        }
        listing.network = record
        notices.networkFound = true
    }

    mutating func tickList(at now: Instant) {
        guard listing.isRunning, let deadline = listing.deadline, deadline <= now else { return }
        let isQuiet = listing.quietAt.map { $0 <= now } ?? false
        // A scan that finds nothing says nothing: of one that the device began, the silence is the result.
        endList(
            isQuiet || listing.received > 0 || listing.isScanning ? .ended : .timedOut,
            isComplete: isQuiet && listing.received > 0)
    }

    mutating func endList(_ end: ProvisionerList.End, isComplete: Bool = false) {
        listing.result = ProvisionerList(
            end: end, isComplete: isComplete && listing.received <= Listing.maximumNetworks,
            scanFailed: listing.scanFailed, received: listing.received)
        listing.isRunning = false
        listing.isStartWanted = false
        listing.isStopWanted = false
        listing.quietAt = nil
        listing.limit = nil
        notices.listEnded = true
    }
}
