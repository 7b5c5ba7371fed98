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

        /// The last thing that was dropped since it was asked for with ``takeFault()``.
        private var fault: Fault?
        /// The message that is not whole began to arrive at this time.
        private var began = Instant(milliseconds: 0)
        /// Where the first message that was not taken begins.
        private var start = 0
        /// Where the whole messages end and the partial one begins.
        private var whole = 0
        /// Where what has arrived ends.
        private var end = 0
        /// Whether everything is dropped until a message begins, after a header that made no sense.
        private var isLost = false
        private var storage = InlineArray<776, UInt8>(repeating: 0)

        /// An empty framer, for a new connection.
        public init() {}

        /// Adds a notification that arrived at `now`.
        /// - Returns: whether a whole message can be taken.
        @discardableResult
        public mutating func append(_ notification: borrowing Span<UInt8>, now: Instant) -> Bool {
            if start == end {
                start = 0
                whole = 0
                end = 0
            }
            if whole < end || isLost { reviewPartial(before: notification, now: now) }
            if isLost { findStart(in: notification) }
            return keep(notification, now: now)
        }

        /// Lends the next whole message to `body`; `nil` where there is none.
        public mutating func take<Result, Failure: Error>(
            _ body: (_ frame: borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            guard start < whole else { return nil }
            let length = messageLength(at: start)
            let first = start
            start += length
            defer {
                if storage[first] == MessageType.credentialWrite.rawValue { wipe(first..<first + length) }
            }
            return try body(storage.span.extracting(first..<first + length))
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
        public var partialDeadline: Instant? { whole < end ? began + Self.partialLimit : nil }

        /// Drops and reports a partial message whose rest did not come in time.
        public mutating func expire(now: Instant) {
            guard let deadline = partialDeadline, deadline < now else { return }
            fault = .stale(count: partialCount)
            end = whole
        }

        /// Drops a partial message without a report: the characteristic was read, and the value takes its place.
        public mutating func discardPartial() { end = whole }

        /// Forgets everything and wipes it, for a new connection.
        public mutating func reset() { self = Framer() }
    }
}

extension WiFiSet.Framer {
    /// Drops a partial message that is too old, or that the message in `notification` has cut short.
    private mutating func reviewPartial(before notification: borrowing Span<UInt8>, now: Instant) {
        if began + Self.partialLimit < now {
            if whole < end { fault = .stale(count: partialCount) }
            end = whole
            isLost = false
        } else if end - whole >= 2, WiFiSet.beginsMessage(notification, sequence: storage[whole + 1] &+ 1) {
            fault = .interrupted(count: partialCount)
            end = whole
        }
    }

    /// Goes on with `notification` where a message begins in it; otherwise it will be dropped.
    private mutating func findStart(in notification: borrowing Span<UInt8>) {
        isLost = !WiFiSet.beginsMessage(notification, sequence: nil)
        if isLost { fault = .skipped(count: notification.count) }
    }

    private mutating func keep(_ notification: borrowing Span<UInt8>, now: Instant) -> Bool {
        guard !isLost, notification.count > 0 else { return start < whole }
        if notification.count > storage.count - end { makeRoom() }
        guard notification.count <= Self.maximumNotification, notification.count <= storage.count - end else {
            fault = .overflow(count: notification.count)
            return start < whole
        }
        if whole == end { began = now }
        var target = storage.mutableSpan
        copyBytes(notification, from: 0, count: notification.count, into: &target, at: end)
        end += notification.count
        findWholeMessages(now: now)
        return start < whole
    }

    /// Moves `whole` on over the messages that are complete.
    @inline(__always)
    private mutating func findWholeMessages(now: Instant) {
        while end - whole >= WiFiSet.Header.length {
            let length = messageLength(at: whole)
            guard length <= WiFiSet.Frame.maximumLength else {
                fault = .tooLong(length: length)
                isLost = true
                began = now
                end = whole
                return
            }
            guard length <= end - whole else { return }
            whole += length
            began = now
        }
    }

    /// Overwrites a passphrase as soon as its message was taken.
    private mutating func wipe(_ place: Range<Int>) {
        for index in place.startIndex + WiFiSet.Header.length..<place.endIndex { storage[index] = 0 }
    }

    /// Moves what is not taken to the front.
    private mutating func makeRoom() {
        for index in start..<end { storage[index - start] = storage[index] }
        whole -= start
        end -= start
        start = 0
    }

    @inline(__always)
    private func messageLength(at place: Int) -> Int {
        WiFiSet.Header.length + (Int(storage[place + 2]) | Int(storage[place + 3]) << 8)
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
