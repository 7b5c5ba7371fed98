import DBus
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import BusStandIns
@testable import NetworkManagerStation

@Suite(.timeLimit(.minutes(1)))
struct ScanTests {
    @Test("Access points come strongest first, with raw names, estimates in dBm and channels, also hidden ones")
    func list() async throws {
        var strong = network("Barn")
        strong.strength = 100
        var odd = network("")
        odd.ssid = [0xFF, 0x00, 0x41]
        odd.bssid = "02:00:00:00:00:02"
        odd.frequency = 5180
        var hidden = network("Attic")
        hidden.isHidden = true
        hidden.strength = 0
        hidden.bssid = "02:00:00:00:00:03"
        let scene = try await Scene([hidden, odd, strong])
        let found = try await scene.station.scan(deadline: scene.time.now + 30_000)
        #expect(found.map(\.ssid.bytes) == [Array("Barn".utf8), [0xFF, 0x00, 0x41], []])
        #expect(found.map(\.signal.rawValue) == [-40, -52, -100])
        #expect(found.map(\.channel.rawValue) == [6, 36, 6])
        #expect(found.first?.bssid == HardwareAddress("02:00:00:00:00:01"))
    }

    @Test("B5/42: Sixty access points with names of 32 bytes all arrive, strongest first")
    func sixty() async throws {
        let networks = (0..<60).map { index in
            var one = network(String(repeating: "n", count: 30) + String(10 + index))
            one.strength = UInt8(20 + index)
            one.bssid = "02:00:00:00:01:\(10 + index)"
            return one
        }
        let scene = try await Scene(networks)
        let found = try await scene.station.scan(deadline: scene.time.now + 30_000)
        #expect(found.count == 60)
        #expect(found.map(\.ssid.bytes) == networks.reversed().map(\.ssid))
    }

    @Test("F1/118: A scan that is refused right after another gives the known access points")
    func refused() async throws {
        let scene = try await Scene([network("Barn")])
        await scene.fake.change { $0.scanAnswer = .isRefused }
        async let found = scene.station.scan(deadline: scene.time.now + 30_000)
        await scene.time.advance(untilTimer: 3000)
        #expect(try await found.map(\.ssid) == [SSID("Barn")])
    }

    @Test(
        "F4/127: A scan that had begun before one was asked for says nothing of a network that came up since",
        arguments: [FakeNetworkManager.ScanAnswer.neverEnds, .isRefused])
    func late(answer: FakeNetworkManager.ScanAnswer) async throws {
        let scene = try await Scene([network("Barn")])
        try await scene.fake.startSupplicant()
        await scene.fake.change {
            $0.properties["Scanning"] = .boolean(true)
            $0.scanAnswer = answer
        }
        async let found = scene.station.scan(deadline: scene.time.now + 30_000)
        await scene.fake.scanRequests.next()
        await scene.fake.change {
            $0.scanAnswer = .neverEnds
            $0.endScan()
        }
        // Time in which that end could be taken for the other's.
        for _ in 1...2 { _ = try await scene.station.status() }
        if answer == .isRefused { await scene.fake.scanRequests.next() }
        await scene.fake.change {
            $0.networks = [network("Cellar")]
            $0.endScan()
        }
        #expect(try await found.map(\.ssid) == [SSID("Cellar")])
    }

    @Test("A scan that never ends gives what is known at its deadline, and a time-out when that is nothing")
    func endless() async throws {
        let scene = try await Scene([network("Barn")])
        await scene.fake.change { $0.scanAnswer = .neverEnds }
        for expected in [1, 0] {
            let deadline = scene.time.now + 9000
            let scan = Task { try await scene.station.scan(deadline: deadline) }
            await scene.time.advance(untilTimer: 9000)
            if expected > 0 {
                #expect(try await scan.value.count == expected)
            } else {
                let failure = await #expect(throws: StationError.self) { try await scan.value }
                #expect(failure?.code == .timedOut)
            }
            await scene.fake.change { $0.networks = [] }
        }
    }

    @Test(
        "A7/25: Security is read from all three words of flags",
        arguments: [
            (0, 0, 0, Security.open), (1, 0, 0, .wep), (1, 0, 0x188, .wpaPersonal), (1, 0x144, 0, .wpaPersonal),
            (1, 0x144, 0x188, .wpaPersonal), (1, 0, 0x488, .wpa3Personal), (1, 0, 0x588, .wpaPersonal),
            (1, 0, 0x288, .wpa2Enterprise), (1, 0, 0x2088, .wpa2Enterprise), (1, 0, 0x888, .open),
            (0, 0, 0x1000, .open), (1, 0, 0x8088, .unspecified), (2, 0, 0, .open),
        ])
    func flags(flags: Int, wpa: Int, rsn: Int, expected: Security) {
        #expect(SecurityKind(flags: flags, wpa: wpa, rsn: rsn).security == expected)
    }

    @Test("The estimate in dBm undoes NetworkManager's percentage for every whole dBm from -100 to -40")
    func estimate() {
        for dBm in -100 ... -40 {
            let percent = 100 - Int(100 * Double(-40 - dBm) / 60)
            #expect(SignalStrength(percent: percent).rawValue == Int8(dBm))
        }
    }

    @Test(
        "Channels of the three bands, and unknown elsewhere",
        arguments: [
            (2412, 1), (2472, 13), (2484, 14), (5180, 36), (5885, 177), (5955, 1), (7115, 233), (0, 0), (60_480, 0),
        ])
    func channels(megahertz: Int, number: UInt8) {
        #expect(Channel(megahertz: megahertz).rawValue == number)
    }
}
