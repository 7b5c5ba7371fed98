public import ProvisioningProtocols

/// For how long the networks that a scan found are taken to be there still, in milliseconds.
private var freshness: UInt32 { 30_000 }

extension DeviceFirmware where Protocols: ~Copyable, Board: ~Copyable {
    /// The scan has ended: complete, or failed, or stopped.
    @inline(never)
    public mutating func scanFinished(isComplete: Bool, now: Instant) {
        guard let options = runningScan else { return }
        runningScan = nil
        if isComplete, options.isPlain { foundUntil = now + freshness }
        for index in 0..<Protocols.count
        where protocols.wantsAccessPoints(at: index) && covers(options, protocols.scanOptions(at: index)) {
            listed |= bit(index)
            if !isComplete { handle(.scanFailed, at: index, now: now) }
            cursor = 0
        }
        if options.isPlain { endSearch(isComplete: isComplete, now: now) }
        scanAgain(now: now)
    }

    /// Looks for the network that is to be joined: among those just seen, otherwise with a scan.
    @inline(never)
    mutating func search(now: Instant) {
        isSearching = true
        if now < foundUntil, isFound(coordinator.status.ssid) {
            endSearch(isComplete: true, now: now)
        } else {
            startScan(ScanOptions(), now: now)
        }
    }

    private mutating func isFound(_ ssid: SSID) -> Bool {
        for index in 0..<board.accessPointCount where board.accessPoint(at: index).ssid == ssid { return true }
        return false
    }

    @inline(never)
    private mutating func endSearch(isComplete: Bool, now: Instant) {
        guard isSearching else { return }
        isSearching = false
        for index in 0..<board.accessPointCount { coordinator.saw(board.accessPoint(at: index)) }
        apply(coordinator.scanEnded(complete: isComplete, now: now), now: now)
    }

    /// Starts a scan, unless one runs that serves as well.
    @inline(never)
    mutating func startScan(_ options: ScanOptions, now: Instant) {
        if let runningScan {
            if covers(runningScan, options) { return }
            // Two that wait with different wishes are served by one that looks everywhere.
            nextScan = nextScan == nil || nextScan == options ? options : ScanOptions()
        } else if cursor >= 0 {
            nextScan = nextScan == nil || nextScan == options ? options : ScanOptions()
        } else {
            begin(options, now: now)
        }
    }

    @inline(never)
    private mutating func begin(_ options: ScanOptions, now: Instant) {
        foundUntil = Instant(milliseconds: 0)
        runningScan = options
        if !board.startScan(options) { scanFinished(isComplete: false, now: now) }
    }

    @inline(never)
    private mutating func scanAgain(now: Instant) {
        guard runningScan == nil, cursor < 0, let next = nextScan else { return }
        nextScan = nil
        begin(isSearching ? ScanOptions() : next, now: now)
    }

    /// A protocol wants no more access points; a scan that nobody else needs is ended.
    @inline(never)
    mutating func stopScan(for index: Int) {
        listed &= ~bit(index)
        if listed == 0 { cursor = -1 }
        guard !isSearching, runningScan != nil else { return }
        for index in 0..<Protocols.count where protocols.wantsAccessPoints(at: index) { return }
        nextScan = nil
        board.stopScan()
    }

    /// Tells the next access point of the list; `false` when there is none to tell.
    @inline(never)
    mutating func tellNextPoint(now: Instant) -> Bool {
        guard cursor >= 0 else { return false }
        if Int(cursor) < board.accessPointCount, listed != 0 {
            let point = board.accessPoint(at: Int(cursor))
            cursor += 1
            for index in 0..<Protocols.count where listed & bit(index) != 0 {
                guard protocols.wantsAccessPoints(at: index), includes(protocols.scanOptions(at: index), point) else {
                    continue
                }
                protocols.found(point, &outbox, at: index)
                drain(index)
            }
            return true
        }
        cursor = -1
        let ended = listed
        listed = 0
        for index in 0..<Protocols.count where ended & bit(index) != 0 { handle(.scanEnded, at: index, now: now) }
        scanAgain(now: now)
        return true
    }
}

private func bit(_ index: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: index) }

/// Whether a scan with `options` finds all that one with `others` would.
private func covers(_ options: ScanOptions, _ others: ScanOptions) -> Bool { options == others || options.isPlain }

/// Whether an access point is one of those that were asked for.
private func includes(_ options: ScanOptions, _ point: AccessPoint) -> Bool {
    options.band == .any || point.band == .any || point.band == options.band
}
