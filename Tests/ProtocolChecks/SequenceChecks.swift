import ProvisioningProtocols

/// The sequence numbers of a peer.
let sequenceSuite = Suite(
    "WiFiSet sequence numbers",
    [
        Check("Numbers in order, over the wrap, are in order") {
            observations([254, 255, 0, 1]) == [.first, .inOrder, .inOrder, .inOrder] ? nil : "an observation"
        },
        Check("Numbers left out are counted, also over the wrap") {
            observations([1, 22, 250, 3]) == [.first, .gap(20), .stepBack(29), .gap(8)] ? nil : "an observation"
        },
        Check("127 numbers left out are a gap, 128 are a step back") {
            let gap = observations([0, 128]), back = observations([0, 129])
            return gap == [.first, .gap(127)] && back == [.first, .stepBack(128)] ? nil : "an observation"
        },
        Check("A number that comes again with other bytes is a step back, and no duplicate") {
            var tracker = WiFiSet.SequenceTracker()
            _ = tracker.observe(hexBytes("03 07 01 00 01").span)
            return tracker.observe(hexBytes("03 07 01 00 02").span) == .stepBack(1) ? nil : "the observation"
        },
        Check("A message that comes again is a duplicate, as often as it comes") {
            observations([7, 7, 7, 8]) == [.first, .duplicate, .duplicate, .inOrder] ? nil : "an observation"
        },
        Check("B2/31: A new connection begins with any number") {
            var tracker = WiFiSet.SequenceTracker()
            _ = tracker.observe(hexBytes("20 17 00 00").span)
            tracker = WiFiSet.SequenceTracker()
            return tracker.observe(hexBytes("20 00 00 00").span) == .first ? nil : "the observation"
        },
        Check("A number that a read used up is not missing, a further one is") {
            var tracker = WiFiSet.SequenceTracker()
            _ = tracker.observe(hexBytes("20 00 00 00").span)
            tracker.noteRead(1)
            if tracker.observe(hexBytes("20 02 00 00").span) != .inOrder { return "the one" }
            return tracker.observe(hexBytes("20 04 00 00").span) == .gap(1) ? nil : "the other"
        },
        Check("D5/100: A list that stops after fifteen entries shows a gap of six, and a count that differs") {
            var tracker = WiFiSet.SequenceTracker()
            var entries: UInt8 = 0
            for vector in wifiSetVectors {
                guard let frame = try? WiFiSet.Frame(decoding: vector.bytes.span) else { continue }
                switch frame.message {
                case .networkEntry where vector.belongs(to: "D5/100"):
                    entries += 1
                    _ = tracker.observe(vector.bytes.span)
                case .listEnd(let count) where vector.belongs(to: "D5/100"):
                    guard tracker.observe(vector.bytes.span) == .gap(6) else { return "the gap" }
                    return entries == 15 && count == 21 ? nil : "the count"
                default: continue
                }
            }
            return "the vectors"
        },
    ])

private func observations(_ numbers: [UInt8]) -> [WiFiSet.SequenceTracker.Observation] {
    var tracker = WiFiSet.SequenceTracker()
    return numbers.map { tracker.observe([0x20, $0, 0, 0].span) }
}
