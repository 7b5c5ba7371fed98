import DBus
import PrivateBus
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import BusStandIns
@testable import NetworkManagerStation

@Suite(.timeLimit(.minutes(1)))
struct AvailabilityTests {
    @Test("Without NetworkManager every call says so, and the station goes on by itself when it comes")
    func absent() async throws {
        let scene = try await Scene([network("Barn")], isRunning: false)
        await scene.event { $0.trouble == .serviceUnavailable }
        let failure = await #expect(throws: StationError.self) { _ = try await scene.station.status() }
        #expect(failure?.code == .serviceUnavailable)
        try await scene.fake.start()
        await scene.event { $0 == .status(StationStatus(state: .notConfigured)) }
        #expect(try await scene.join(credentials("Barn", "correct horse battery")) == .connected(address))
    }

    @Test("A restart of NetworkManager is told, and the end of it")
    func restart() async throws {
        let scene = try await Scene([network("Barn")])
        let events = scene.station.events()
        _ = await events.next()
        try await scene.fake.reboot()
        #expect(await events.next()?.trouble == .serviceUnavailable)
        #expect(await events.next() == .available)
        #expect(await events.next() == .status(StationStatus(state: .notConfigured)))
    }

    @Test(
        "Wi-Fi that is switched off is told as that, and keeps profiles readable",
        arguments: ["WirelessEnabled", "WirelessHardwareEnabled"])
    func off(property: String) async throws {
        let scene = try await Scene([network("Barn")])
        await scene.event { $0 == .status(StationStatus(state: .notConfigured)) }
        await scene.fake.change { $0.set([property: .boolean(false)], of: "") }
        await scene.event { $0.trouble == .poweredOff }
        let failure = await #expect(throws: StationError.self) {
            _ = try await scene.station.scan(deadline: scene.time.now + 1000)
        }
        #expect(failure?.code == .poweredOff)
        #expect(try await scene.station.stored() == StoredNetworks())
        await scene.fake.change { $0.set([property: .boolean(true)], of: "") }
        await scene.event { $0 == .status(StationStatus(state: .notConfigured)) }
    }

    @Test("A program that may not manage Wi-Fi is told so")
    func notPermitted() async throws {
        let scene = try await Scene(isRunning: false)
        await scene.fake.change { $0.permission = "auth" }
        try await scene.fake.start()
        await scene.event { $0.trouble == .notPermitted }
    }

    @Test("An interface that is not there is told, by name")
    func noInterface() async throws {
        let scene = try await Scene()
        let other = NetworkManagerStation(interface: "wlan7", bus: .address(scene.daemon.address), time: scene.time)
        let failure = await #expect(throws: StationError.self) { _ = try await other.status() }
        #expect(failure?.code == .noInterface)
        #expect(try await other.stored() == StoredNetworks())
    }
}

extension StationEvent {
    /// Why the station cannot be used, where it says so.
    var trouble: StationError.Code? {
        if case .unavailable(let error) = self { error.code } else { nil }
    }
}
