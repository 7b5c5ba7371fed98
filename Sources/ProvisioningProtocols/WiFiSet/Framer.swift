extension WiFiSet {
    /// Puts the messages of one characteristic together from its notifications.
    ///
    /// A message may span notifications, and a notification may hold several messages. After each ``append(_:now:)`` take
    /// messages with ``take(_:)`` until there is none. Its memory is fixed; what a peer declares is never set aside.
    public struct Framer: ~Copyable, Sendable {
        /// How long the rest of a message may take, counted from its first bytes.
        public static var partialLimit: UInt32 { 1_000 }
        /// The longest notification: an attribute value has at most 512 bytes (Bluetooth Core 5.4, vol 3 part F §3.2.9).
        public static var maximumNotification: Int { 512 }

        /// What was dropped, and why.
        public enum Fault: Equatable, Sendable {
            /// The rest of a message did not come in time: it had `count` bytes and is gone.
            case stale(count: Int)
            /// The next message began in the middle of one that had `count` bytes, which is gone.
            case interrupted(count: Int)
            /// A header declared `length` bytes, more than any message has. All is dropped until a message begins.
            case tooLong(length: Int)
            /// Bytes that begin no message were dropped after a ``tooLong(length:)``.
            case skipped(count: Int)
            /// A notification did not fit: it is longer than any can be, or messages were not taken.
            case overflow(count: Int)
        }

        // Visible to inlined code: a generic `take` that is not specialised where it is called costs twice as much.
        /// Where the first message that was not taken begins.
        @usableFromInline var start = 0
        /// Where the whole messages end and the partial one begins.
        @usableFromInline var whole = 0
        /// Where what has arrived ends.
        private var end = 0
        /// How many bytes the partial message has to have before it is worth another look.
        private var needed = Header.length
        /// Before this place a few more bytes change nothing but ``end``: they neither complete a message nor begin one.
        private var quietEnd = 0
        /// Until when the partial message is waited for, or everything is dropped that begins no message.
        private var deadline = Instant(milliseconds: 0)
        /// The last thing that was dropped and not told.
        private var fault: Fault?
        /// Whether everything is dropped until a message begins, after a header that made no sense.
        private var isLost = false
        /// Whether a message that was not taken carries a passphrase.
        @usableFromInline var mayHoldSecret = false
        @usableFromInline var storage = InlineArray<776, UInt8>(repeating: 0)

        /// An empty framer, for a new connection.
        public init() {}

        /// Adds a notification that arrived at `now`.
        /// - Returns: whether a whole message can be taken.
        @discardableResult
        public mutating func append(_ notification: borrowing Span<UInt8>, now: Instant) -> Bool {
            let count = notification.count
            guard end &+ count < quietEnd, count < Header.length, deadline >= now else {
                return appendAny(notification, now: now)
            }
            if count > 0 { storage[end] = notification[0] }
            if count > 1 { storage[end &+ 1] = notification[1] }
            if count > 2 { storage[end &+ 2] = notification[2] }
            end &+= count
            return start < whole
        }

        /// Lends the next whole message to `body`; `nil` where there is none.
        @inlinable
        public mutating func take<Result, Failure: Error>(
            _ body: (_ frame: borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            guard start < whole else { return nil }
            let place = Range(uncheckedBounds: (start, start &+ messageLength(at: start)))
            start = place.upperBound
            defer { if mayHoldSecret { wipeSecret(at: place) } }
            var all = storage.mutableSpan
            return try lend(&all, place, body)
        }

        // Mutating though it changes nothing: read from a borrowed framer, all of the array is copied first.
        @inlinable
        mutating func messageLength(at place: Int) -> Int {
            Header.length &+ (Int(storage[place &+ 2]) | Int(storage[place &+ 3]) &<< 8)
        }

        /// What was dropped since this was last asked for; the latest where it was more than one thing.
        public mutating func takeFault() -> Fault? {
            guard let last = fault else { return nil }
            fault = nil
            return last
        }

        /// How many bytes of a message that is not whole are waiting: its characteristic may be worth reading.
        public var partialCount: Int { end - whole }

        /// When the rest of a partial message is given up; `nil` where there is none.
        public var partialDeadline: Instant? { whole < end ? deadline : nil }

        /// Drops and reports a partial message whose rest did not come in time.
        public mutating func expire(now: Instant) {
            guard let deadline = partialDeadline, deadline < now else { return }
            fault = .stale(count: partialCount)
            discardPartial()
        }

        /// Drops a partial message without a report: the characteristic was read, and the value takes its place.
        public mutating func discardPartial() {
            end = whole
            needed = Header.length
            quietEnd = 0
        }

        /// Forgets everything and wipes it, for a new connection.
        public mutating func reset() { self = Framer() }
    }
}

extension WiFiSet.Framer {
    /// Adds a notification, whatever it does to what is there.
    @inline(never)
    private mutating func appendAny(_ notification: borrowing Span<UInt8>, now: Instant) -> Bool {
        if start == end {
            start = 0
            whole = 0
            end = 0
            if !isLost, appendWhole(notification) { return true }
        }
        if whole < end || isLost { review(before: notification, now: now) }
        let count = notification.count
        if isLost || count > storage.count &- end || count > Self.maximumNotification {
            guard makeRoom(for: notification) else { return start < whole }
        }
        let isBeginning = whole == end
        var target = storage.mutableSpan
        copyBytes(notification, from: 0, count: count, into: &target, at: end)
        end &+= count
        if end &- whole >= needed { findWholeMessages(now: now) }
        if whole < end {
            if isBeginning { deadline = now + Self.partialLimit }
            quietEnd = min(whole &+ needed, storage.count)
        } else {
            quietEnd = 0
        }
        return start < whole
    }

    /// Takes the notification where it is one message, neither more nor less, and nothing else is there.
    @inline(__always)
    private mutating func appendWhole(_ notification: borrowing Span<UInt8>) -> Bool {
        guard let header = WiFiSet.Header(notification), header.messageLength == notification.count,
            notification.count <= WiFiSet.Frame.maximumLength
        else { return false }
        if header.type == .credentialWrite { mayHoldSecret = true }
        var target = storage.mutableSpan
        copyBytes(notification, from: 0, count: notification.count, into: &target, at: 0)
        whole = notification.count
        end = notification.count
        return true
    }

    /// Drops a partial message that is too old, or that the message in `notification` has cut short; ends a search where a
    /// message begins.
    @inline(__always)
    private mutating func review(before notification: borrowing Span<UInt8>, now: Instant) {
        if deadline < now {
            if whole < end { fault = .stale(count: partialCount) }
            isLost = false
            discardPartial()
        } else if notification.count >= WiFiSet.Header.length {
            reviewBeginning(of: notification)
        }
    }

    private mutating func reviewBeginning(of notification: borrowing Span<UInt8>) {
        if isLost {
            isLost = !WiFiSet.beginsMessage(notification, sequence: nil)
        } else if partialCount >= 2 {
            let next = storage[whole + 1] &+ 1
            guard WiFiSet.beginsMessage(notification, sequence: next) else { return }
            fault = .interrupted(count: partialCount)
            discardPartial()
        }
    }

    /// Whether there is room for `notification`, after what is not taken was moved to the front; otherwise it is reported.
    private mutating func makeRoom(for notification: borrowing Span<UInt8>) -> Bool {
        if isLost {
            fault = .skipped(count: notification.count)
            return false
        }
        var all = storage.mutableSpan
        for index in start..<end { all[index - start] = all[index] }
        whole -= start
        end -= start
        start = 0
        quietEnd = 0
        if notification.count <= Self.maximumNotification, notification.count <= storage.count - end { return true }
        fault = .overflow(count: notification.count)
        return false
    }

    /// Moves `whole` on over the messages that are complete.
    @inline(__always)
    private mutating func findWholeMessages(now: Instant) {
        repeat {
            let length = messageLength(at: whole)
            guard length <= end &- whole else {
                needed = length
                if length > WiFiSet.Frame.maximumLength { refuse(length, now: now) }
                return
            }
            // the same bound for a message that is there whole
            guard length <= WiFiSet.Frame.maximumLength else { return refuse(length, now: now) }
            if storage[whole] == WiFiSet.MessageType.credentialWrite.rawValue { mayHoldSecret = true }
            whole &+= length
            needed = WiFiSet.Header.length
            if whole < end { deadline = now + Self.partialLimit }
        } while end &- whole >= WiFiSet.Header.length
    }

    /// Drops what follows a length that no message has.
    private mutating func refuse(_ length: Int, now: Instant) {
        fault = .tooLong(length: length)
        isLost = true
        deadline = now + Self.partialLimit
        discardPartial()
    }

    /// Overwrites a passphrase as soon as its message was taken.
    @usableFromInline mutating func wipeSecret(at place: Range<Int>) {
        guard storage[place.lowerBound] == WiFiSet.MessageType.credentialWrite.rawValue else { return }
        for index in place { storage[index] = 0 }
        mayHoldSecret = start < whole
    }
}

extension WiFiSet {
    /// Whether `bytes` begin a message that makes sense, with the number `sequence` where one is asked for: a known type, a
    /// length that the type can have, and an inner length that agrees with it. That is more than the middle of a message
    /// shows by chance.
    static func beginsMessage(_ bytes: borrowing Span<UInt8>, sequence: UInt8?) -> Bool {
        guard let header = Header(bytes), let lengths = header.plausibleLengths,
            lengths.contains(header.payloadLength), sequence ?? header.sequence == header.sequence
        else { return false }
        let payload = Int(header.payloadLength)
        switch header.type {
        case .networkEntry: return bytes.count < 5 || Int(bytes[4]) + 4 == payload
        case .statusResponse: return bytes.count < 11 || Int(bytes[10]) + 7 == payload
        case .error: return bytes.count < 6 || Int(bytes[5]) + 2 == payload
        default: return true
        }
    }
}
