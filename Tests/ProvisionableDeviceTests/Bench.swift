import BluetoothLE
import ProvisioningProtocols
import Runtime
import WiFiStation

@testable import ProvisionableDevice

/// A device on a fake radio and a fake station, its time in the test's hand.
struct Bench {
    let time = ManualTime()
    let host: FakeHost
    let station: FakeStation
    let device: ProvisionableDevice
    let running: Task<DeviceError?, Never>
    /// Everything that a trace would show, and everything that people are told.
    let traced = Lock<[TraceRecord]>([])

    init(_ station: FakeStation, host: FakeHost = FakeHost(), change: (inout DeviceConfiguration) -> Void = { _ in }) {
        self.station = station
        self.host = host
        var configuration = DeviceConfiguration(name: "Barn sensor")
        change(&configuration)
        let traced = traced
        let device = ProvisionableDevice(
            host: host, station: station, configuration: configuration, time: time,
            trace: { record in traced.withLock { $0.append(record) } })
        self.device = device
        running = Task {
            do throws(DeviceError) {
                try await device.run()
                return nil
            } catch { return error }
        }
    }

    /// The peripheral, once it is on the air.
    func onAir() async -> FakePeripheral {
        await host.published.stream.next()
            ?? FakePeripheral(services: [], advertisement: Advertisement(name: "", services: []))
    }

    /// The peripheral with a phone that has subscribed to both characteristics and heard the list.
    func withPhone(maximumLength: Int? = 182) async -> FakePeripheral {
        let peripheral = await onAir()
        peripheral.connect()
        peripheral.subscribe(.status, maximumLength: maximumLength)
        peripheral.subscribe(.list, maximumLength: maximumLength)
        _ = await peripheral.hear(0x03)
        return peripheral
    }

    /// Waits until people are told what `isWanted` says yes to.
    func told(_ isWanted: (DeviceEvent) -> Bool) async {
        while let event = await device.events.next() { if isWanted(event) { return } }
    }

    func end() async {
        running.cancel()
        _ = await running.value
    }
}

/// A credential write.
func credentials(_ ssid: String, _ passphrase: String, sequence: UInt8 = 0) -> [UInt8] {
    let body = [UInt8(ssid.utf8.count)] + ssid.utf8 + [UInt8(passphrase.utf8.count)] + passphrase.utf8
    return [0x10, sequence, UInt8(body.count), 0] + body
}

/// The bytes that hex digits stand for.
func hex(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
