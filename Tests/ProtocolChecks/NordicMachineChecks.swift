import ProvisioningProtocols

/// Both ends of Nordic's service, message by message.
let nordicMachineSuite = Suite(
    "Nordic machines",
    [
        Check("B6/44: A typed-in network has an empty address and channel 0 beside its name") {
            var bench = NordicBench()
            bench.ready()
            bench.join("Cellar", "hunter22")
            let expected = hexBytes(
                "08 04 5A 1A 0A 0E 0A 06 43 65 6C 6C 61 72 12 00 20 00 28 04 12 08 68 75 6E 74 65 72 32 32")
            return bench.written == expected ? nil : "the request"
        },
        Check("B6/44: Without address and channel the answer is INVALID_PROTO, and the next request is taken") {
            var end = NordicEnd()
            let short = hexBytes("08 04 5A 14 0A 08 0A 06 43 65 6C 6C 61 72 12 08 68 75 6E 74 65 72 32 32")
            guard end.write(short) == .none, end.answer == (4, 2), !end.keepsAny else { return "the answer" }
            return end.write(joining([0x43], "hunter22")) == .join ? nil : "it did not stay up"
        },
        Check("A2/8: A name of 33 bytes is INVALID_ARGUMENT, nothing is kept, and the next request is taken") {
            var end = NordicEnd()
            let long = joining([UInt8](repeating: 0x78, count: 33), "hunter22")
            guard end.write(long) == .none, end.answer == (4, 1), !end.keepsAny else { return "the answer" }
            return end.write(joining([UInt8](repeating: 0x78, count: 32), "hunter22")) == .join ? nil : "32 bytes"
        },
        Check("A4/13: A key of 64 hex digits is carried whole, other 64 bytes are refused") {
            let key: StaticString = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
            var bench = NordicBench()
            bench.ready()
            bench.join("Barn", key)
            var end = NordicEnd()
            guard end.write(bench.written) == .join, end.credentials()?.passphrase == bytes(key) else {
                return "the key"
            }
            let other = [UInt8](repeating: 0x70, count: 64)
            return end.write(joining([0x43], other)) == .none && end.answer == (4, 1) ? nil : "other bytes"
        },
        Check("A4/15: A passphrase of 63 bytes is carried whole") {
            let passphrase = [UInt8](repeating: 0x70, count: 63)
            var bench = NordicBench()
            bench.ready()
            bench.join([0x42], passphrase)
            var end = NordicEnd()
            let isTaken = end.write(bench.written) == .join
            return isTaken && end.credentials()?.passphrase == passphrase ? nil : "the passphrase"
        },
        Check("B6/47: No bytes, or those of another message, bring no network, no state and no version") {
            for hex: StaticString in ["", "08 01", "18 00"] {
                var bench = NordicBench()
                bench.ready()
                bench.askForNetworks()
                bench.hear("08 02 10 00", on: 2)
                bench.forgetActions()
                bench.hear(hex, on: 3)
                if bench.actions != [.diagnosed] { return "a result" }
            }
            for hex: StaticString in ["", "10 01"] {
                var bench = NordicBench()
                bench.open(version: hex)
                if bench.actions.contains(.versionTold) || bench.machine.version != nil { return "a version" }
            }
            return nil
        },
        Check("B6/47: No bytes are no answer to credentials") {
            var bench = NordicBench()
            bench.ready()
            bench.join("Barn", "hunter22")
            bench.hear("", on: 2)
            if bench.actions.contains(.joinEnded) || bench.machine.progress >= .acknowledged { return "an answer" }
            bench.hear("10 00", on: 2)
            return bench.machine.progress == .acknowledged ? nil : "the answer that came then"
        },
        Check("E2/107: The reason of a failure is the one that was told, and unknown where none was") {
            for (hex, reason): (StaticString, JoinFailure) in [
                ("10 05", .unspecified), ("10 05 18 00", .wrongPassphrase), ("10 05 18 03", .noAddress),
                ("10 05 18 09", .unknown(9)),
            ] {
                var bench = NordicBench()
                bench.ready()
                bench.join("Barn", "hunter22")
                bench.hear("08 04 10 00", on: 2)
                bench.hear(hex, on: 3)
                if bench.machine.joinResult != .failed(reason) { return hex }
            }
            return nil
        },
        Check("E4/113: A value that cannot be read, amid five records, leaves all five and one end of the list") {
            var bench = NordicBench()
            bench.ready()
            bench.askForNetworks()
            bench.hear("08 02 10 00", on: 2)
            bench.forgetActions()
            for index in 0..<5 {
                if index == 2 { bench.hear("FF FF FF", on: 3) }
                bench.hear("0A 10 0A 0C 0A 04 42 61 72 6E 12 00 20 06 28 03 10 00", on: 3)
            }
            for _ in 0..<5 { bench.passTime() }
            let ends = bench.actions.filter { $0 == .listEnded }.count
            let networks = bench.actions.filter { $0 == .networkFound }.count
            let list = bench.machine.list
            return networks == 5 && ends == 1 && list.isComplete && list.received == 5
                && bench.actions.contains(.diagnosed) ? nil : "the list"
        },
        Check(
            "A scan that the device began and that finds nothing is an empty list at the limit; one it never began is none"
        ) {
            for (answer, end): (StaticString, ProvisionerList.End) in [("08 02 10 00", .ended), ("", .timedOut)] {
                var bench = NordicBench()
                bench.ready()
                bench.askForNetworks()
                bench.hear(answer, on: 2)
                bench.forgetActions()
                for _ in 0..<5 where !bench.actions.contains(.listEnded) { bench.passTime() }
                let list = bench.machine.list
                if list.end != end || list.isComplete || list.received != 0 { return answer }
            }
            return nil
        },
        Check("C5/66: Info is read by anybody; Control Point and Data Out, and what is subscribed to, need encryption")
        {
            let all = (0..<3).map { NordicWiFi.DeviceMachine.characteristic(at: $0).properties }
            return all == [0x02, 0x08 | 0x20 | 0x200 | 0x400, 0x10 | 0x400] ? nil : "the properties"
        },
        Check("C5/67: Nothing of WiFiSet needs encryption") {
            for index in 0..<WiFiSet.DeviceMachine.characteristicCount
            where WiFiSet.DeviceMachine.characteristic(at: index).properties & 0x700 != 0 { return "the properties" }
            return nil
        },
        Check("F3/126: An access point is wished for only where its address was given") {
            for (hex, isGiven): (StaticString, Bool) in [
                (
                    "08 04 5A 1E 0A 12 0A 04 42 61 72 6E 12 06 C0 FF EE 80 81 FE 20 06 28 04 12 08 68 75 6E 74 65 72 32 32",
                    true
                ),
                ("08 04 5A 18 0A 0C 0A 04 42 61 72 6E 12 00 20 00 28 04 12 08 68 75 6E 74 65 72 32 32", false),
                (
                    "08 04 5A 1E 0A 12 0A 04 42 61 72 6E 12 06 00 00 00 00 00 00 20 06 28 04 12 08 68 75 6E 74 65 72 32 32",
                    false
                ),
            ] {
                var end = NordicEnd()
                guard end.write(hexBytes(hex)) == .join, let credentials = end.credentials() else { return "a request" }
                if (credentials.bssid != nil) != isGiven { return hex }
            }
            return nil
        },
        Check("Volatile is taken from field 4 only where field 3 is a message") {
            for (hex, isVolatile): (StaticString, Bool) in [
                ("18 01", true), ("18 00", false), ("20 01", false), ("18 00 20 01", false), ("18 01 20 00", true),
                ("1A 02 0A 00 20 01", true), ("20 01 1A 00", true), ("1A 00 20 00", false), ("1A 00", false),
                ("22 02 0A 00", false), ("18 01 22 02 0A 00", true), ("18 01 20 01 2A 00", true),
                ("20 01 2A 00", false),
            ] {
                var end = NordicEnd()
                guard end.write(joining([0x42], "hunter22", hexBytes(hex))) == .join else { return hex }
                if end.credentials()?.isVolatile != isVolatile { return hex }
            }
            return nil
        },
        Check(
            "Of a join of another central the device tells by its answer, and is asked for its network: it was replaced"
        ) {
            // The other join goes on, has failed, or has come to its end.
            for state: StaticString in ["10 02", "10 05 18 00", "10 04"] {
                var bench = NordicBench()
                bench.ready()
                bench.join("Barn", "hunter22")
                bench.hear("08 04 10 00", on: 2)
                bench.hear("10 02", on: 3)
                bench.hear("08 04 10 00", on: 2)
                bench.hear("10 02", on: 3)
                bench.passTime()
                guard bench.now <= Instant(milliseconds: 0), bench.written == [0x08, 0x01] else {
                    return "the device was not asked"
                }
                bench.hear(onGuests, on: 2)
                guard !bench.hasEnded else { return "one answer was enough" }
                bench.hear(state, on: 3)
                if !bench.hasEnded, state.utf8CodeUnitCount < 6 { bench.passTime() }
                bench.hear(onGuests, on: 2)
                guard bench.hasEnded, bench.machine.joinResult == .failed(.replaced) else { return state }
            }
            return nil
        },
        Check("Connected on a network that the device did not have before is the end of a join that was replaced") {
            for (before, result): (StaticString, ProvisionerJoinResult) in [
                ("08 01 10 00", .failed(.replaced)), (onGuests, .failed(.unspecified)),
            ] {
                var bench = NordicBench()
                bench.open()
                bench.hear(before, on: 2)
                bench.join("Barn", "hunter22")
                bench.hear("08 04 10 00", on: 2)
                bench.hear("10 04", on: 3)
                bench.hear(onGuests, on: 2)
                if !bench.hasEnded { bench.passTime() }
                bench.hear(onGuests, on: 2)
                guard bench.hasEnded, bench.machine.joinResult == result else { return before }
            }
            return nil
        },
        Check("A join that took the place of another one ends by its own state, whatever came of the other's") {
            for (state, result): (StaticString, ProvisionerJoinResult) in [
                ("10 05 18 00", .failed(.wrongPassphrase)), ("10 05 18 01", .failed(.networkNotFound)),
            ] {
                var bench = NordicBench()
                bench.ready()
                bench.join("Barn", "hunter22")
                bench.hear("08 04 10 00", on: 2)
                bench.hear("08 04 10 00", on: 2)
                bench.passTime()
                // An answer that is older than the write, then one that is not.
                bench.hear(onGuests, on: 2)
                bench.passTime()
                bench.hear("08 01 10 00 52 0E 08 02 52 0A 0A 04 42 61 72 6E 12 00 20 00", on: 2)
                bench.hear(state, on: 3)
                guard bench.hasEnded, bench.machine.joinResult == result else { return state }
            }
            return nil
        },
        Check("Each of two requests to join that the device stores is answered") {
            var end = NordicEnd()
            guard end.write(joining([0x41], "hunter22")) == .join, end.credentials() != nil else { return "the first" }
            guard end.write(joining([0x42], "hunter22")) == .join, end.credentials() != nil else { return "the second" }
            let answers = [UInt8(0x41), 0x42, 0x42].map { end.store([$0]) }
            return answers == [true, true, false] ? nil : "the answers"
        },
    ])

/// The device is on Guests.
private let onGuests: StaticString = "08 01 10 00 52 10 08 04 52 0C 0A 06 47 75 65 73 74 73 12 00 20 00"

/// The device's end, and what it answered last: the operation and the status.
private struct NordicEnd: ~Copyable {
    private var machine = NordicWiFi.DeviceMachine()
    private var outbox = Outbox()
    private(set) var answer: (operation: Int32?, status: Int32?) = (nil, nil)

    init() { machine.connected(1, now: Instant(milliseconds: 0)) }

    mutating func write(_ bytes: [UInt8]) -> DeviceAction {
        let action = machine.written(
            bytes.span, at: 0, to: 2, by: 1, now: Instant(milliseconds: 0), status: JoinStatus(state: .notConfigured),
            outbox: &outbox)
        takeAnswers()
        return action
    }

    private mutating func takeAnswers() {
        for index in 0..<outbox.count {
            outbox.withMessage(index) { number, bytes in
                guard number == 2 else { return }
                let response = try? NordicWiFi.Response(decoding: bytes)
                answer = (response?.requestOpCode?.rawValue, response?.status?.rawValue)
            }
        }
        outbox.removeAll()
    }

    /// The credentials for this network are safe; whether that is answered.
    mutating func store(_ ssid: [UInt8]) -> Bool {
        guard let ssid = SSID(ssid.span) else { return false }
        answer = (nil, nil)
        machine.report(
            .stored(ssid), status: JoinStatus(state: .associating, ssid: ssid), now: Instant(milliseconds: 0),
            outbox: &outbox)
        takeAnswers()
        return answer == (4, 0)
    }

    var keepsAny: Bool { mutating get { credentials() != nil } }

    /// What there is to be joined with; `nil` where nothing was kept.
    mutating func credentials() -> (passphrase: [UInt8], bssid: HardwareAddress?, isVolatile: Bool)? {
        guard let taken = machine.takeCredentials() else { return nil }
        let passphrase = taken.passphrase.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        return (passphrase, taken.bssid, taken.isVolatile)
    }
}

/// The provisioning end, on a link where every operation succeeds at once.
private struct NordicBench: ~Copyable {
    var machine = NordicWiFi.ProvisionerMachine()
    private var outbox = Outbox()
    private(set) var now = Instant(milliseconds: 0)
    private var info: [UInt8] = []
    /// What the machine told, but for what was done on the link.
    private(set) var actions: [ProvisionerAction] = []
    /// What was written last.
    private(set) var written: [UInt8] = []

    mutating func open(version: StaticString = "08 01") {
        info = hexBytes(version)
        settle(machine.opened(maximumLength: 244, at: now, &outbox))
    }

    /// Opens the link and answers where the device stands.
    mutating func ready() {
        open()
        hear("08 01 10 00", on: 2)
    }

    mutating func askForNetworks() { settle(machine.networksRequested(ScanOptions(), at: now, &outbox)) }

    mutating func join(_ ssid: StaticString, _ passphrase: StaticString) { join(bytes(ssid), bytes(passphrase)) }

    mutating func join(_ ssid: [UInt8], _ passphrase: [UInt8]) {
        guard let ssid = SSID(ssid.span), let passphrase = Passphrase(passphrase.span) else { return }
        settle(machine.joinRequested(Credentials(ssid: ssid, passphrase: passphrase), at: now, &outbox))
    }

    mutating func hear(_ hex: StaticString, on characteristic: UInt8) {
        settle(machine.received(hexBytes(hex).span, from: characteristic, at: now, &outbox))
    }

    mutating func passTime() {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        settle(machine.tick(at: now, &outbox))
    }

    mutating func forgetActions() { actions = [] }

    var hasEnded: Bool { actions.contains(.joinEnded) }

    private mutating func settle(_ first: ProvisionerAction) {
        var action = first
        for _ in 0..<100 where action != .wait {
            switch action {
            case .read(let number):
                let value = info
                action = machine.readCompleted(value.span, from: number, at: now, &outbox)
            case .pair: action = machine.paired(.done, at: now, &outbox)
            case .subscribe(let number): action = machine.subscribed(number, .done, at: now, &outbox)
            case .write:
                written = outbox.withMessage(0) { _, bytes in bytes.indices.map { bytes[$0] } }
                outbox.removeAll()
                action = machine.writeCompleted(.done, at: now, &outbox)
            default:
                actions.append(action)
                action = machine.next(at: now, &outbox)
            }
        }
    }
}

private func joining(_ ssid: [UInt8], _ passphrase: StaticString, _ more: [UInt8] = []) -> [UInt8] {
    joining(ssid, bytes(passphrase), more)
}

/// A request to join a typed-in network, with `more` at the end of its configuration. It has less than 128 bytes.
private func joining(_ ssid: [UInt8], _ passphrase: [UInt8], _ more: [UInt8] = []) -> [UInt8] {
    let wifi = [0x0A, UInt8(ssid.count)] + ssid + [0x12, 0x00, 0x20, 0x00, 0x28, 0x04]
    let config = [0x0A, UInt8(wifi.count)] + wifi + [0x12, UInt8(passphrase.count)] + passphrase + more
    return [0x08, 0x04, 0x5A, UInt8(config.count)] + config
}
