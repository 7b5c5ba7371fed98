import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import ProvisionableDevice

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    private let wrongText = "Connection failed - wrong password or network issue"

    @Test(
        "E1/104: A wrong passphrase is told with reason and state, and the right one then joins on the same connection")
    func wrongThenRight() async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "wrong-one"))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        let error = await peripheral.hear(0xFF)
        #expect(error.bytes[4] == 0x05 && Array(error.bytes.dropFirst(6)) == Array(wrongText.utf8))
        let failed = await peripheral.hear(0x21, 0xFF)
        #expect(Array(failed.bytes.dropFirst(4)) == hex("04 00 00 00 00 00 04 42 61 72 6E"))
        _ = await peripheral.write(credentials("Barn", "hunter22", sequence: 1))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        #expect(await peripheral.hear(0x21).bytes[4] == 0x02)
        #expect(await peripheral.hear(0x21).bytes[4] == 0x03)
        await bench.end()
    }

    @Test("A network that fails is followed by the one that worked: 04 with the new name, then Connected with the old")
    func backToOld() async {
        let old = Kept("Home", "home-pass")
        let bench = Bench(FakeStation(disk: Disk(committed: old), air: [old, Kept("Barn", "hunter22")]))
        await bench.told { if case .connected = $0 { true } else { false } }
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "wrong-one"))
        var states: [String] = []
        while states.last != "3 Home" {
            let status = await peripheral.hear(0x21)
            states.append("\(status.bytes[4]) \(String(decoding: status.bytes.dropFirst(11), as: UTF8.self))")
        }
        #expect(states == ["2 Barn", "4 Barn", "2 Home", "3 Home"])
        #expect(bench.station.disk == Disk(committed: old))
        await bench.end()
    }

    @Test("A network that a fresh scan does not show is not found at once, without a try")
    func notFound() async {
        let bench = Bench(FakeStation(air: [Kept("Cafe", "")]))
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        let error = await peripheral.hear(0xFF)
        #expect(Array(error.bytes.dropFirst(6)) == Array("Network not found".utf8))
        #expect(bench.station.state.withLock { $0.joined }.isEmpty)
        await bench.end()
    }

    @Test("A network that a fresh scan does not show costs no connection: the present one stands and is told once")
    func notFoundStays() async {
        let old = Kept("Home", "home-pass")
        let bench = Bench(FakeStation(disk: Disk(committed: old), air: [old]))
        await bench.told { if case .connected = $0 { true } else { false } }
        let peripheral = await bench.withPhone()
        let joins = bench.station.state.withLock { $0.joined.count }
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        var states: [String] = []
        while states.last != "3 Home" {
            let status = await peripheral.hear(0x21)
            states.append("\(status.bytes[4]) \(String(decoding: status.bytes.dropFirst(11), as: UTF8.self))")
        }
        #expect(states == ["2 Barn", "4 Barn", "3 Home"])
        #expect(bench.station.state.withLock { $0.joined.count } == joins)
        #expect(bench.station.disk == Disk(committed: old))
        await bench.end()
    }

    @Test(
        "A passphrase that does not fit the network's security is a wrong password, and nothing is tried",
        arguments: [("Barn", ""), ("Barn", "short"), ("Cafe", "hunter22")])
    func misfit(ssid: String, passphrase: String) async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22"), Kept("Cafe", "")]))
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials(ssid, passphrase))
        let error = await peripheral.hear(0xFF)
        #expect(Array(error.bytes.dropFirst(6)) == Array(wrongText.utf8))
        #expect(await peripheral.hear(0x21).bytes[4] == 0x04)
        #expect(bench.station.state.withLock { $0.joined }.isEmpty)
        await bench.end()
    }

    @Test("Where a network in range hides its name, one that is not listed is joined as hidden")
    func hidden() async {
        let station = FakeStation(air: [Kept("Barn", "hunter22")])
        station.state.withLock { $0.points = [point("")] }
        let bench = Bench(station)
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        #expect(await peripheral.joinEnd() == 0x03)
        #expect(station.disk.committed?.isHidden == true)
        await bench.end()
    }

    @Test("A station that makes no progress is given up after 10 s, as a time-out")
    func stall() async {
        let station = FakeStation(air: [Kept("Barn", "hunter22")])
        station.state.withLock { $0.isSilent = true }
        let bench = Bench(station)
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        await bench.told { $0 == .stateChanged(.associating, ssid: SSID("Barn")) }
        let error = Task { await peripheral.hear(0xFF) }
        await bench.advance(until: { station.disk.staged == nil })
        #expect(Array(await error.value.bytes.dropFirst(6)) == Array("Connection timeout".utf8))
        await bench.end()
    }

    @Test("A full disk is ACK 03, and what was stored before is intact and stays joined")
    func fullDisk() async {
        let old = Kept("Home", "home-pass")
        let station = FakeStation(disk: Disk(committed: old, isFull: true), air: [old, Kept("Barn", "hunter22")])
        let bench = Bench(station)
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        #expect(await peripheral.hear(0x11).bytes.last == 3)
        #expect(station.disk == Disk(committed: old, isFull: true))
        #expect(station.state.withLock { $0.joined } == [old])
        await bench.end()
    }

    @Test("A scan that fails is Error 02, then the end of the list")
    func scanFails() async {
        let station = FakeStation()
        station.state.withLock { $0.scanFailure = StationError(.scanFailed) }
        let bench = Bench(station)
        let peripheral = await bench.onAir()
        peripheral.connect()
        peripheral.subscribe(.status)
        peripheral.subscribe(.list)
        #expect(await peripheral.hear(0xFF).bytes[4] == 2)
        #expect(await peripheral.hear(0x03).bytes.last == 0)
        await bench.end()
    }

    @Test("D4/97: Of two centrals' writes the last one wins, whole")
    func twoCentrals() async {
        let gate = EventStream<Void, Never>.make()
        let air = [Kept("Barn", "hunter22"), Kept("Loft", "straw-and-hay")]
        let bench = Bench(FakeStation(air: air, scanGate: gate.stream))
        let peripheral = await bench.onAir()
        for central in [CentralID.phone, .tablet] {
            peripheral.connect(central)
            peripheral.subscribe(.status, central)
        }
        _ = await peripheral.write(credentials("Barn", "hunter22"), from: .phone)
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        _ = await bench.station.scanStarted.stream.next()
        _ = await peripheral.write(credentials("Loft", "straw-and-hay"), from: .tablet)
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        gate.source.yield(())
        #expect(await peripheral.joinEnd() == 0x03)
        #expect(bench.station.disk == Disk(committed: Kept(ssid: "Loft", "straw-and-hay", .wpaPersonal)))
        #expect(bench.station.state.withLock { $0.joined.map(\.ssid) } == [Array("Loft".utf8)])
        await bench.end()
    }

    @Test("What is told of a write names its own network, also when another came while it was stored")
    func twoCentralsAtOnce() async {
        let gate = EventStream<Void, Never>.make()
        let station = FakeStation(air: [Kept("Barn", "hunter22"), Kept("Loft", "straw-and-hay")])
        station.stageGate.withLock { $0 = gate.stream }
        let bench = Bench(station)
        let peripheral = await bench.withPhone()
        peripheral.connect(.tablet)
        _ = await peripheral.write(credentials("Barn", "hunter22"), from: .phone)
        _ = await station.stageStarted.stream.next()
        _ = await peripheral.write(credentials("Loft", "straw-and-hay"), from: .tablet)
        station.stageGate.withLock { $0 = nil }
        gate.source.yield(())
        var stored: [SSID] = []
        await bench.told { event in
            if case .stored(let ssid) = event { stored.append(ssid) }
            if case .connected = event { return true }
            return false
        }
        #expect(stored == [SSID("Barn"), SSID("Loft")])
        #expect(station.disk.committed?.ssid == Array("Loft".utf8))
        await bench.end()
    }

    @Test("F3/123: A wrong then a right passphrase for one network leave one set of credentials, also after a restart")
    func oneSet() async {
        let air = [Kept("Barn", "hunter22")]
        let bench = Bench(FakeStation(air: air))
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(credentials("Barn", "wrong-one"))
        #expect(await peripheral.joinEnd() == 0x04)
        _ = await peripheral.write(credentials("Barn", "hunter22", sequence: 1))
        #expect(await peripheral.joinEnd() == 0x03)
        await bench.end()
        let again = Bench(FakeStation(disk: bench.station.disk, air: air))
        await again.told { if case .connected = $0 { true } else { false } }
        #expect(again.station.state.withLock { $0.joined.map(\.passphrase) } == [Array("hunter22".utf8)])
        await again.end()
    }

    @Test(
        "While a link takes nothing, one status waits for all that say the same, and writes are refused when too much does"
    )
    func flood() async {
        let gate = EventStream<Void, Never>.make()
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.withPhone()
        peripheral.gate.withLock { $0 = gate.stream }
        for number in UInt8(0)...200 { #expect(await peripheral.write([0x20, number, 0, 0]) == .value([])) }
        #expect(await bench.device.messages.count < 4)
        var refused = 0
        for number in UInt8(0)...200 {
            if await peripheral.write([0x77, number, 0, 0]) == .error(ATTError(rawValue: 0x11)) { refused += 1 }
        }
        #expect(refused > 100)
        #expect(await bench.device.messages.count < 100)
        peripheral.gate.withLock { $0 = nil }
        gate.source.yield(())
        for _ in 0..<(201 - refused) { #expect(await peripheral.hear(0xFF).bytes[4] == 6) }
        #expect(await peripheral.write(credentials("Barn", "hunter22")) == .value([]))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        await bench.end()
    }

    @Test("E5/115: A passphrase is in no trace, no event and no error", arguments: ["Zq7-canary-Zq7"])
    func canary(secret: String) async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.withPhone()
        let whole = credentials("Barn", secret)
        _ = await peripheral.write(whole)  // refused by the network
        _ = await peripheral.hear(0xFF)
        _ = await peripheral.write(Array(whole.prefix(14)))  // a long write
        _ = await peripheral.write(Array(whole.dropFirst(14)), at: 14)
        _ = await peripheral.write(whole + [0])  // malformed
        _ = await peripheral.write([0x77] + whole)  // unknown
        _ = await peripheral.hear(0xFF)
        await bench.end()
        var shown = ""
        dump(bench.traced.withLock { $0 }, to: &shown)
        while let event = await bench.device.events.next() { dump(event, to: &shown) }
        let written = bench.traced.withLock { $0.filter { $0.direction == .written } }
        #expect(written.count == 5 && written[0].bytes.count == whole.count)
        #expect(!shown.contains(secret))
        for record in written {
            for start in record.bytes.indices {
                for part in ["Zq7-", "cana", "nary"] { #expect(!record.bytes[start...].starts(with: part.utf8)) }
            }
        }
    }

    @Test("E5/117: Nothing public that a device is made of or gives shows a passphrase when it is printed")
    func printed() async throws {
        let secret = "Zq7-canary-Zq7"
        let bench = Bench(FakeStation())
        let peripheral = await bench.withPhone()
        _ = await peripheral.write(Array(credentials("Barn", secret).dropLast()))
        // The bytes that the device holds now would print as numbers, so that it must have nothing to print.
        try #require(Mirror(reflecting: bench.device).children.isEmpty)
        var shown = String(reflecting: DeviceError(.radioUnavailable)) + String(describing: bench.device)
        dump(bench.device, to: &shown)
        dump(DeviceEvent.credentialsReceived(SSID("Barn") ?? SSID()), to: &shown)
        #expect(!shown.contains(secret))
        await bench.end()
    }

    private func point(_ ssid: String) -> AccessPoint {
        AccessPoint(
            ssid: SSID(ssid) ?? SSID(), security: .wpaPersonal, signal: SignalStrength(rawValue: -60),
            channel: Channel(rawValue: 1))
    }
}

extension Bench {
    /// Moves the clock from deadline to deadline until `isDone`.
    func advance(until isDone: () -> Bool) async {
        while !isDone(), !Task.isCancelled {
            await time.advanceToNextDeadline()
            for _ in 0..<50 where !isDone() { await Task.yield() }
        }
    }
}
