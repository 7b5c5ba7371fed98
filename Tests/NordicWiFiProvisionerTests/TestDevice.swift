import BluetoothLE
import ProvisionableDevice
import ProvisioningProtocols
import SimulatedStation
import Testing

/// A device with two networks around it, on a radio of the test's own.
enum TestDevice {
    static func make(
        _ host: any PeripheralHost, trace: TraceHandler? = nil
    ) throws -> ProvisionableDevice {
        var simulation = Simulation()
        simulation.networks = [
            Simulation.Network(
                ssid: try #require(SSID("Barn")), security: .wpaPersonal, passphrase: Array("longenough".utf8),
                signal: SignalStrength(rawValue: -45)),
            Simulation.Network(ssid: try #require(SSID("Caf\u{E9}")), security: .open),
        ]
        return ProvisionableDevice(
            host: host, station: try SimulatedStation(simulation),
            configuration: DeviceConfiguration(name: "PV1A2B3C", protocols: [.nordic]), trace: trace)
    }
}
