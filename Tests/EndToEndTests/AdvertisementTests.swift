import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("Advertisements that say nothing", .timeLimit(.minutes(1)))
struct AdvertisementTests {
    @Test(
        "B7/48: A device whose service data is garbage is listed without a state, and those beside it are found with theirs",
        arguments: [0, 3, 5, 6, 20])
    func garbage(count: Int) async throws {
        let service = BluetoothUUID(high: NordicWiFi.serviceUUID.high, low: NordicWiFi.serviceUUID.low)
        let air = VirtualAir()
        let first = try await VirtualRadio(air: air).publish(
            [],
            advertisement: Advertisement(
                name: "Odd", services: [service], serviceData: [service: [UInt8](repeating: 0, count: count)]))
        let second = try await VirtualRadio(air: air).publish(
            [],
            advertisement: Advertisement(
                name: "Lamp", services: [service], serviceData: [service: [0x01, 0x03, 0x00, 0xC8]]))
        let found = Provisioner(central: VirtualRadio(air: air)).discover()
        var devices: [String: FoundDevice] = [:]
        while devices.count < 2, let device = try await found.next() {
            if let name = device.name { devices[name] = device }
        }
        let odd = try #require(devices["Odd"])
        #expect(odd.protocols == [.nordic])
        #expect(odd.advertised == nil)
        let state = AdvertisedState(
            version: 1, isProvisioned: true, isConnected: true, signal: SignalStrength(rawValue: -56))
        #expect(devices["Lamp"]?.advertised == state)
        await first.stop()
        await second.stop()
    }
}
