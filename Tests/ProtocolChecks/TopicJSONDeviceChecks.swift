import ProvisioningProtocols

/// The device's end of the credentials object.
let topicJSONDeviceSuite = Suite(
    "JSON device",
    [
        Check("One object a write is taken, and hands over its credentials once") {
            var rig = JSONDeviceRig()
            if rig.write(object) != .join { return "not taken" }
            if rig.machine.controlAddress != address() { return "the address" }
            guard let credentials = rig.machine.takeCredentials() else { return "no credentials" }
            guard credentials.ssid == SSID(bytes("Barn").span), credentials.passphrase.count == 14 else {
                return "others"
            }
            if rig.machine.controlAddress != nil { return "an address without credentials" }
            return rig.machine.takeCredentials() == nil && rig.machine.deadline == nil ? nil : "twice"
        },
        Check("Anything else is refused with an error that says why, and nothing of it is kept") {
            for vector in topicJSONVectors {
                var rig = JSONDeviceRig()
                let text = hexBytes(vector.hex)
                let action = rig.write(text)
                if let refusal = vector.refusal {
                    if action != .refuse(refusal.rawValue) { return vector.name }
                } else if let fault = vector.fault {
                    // What is cut short may go on, if it is as long as a piece.
                    let isBeginning = fault == .json(.truncated) && text.count >= 18
                    if action != (isBeginning ? .none : .refuse(0x80)) { return vector.name }
                } else if action != .join {
                    return vector.name
                }
                if action != .join, rig.machine.takeCredentials() != nil { return "credentials were kept" }
            }
            return nil
        },
        Check("B3/34: An object in three pieces is one, handled once") {
            var rig = JSONDeviceRig()
            let parts = [Array(object[..<18]), Array(object[18..<36]), Array(object[36...])]
            if rig.write(parts[0]) != .none || rig.write(parts[1], at: 18) != .none { return "a piece" }
            if rig.machine.takeCredentials() != nil { return "too early" }
            if rig.write(parts[2], at: 36) != .join { return "the last piece" }
            if rig.machine.takeCredentials() == nil { return "no credentials" }
            return rig.write(parts[2], at: 36) == .refuse(0x07) ? nil : "a piece of nothing"
        },
        Check("The beginning of a long write is forgotten after 1 s, when its central leaves, and by another write") {
            let beginning = Array(object[..<40])
            let rest = Array(object[40...])
            var rig = JSONDeviceRig()
            _ = rig.write(beginning)
            if rig.machine.deadline != rig.now + 1_000 { return "no deadline" }
            rig.now = rig.now + 1_000
            rig.machine.tick(now: rig.now, status: rig.status, outbox: &rig.outbox)
            if rig.write(rest, at: 40) != .refuse(0x07) { return "kept for longer" }
            _ = rig.write(beginning)
            rig.machine.disconnected(1, now: rig.now)
            if rig.write(rest, at: 40) != .refuse(0x07) { return "kept without its central" }
            _ = rig.write(beginning)
            if rig.write(rest, at: 40, by: 2) != .refuse(0x07) { return "mixed with another central's" }
            if rig.write(bytes("{}")) != .refuse(0x80) { return "an empty object" }
            return rig.write(rest, at: 40) == .refuse(0x07) ? nil : "kept beside another write"
        },
        Check("A long write that turns out wrong is refused from there to its end") {
            var rig = JSONDeviceRig()
            let wrong = bytes(#"{"topic":"home/lamp","ssid":"Barn", 5 "pass":"hay and horses"}"#)
            if rig.write(Array(wrong[..<30])) != .none { return "the beginning" }
            if rig.write(Array(wrong[30..<48]), at: 30) != .refuse(0x80) { return "the fault" }
            return rig.write(Array(wrong[48...]), at: 48) == .refuse(0x80) ? nil : "what follows"
        },
        Check("B4/38: 512 bytes are taken, whole or in pieces; more are refused as too long") {
            let filled = padded(to: 512)
            var rig = JSONDeviceRig()
            if rig.write(filled) != .join { return "whole" }
            if rig.write(padded(to: 513)) != .refuse(0x0D) { return "one more" }
            rig = JSONDeviceRig()
            if rig.write(Array(filled[..<500])) != .none { return "a piece" }
            if rig.write([UInt8](repeating: 0x20, count: 13), at: 500) != .refuse(0x0D) { return "a piece too long" }
            if rig.write(Array(filled[500...]), at: 500) != .refuse(0x07) { return "kept" }
            if rig.write([UInt8](repeating: 1, count: 3), at: -4) != .refuse(0x07) { return "a negative offset" }
            return rig.write(object, at: .max) == .refuse(0x07) ? nil : "an offset past all"
        },
        Check("A later object replaces one that was not taken; a refused one does not") {
            var rig = JSONDeviceRig()
            _ = rig.write(object)
            if rig.write(bytes("{}")) != .refuse(0x80) { return "not refused" }
            let other = bytes(
                #"{"topic":"a","ssid":"Annex","pass":"","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#)
            if rig.write(other, by: 2) != .join { return "not taken" }
            return rig.machine.takeCredentials()?.ssid == SSID(bytes("Annex").span) ? nil : "the first"
        },
        Check("Nothing is sent, listed, read or waited for, whatever happens") {
            var rig = JSONDeviceRig()
            for report in [JoinCoordinator.Report.status, .stored(SSID()), .failed(.wrongPassphrase), .cleared] {
                rig.machine.report(report, status: rig.status, now: rig.now, outbox: &rig.outbox)
            }
            rig.machine.scanFailed(outbox: &rig.outbox)
            var target = InlineArray<20, UInt8>(repeating: 0)
            var span = target.mutableSpan
            let isQuiet =
                rig.machine.subscribed(to: 1, by: 1, now: rig.now, outbox: &rig.outbox) == .none
                && rig.machine.scanEnded(outbox: &rig.outbox) == .none && rig.outbox.count == 0
                && rig.machine.read(1, status: rig.status, into: &span) == nil
            return isQuiet && !rig.machine.wantsAccessPoints && rig.machine.deadline == nil ? nil : "something was"
        },
        Check("Another characteristic cannot be written") {
            var rig = JSONDeviceRig()
            return rig.machine.written(
                object.span, at: 0, to: 2, by: 1, now: rig.now, status: rig.status, outbox: &rig.outbox)
                == .refuse(0x03) ? nil : "it can"
        },
        Check("A trace is told to hide the passphrase of a whole object, and all of a piece") {
            let end = TopicJSON.DeviceMachine.self
            let hidden = end.secret(in: object.span, at: 0, of: 1)
            if object[hidden].count != 14 || object[hidden.lowerBound - 1] != 0x22 { return "whole" }
            if end.secret(in: object.span.extracting(first: 30), at: 0, of: 1) != 0..<30 { return "a piece" }
            return end.secret(in: object.span, at: 18, of: 1) == 0..<object.count ? nil : "a later piece"
        },
    ])

private let object = bytes(
    #"{"topic":"home/lamp","ssid":"Barn","pass":"hay and horses","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#)

/// An object of `count` bytes, filled up with what nobody reads.
private func padded(to count: Int) -> [UInt8] {
    let head = Array(object.dropLast()) + bytes(#","x":""#)
    return head + [UInt8](repeating: 0x61, count: count - head.count - 2) + bytes("\"}")
}

/// A machine with one central.
private struct JSONDeviceRig: ~Copyable {
    var machine = TopicJSON.DeviceMachine()
    var outbox = Outbox()
    var now = Instant(milliseconds: 1_000)
    let status = JoinStatus(state: .notConfigured)

    init() { machine.connected(1, now: now) }

    mutating func write(_ bytes: [UInt8], at offset: Int = 0, by central: UInt32 = 1) -> DeviceAction {
        machine.written(bytes.span, at: offset, to: 1, by: central, now: now, status: status, outbox: &outbox)
    }
}
