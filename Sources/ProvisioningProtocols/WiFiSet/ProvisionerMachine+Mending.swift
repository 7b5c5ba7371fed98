extension WiFiSet.ProvisionerMachine {
    /// A message that the link may have cut, and its rest, which reading the characteristic gives at once.
    struct Mending {
        /// The characteristic of the partial message; 0 for none.
        var characteristic: UInt8 = 0
        /// How many of its first bytes are kept in `start`, up to 8.
        var startCount = 0
        var start: UInt64 = 0
        /// What may yet be notified of a message that was read meanwhile: its length and its first bytes; 0 for nothing.
        var remainderCount = 0
        var remainderStart: UInt64 = 0

        /// Whether a notification is the rest of a message that reading has given already. It is expected only once.
        mutating func isRemainder(_ value: borrowing Span<UInt8>, of characteristic: UInt8) -> Bool {
            guard remainderCount > 0, characteristic == self.characteristic else { return false }
            let isSame = value.count == remainderCount && Self.first(8, of: value, from: 0) == remainderStart
            remainderCount = 0
            return isSame
        }

        /// Up to `count` bytes as a number.
        static func first(_ count: Int, of value: borrowing Span<UInt8>, from start: Int) -> UInt64 {
            var number: UInt64 = 0
            for index in start..<max(start, min(value.count, start + count)) {
                number = number &* 256 | UInt64(widening: UInt32(value[index]))
            }
            return number
        }
    }

    /// A notification as long as the link carries whose last message is not whole may have been cut: firmware in the field
    /// sends it no second piece. The characteristic still holds all of it.
    mutating func watchForCut(_ value: borrowing Span<UInt8>, _ characteristic: UInt8, partial: Int) {
        guard partial > 0, value.count >= maximumLength else { return }
        if partial <= value.count {
            mending.startCount = min(partial, 8)
            mending.start = Mending.first(mending.startCount, of: value, from: value.count - partial)
            mending.characteristic = characteristic
            mending.remainderCount = 0
        }
        if mending.characteristic == characteristic { link.cutCharacteristic = characteristic }
    }

    /// Puts a value that was read in the place of the partial message that it begins like.
    mutating func mendCut(with value: borrowing Span<UInt8>, from characteristic: UInt8, at now: Instant) {
        let isList = characteristic == WiFiSet.Characteristic.list.rawValue
        let partial = isList ? listFramer.partialCount : statusFramer.partialCount
        guard partial > 0, mending.characteristic == characteristic, value.count > partial,
            Mending.first(mending.startCount, of: value, from: 0) == mending.start,
            let frame = try? WiFiSet.Frame(decoding: value), Int(frame.length) == value.count
        else { return }
        notices.diagnose(.cut, characteristic, UInt16(clamping: value.count - partial))
        mending.remainderCount = value.count - partial
        mending.remainderStart = Mending.first(8, of: value, from: partial)
        if isList {
            listFramer.discardPartial()
            listFramer.append(value, now: now)
        } else {
            statusFramer.discardPartial()
            statusFramer.append(value, now: now)
        }
    }
}
