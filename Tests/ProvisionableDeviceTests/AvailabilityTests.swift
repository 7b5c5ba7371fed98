import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import ProvisionableDevice

@Suite(.timeLimit(.minutes(1)))
struct AvailabilityTests {
    private let barn = Kept("Barn", "hunter22")

    @Test(
        "F6/131: By default the device stays on the air with a network; told otherwise, until the last central has left"
    )
    func onAir() async {
        let always = Bench(FakeStation(disk: Disk(committed: barn), air: [barn]))
        let peripheral = await always.withPhone()
        await always.told { if case .connected = $0 { true } else { false } }
        peripheral.source.yield(.disconnected(.phone))
        await always.told { $0 == .centralLeft(.phone) }
        // Asked much later than it would have gone off the air, it still answers.
        peripheral.connect(.tablet)
        for _ in 0..<20 { #expect(await peripheral.read(.list, from: .tablet) != .none) }
        #expect(!peripheral.isStopped)
        await always.end()

        let shy = Bench(FakeStation(air: [barn])) { $0.advertisesWhenProvisioned = false }
        let first = await shy.withPhone()
        _ = await first.write(credentials("Barn", "hunter22"))
        #expect(await first.joinEnd() == 0x03)
        #expect(!first.isStopped)
        first.source.yield(.disconnected(.phone))
        await shy.told { $0 == .centralLeft(.phone) }
        shy.station.emit(.disconnected, [])  // the network is gone for good
        let second = await shy.onAir()
        #expect(first.isStopped && !second.isStopped)
        await shy.end()
    }

    @Test("A radio that cannot be used at the start ends the run, with the reason")
    func noRadio() async {
        let host = FakeHost()
        host.refusal.withLock { $0 = BluetoothError(.noAdapter) }
        let bench = Bench(FakeStation(), host: host)
        #expect(await bench.running.value == DeviceError(.radioUnavailable, radio: BluetoothError(.noAdapter)))
    }

    @Test("A radio that goes away later is reported, waited for, and gone on with")
    func radioAway() async {
        let bench = Bench(FakeStation(air: [barn]))
        let first = await bench.withPhone()
        bench.host.refusal.withLock { $0 = BluetoothError(.serviceUnavailable) }
        first.source.finish(throwing: BluetoothError(.serviceUnavailable))
        await bench.told { $0 == .radioUnavailable(BluetoothError(.serviceUnavailable)) }
        bench.host.refusal.withLock { $0 = nil }
        bench.host.radio.source.yield(.ready)
        let next = Task { await bench.onAir() }
        let advancing = Task { while !Task.isCancelled { await bench.time.advanceToNextDeadline() } }
        let second = await next.value
        advancing.cancel()
        second.connect()
        second.subscribe(.status)
        _ = await second.write(credentials("Barn", "hunter22"))
        #expect(await second.hear(0x11).bytes.last == 0)
        await bench.end()
    }

    @Test("While the station is away credentials are ACK 03; when it is back, what it keeps is taken up")
    func stationAway() async {
        let bench = Bench(FakeStation(disk: Disk(committed: barn), air: [barn]))
        let peripheral = await bench.withPhone()
        await bench.told { if case .connected = $0 { true } else { false } }
        bench.station.emit(.unavailable(StationError(.serviceUnavailable)))
        await bench.told { $0 == .stationUnavailable(StationError(.serviceUnavailable)) }
        _ = await peripheral.write(credentials("Loft", "straw-and-hay"))
        #expect(await peripheral.hear(0x11).bytes.last == 3)
        bench.station.emit(.available)
        await bench.told { $0 == .stationAvailable }
        await bench.told { if case .connected = $0 { true } else { false } }
        #expect(bench.station.disk == Disk(committed: barn))
        await bench.end()
    }

    @Test("A store that cannot be read is told with the station's own words, and read again when the station speaks")
    func damagedStore() async {
        let station = FakeStation(disk: Disk(committed: barn), air: [barn])
        let damage = StationError(.storageFailed, "the file committed is damaged")
        station.state.withLock { $0.storeFailure = damage }
        let bench = Bench(station)
        await bench.told { $0 == .stationUnavailable(damage) }
        station.state.withLock { $0.storeFailure = nil }
        station.emit(.available)
        await bench.told { if case .connected = $0 { true } else { false } }
        await bench.end()
    }

    @Test("A device that has run is not run again, and one without a protocol is refused")
    func misuse() async {
        let bench = Bench(FakeStation())
        _ = await bench.onAir()
        await #expect(throws: DeviceError(.alreadyRun)) { try await bench.device.run() }
        await bench.end()
        let empty = Bench(FakeStation()) { $0.protocols = [] }
        #expect(await empty.running.value == DeviceError(.noProtocol))
    }

    @Test("All that is stored is forgotten when it is asked for, and Not Configured is told")
    func forget() async {
        let bench = Bench(FakeStation(disk: Disk(committed: barn), air: [barn]))
        let peripheral = await bench.withPhone()
        await bench.told { if case .connected = $0 { true } else { false } }
        await bench.device.forget()
        await bench.told { $0 == .cleared }
        await peripheral.hear(state: 0x00)
        #expect(bench.station.disk == Disk())
        await bench.end()
    }

    @Test("A value longer than one packet is read in pieces of one moment, and past its end not at all")
    func longRead() async {
        let bench = Bench(FakeStation(air: [barn]))
        let peripheral = await bench.withPhone()
        guard case .value(let whole) = await peripheral.read(.list) else { return }
        #expect(whole == [3, 2, 1, 0, 1])
        #expect(await peripheral.read(.list, at: 3) == .value([0, 1]))
        #expect(await peripheral.read(.list, at: 6) == .error(.invalidOffset))
        #expect(await peripheral.read(.credentialWrite) == .error(.readNotPermitted))
        await bench.end()
    }
}
