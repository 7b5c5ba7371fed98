// The other end: a device that takes its Wi-Fi credentials over Bluetooth and joins through NetworkManager.

import DefaultPlatform
import ProvisionableDevice

@main
struct BeADevice {
    static func main() async throws {
        let device = ProvisionableDevice(
            host: try DefaultPlatform.peripheralHost(.bluez(adapter: nil)),
            station: try await DefaultPlatform.station(.networkManager(interface: nil), data: nil),
            configuration: DeviceConfiguration(name: "Barn sensor"))
        try await device.run()
    }
}
