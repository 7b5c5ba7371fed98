import ProvisioningProtocols

/// Putting messages together from notifications.
let framerSuite = Suite(
    "WiFiSet framer",
    [
        Check("Every message comes out whole, however it is cut into notifications") {
            for size in [1, 2, 3, 7, 20, 182, 512] {
                let failure = firstFailure { vector in
                    guard vector.message != nil else { return true }
                    var link = Link()
                    link.send(vector.bytes, size: size)
                    return link.frames == [vector.bytes] && link.faults.isEmpty
                }
                if let failure { return failure }
            }
            return nil
        },
        Check("Several messages in one notification come out in order") {
            var link = Link()
            let messages = [listStart, barn, hidden, listEnd]
            link.send(messages.flatMap { $0 }, size: 512)
            return link.frames == messages && link.faults.isEmpty ? nil : "the messages"
        },
        Check("B3/36: A status over two notifications is whole, and what begins in the second is a message of its own")
        {
            for more in [[], listStart, Array(barn[..<5])] {
                var link = Link()
                link.send(longStatus + more, size: 20)
                if link.frames.first != longStatus || !link.faults.isEmpty { return "the status" }
                link.send(Array(barn[min(more.count, 5)...]), size: 20)
                if more.count == 5 && link.frames.last != barn { return "the message after it" }
            }
            return nil
        },
        Check("A1/1: A name that is not UTF-8 leaves the list whole, and its bytes as they came") {
            var link = Link()
            let odd = hexBytes("02 02 07 00 03 FF FE 41 C4 02 0B")
            link.send([listStart, barn, odd, listEnd].flatMap { $0 }, size: 20)
            guard link.frames.count == 4, link.faults.isEmpty else { return "the messages" }
            guard case .networkEntry(let point)? = link.messages[2] else { return "the entry" }
            let ssid = SSID([0xFF, 0xFE, 0x41].span)
            guard point.ssid == ssid, let passphrase = Passphrase([UInt8](repeating: 0x61, count: 8).span) else {
                return "its bytes"
            }
            var target = [UInt8](repeating: 0, count: 40)
            var span = target.mutableSpan
            _ = WiFiSet.encodeCredentials(ssid: point.ssid, passphrase: passphrase, sequence: 0, into: &span)
            return Array(target[4..<8]) == [3, 0xFF, 0xFE, 0x41] ? nil : "its bytes on the way back"
        },
        Check("A5/16: A hidden network between two others leaves both intact") {
            var link = Link()
            link.send([barn, hidden, barn].flatMap { $0 }, size: 512)
            guard case .networkEntry(let point)? = link.messages[1] else { return "the entry" }
            return link.frames == [barn, hidden, barn] && point.ssid.isHidden ? nil : "the messages"
        },
        Check("B1/28: An error with a text of 255 bytes is whole at the least MTU, and its length is not read as 1") {
            let bytes = hexBytes("FF 07 01 01 02 FF") + [UInt8](repeating: 0x41, count: 255)
            for size in [20, 182, 512] {
                var link = Link()
                link.send(bytes, size: size)
                guard case .error(.scanFailed, let text)? = link.messages.first ?? nil, text.count == 255,
                    text.offset == 6, link.faults.isEmpty
                else { return "the error" }
            }
            return nil
        },
        Check("A type that is not known is skipped by its length, and the message after it is read") {
            var link = Link()
            link.send(hexBytes("30 01 03 00 61 62 63") + barn, size: 20)
            guard case .unknown(let type, let payload)? = link.messages.first ?? nil else { return "the unknown one" }
            return type.rawValue == 0x30 && payload.count == 3 && link.frames.last == barn ? nil : "the one after it"
        },
        Check("A message cut short is dropped when the next number begins a message, and the session goes on") {
            var link = Link()
            link.send(Array(longEntry[..<20]), size: 20)
            link.send(next, size: 20)
            return link.frames == [next] && link.faults == [.interrupted(count: 20)] ? nil : "the messages"
        },
        Check("The middle of a message is no new one, whatever type its first byte looks like") {
            for rest: StaticString in [
                "02 05 08 00 04 42 61 72 6E C8 02 06",  // not the next number
                "02 06 25 00 21 42 61 72 6E C8 02 06",  // a length that no entry has
                "02 06 09 00 04 42 61 72 6E C8 02 06",  // a name that does not fill it
                "30 06 08 00 04 42 61 72 6E C8 02 06",  // no known type
                "03 06 08 00 04 42 61 72 6E C8 02 06",  // no length of a list end
            ] {
                var link = Link()
                link.send(Array(longEntry[..<20]), size: 20)
                link.send(hexBytes(rest), size: 20)
                if link.frames != [Array(longEntry[..<20]) + hexBytes(rest)] { return rest }
            }
            return nil
        },
        Check("The rest of a message may come a second later, and not after that") {
            for (wait, isWhole) in [(UInt32(1_000), true), (1_001, false)] {
                var link = Link()
                link.send(Array(barn[..<7]), size: 20)
                link.now = link.now + wait
                link.send(isWhole ? Array(barn[7...]) : listStart, size: 20)
                let faults: [WiFiSet.Framer.Fault] = isWhole ? [] : [.stale(count: 7)]
                if link.frames != [isWhole ? barn : listStart] || link.faults != faults { return "one of the two" }
            }
            return nil
        },
        Check("A partial message says until when it is waited for, and is reported when that is over") {
            var framer = WiFiSet.Framer()
            let start = Instant(milliseconds: 50)
            framer.append(barn.span.extracting(first: 7), now: start)
            guard framer.partialCount == 7, framer.partialDeadline == start + 1_000 else { return "the deadline" }
            framer.expire(now: start + 1_000)
            guard framer.takeFault() == nil, framer.partialCount == 7 else { return "dropped too early" }
            framer.expire(now: start + 1_001)
            guard framer.takeFault() == .stale(count: 7), framer.partialDeadline == nil else { return "not dropped" }
            return framer.takeFault() == nil ? nil : "reported twice"
        },
        Check("A read value takes the place of a partial message, without a report") {
            var link = Link()
            link.send(Array(longEntry[..<20]), size: 20)
            link.framer.discardPartial()
            link.send(longEntry, size: 512)
            return link.frames == [longEntry] && link.faults.isEmpty ? nil : "the message"
        },
        Check("A length that no message has is refused at once, and the next message is read") {
            for (length, isRefused) in [(257, false), (258, true), (0xFFFF, true)] {
                var link = Link()
                link.send([0xFE, 5, UInt8(length & 0xFF), UInt8(length >> 8), 1, 2, 3], size: 20)
                if link.faults != (isRefused ? [.tooLong(length: length + 4)] : []) { return "the refusal" }
                guard isRefused else { continue }
                link.send(hexBytes("61 62 63 64 65"), size: 20)
                link.send(barn, size: 20)
                if link.faults.last != .skipped(count: 5) || link.frames != [barn] { return "what came after" }
            }
            return nil
        },
        Check("Messages before a senseless length in one notification are still given out") {
            var link = Link()
            link.send(barn + [2, 2, 0xFF, 0xFF, 9], size: 512)
            return link.frames == [barn] && link.faults == [.tooLong(length: 0x10003)] ? nil : "the message before it"
        },
        Check("Messages that are not taken are kept while there is room, and the loss is reported after that") {
            var framer = WiFiSet.Framer()
            var kept = 0
            for _ in 0..<100 {
                framer.append(barn.span, now: Instant(milliseconds: 0))
                if framer.takeFault() != nil { break }
                kept += 1
            }
            var taken = 0
            while let isWhole = framer.take({ bytes in bytes.count == barn.count && bytes[5] == barn[5] }) {
                if !isWhole { return "a message" }
                taken += 1
            }
            return kept >= 40 && kept < 100 && taken == kept ? nil : "the count"
        },
        Check("A notification longer than any can be is reported and nothing of it kept") {
            var framer = WiFiSet.Framer()
            let bytes = [UInt8](repeating: 1, count: 513)
            let isWhole = framer.append(bytes.span, now: Instant(milliseconds: 0))
            return !isWhole && framer.takeFault() == .overflow(count: 513) && framer.partialCount == 0 ? nil : "it"
        },
        Check("A new connection begins with nothing of the one before") {
            var link = Link()
            link.send(Array(barn[..<7]), size: 20)
            link.framer.reset()
            link.send(listStart, size: 20)
            return link.frames == [listStart] && link.faults.isEmpty ? nil : "the message"
        },
    ])

private let listStart = hexBytes("01 00 00 00")
private let barn = hexBytes("02 01 08 00 04 42 61 72 6E C8 02 06")
private let hidden = hexBytes("02 04 04 00 00 BA 02 01")
private let listEnd = hexBytes("03 03 01 00 02")
private let longStatus = hexBytes(
    "21 0A 1C 00 03 C8 C0 A8 01 64 15 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 20 75 70 73 74 61 69 72 73")
/// An entry of 32 bytes, the number after it, and the message that comes next.
private let longEntry = hexBytes(
    "02 05 1C 00 18 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 20 61 62 63 64 65 66 67 68 69 6A 6B C8 02 06")
private let next = hexBytes("02 06 08 00 04 42 61 72 6E C8 02 06")

/// A framer at the end of a link: takes what is sent, gives out what it can, and notes what was dropped.
private struct Link: ~Copyable {
    var framer = WiFiSet.Framer()
    var now = Instant(milliseconds: 1_000)
    var frames: [[UInt8]] = []
    var faults: [WiFiSet.Framer.Fault] = []

    /// Sends the bytes as notifications of at most `size` bytes.
    mutating func send(_ bytes: [UInt8], size: Int) {
        var place = 0
        while place < bytes.count {
            let end = min(place + size, bytes.count)
            framer.append(bytes.span.extracting(place..<end), now: now)
            while let frame = framer.take({ frame in frame.indices.map { frame[$0] } }) { frames.append(frame) }
            if let fault = framer.takeFault() { faults.append(fault) }
            place = end
        }
    }

    /// The messages of the frames; `nil` for one that is none.
    var messages: [WiFiSet.Message?] {
        frames.map { frame in
            do throws(WiFiSet.DecodingError) {
                return try WiFiSet.Frame(decoding: frame.span).message
            } catch {
                return nil
            }
        }
    }
}
