import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import ProvisionableDevice

@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
    @Test("A phone hears the list, writes credentials, and hears ACK, Connecting and Connected")
    func wholeSession() async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22"), Kept("Cafe", "")]))
        let peripheral = await bench.onAir()
        #expect(peripheral.advertisement.name == "Barn sensor")
        #expect(peripheral.services.first?.characteristics.count == 3)
        peripheral.connect()
        peripheral.subscribe(.status)
        peripheral.subscribe(.list)
        var list: [UInt8] = []
        for _ in 0..<4 { list.append(await peripheral.hear(1, 2, 3).type) }
        #expect(list == [1, 2, 2, 3])
        #expect(await peripheral.write(credentials("Barn", "hunter22")) == .value([]))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        #expect(await peripheral.hear(0x21).bytes[4] == 0x02)
        let connected = await peripheral.hear(0x21)
        #expect(connected.bytes[4] == 0x03)
        #expect(Array(connected.bytes[6..<10]) == [192, 168, 1, 100])
        #expect(bench.station.disk == Disk(committed: Kept(ssid: "Barn", "hunter22", .wpaPersonal)))
        await bench.end()
        #expect(peripheral.isStopped)
        #expect(await bench.running.value == nil)
    }

    @Test("Every message that is sent has the next number, and counting begins anew with the first central")
    func sequences() async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.onAir()
        for _ in 0..<2 {
            peripheral.connect()
            peripheral.subscribe(.list)
            var numbers: [UInt8] = []
            for _ in 0..<3 { numbers.append(await peripheral.hear(1, 2, 3).sequence) }
            #expect(numbers == [0, 1, 2])
            peripheral.source.yield(.disconnected(.phone))
        }
        await bench.end()
    }

    @Test("A2/6: Percent signs in name and passphrase reach the station byte for byte")
    func percentSigns() async {
        let kept = Kept("100%n %s Cafe", "%d%d%s%n pass")
        let bench = Bench(FakeStation(air: [kept]))
        let peripheral = await bench.withPhone()
        let frame = "10 01 1C 00 0D 31 30 30 25 6E 20 25 73 20 43 61 66 65 0D 25 64 25 64 25 73 25 6E 20 70 61 73 73"
        _ = await peripheral.write(hex(frame))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        #expect(await peripheral.joinEnd() == 0x03)
        #expect(bench.station.disk.committed?.ssid == kept.ssid)
        #expect(bench.station.disk.committed?.passphrase == kept.passphrase)
        await bench.end()
    }

    @Test(
        "A2/8: A name of 33 bytes is ACK 01, whole or in pieces, nothing is stored, and a valid write then succeeds",
        arguments: [512, 18])
    func longName(piece: Int) async {
        await refuse(
            [0x10, 3, 0x2B, 0, 0x21] + [UInt8](repeating: 0x78, count: 33) + [8] + Array("hunter22".utf8),
            inPiecesOf: piece, ack: 1)
    }

    @Test(
        "A4/13: A passphrase of 64 bytes is ACK 02, whole or in pieces, nothing is stored, and a valid write then succeeds",
        arguments: [512, 18])
    func longPassphrase(piece: Int) async {
        await refuse(
            [0x10, 0, 0x46, 0, 4] + Array("Barn".utf8) + [0x40] + [UInt8](repeating: 0x61, count: 64),
            inPiecesOf: piece, ack: 2)
    }

    private func refuse(_ frame: [UInt8], inPiecesOf size: Int, ack: UInt8) async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.withPhone()
        for start in stride(from: 0, to: frame.count, by: size) {
            let piece = Array(frame[start..<min(start + size, frame.count)])
            #expect(await peripheral.write(piece, at: start) == .value([]))
        }
        #expect(await peripheral.hear(0x11, 0xFF).bytes.last == ack)
        #expect(bench.station.disk == Disk())
        #expect(bench.station.state.withLock { $0.joined }.isEmpty)
        _ = await peripheral.write(credentials("Barn", "hunter22"))
        #expect(await peripheral.hear(0x11, 0xFF).bytes.last == 0)
        await bench.end()
    }

    @Test("A4/15: All 63 bytes of the longest passphrase reach the station")
    func longestPassphrase() async {
        let passphrase = String(repeating: "0123456789", count: 6) + "abc"
        let bench = Bench(FakeStation(air: [Kept("Barn", passphrase)]))
        let peripheral = await bench.withPhone()
        let frame = credentials("Barn", passphrase)
        #expect(Array(frame[2..<4]) == [0x45, 0x00])
        _ = await peripheral.write(frame)
        #expect(await peripheral.joinEnd() == 0x03)
        #expect(bench.station.disk.committed?.passphrase == Array(passphrase.utf8))
        await bench.end()
    }

    @Test("A8/26: An open network is stored without a passphrase and joined again after a restart")
    func openNetwork() async {
        let first = Bench(FakeStation(air: [Kept("Cafe", "")]))
        let peripheral = await first.withPhone()
        _ = await peripheral.write(hex("10 01 06 00 04 43 61 66 65 00"))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        #expect(await peripheral.joinEnd() == 0x03)
        await first.end()
        #expect(first.station.disk.committed == Kept(ssid: "Cafe", "", .open))
        let second = Bench(FakeStation(disk: first.station.disk, air: [Kept("Cafe", "")]))
        await second.told { if case .connected = $0 { true } else { false } }
        await second.end()
    }

    @Test("B2/31: After leaving half-way and reconnecting, a write numbered 0 is taken")
    func numbersAfterReconnect() async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")]))
        let peripheral = await bench.withPhone()
        for sequence in UInt8(0)...0x17 { _ = await peripheral.write([0x20, sequence, 0, 0]) }
        peripheral.source.yield(.disconnected(.phone))
        peripheral.connect()
        peripheral.subscribe(.status)
        _ = await peripheral.write(credentials("Barn", "hunter22", sequence: 0))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        await bench.end()
    }

    @Test("B3/34: A write in three pieces is one message, handled once")
    func longWrite() async {
        let bench = Bench(FakeStation(air: [Kept("Barn", "a passphrase of forty bytes or nearly so")]))
        let peripheral = await bench.withPhone()
        let frame = credentials("Barn", "a passphrase of forty bytes or nearly so")
        for start in [0, 18, 36] {
            #expect(await peripheral.write(Array(frame[start..<min(start + 18, frame.count)]), at: start) == .value([]))
        }
        #expect(await peripheral.hear(0x11, 0xFF).bytes.last == 0)
        await peripheral.hear(state: 0x03)
        #expect(bench.station.state.withLock { $0.joined.count } == 1)
        await bench.end()
    }

    @Test(
        "B5/42: Sixty access points with names of 32 bytes all arrive over the least MTU, strongest first, each whole")
    func longList() async {
        let points = (0..<60).map { index in
            AccessPoint(
                ssid: SSID([UInt8](repeating: UInt8(0x30 + index), count: 32)) ?? SSID(), security: .wpaPersonal,
                signal: SignalStrength(rawValue: Int8(-90 + index)), channel: Channel(rawValue: 1))
        }
        let bench = Bench(FakeStation(points: points))
        let peripheral = await bench.onAir()
        peripheral.connect()
        peripheral.subscribe(.list, maximumLength: 20)
        var signals: [Int8] = []
        while true {
            let message = await peripheral.hear(2, 3)
            if message.type == 3 {
                #expect(message.bytes.last == 60)
                break
            }
            #expect(message.bytes.count == 40)
            signals.append(Int8(bitPattern: message.bytes[37]))
        }
        #expect(signals == signals.sorted(by: >) && signals.count == 60)
        #expect(peripheral.pieces.allSatisfy { $0 <= 20 })
        await bench.end()
    }

    @Test("A list that was cut off by the link begins anew and whole for who connects next")
    func listAfterReconnect() async {
        let gate = EventStream<Void, Never>.make()
        let air = (0..<9).map { Kept("Net \($0)", "password") }
        let bench = Bench(FakeStation(air: air))
        let peripheral = await bench.onAir()
        peripheral.gate.withLock { $0 = gate.stream }
        peripheral.connect()
        peripheral.subscribe(.list)
        for _ in 0..<4 {
            gate.source.yield(())
            _ = await peripheral.hear(1, 2)
        }
        peripheral.source.yield(.disconnected(.phone))
        peripheral.connect()
        peripheral.subscribe(.list)
        _ = await peripheral.read(.status)  // all that was before is handled
        peripheral.gate.withLock { $0 = nil }
        gate.source.yield(())
        var (count, end) = (0, [UInt8]())
        while end.isEmpty {
            let message = await peripheral.hear(1, 2, 3)
            switch message.type {
            case 1: count = 0
            case 2: count += 1
            default: end = message.bytes
            }
        }
        #expect(count == 9 && end.last == 9)
        await bench.end()
    }

    @Test("A list has at most 255 networks, and its end counts those that were sent")
    func listLimit() async {
        let point = AccessPoint(
            ssid: SSID("x") ?? SSID(), security: .open, signal: SignalStrength(rawValue: -40), channel: .unknown)
        let bench = Bench(FakeStation(points: Array(repeating: point, count: 300)))
        let peripheral = await bench.onAir()
        peripheral.connect()
        peripheral.subscribe(.list)
        var count = 0
        while await peripheral.hear(2, 3).type == 2 { count += 1 }
        #expect(count == 255)
        await bench.end()
    }

    @Test("F6/133: While a scan runs, status is read and credentials are written at once")
    func slowScan() async {
        let gate = EventStream<Void, Never>.make()
        let bench = Bench(FakeStation(air: [Kept("Barn", "hunter22")], scanGate: gate.stream))
        let peripheral = await bench.onAir()
        peripheral.connect()
        peripheral.subscribe(.status)
        peripheral.subscribe(.list)
        _ = await bench.station.scanStarted.stream.next()
        guard case .value(let status) = await peripheral.read(.status) else {
            Issue.record("status was not read")
            return
        }
        #expect(status.first == 0x21)
        #expect(await peripheral.write(credentials("Barn", "hunter22")) == .value([]))
        #expect(await peripheral.hear(0x11).bytes.last == 0)
        gate.source.yield(())
        #expect(await peripheral.joinEnd() == 0x03)
        await bench.end()
    }
}

extension Kept {
    init(ssid: String, _ passphrase: String, _ security: Security) {
        self.init(ssid, passphrase)
        self.security = security
    }
}
