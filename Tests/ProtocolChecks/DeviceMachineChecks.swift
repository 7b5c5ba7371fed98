import ProvisioningProtocols

/// The device's end of WiFiSet, line by line.
let deviceMachineSuite = Suite(
    "WiFiSet device",
    [
        Check(
            "B1/30: The length field of every message a device can send equals its payload, names of 0 and 32 bytes too"
        ) {
            for count in [0, 1, 32] {
                var rig = DeviceRig()
                let name = [UInt8](repeating: 0x61, count: count)
                guard let ssid = SSID(name.span) else { return "a name" }
                let signal = SignalStrength(rawValue: -1)
                _ = rig.machine.subscribed(to: 2, by: 1, now: rig.now, outbox: &rig.outbox)
                rig.drain()
                rig.machine.found(
                    AccessPoint(ssid: ssid, security: .unknown(9), signal: signal, channel: .unknown),
                    outbox: &rig.outbox)
                rig.machine.scanFailed(outbox: &rig.outbox)
                _ = rig.machine.scanEnded(outbox: &rig.outbox)
                rig.drain()
                let states: [StationState] = [
                    .notConfigured, .disconnected, .associating, .authenticating, .obtainingAddress,
                    .connected(IPv4Address(1, 2, 3, 4)), .failed(.unspecified),
                ]
                for state in states {
                    rig.status = JoinStatus(state: state, ssid: ssid, signal: signal)
                    rig.report(.status)
                }
                for reason in [JoinFailure.wrongPassphrase, .networkNotFound, .timeOut] { rig.report(.failed(reason)) }
                rig.report(.stored(ssid))
                rig.report(.notStored(ssid))
                _ = rig.write([0x77, 0, 0, 0])
                _ = rig.write([0x20, 0, 0, 0, 0])
                if !rig.areLengthsRight || rig.types != [1, 2, 3, 0x11, 0x21, 0xFF] { return "a frame" }
            }
            return nil
        },
        Check("Bad messages are told apart: unknown type 06, malformed 01, bad lengths by their ACK") {
            let cases: [(bytes: [UInt8], type: UInt8, code: UInt8)] = [
                ([], 0xFF, 1), ([0x77], 0xFF, 6), ([0x02, 0, 4, 0, 0, 0, 0, 0], 0xFF, 6),
                ([0x20, 0, 1, 0], 0xFF, 1), ([0x20, 0, 0, 0, 9], 0xFF, 1), ([0x10, 0, 0, 0], 0xFF, 1),
                ([0x10, 0, 2, 0, 0, 0], 0x11, 1), ([0x10, 0, 3, 0, 1, 0x61, 64], 0x11, 2),
                ([0x10, 0, 9, 0, 8], 0xFF, 1), ([0x10, 0, 9, 0, 40], 0x11, 1), ([0x10, 0, 9, 0, 1, 0x61, 7], 0xFF, 1),
                ([0x10, 0, 5, 0, 1, 0x61, 1, 0x62, 0x63], 0xFF, 1), ([0x10, 0xFF, 0xFF, 0xFF], 0xFF, 1),
            ]
            for one in cases {
                var rig = DeviceRig()
                if rig.write(one.bytes) != .none || rig.last.type != one.type || rig.last.byte != one.code {
                    return "an answer"
                }
                if rig.machine.takeCredentials() != nil { return "credentials were kept" }
            }
            return nil
        },
        Check("A write that is not complete is held 1 s for its continuation, then it is Error 01") {
            var rig = DeviceRig()
            if rig.write([0x10, 0, 3, 0, 1]) != .none || rig.sent != 0 { return "not held" }
            guard let deadline = rig.machine.deadline, deadline == rig.now + 1_000 else { return "no deadline" }
            rig.now = deadline
            rig.machine.tick(now: rig.now, status: rig.status, outbox: &rig.outbox)
            rig.drain()
            if rig.last.type != 0xFF || rig.last.byte != 1 { return "no error" }
            return rig.write([0x61, 0], at: 5) == .refuse(0x07) ? nil : "a late piece was taken"
        },
        Check("A piece at a place that no attribute has is refused, on both protocols, and ends nothing") {
            for offset in [-1, Int.min, 513, Int.max] {
                var rig = DeviceRig()
                if rig.write([0x10, 0, 3, 0, 1]) != .none { return "not held" }
                if rig.write([0x61, 0], at: offset) != .refuse(0x07) { return "WiFiSet took it" }
                if rig.write([0x61, 0], at: 5) != .join { return "the write was ended" }
                var end = NordicWiFi.DeviceMachine()
                let action = end.written(
                    [0x08, 0x01].span, at: offset, to: 2, by: 1, now: rig.now, status: rig.status, outbox: &rig.outbox)
                if action != .refuse(0x07) || rig.outbox.count > 0 { return "Nordic's took it" }
            }
            return nil
        },
        Check("B3/34: The pieces of a long write are one message, wherever it is cut, whatever piece comes twice") {
            let whole: [UInt8] = [0x10, 0, 8, 0, 3, 1, 2, 3, 3, 4, 5, 6]
            for first in 1..<whole.count - 1 {
                for second in first + 1..<whole.count {
                    var rig = DeviceRig()
                    _ = rig.write(Array(whole[..<first]))
                    _ = rig.write(Array(whole[first..<second]), at: first)
                    _ = rig.write(Array(whole[first..<second]), at: first)
                    if rig.write(Array(whole[second...]), at: second) != .join { return "not whole" }
                    guard let credentials = rig.machine.takeCredentials() else { return "no credentials" }
                    if credentials.ssid.count != 3 || credentials.passphrase.count != 3 || rig.sent != 0 {
                        return "other"
                    }
                }
            }
            return nil
        },
        Check("A2/8, A4/13: Credentials with a wrong length are answered alike, whole or in pieces, and once") {
            let long = [UInt8](repeating: 0x78, count: 33)
            let cases: [(body: [UInt8], type: UInt8, code: UInt8)] = [
                ([33] + long + [8] + long.prefix(8), 0x11, 1), ([0, 8] + long.prefix(8), 0x11, 1),
                ([255] + long + long + long + [2, 9, 9], 0x11, 1),
                ([4, 1, 2, 3, 4, 64] + long + long.prefix(31), 0x11, 2),
                ([32] + long.prefix(32) + [66] + long + long, 0x11, 2),
                ([4, 1, 2, 3, 4, 9] + long.prefix(20), 0xFF, 1),
            ]
            for one in cases {
                let frame = [0x10, 3, UInt8(one.body.count), 0] + one.body
                for size in [1, 4, 5, 18, 24, frame.count] {
                    var rig = DeviceRig()
                    for start in stride(from: 0, to: frame.count, by: size) {
                        let piece = Array(frame[start..<min(start + size, frame.count)])
                        if rig.write(piece, at: start) != .none { return "a piece was refused" }
                    }
                    if rig.sent != 1 || rig.last.type != one.type || rig.last.byte != one.code { return "the answer" }
                    if rig.write([0], at: frame.count) != .refuse(0x07) { return "more than the whole" }
                    if rig.write([0x10, 4, 3, 0, 1, 0x61, 0]) != .join { return "the next write" }
                }
            }
            return nil
        },
        Check("The rest of a write that is answered already is waited for 1 s, in silence, and ends nobody else's") {
            var rig = DeviceRig()
            rig.machine.connected(2, now: rig.now)
            _ = rig.write([0x10, 0, 40, 0, 33, 1, 1])
            guard let deadline = rig.machine.deadline, deadline == rig.now + 1_000 else { return "no deadline" }
            rig.now = deadline
            rig.machine.tick(now: rig.now, status: rig.status, outbox: &rig.outbox)
            rig.drain()
            if rig.sent != 1 || rig.write([1], at: 7) != .refuse(0x07) { return "a late piece" }
            _ = rig.write([0x10, 0, 3, 0, 1], by: 2)
            _ = rig.write([0x10, 0, 40, 0, 33])
            return rig.write([0x61, 0], at: 5, by: 2) == .join ? nil : "the other's"
        },
        Check("D4/97: The pieces of two centrals' long writes never make one message") {
            var rig = DeviceRig()
            rig.machine.connected(2, now: rig.now)
            _ = rig.write([0x10, 0, 8, 0, 3, 1, 2, 3], by: 1)
            _ = rig.write([0x10, 0, 8, 0, 3, 9, 9, 9], by: 2)
            if rig.write([3, 4, 5, 6], at: 8, by: 1) != .refuse(0x07) { return "the first was continued" }
            if rig.write([3, 7, 7, 7], at: 8, by: 2) != .join { return "the second was not" }
            guard let credentials = rig.machine.takeCredentials() else { return "no credentials" }
            return credentials.ssid[0] == 9 ? nil : "mixed"
        },
        Check("A message that the link brings twice is handled once; the same bytes later are a new one") {
            var rig = DeviceRig()
            _ = rig.write([0x20, 7, 0, 0])
            _ = rig.write([0x20, 7, 0, 0])
            if rig.sent != 1 { return "twice" }
            rig.now = rig.now + 1_000
            _ = rig.write([0x20, 7, 0, 0])
            return rig.sent == 2 ? nil : "not again"
        },
        Check("Numbers count over both characteristics, wrap, and begin anew with the first central of a connection") {
            var rig = DeviceRig()
            for number in 0..<600 {
                rig.now = rig.now + 1_000
                _ = rig.write([0x20, 0, 0, 0])
                if rig.last.sequence != UInt8(truncatingIfNeeded: number) { return "a number" }
            }
            rig.machine.connected(2, now: rig.now)
            rig.machine.disconnected(1, now: rig.now)
            _ = rig.write([0x20, 0, 0, 0], by: 2)
            if rig.last.sequence == 0 { return "anew with a second central" }
            rig.machine.disconnected(2, now: rig.now)
            rig.machine.connected(1, now: rig.now)
            _ = rig.write([0x20, 0, 0, 0])
            return rig.last.sequence == 0 ? nil : "not anew"
        },
        Check(
            "A read gives the last message of its characteristic, a status where none was sent, none of a past session"
        ) {
            var rig = DeviceRig()
            if rig.read(2) != [] || rig.read(3) != nil { return "before" }
            guard let fresh = rig.read(4), fresh[0] == 0x21, rig.read(4) == fresh else { return "no fresh status" }
            _ = rig.write([0x77, 0, 0, 0])
            if rig.last.sequence != 0 { return "a number that the others miss" }
            guard rig.read(4)?[0] == 0xFF else { return "not the error" }
            _ = rig.machine.subscribed(to: 2, by: 1, now: rig.now, outbox: &rig.outbox)
            guard rig.read(2)?[0] == 1 else { return "not the start" }
            rig.machine.disconnected(1, now: rig.now)
            rig.machine.connected(1, now: rig.now)
            return rig.read(4)?[0] == 0x21 && rig.read(2) == [] ? nil : "of a past session"
        },
        Check("Status is told every 10 s while a central is connected, and at a change at once; never without one") {
            var rig = DeviceRig()
            guard rig.machine.deadline == rig.now + 10_000 else { return "first" }
            rig.now = rig.now + 10_000
            rig.machine.tick(now: rig.now, status: rig.status, outbox: &rig.outbox)
            rig.drain()
            guard rig.sent == 1, rig.machine.deadline == rig.now + 10_000 else { return "second" }
            rig.status = JoinStatus(state: .associating)
            rig.report(.status)
            rig.status = JoinStatus(state: .obtainingAddress)  // Connecting as before
            rig.report(.status)
            if rig.sent != 2 { return "a change" }
            rig.machine.disconnected(1, now: rig.now)
            return rig.machine.deadline == nil ? nil : "without a central"
        },
        Check("A second subscriber gets a list of its own, after the one that is under way") {
            var rig = DeviceRig()
            let point = AccessPoint(
                ssid: SSID(), security: .open, signal: SignalStrength(rawValue: -1), channel: .unknown)
            guard rig.machine.subscribed(to: 2, by: 1, now: rig.now, outbox: &rig.outbox) == .scan else { return "one" }
            guard rig.machine.subscribed(to: 2, by: 2, now: rig.now, outbox: &rig.outbox) == .none else { return "two" }
            rig.machine.found(point, outbox: &rig.outbox)
            _ = rig.machine.subscribed(to: 2, by: 3, now: rig.now, outbox: &rig.outbox)
            rig.drain()
            guard rig.machine.scanEnded(outbox: &rig.outbox) == .scan else { return "no list for the third" }
            rig.drain()
            guard rig.last.type == 1 else { return "no start" }
            return rig.machine.scanEnded(outbox: &rig.outbox) == .none ? nil : "without end"
        },
        Check("A status is superseded by the same with another number and signal, and by nothing else") {
            let status: [UInt8] = [0x21, 7, 8, 0, 3, 0xC0, 10, 0, 0, 2, 1, 0x61]
            for index in status.indices {
                var later = status
                later[index] ^= 1
                let isSuperseded = WiFiSet.DeviceMachine.isSuperseded(status.span, by: later.span)
                if isSuperseded != (index == 1 || index == 5) { return "one byte" }
            }
            let ack: [UInt8] = [0x11, 7, 1, 0, 0]
            if WiFiSet.DeviceMachine.isSuperseded(ack.span, by: ack.span) { return "an ACK" }
            return WiFiSet.DeviceMachine.isSuperseded(status.span, by: ack.span) ? "by an ACK" : nil
        },
        Check("A trace is told to hide all that may be a passphrase, and only that where the message is whole") {
            let whole: [UInt8] = [0x10, 0, 8, 0, 3, 1, 2, 3, 3, 4, 5, 6]
            let end = WiFiSet.DeviceMachine.self
            if end.secret(in: whole.span, at: 0, of: 3) != 9..<12 { return "whole" }
            if end.secret(in: whole.span.extracting(first: 11), at: 0, of: 3) != 4..<11 { return "a piece" }
            if end.secret(in: whole.span, at: 12, of: 3) != 0..<12 { return "a later piece" }
            let request: [UInt8] = [0x20, 0, 0, 0]
            if !end.secret(in: request.span, at: 0, of: 3).isEmpty { return "a request" }
            return end.secret(in: request.span.extracting(first: 2), at: 0, of: 3).isEmpty ? nil : "short"
        },
    ])

/// A machine with one central, and what it sent.
private struct DeviceRig: ~Copyable {
    var machine = WiFiSet.DeviceMachine()
    var outbox = Outbox()
    var now = Instant(milliseconds: 1_000)
    var status = JoinStatus(state: .notConfigured)
    var sent = 0
    var last: (type: UInt8, sequence: UInt8, byte: UInt8) = (0, 0, 0)
    var areLengthsRight = true
    private var seen = InlineArray<256, Bool>(repeating: false)

    init() { machine.connected(1, now: now) }

    /// The types that were sent, in the order of their numbers.
    var types: [UInt8] { (0..<256).filter { seen[$0] }.map { UInt8($0) } }

    mutating func write(_ bytes: [UInt8], at offset: Int = 0, by central: UInt32 = 1) -> DeviceAction {
        let action = machine.written(
            bytes.span, at: offset, to: 3, by: central, now: now, status: status, outbox: &outbox)
        drain()
        return action
    }

    mutating func report(_ report: JoinCoordinator.Report) {
        machine.report(report, status: status, now: now, outbox: &outbox)
        drain()
    }

    mutating func read(_ characteristic: UInt8) -> [UInt8]? {
        var value = InlineArray<512, UInt8>(repeating: 0)
        var span = value.mutableSpan
        guard let count = machine.read(characteristic, status: status, into: &span) else { return nil }
        return (0..<count).map { value[$0] }
    }

    mutating func drain() {
        for index in 0..<outbox.count {
            outbox.withMessage(index) { _, bytes in
                guard let header = WiFiSet.Header(bytes), header.messageLength == bytes.count else {
                    areLengthsRight = false
                    return
                }
                last = (bytes[0], bytes[1], bytes.count > 4 ? bytes[4] : 0)
                seen[Int(bytes[0])] = true
                sent += 1
            }
        }
        outbox.removeAll()
    }
}
