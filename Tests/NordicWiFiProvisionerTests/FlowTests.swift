import Foundation
import ProvisionableDevice
import ProvisioningProtocols
import SimulatedStation
import Testing
import VirtualRadio

@testable import NordicWiFiProvisioner

/// The library against our own device, over the virtual radio.
@Suite(.timeLimit(.minutes(1)))
struct FlowTests {
    private let recorder = Recorder()
    private let air = VirtualAir()

    private func serve() throws -> Task<Void, any Error> {
        let device = try TestDevice.make(VirtualRadio(air: air))
        return Task { try await device.run() }
    }

    /// A manager of a device that was found, connected.
    private func connected() async throws -> DeviceManager {
        let scanner = Scanner(delegate: recorder, central: VirtualRadio(air: air))
        scanner.startScan()
        #expect(await recorder.next() == "scanner poweredOn")
        #expect(await recorder.next() == "scanner started")
        #expect(await recorder.next() == "found PV1A2B3C")
        scanner.stopScan()
        #expect(await recorder.next() == "scanner stopped")
        let result = try #require(recorder.found.withLock { $0 })
        #expect(!result.provisioned && !result.connected && result.version == 1 && result.wifiRSSI == nil)
        let manager = DeviceManager(deviceId: result.id, central: VirtualRadio(air: air))
        manager.connectionDelegate = recorder
        manager.infoDelegate = recorder
        manager.wiFiScannerDelegate = recorder
        manager.provisionerDelegate = recorder
        manager.connect()
        #expect(await recorder.next() == "link connecting")
        #expect(await recorder.next() == "link connected")
        #expect(await recorder.next() == "connected device")
        #expect(manager.connectionState == .connected)
        return manager
    }

    @Test("The documented flow, from the scan to a network that is joined and forgotten, in the order users expect")
    func flow() async throws {
        let device = try serve()
        let manager = try await connected()
        try manager.readVersion()
        #expect(await recorder.next() == "version success(1)")
        try manager.readDeviceStatus()
        #expect(await recorder.next() == "status none - -")

        try manager.startScan()
        #expect(await recorder.next() == "scan started")
        #expect(await recorder.next() == "network Barn -45")
        #expect(await recorder.next() == "network Caf\u{E9} -50")
        try manager.stopScan()
        #expect(await recorder.next() == "scan stopped")

        let barn = try #require(recorder.networks.withLock { $0 }.first)
        try manager.setConfig(wifi: barn, passphrase: "wrong passphrase", volatileMemory: false)
        #expect(await recorder.next() == "config set")
        #expect(
            await until("connectionFailed").last
                == "state connectionFailed(NordicWiFiProvisioner.ConnectionFailureReason.authError)")
        try manager.setConfig(wifi: barn, passphrase: "longenough", volatileMemory: false)
        #expect(await recorder.next() == "config set")
        #expect(await until("state connected").last == "state connected")
        try manager.readDeviceStatus()
        #expect(await recorder.next() == "status connected Barn 192.168.1.100")

        try manager.forgetConfig()
        #expect(await until("forgotten").last == "forgotten")
        manager.disconnect()
        #expect(
            await until("link disconnected").suffix(3) == [
                "link disconnecting", "disconnected device", "link disconnected",
            ])
        device.cancel()
    }

    /// What is told up to something that holds `text`.
    private func until(_ text: String, exactly: Bool = false) async -> [String] {
        var told: [String] = []
        for _ in 0..<12 {
            let next = await recorder.next()
            told.append(next)
            if exactly ? next == text : next.contains(text) { break }
        }
        return told
    }

    @Test("A connection that is asked for while the last one is ending is made when that is over")
    func again() async throws {
        let device = try serve()
        let manager = try await connected()
        manager.disconnect()
        manager.connect()
        #expect(
            await until("connected device", exactly: true) == [
                "link disconnecting", "disconnected device", "link disconnected", "link connecting", "link connected",
                "connected device",
            ])
        device.cancel()
    }

    @Test("A delegate is not kept alive by those who tell it")
    func weakness() {
        let manager = DeviceManager(deviceId: UUID(), central: VirtualRadio(air: air))
        var delegate: Recorder? = Recorder()
        weak let left = delegate
        let scanner = Scanner(delegate: delegate, central: VirtualRadio(air: air))
        manager.connectionDelegate = delegate
        manager.infoDelegate = delegate
        manager.wiFiScannerDelegate = delegate
        manager.provisionerDelegate = delegate
        delegate = nil
        #expect(left == nil)
        #expect(scanner.delegate == nil && manager.connectionDelegate == nil && manager.infoDelegate == nil)
        #expect(manager.wiFiScannerDelegate == nil && manager.provisionerDelegate == nil)
    }

    @Test("Without a connection a request throws, and nothing is sent")
    func notConnected() {
        let manager = DeviceManager(deviceId: UUID(), central: VirtualRadio(air: air))
        #expect(throws: DeviceNotConnectedError.self) { try manager.readVersion() }
        #expect(throws: DeviceNotConnectedError.self) { try manager.readDeviceStatus() }
        #expect(throws: DeviceNotConnectedError.self) { try manager.startScan() }
        #expect(throws: DeviceNotConnectedError.self) {
            try manager.startScan(band: .any, period: 100, groupChannels: 2)
        }
        #expect(throws: DeviceNotConnectedError.self) { try manager.stopScan() }
        #expect(throws: DeviceNotConnectedError.self) { try manager.setConfig(WifiConfig()) }
        #expect(throws: DeviceNotConnectedError.self) { try manager.forgetConfig() }
        #expect(manager.connectionState == .disconnected)
    }

    @Test("A configuration without a network, and one that no network can have, are refused before anything is sent")
    func invalid() async throws {
        let device = try serve()
        let manager = try await connected()
        try manager.setConfig(wifi: nil, passphrase: "longenough", volatileMemory: nil)
        #expect(await recorder.next() == "config set, invalidArgument")
        let short = WifiInfo(ssid: "Barn", bssid: .none, channel: 0, auth: .wpa2Psk)
        try manager.setConfig(wifi: short, passphrase: "short", volatileMemory: nil)
        #expect(await recorder.next() == "config set, invalidArgument")
        device.cancel()
    }

    @Test("A device that goes away ends the link, with the reason")
    func lost() async throws {
        let device = try serve()
        let manager = try await connected()
        device.cancel()
        #expect(await until("disconnected device").last?.hasPrefix("disconnected device, notConnected") ?? false)
        #expect(await recorder.next() == "link disconnected")
        #expect(manager.connectionState == .disconnected)
    }

    @Test("An identifier leads back to its device")
    func identifiers() {
        let id = UUID(naming: PeripheralIDs.address)
        #expect(id.peripheral == PeripheralIDs.address)
        #expect(UUID(naming: PeripheralIDs.uuid).peripheral == PeripheralIDs.uuid)
    }
}
