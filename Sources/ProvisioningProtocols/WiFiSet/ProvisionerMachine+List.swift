extension WiFiSet.ProvisionerMachine {
    /// The list that is on its way, or the last one.
    struct Listing {
        /// How many networks are accepted; the rest is counted and dropped.
        static var maximumNetworks: UInt16 { 1024 }
        /// How long entries that the list's End has overtaken are waited for. Devices on BlueZ send over several attribute
        /// channels, and what they send at once arrives in any order.
        static var straggling: UInt32 { 500 }
        /// How long the reading of Status may take that tells what was missed.
        static var asking: UInt32 { 2_000 }

        /// How long a list that nobody had asked for is fresh enough to answer a request.
        static var freshness: UInt32 { 30_000 }

        /// Whether a list is awaited or under way.
        var isRunning = false
        /// Whether somebody waits for it: an unwanted list is taken as it comes, and never retried.
        var isWanted = false
        /// Until when a list that nobody has asked for yet answers the next request; `nil` where there is none.
        var unspentUntil: Instant?
        /// Whether something of it was seen.
        var hasBegun = false
        /// Whether it began with a Start.
        var hasHead = false
        var hasRetried = false
        var wantsResubscription = false
        var scanFailed = false
        var received: UInt16 = 0
        /// The count of an End that is not taken yet, since messages before it are missing; `nil` until then.
        var announced: UInt8?
        /// The number that the list's messages are counted from; `nil` before the first.
        var first: UInt8?
        /// The number of the End.
        var last: UInt8 = 0
        /// How many messages came after the first, whatever their order and their characteristic.
        var counted: UInt8 = 0
        /// The number of the last of them on Status.
        var lastOnStatus: UInt8?
        var hasAskedStatus = false
        var wantsStatusRead = false
        var network = AccessPoint(
            ssid: SSID(), security: .unspecified, signal: SignalStrength(rawValue: 0), channel: .unknown)
        var result = ProvisionerList(end: .ended)
        /// When it is looked at again: the limit, or less where something shorter is waited for.
        var deadline: Instant?
        /// When the list is given up, whatever the device does.
        var limit: Instant?

        /// Forgets what was received, to take a list from its beginning.
        mutating func begin() {
            isRunning = true
            unspentUntil = nil
            hasBegun = false
            hasHead = false
            scanFailed = false
            received = 0
            announced = nil
            first = nil
            lastOnStatus = nil
            hasAskedStatus = false
            wantsStatusRead = false
        }

        /// Counts a message while the list is on its way.
        mutating func count(_ number: UInt8, isOnStatus: Bool) {
            guard isRunning else { return }
            if isOnStatus { lastOnStatus = number }
            if first == nil { begin(from: number) } else { counted &+= 1 }
        }

        /// The numbers are counted from this one on.
        mutating func begin(from number: UInt8) {
            first = number
            counted = 0
        }

        /// How many messages between the first one and the End did not come. The sum does not depend on their order.
        var missing: UInt8 {
            let missing = last &- (first ?? last) &- counted
            return missing < 128 ? missing : 0
        }

        /// Whether a message with this number, which reading gave, is one of those that did not come.
        func misses(_ number: UInt8) -> Bool {
            guard let first, missing > 0, number != lastOnStatus else { return false }
            return number != first && number &- first < last &- first
        }

        /// Waits for what is missing, no longer than the list may take in all.
        mutating func wait(_ time: UInt32, at now: Instant) {
            deadline = min(limit ?? now + time, now + time)
        }

        /// Gives the list `time` from now.
        mutating func give(_ time: UInt32, at now: Instant) {
            limit = now + time
            deadline = limit
        }
    }

    /// The device scans at each new subscription; firmware that does not is connected to anew.
    public mutating func networksRequested(
        _ options: ScanOptions, at now: Instant, _ outbox: inout Outbox
    ) -> ProvisionerAction {
        if listing.isRunning {
            listing.isWanted = true
        } else if let end = listing.unspentUntil, now < end {
            listing.unspentUntil = nil
            notices.listEnded = true
        } else if link.isDead {
            listing.begin()
            endList(.linkLost, at: now)
        } else {
            listing.begin()
            listing.hasRetried = false
            listing.isWanted = true
            listing.wantsResubscription = true
            listing.give(timing.list, at: now)
            listing.deadline = now + min(timing.listAnswer, timing.list)
            notices.listRestarted = true
        }
        return next(at: now, &outbox)
    }

    /// The list's first subscription has begun: from now on it has its time.
    mutating func listSubscriptionBegan(at now: Instant) {
        listing.begin()
        listing.give(timing.list, at: now)
    }

    /// A Start begins the list anew, unless entries of the same list have overtaken it. It brings no new time: a device
    /// that only ever starts is not waited for.
    mutating func takeListStart(number: UInt8, isLate: Bool, at now: Instant) {
        if isLate, listing.isRunning, listing.hasBegun, !listing.hasHead {
            listing.hasHead = true
            listing.first = number
            return
        }
        if listing.hasBegun || !listing.isRunning { notices.listRestarted = true }
        if !listing.isRunning { listing.give(timing.list, at: now) }
        listing.begin()
        listing.begin(from: number)
        listing.hasBegun = true
        listing.hasHead = true
        listing.deadline = listing.limit
    }

    mutating func takeNetwork(_ network: AccessPoint, number: UInt8, at now: Instant) {
        if !listing.isRunning {
            // An entry after the end belongs to a list whose Start was lost.
            listing.begin()
            listing.begin(from: number)
            listing.give(timing.list, at: now)
            notices.listRestarted = true
        }
        if !listing.hasBegun { listing.deadline = listing.limit }
        listing.hasBegun = true
        listing.received = listing.received == .max ? .max : listing.received + 1
        guard listing.received <= Listing.maximumNetworks else {
            notices.diagnose(.networkDropped, WiFiSet.Characteristic.list.rawValue, Listing.maximumNetworks)
            return
        }
        listing.network = network
        notices.networkFound = true
    }

    /// An End with messages missing before it may have overtaken them.
    mutating func takeListEnd(count: UInt8, number: UInt8, isAfterGap: Bool, at now: Instant) {
        guard listing.isRunning else { return }
        listing.last = number
        if !listing.scanFailed, listing.missing > 0 || (isAfterGap && UInt16(count) > listing.received) {
            if listing.announced == nil { listing.wait(Listing.straggling, at: now) }
            listing.announced = count
        } else {
            conclude(count, at: now)
        }
    }

    /// Sees whether what an End has left open is settled. Where every network came and a message is missing all the same, it
    /// may have been the one that tells of a failed scan, sent before Status was subscribed to: reading gives it still.
    mutating func settleList(at now: Instant) {
        guard listing.isRunning, let count = listing.announced, isWhole(count) else { return }
        if listing.missing == 0 {
            conclude(count, at: now)
        } else if !listing.hasAskedStatus {
            listing.hasAskedStatus = true
            listing.wantsStatusRead = true
            listing.wait(Listing.asking, at: now)
        }
    }

    /// Status was read, and gave the message with this number, or none. One that had been missed is missing no more.
    mutating func listHeard(_ number: UInt8?, isScanFailure: Bool, at now: Instant) {
        guard listing.isRunning, let count = listing.announced else { return }
        if let number, listing.misses(number) {
            listing.count(number, isOnStatus: true)
            if isScanFailure { listing.scanFailed = true }
        }
        // A reading that began before the End says nothing yet by what it does not give.
        if isWhole(count), listing.missing == 0 || !listing.wantsStatusRead { conclude(count, at: now) }
    }

    /// Whether as many networks came as the device says it sent. Its count is one byte, so that a longer list ends with the
    /// greatest that fits.
    private func isWhole(_ count: UInt8) -> Bool {
        UInt16(count) == min(listing.received, 255) && listing.received <= Listing.maximumNetworks
    }

    private mutating func conclude(_ count: UInt8, at now: Instant) {
        // An End by itself is that of a list of which nothing came.
        let isWhole = isWhole(count) && (listing.hasHead || listing.received > 0)
        if !isWhole, !listing.hasHead, retryList(at: now) { return }
        endList(
            .ended, at: now, announced: UInt16(count),
            isComplete: isWhole && !listing.scanFailed && listing.missing == 0)
    }

    /// A device whose scan failed ends the list at once, with what it knows; one that forgets to is not waited for.
    mutating func takeScanFailure(at now: Instant) {
        guard listing.isRunning else { return }
        listing.scanFailed = true
        if let count = listing.announced { return conclude(count, at: now) }
        listing.deadline = min(listing.deadline ?? now + 2_000, now + 2_000)
    }

    mutating func tickList(at now: Instant) {
        guard let deadline = listing.deadline, deadline <= now, listing.isRunning else { return }
        if let count = listing.announced { return conclude(count, at: now) }
        if listing.scanFailed { return endList(.ended, at: now) }
        if retryList(at: now) { return }
        endList(.timedOut, at: now)
    }

    /// Connects again, once for each request, since firmware in the field scans when a client connects and at no other time.
    /// A join is not disturbed for it.
    private mutating func retryList(at now: Instant) -> Bool {
        guard listing.isWanted, !listing.hasRetried, join.course.state == .idle, !asking.isWanted else { return false }
        listing.begin()
        listing.hasRetried = true
        listing.wantsResubscription = false
        listing.give(timing.list, at: now)
        notices.listRestarted = true
        link.reconnectAt = now
        return true
    }

    mutating func endList(
        _ end: ProvisionerList.End, at now: Instant, announced: UInt16? = nil, isComplete: Bool = false
    ) {
        listing.result = ProvisionerList(
            end: end, isComplete: isComplete, scanFailed: listing.scanFailed, received: listing.received,
            announced: announced)
        listing.isRunning = false
        listing.wantsStatusRead = false
        listing.deadline = nil
        listing.wantsResubscription = false
        listing.unspentUntil = !listing.isWanted && end == .ended ? now + Listing.freshness : nil
        listing.isWanted = false
        notices.listEnded = true
    }
}
