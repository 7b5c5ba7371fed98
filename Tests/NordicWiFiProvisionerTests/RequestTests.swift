import BluetoothLE
import Foundation
import NordicWiFiProvisioner
import ProvisionableDevice
import Runtime
import Testing
import VirtualRadio

/// What a manager is asked for, as the bytes that arrive at the device.
@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
    private let recorder = Recorder()
    private let air = VirtualAir()
    private let written: EventStream<String, Never>
    private let source: EventSource<String, Never>

    init() { (written, source) = EventStream.make() }

    private func serve(names: [BluetoothUUID: BluetoothUUID] = [:]) throws -> Task<Void, any Error> {
        let host = RenamingHost(base: VirtualRadio(air: air), names: names)
        let device = try TestDevice.make(host) { [source] record in
            guard record.direction == .written else { return }
            source.yield(record.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " "))
        }
        return Task { try await device.run() }
    }

    /// A manager of the device that is found, and what is told until a connection was made or failed.
    private func manager(_ connect: (DeviceManager) -> Void = { $0.connect() }) async throws -> DeviceManager {
        let scanner = NordicWiFiProvisioner.Scanner(delegate: recorder, central: VirtualRadio(air: air))
        scanner.startScan()
        await recorder.until { $0.hasPrefix("found") }
        scanner.stopScan()
        let result = try #require(recorder.found.withLock { $0 })
        let manager = DeviceManager(deviceId: result.id, central: VirtualRadio(air: air))
        manager.connectionDelegate = recorder
        manager.wiFiScannerDelegate = recorder
        manager.provisionerDelegate = recorder
        connect(manager)
        await recorder.until { $0.hasSuffix("connected device") }
        return manager
    }

    /// The next request that begins with this operation.
    private func request(_ operation: String) async -> String {
        while let bytes = await written.next() {
            if bytes.hasPrefix("08 " + operation) { return bytes }
        }
        return "none"
    }

    @Test("Band, way, period and group of a scan arrive at the device")
    func scanParameters() async throws {
        let device = try serve()
        let manager = try await manager()
        try manager.startScan(band: .band5Gh, passive: true, period: 120, groupChannels: 3)
        #expect(await request("02") == "08 02 52 08 08 02 10 01 18 78 20 03")
        device.cancel()
    }

    @Test(
        "The access point, its channel and that nothing is to be kept arrive at the device; the passphrase is not traced"
    )
    func configuration() async throws {
        let device = try serve()
        let manager = try await manager()
        let address = try #require(MACAddress(data: Data([2, 0, 0, 0, 0, 1])))
        let wifi = WifiInfo(ssid: "Barn", bssid: address, channel: 6, auth: .wpa2Psk)
        try manager.setConfig(wifi: wifi, passphrase: "longenough", volatileMemory: true)
        let network = "0a 04 42 61 72 6e 12 06 02 00 00 00 00 01 20 06 28 03"
        let hidden = String(repeating: " 2a", count: 10)
        #expect(await request("04") == "08 04 5a 22 0a 12 \(network) 12 0a\(hidden) 18 01")
        device.cancel()
    }

    @Test("A product that has UUIDs of its own is reached by naming them, and not without")
    func ownUUIDs() async throws {
        let own = try [UUID(), UUID(), UUID()].map { try #require(BluetoothUUID($0.uuidString)) }
        let nordic = ["14387801", "14387802", "14387803"].compactMap {
            BluetoothUUID("\($0)-130c-49e7-b877-2881c89cb258")
        }
        let device = try serve(names: Dictionary(uniqueKeysWithValues: zip(nordic, own)))
        let uuids = own.compactMap { UUID(uuidString: $0.description) }
        let manager = try await manager {
            $0.connect(
                versionCharacteristicId: uuids[0], controlPointCharacteristicId: uuids[1],
                dataOutCharacteristicId: uuids[2])
        }
        #expect(manager.connectionState == .connected)
        try manager.startScan()
        #expect(await request("02").hasPrefix("08 02"))
        manager.disconnect()
        await recorder.until { $0 == "link disconnected" }
        manager.connect()
        #expect(await recorder.next() == "link connecting")
        #expect(await recorder.next().hasPrefix("failed to connect"))
        device.cancel()
    }
}
