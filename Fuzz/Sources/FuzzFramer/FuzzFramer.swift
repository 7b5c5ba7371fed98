import ProvisioningProtocols

/// Notifications of any bytes at any time never trap and never lose count; and messages that are whole come out the same
/// however they were cut.
///
/// The input is steps: a byte for the time that passes and one for the length, then so many bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    feed(bytes)
    compareCuts(bytes)
    return 0
}

private func feed(_ bytes: [UInt8]) {
    var framer = WiFiSet.Framer()
    var tracker = WiFiSet.SequenceTracker()
    var now = Instant(milliseconds: 0)
    var place = 0
    var arrived = 0
    var taken = 0
    while place + 2 <= bytes.count {
        now = now + UInt32(bytes[place]) * 8
        let end = min(place + 2 + Int(bytes[place + 1]) * 2, bytes.count)
        arrived += end - place - 2
        // a byte of time that is odd: the messages are left where they are
        let hasWhole = framer.append(bytes.span.extracting(place + 2..<end), now: now)
        if bytes[place] & 1 == 0 {
            var sawWhole = false
            while let length = framer.take({ frame in
                _ = tracker.observe(frame)
                return frame.count
            }) {
                precondition(length >= WiFiSet.Header.length && length <= WiFiSet.Frame.maximumLength)
                taken += length
                sawWhole = true
            }
            precondition(sawWhole == hasWhole, "it said otherwise")
        }
        precondition(taken + framer.partialCount <= arrived, "more came out than went in")
        precondition(framer.partialCount < WiFiSet.Frame.maximumLength)
        precondition((framer.partialDeadline == nil) == (framer.partialCount == 0))
        framer.expire(now: now)
        _ = framer.takeFault()
        place = end
    }
}

/// Takes the bytes as messages with every length made right, and sends them whole and in pieces of 1 to 20 bytes.
private func compareCuts(_ bytes: [UInt8]) {
    var stream: [UInt8] = []
    var messages: [[UInt8]] = []
    var place = 0
    while place + 3 <= bytes.count, stream.count < 2_000 {
        let payload = bytes[(place + 3)..<min(place + 3 + Int(bytes[place + 2]), bytes.count)]
        messages.append([bytes[place], bytes[place + 1], UInt8(payload.count), 0] + payload)
        stream += messages[messages.count - 1]
        place += 3 + payload.count
    }
    for size in [1, 2, 3, 5, 20, 512] {
        var framer = WiFiSet.Framer()
        var seen: [[UInt8]] = []
        var start = 0
        while start < stream.count {
            let end = min(start + size, stream.count)
            framer.append(stream.span.extracting(start..<end), now: Instant(milliseconds: 0))
            while let frame = framer.take({ frame in frame.indices.map { frame[$0] } }) { seen.append(frame) }
            // The middle of a message that reads as the next one is the one thing that a cut decides. Every length here is
            // right, so one that is not comes of reading on from there, and only the latest fault is told.
            switch framer.takeFault() {
            case .interrupted, .tooLong: return
            default: break
            }
            start = end
        }
        precondition(seen == messages && framer.partialCount == 0, "another message")
    }
}
