import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing

@testable import VirtualRadio

@Suite("Faults of the virtual radio", .timeLimit(.minutes(1)))
struct FaultTests {
    static let service = BluetoothUUID(0x1234)
    static let value = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0001))
    static let alerts = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0002))
    static let secret = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0003))
    static let receipts = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0004))
    static let table = [
        Service(
            uuid: service,
            characteristics: [
                Characteristic(uuid: value.characteristic, properties: [.read, .write, .writeWithoutResponse]),
                Characteristic(uuid: alerts.characteristic, properties: [.notify]),
                Characteristic(
                    uuid: secret.characteristic, properties: [.read, .notify, .encryptRead, .encryptNotify]),
                Characteristic(uuid: receipts.characteristic, properties: [.indicate]),
            ])
    ]

    let time = ManualTime()
    let air = VirtualAir()

    /// A peripheral and a link to it, subscribed: two steps, each a question and an answer, have gone.
    func link(_ faults: String, at end: End) async throws -> (any PublishedPeripheral, any PeripheralConnection) {
        let faults = try VirtualRadio.Faults(parsing: faults)
        let host = VirtualRadio(air: air, faults: end == .peripheral ? faults : .init(), time: time)
        let central = VirtualRadio(air: air, faults: end == .central ? faults : .init(), time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        let connection = try await central.connect(to: address(), deadline: time.now + 1_000)
        _ = try await connection.services(deadline: time.now + 1_000)
        try await connection.subscribe(to: Self.alerts)
        return (peripheral, connection)
    }

    enum End: CaseIterable { case central, peripheral }

    func address() -> PeripheralID { PeripheralID(VirtualAddress.derived(from: "Faulty", attempt: 0).description) }

    /// What of the notifications 0 to `count` arrives.
    func received(_ faults: String, at end: End, count: UInt8 = 100) async throws -> [UInt8] {
        let (peripheral, connection) = try await link(faults, at: end)
        for number in 0..<count { try await peripheral.notify([number], on: Self.alerts, to: nil) }
        time.advance(by: 1_000)
        await peripheral.stop()
        var received: [UInt8] = []
        do {
            while case .notification(_, let value)? = try await connection.events.next() { received += value }
        } catch {}
        return received
    }

    @Test("Without faults everything arrives once and in order", arguments: End.allCases)
    func none(_ end: End) async throws {
        #expect(try await received("", at: end) == Array(0..<100))
    }

    @Test(
        "Loss, duplicates and re-ordering come as often as they are set, and the same again for the same seed",
        arguments: End.allCases)
    func chances(_ end: End) async throws {
        let lossy = try await received("loss=20,seed=7", at: end)
        #expect((60...95).contains(lossy.count))
        #expect(lossy == lossy.sorted())
        #expect(try await received("loss=20,seed=7", at: end) == lossy)
        #expect(try await received("loss=20,seed=8", at: end) != lossy)
        let doubled = try await received("duplicates=20,seed=7", at: end)
        #expect((105...140).contains(doubled.count) && Set(doubled).count == 100)
        let mixed = try await received("reorder=20,seed=7", at: end)
        #expect(mixed.sorted() == Array(0..<100) && mixed != Array(0..<100))
    }

    @Test("A single step is lost, doubled or overtaken")
    func steps() async throws {
        #expect(try await received("lose=6", at: .central, count: 4) == [0, 2, 3])
        #expect(try await received("double=6", at: .central, count: 4) == [0, 1, 1, 2, 3])
        #expect(try await received("swap=6", at: .central, count: 4) == [0, 2, 1, 3])
        #expect(try await received("swap=8", at: .central, count: 4) == [0, 1, 2, 3], "let go after 100 ms")
    }

    @Test("An indication can come twice, and be overtaken, and is confirmed all the same", arguments: End.allCases)
    func indications(_ end: End) async throws {
        for (faults, expected) in [("", [[1], [2]]), ("double=7", [[1], [1], [2]]), ("swap=7", [[2], [1]])]
            as [(String, [[UInt8]])]
        {
            let (peripheral, connection) = try await link(faults, at: end)
            try await connection.subscribe(to: Self.receipts)
            let timers = time.timerCount
            let indicating = Task { try await peripheral.notify([1], on: Self.receipts, to: nil) }
            if faults == "swap=7" {
                // Held, with the limit of its confirmation and the time until it is let go.
                await time.waitForTimers(timers + 2)
            } else {
                try await indicating.value
            }
            try await peripheral.notify([2], on: Self.alerts, to: nil)
            try await indicating.value
            var received: [[UInt8]] = []
            while received.count < expected.count, let event = try await connection.events.next() {
                if case .notification(_, let value) = event { received.append(value) }
            }
            #expect(received == expected, "\(faults)")
            await connection.disconnect()
            await peripheral.stop()
        }
    }

    @Test("The link is cut before or after the message of a step, at either end", arguments: End.allCases)
    func cut(_ end: End) async throws {
        #expect(try await received("cut=7", at: end, count: 5) == [0, 1])
        #expect(try await received("cut=7:after", at: end, count: 5) == [0, 1, 2])
    }

    @Test("A cut link fails what waits on it, both ends are told, and the next link is whole")
    func cutWrite() async throws {
        let (peripheral, connection) = try await link("cut=5", at: .central)
        let error = await #expect(throws: BluetoothError.self) {
            try await connection.write([1], to: Self.value, withResponse: true)
        }
        #expect(error?.code == .disconnected)
        var ended = false
        while !ended, let event = try await peripheral.events.next() {
            if case .disconnected = event { ended = true }
            if case .write = event { Issue.record("the lost write arrived") }
        }
        await #expect(throws: BluetoothError.self) { try await connection.events.next() }
    }

    @Test("A lost request ends the link after 30 seconds, as the attribute protocol has it")
    func lostRequest() async throws {
        let (peripheral, connection) = try await link("lose=5", at: .central)
        let write = Task { try await connection.write([1], to: Self.value, withResponse: true) }
        let start = time.now
        await time.advanceToNextDeadline()
        #expect(time.now == start + 30_000)
        let error = await #expect(throws: BluetoothError.self) { try await write.value }
        #expect(error?.code == .disconnected)
        await #expect(throws: BluetoothError.self) { try await connection.events.next() }
        await peripheral.stop()
    }

    @Test("Latency holds every message for its time, each way")
    func latency() async throws {
        let central = VirtualRadio(air: air, faults: try .init(parsing: "latency=40"), time: time)
        let host = VirtualRadio(air: air, time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        let start = time.now
        let connecting = Task { try await central.connect(to: address(), deadline: start + 1_000) }
        await time.advanceToNextDeadline()
        #expect(time.now == start + 40)
        await time.advanceToNextDeadline()
        let connection = try await connecting.value
        #expect(time.now == start + 80)
        await connection.disconnect()
        await peripheral.stop()
    }

    @Test("Only so many connections are refused, at either end", arguments: End.allCases)
    func refusals(_ end: End) async throws {
        for _ in 0..<2 {
            let refused = try VirtualRadio.Faults(parsing: "refuse=1")
            let host = VirtualRadio(air: air, faults: end == .peripheral ? refused : .init(), time: time)
            let central = VirtualRadio(air: air, faults: end == .central ? refused : .init(), time: time)
            let peripheral = try await host.publish(
                Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
            let error = await #expect(throws: BluetoothError.self) {
                _ = try await central.connect(to: address(), deadline: time.now + 1_000)
            }
            #expect(error?.code == .connectionFailed)
            _ = try await central.connect(to: address(), deadline: time.now + 1_000)
            await peripheral.stop()
        }
    }

    @Test("An encrypted characteristic refuses until the link is paired, and the bond outlasts the link")
    func encryption() async throws {
        let host = VirtualRadio(air: air, time: time)
        let central = VirtualRadio(air: air, time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        for isPaired in [false, true] {
            let connection = try await central.connect(to: address(), deadline: time.now + 1_000)
            _ = try await connection.services(deadline: time.now + 1_000)
            if !isPaired {
                let error = await #expect(throws: BluetoothError.self) { try await connection.read(Self.secret) }
                #expect(error?.attributeError == .insufficientEncryption)
                try await connection.pair(deadline: time.now + 1_000)
            }
            async let value = connection.read(Self.secret)
            var isAnswered = false
            while !isAnswered, let event = try await peripheral.events.next() {
                guard case .read(_, _, _, let request) = event else { continue }
                peripheral.respond(to: request, with: [4])
                isAnswered = true
            }
            #expect(try await value == [4])
            await connection.disconnect()
        }
        await peripheral.stop()
    }

    @Test(
        "C4/60: A bond that the peripheral has lost is made anew by the next connection, or the error says that it is lost",
        arguments: [true, false])
    func lostAtThePeripheral(pairsAnew: Bool) async throws {
        let host = VirtualRadio(air: air, time: time)
        let central = VirtualRadio(air: air, time: time)
        let peripheral = try await publish(host)
        try await pairOnce(central)
        host.faults.forgetsBonds = true
        host.faults.refusesPairing = !pairsAnew
        if pairsAnew {
            try await expectPaired(try await central.connect(to: address(), deadline: time.now + 1_000))
        } else {
            let error = await #expect(throws: BluetoothError.self) {
                _ = try await central.connect(to: address(), deadline: time.now + 1_000)
            }
            #expect(error?.code == .bondLost)
        }
        await peripheral.stop()
    }

    @Test(
        "C4/60: A bond that the central has lost is made anew where the peripheral takes another in its place",
        arguments: [true, false])
    func lostAtTheCentral(takesAnother: Bool) async throws {
        let host = VirtualRadio(air: air, time: time)
        let central = VirtualRadio(air: air, time: time)
        let peripheral = try await publish(host)
        try await pairOnce(central)
        host.faults.refusesRepairing = !takesAnother
        central.faults.forgetsBonds = true
        let connection = try await central.connect(to: address(), deadline: time.now + 1_000)
        _ = try await connection.services(deadline: time.now + 1_000)
        let refused = await #expect(throws: BluetoothError.self) { try await connection.subscribe(to: Self.secret) }
        #expect(refused?.attributeError == .insufficientEncryption)
        if takesAnother {
            try await connection.pair(deadline: time.now + 1_000)
            try await expectPaired(connection)
        } else {
            let error = await #expect(throws: BluetoothError.self) {
                try await connection.pair(deadline: time.now + 1_000)
            }
            #expect(error?.code == .pairingFailed)
        }
        await peripheral.stop()
    }

    private func publish(_ host: VirtualRadio) async throws -> any PublishedPeripheral {
        try await host.publish(Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
    }

    private func pairOnce(_ central: VirtualRadio) async throws {
        let connection = try await central.connect(to: address(), deadline: time.now + 1_000)
        try await connection.pair(deadline: time.now + 1_000)
        await connection.disconnect()
    }

    /// A subscription that needs an encrypted link goes through.
    private func expectPaired(_ connection: any PeripheralConnection) async throws {
        _ = try await connection.services(deadline: time.now + 1_000)
        try await connection.subscribe(to: Self.secret)
        await connection.disconnect()
    }

    @Test("A peripheral that does not pair says so")
    func unpairable() async throws {
        let host = VirtualRadio(air: air, time: time)
        let peripheral = try await publish(host)
        host.faults.refusesPairing = true
        let stranger = VirtualRadio(air: air, time: time)
        let connection = try await stranger.connect(to: address(), deadline: time.now + 1_000)
        let error = await #expect(throws: BluetoothError.self) {
            try await connection.pair(deadline: time.now + 1_000)
        }
        #expect(error?.code == .pairingFailed)
        await peripheral.stop()
    }

    @Test("A silent peripheral is not heard until it speaks, though it can be connected to")
    func silence() async throws {
        let host = VirtualRadio(air: air, faults: try .init(parsing: "silent"), time: time)
        let central = VirtualRadio(air: air, time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        let found = central.discover(services: [])
        _ = try await central.connect(to: address(), deadline: time.now + 1_000)
        if case .event = await found.next(until: time.now, on: PastTime()) {
            Issue.record("a silent peripheral was heard")
        }
        host.faults.isSilent = false
        #expect(try await found.next()?.name == "Faulty")
        await peripheral.stop()
    }

    @Test("A radio that is switched off ends its links, and goes on by itself when it is back")
    func radioOff() async throws {
        let host = VirtualRadio(air: air, time: time)
        let central = VirtualRadio(air: air, time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        let states = host.states()
        #expect(await states.next() == .ready)
        let connection = try await central.connect(to: address(), deadline: time.now + 1_000)
        host.setState(.unavailable(BluetoothError(.poweredOff)))
        #expect(await states.next() == .unavailable(BluetoothError(.poweredOff)))
        let end = await #expect(throws: BluetoothError.self) { try await connection.events.next() }
        #expect(end?.code == .disconnected)
        let error = await #expect(throws: BluetoothError.self) {
            _ = try await central.connect(to: address(), deadline: time.now + 1_000)
        }
        #expect(error?.code == .notFound)
        host.setState(.ready)
        _ = try await central.connect(to: address(), deadline: time.now + 1_000)
        var seen: [String] = []
        for _ in 0..<5 {
            switch try await peripheral.events.next() {
            case .connected: seen.append("connected")
            case .disconnected: seen.append("disconnected")
            case .radio(let state): seen.append(state == .ready ? "ready" : "off")
            default: seen.append("another")
            }
        }
        #expect(seen == ["connected", "disconnected", "off", "ready", "connected"])
    }

    @Test(
        "A discovery waits for the radio as long as its patience lasts, and goes on when it comes",
        arguments: [true, false])
    func patience(_ comes: Bool) async throws {
        let host = VirtualRadio(air: air, time: time)
        let peripheral = try await host.publish(
            Self.table, advertisement: Advertisement(name: "Faulty", services: [Self.service]))
        let central = VirtualRadio(air: air, faults: try .init(parsing: "radio=missing"), patience: 500, time: time)
        let found = central.discover(services: [])
        time.advance(by: 499)
        if comes { central.setState(.ready) }
        time.advance(by: 1_000)
        if comes {
            #expect(try await found.next()?.name == "Faulty")
        } else {
            let error = await #expect(throws: BluetoothError.self) { try await found.next() }
            #expect(error?.code == .noAdapter)
        }
        await peripheral.stop()
    }

    @Test(
        "A list of faults is read and written",
        arguments: [
            "", "mtu=23", "latency=20,loss=5,duplicates=6,reorder=7,seed=8", "cut=9", "cut=9:after,cuts=3",
            "lose=1,double=2,swap=3", "silent,refuse=2,unpairable,forgetful,norepairing,radio=off", "radio=missing",
        ])
    func text(_ text: String) throws {
        #expect(try VirtualRadio.Faults(parsing: text).description == text)
    }

    @Test(
        "A list that is wrong names the part",
        arguments: [
            "mtu=22", "mtu=518", "mtu", "latency=-1", "loss=101", "cut=0", "cut=5:soon", "radio=loud", "lost=5",
        ])
    func wrongText(_ text: String) {
        let error = #expect(throws: VirtualRadio.Faults.SyntaxError.self) { try VirtualRadio.Faults(parsing: text) }
        #expect(error?.description.hasPrefix(text.prefix { $0 != "=" }) == true)
    }
}

/// A clock at which every deadline has passed.
private struct PastTime: TimeSource {
    var now: Instant { Instant(milliseconds: .max) }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        action()
        return ManualTime().schedule(at: deadline) {}
    }

    func cancel(_ timer: Timer) {}
}
