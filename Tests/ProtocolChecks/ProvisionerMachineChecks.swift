import ProvisioningProtocols

/// The provisioning end of WiFiSet, event by event.
let provisionerMachineSuite = Suite(
    "WiFiSet provisioning machine",
    [
        Check("The list is subscribed to first, then Status, then nothing is done") {
            var bench = MachineBench()
            let first = bench.open()
            let second = bench.machine.subscribed(2, .done, at: bench.now, &bench.outbox)
            let third = bench.machine.subscribed(4, .done, at: bench.now, &bench.outbox)
            guard first == .subscribe(2), second == .subscribe(4), third == .wait else { return "the order" }
            return bench.machine.next(at: bench.now, &bench.outbox) == .wait ? nil : "something more was wanted"
        },
        Check("A list is told entry by entry and ends whole") {
            var bench = MachineBench()
            bench.ready()
            guard bench.hear("01 00 00 00", on: 2) == .wait else { return "a Start asked for something" }
            guard bench.hear("02 01 08 00 04 42 61 72 6E C8 04 06", on: 2) == .networkFound,
                bench.machine.network.security == .wpa3Personal
            else { return "the entry" }
            guard bench.hear("03 02 01 00 01", on: 2) == .listEnded else { return "the end" }
            return bench.machine.list == ProvisionerList(end: .ended, isComplete: true, received: 1, announced: 1)
                ? nil : "the list"
        },
        Check("A4/15: Credentials are one message with every byte of the passphrase, and leave nothing in the outbox") {
            var bench = MachineBench()
            bench.ready()
            _ = bench.hear("21 01 07 00 00 00 00 00 00 00 00", on: 4)
            guard bench.join([UInt8](repeating: 0x70, count: 63)) == .joinProgressed,
                bench.outbox.count == 1
            else { return "no write" }
            let isWhole = bench.outbox.withMessage(0) { characteristic, bytes in
                characteristic == 3 && bytes.count == 73 && bytes[2] == 0x45 && bytes[9] == 63
            }
            return isWhole ? nil : "the message"
        },
        Check("Connected on the network that the device was on before the write is no success without Connecting") {
            var bench = MachineBench()
            bench.ready()
            _ = bench.hear("21 01 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E", on: 4)
            bench.write()
            _ = bench.hear("21 02 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E", on: 4)
            guard !bench.hasEnded else { return "the old connection counted" }
            _ = bench.hear("21 03 0B 00 02 00 00 00 00 00 04 42 61 72 6E", on: 4)
            _ = bench.hear("21 04 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E", on: 4)
            return bench.hasEnded ? nil : "the new connection did not count"
        },
        Check("Error and state 0x04 are one outcome, in either order") {
            for isStatusFirst in [true, false] {
                var bench = MachineBench()
                bench.ready()
                _ = bench.hear("21 01 07 00 00 00 00 00 00 00 00", on: 4)
                bench.write()
                _ = bench.hear("11 02 01 00 00", on: 4)
                let status: StaticString = "21 03 0B 00 04 00 00 00 00 00 04 42 61 72 6E"
                let error: StaticString = "FF 03 13 00 05 11 4E 65 74 77 6F 72 6B 20 6E 6F 74 20 66 6F 75 6E 64"
                _ = bench.hear(isStatusFirst ? status : error, on: 4)
                guard !bench.hasEnded else { return "one half was enough" }
                _ = bench.hear(isStatusFirst ? error : status, on: 4)
                guard bench.hasEnded, bench.machine.joinResult == .failed(.networkNotFound) else {
                    return "the outcome"
                }
            }
            return nil
        },
        Check("A join ends by its limit, and the machine then waits for nothing") {
            var bench = MachineBench()
            bench.ready()
            _ = bench.hear("21 01 07 00 00 00 00 00 00 00 00", on: 4)
            bench.write()
            for _ in 0..<200 where !bench.hasEnded { bench.passTime() }
            guard bench.hasEnded, bench.machine.joinResult == .unknown(.noAnswer) else { return "the outcome" }
            return bench.now <= Instant(milliseconds: 46_000) ? nil : "it took longer"
        },
        Check("Connecting for another central's network, after that for the wanted one, ends the join as replaced") {
            for other in otherNetwork {
                var bench = MachineBench()
                bench.ready()
                _ = bench.hear("21 01 07 00 00 00 00 00 00 00 00", on: 4)
                bench.write()
                for message: StaticString in ["11 02 01 00 00", "21 03 0B 00 02 00 00 00 00 00 04 42 61 72 6E"] {
                    _ = bench.hear(message, on: 4)
                }
                guard !bench.hasEnded else { return "it ended before" }
                _ = bench.hear("11 04 01 00 00", on: 4)
                _ = bench.hear(other, on: 4)
                guard bench.hasEnded, bench.machine.joinResult == .failed(.replaced) else { return other }
                let none = bench.machine.withDeviceText { $0.count }
                guard none == 0 else { return "a text" }
            }
            return nil
        },
        Check("Another network counts only where the wanted one does not follow, and what fails then is not this join")
        {
            for isFollowed in [true, false] {
                for other in otherNetwork {
                    var bench = MachineBench()
                    bench.ready()
                    _ = bench.hear("21 01 07 00 00 00 00 00 00 00 00", on: 4)
                    bench.write()
                    _ = bench.hear("11 02 01 00 00", on: 4)
                    _ = bench.hear(other, on: 4)
                    guard !bench.hasEnded else { return "it ended at once" }
                    if isFollowed {
                        _ = bench.hear("21 06 0B 00 02 00 00 00 00 00 04 42 61 72 6E", on: 4)
                        _ = bench.hear("21 07 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E", on: 4)
                        let address = IPv4Address(192, 168, 1, 100)
                        guard bench.hasEnded,
                            bench.machine.joinResult == .connected(address, SignalStrength(rawValue: -56))
                        else { return "the later write" }
                    } else {
                        _ = bench.hear("FF 06 13 00 05 11 4E 65 74 77 6F 72 6B 20 6E 6F 74 20 66 6F 75 6E 64", on: 4)
                        bench.passTime()
                        guard bench.hasEnded, bench.machine.joinResult == .failed(.replaced),
                            bench.now <= Instant(milliseconds: 5_000)
                        else { return "the earlier write" }
                    }
                }
            }
            return nil
        },
        Check("The network that the device had before replaces no join") {
            for message: StaticString in [
                "21 01 0D 00 03 C8 C0 A8 01 64 06 47 75 65 73 74 73",
                "21 01 0D 00 02 00 00 00 00 00 06 47 75 65 73 74 73",
            ] {
                var bench = MachineBench()
                bench.ready()
                _ = bench.hear(message, on: 4)
                bench.write()
                _ = bench.hear("11 02 01 00 00", on: 4)
                _ = bench.hear("21 03 0B 00 02 00 00 00 00 00 04 42 61 72 6E", on: 4)
                for other in otherNetwork { _ = bench.hear(other, on: 4) }
                guard !bench.hasEnded else { return message }
                for _ in 0..<200 where !bench.hasEnded { bench.passTime() }
                guard bench.machine.joinResult == .unknown(.noResult) else { return "the outcome" }
            }
            return nil
        },
    ])

/// Connecting and Connected for Guests.
private let otherNetwork: [StaticString] = [
    "21 05 0D 00 02 00 00 00 00 00 06 47 75 65 73 74 73", "21 05 0D 00 03 C8 C0 A8 01 64 06 47 75 65 73 74 73",
]

/// A machine with an outbox and a clock, whose operations all succeed at once.
private struct MachineBench: ~Copyable {
    var machine = WiFiSet.ProvisionerMachine()
    var outbox = Outbox()
    var now = Instant(milliseconds: 0)
    var hasEnded = false

    mutating func open() -> ProvisionerAction { machine.opened(maximumLength: 182, at: now, &outbox) }

    mutating func ready() {
        _ = open()
        _ = machine.subscribed(2, .done, at: now, &outbox)
        _ = machine.subscribed(4, .done, at: now, &outbox)
    }

    /// A notification; the first action that it brings. All others are carried out.
    mutating func hear(_ hex: StaticString, on characteristic: UInt8) -> ProvisionerAction {
        let bytes = hexBytes(hex)
        let first = machine.received(bytes.span, from: characteristic, at: now, &outbox)
        settle(first)
        return first
    }

    mutating func join(_ passphrase: [UInt8]) -> ProvisionerAction {
        guard let ssid = SSID([0x42, 0x61, 0x72, 0x6E].span), let passphrase = Passphrase(passphrase.span) else {
            return .wait
        }
        let credentials = Credentials(ssid: ssid, passphrase: passphrase, security: .wpaPersonal)
        let first = machine.joinRequested(credentials, at: now, &outbox)
        guard first == .write else { return first }
        return machine.next(at: now, &outbox)
    }

    /// Joins, and lets the write succeed.
    mutating func write() {
        settle(join([UInt8](repeating: 0x70, count: 9)))
        outbox.removeAll()
        settle(machine.writeCompleted(.done, at: now, &outbox))
    }

    /// Goes on to the machine's deadline.
    mutating func passTime() {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        settle(machine.tick(at: now, &outbox))
    }

    private mutating func settle(_ first: ProvisionerAction) {
        var action = first
        for _ in 0..<100 where action != .wait {
            if action == .joinEnded { hasEnded = true }
            if action == .write {
                outbox.removeAll()
                action = machine.writeCompleted(.done, at: now, &outbox)
            } else {
                action = machine.next(at: now, &outbox)
            }
        }
    }
}
