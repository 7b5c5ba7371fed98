import DBus
import NetworkManagerStation
import PrivateBus
import ProvisioningProtocols
import Runtime
import WiFiStation

@testable import BusStandIns

/// A station beside a stand-in of NetworkManager, with a clock that the test owns.
final class Scene: Sendable {
    let daemon: PrivateBus
    let fake: FakeNetworkManager
    let time = ManualTime()
    let station: NetworkManagerStation

    init(_ networks: [FakeNetworkManager.Network] = [], isRunning: Bool = true) async throws {
        daemon = try PrivateBus()
        fake = FakeNetworkManager(on: try daemon.connect(), networks: networks)
        if isRunning { try await fake.start() }
        station = NetworkManagerStation(bus: .address(daemon.address), time: time)
    }

    /// Waits for an event that `isWanted`; the test's own time limit ends a wait in vain.
    @discardableResult
    func event(_ isWanted: (StationEvent) -> Bool) async -> StationEvent? {
        let events = station.events()
        while let event = await events.next() { if isWanted(event) { return event } }
        return nil
    }

    /// Has NetworkManager restart, and waits until the station has followed: before that it tells what was.
    func reboot() async throws {
        let events = station.events()
        try await fake.reboot()
        while let event = await events.next(), event != .available {}
    }

    /// Stages and joins, and waits for what comes of it.
    func join(_ credentials: borrowing Credentials) async throws -> StationState? {
        let ssid = credentials.ssid
        try await station.stage(credentials)
        let events = station.events()
        try await station.joinStaged()
        while let event = await events.next() {
            guard case .status(let status) = event, status.ssid == ssid else { continue }
            switch status.state {
            case .connected, .failed: return status.state
            default: continue
            }
        }
        return nil
    }

    /// Joins and keeps or drops the network, as a device's coordinator does.
    func provision(_ credentials: borrowing Credentials) async throws -> StationState? {
        let outcome = try await join(credentials)
        if case .connected? = outcome { try await station.commit() } else { try await station.rollBack() }
        return outcome
    }
}

func credentials(
    _ ssid: String, _ passphrase: String = "", security: Security = .unspecified, isHidden: Bool = false,
    isVolatile: Bool = false, bssid: HardwareAddress? = nil
) throws -> Credentials {
    Credentials(
        ssid: SSID(ssid) ?? SSID(), passphrase: Passphrase(passphrase) ?? Passphrase(), security: security,
        isHidden: isHidden, isVolatile: isVolatile, bssid: bssid)
}

func network(_ ssid: String, _ passphrase: String? = "correct horse battery") -> FakeNetworkManager.Network {
    FakeNetworkManager.Network(ssid: Array(ssid.utf8), passphrase: passphrase)
}

let address = IPv4Address(192, 168, 77, 106)

extension ManualTime {
    /// Moves the clock on by `milliseconds`, as soon as somebody waits that long and no longer.
    func advance(untilTimer milliseconds: UInt32) async {
        let due = now + milliseconds
        await wait { $0.nextDeadline == due }
        if nextDeadline == due { advance(to: due) }
    }
}
