extension WiFiSet.ProvisionerMachine {
    /// What was read of a message: all of it that is needed once its bytes are gone.
    struct Taken {
        var observation: WiFiSet.SequenceTracker.Observation
        /// `nil` where it could not be read.
        var message: WiFiSet.Message?
        var type: UInt8
        var sequence: UInt8
    }

    /// The text of the error message that was read last.
    struct ErrorText {
        var bytes = InlineArray<255, UInt8>(repeating: 0)
        var count = 0

        mutating func keep(_ range: Range<Int>, of frame: borrowing Span<UInt8>) {
            count = 0
            guard range.upperBound <= frame.count else { return }
            for index in range where count < 255 {
                bytes[count] = frame[index]
                count += 1
            }
        }
    }

    /// Adds a notification to what is known of its characteristic.
    mutating func take(_ value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant) {
        if mending.isRemainder(value, of: characteristic) { return }
        if characteristic == WiFiSet.Characteristic.list.rawValue {
            listFramer.append(value, now: now)
            report(listFramer.takeFault(), characteristic)
            watchForCut(value, characteristic, partial: listFramer.partialCount)
        } else {
            statusFramer.append(value, now: now)
            report(statusFramer.takeFault(), characteristic)
            watchForCut(value, characteristic, partial: statusFramer.partialCount)
        }
    }

    /// Takes the next whole message, from whichever characteristic; `false` where there is none.
    mutating func takeMessage(at now: Instant) -> Bool {
        let list = WiFiSet.Characteristic.list.rawValue
        if let taken = Self.next(of: &listFramer, &tracker, &errorText) {
            handle(taken, from: list, at: now)
        } else if let taken = Self.next(of: &statusFramer, &tracker, &errorText) {
            handle(taken, from: WiFiSet.Characteristic.status.rawValue, at: now)
        } else {
            return false
        }
        return true
    }

    private static func next(
        of framer: inout WiFiSet.Framer, _ tracker: inout WiFiSet.SequenceTracker, _ text: inout ErrorText
    ) -> Taken? {
        framer.take { frame in
            var taken = Taken(
                observation: tracker.observe(frame), message: nil, type: frame[0], sequence: frame[1])
            guard let decoded = try? WiFiSet.Frame(decoding: frame) else { return taken }
            taken.message = decoded.message
            if case .error(_, let range) = decoded.message { text.keep(range.range, of: frame) }
            return taken
        }
    }

    private mutating func handle(_ taken: Taken, from characteristic: UInt8, at now: Instant) {
        var isLate = false
        var isAfterGap = false
        switch taken.observation {
        case .first, .inOrder: break
        case .duplicate: return notices.diagnose(.duplicate, characteristic, UInt16(taken.sequence))
        case .gap(let count):
            isAfterGap = true
            notices.diagnose(.sequenceGap, characteristic, UInt16(count))
        case .stepBack:
            isLate = true
            notices.diagnose(.sequenceStepBack, characteristic, UInt16(taken.sequence))
        }
        let number = taken.sequence
        listing.count(number, isOnStatus: characteristic == WiFiSet.Characteristic.status.rawValue)
        defer { settleList(at: now) }
        switch taken.message {
        case .listStart: takeListStart(number: number, isLate: isLate, at: now)
        case .networkEntry(let network): takeNetwork(network, number: number, at: now)
        case .listEnd(let count): takeListEnd(count: count, number: number, isAfterGap: isAfterGap, at: now)
        case .credentialAck(let status): takeAck(status, isLate: isLate, from: characteristic, at: now)
        case .statusResponse(let report): takeReport(report, at: now)
        case .error(let code, _): takeError(code, from: characteristic, at: now)
        case .credentialWrite, .statusRequest:
            notices.diagnose(.wrongDirection, characteristic, UInt16(taken.type))
        case .unknown: notices.diagnose(.unknownType, characteristic, UInt16(taken.type))
        case nil:
            notices.diagnose(.undecodable, characteristic, UInt16(taken.type))
        }
    }

    private mutating func report(_ fault: WiFiSet.Framer.Fault?, _ characteristic: UInt8) {
        switch fault {
        case .stale(let count), .interrupted(let count), .skipped(let count), .overflow(let count):
            notices.diagnose(.partialDropped, characteristic, UInt16(clamping: count))
        case .tooLong(let length): notices.diagnose(.undecodable, characteristic, UInt16(clamping: length))
        case nil: break
        }
    }

    mutating func dropStalePartials(at now: Instant) {
        listFramer.expire(now: now)
        report(listFramer.takeFault(), WiFiSet.Characteristic.list.rawValue)
        statusFramer.expire(now: now)
        report(statusFramer.takeFault(), WiFiSet.Characteristic.status.rawValue)
    }

    /// When a partial message is too old: just after the last moment at which its rest counts.
    var partialDeadline: Instant? {
        switch (listFramer.partialDeadline, statusFramer.partialDeadline) {
        case (let list?, let status?): min(list, status) + 1
        case (let one?, nil), (nil, let one?): one + 1
        case (nil, nil): nil
        }
    }
}
