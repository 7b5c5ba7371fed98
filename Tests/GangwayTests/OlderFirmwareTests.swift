import BluetoothLE
import Foundation
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@testable import GangwayCommandLine

/// A device of Nordic's service that was built before credentials could be volatile: it refuses what it does not know.
private struct OlderFirmware {
    private static func id(_ characteristic: NordicWiFi.Characteristic) -> CharacteristicID {
        let service = BluetoothUUID(high: NordicWiFi.serviceUUID.high, low: NordicWiFi.serviceUUID.low)
        let (high, low) = characteristic.uuid
        return CharacteristicID(service: service, characteristic: BluetoothUUID(high: high, low: low))
    }

    private static let table = Service(
        uuid: id(.info).service,
        characteristics: [
            Characteristic(uuid: id(.info).characteristic, properties: .read),
            Characteristic(
                uuid: id(.controlPoint).characteristic, properties: [.write, .indicate, .encryptWrite, .encryptNotify]),
            Characteristic(uuid: id(.dataOut).characteristic, properties: [.notify, .encryptNotify]),
        ])

    static let address = "C4:C5:C6:C7:C8:01"

    private let peripheral: any PublishedPeripheral

    /// On the air in the directory at `path`.
    init(path: String) async throws {
        let radio = try VirtualRadio(directory: path, address: HardwareAddress(Self.address))
        peripheral = try await radio.publish(
            [Self.table],
            advertisement: Advertisement(
                name: "Lamp", services: [Self.table.uuid], serviceData: [Self.table.uuid: [1, 0, 0, 0x80]]))
    }

    /// Answers until the task is cancelled.
    func run() async throws {
        while let event = try await peripheral.events.next() {
            switch event {
            case .read(_, _, _, let request): peripheral.respond(to: request, with: [0x08, 0x01])
            case .write(_, _, _, let value, let request):
                if let request { peripheral.respond(to: request, with: []) }
                try await answer(value.array)
            default: break
            }
        }
        await peripheral.stop()
    }

    private func answer(_ value: [UInt8]) async throws {
        guard value.count >= 2 else { return }
        let isVolatile = value.suffix(2) == [0x18, 0x01]
        var response: [UInt8] = [0x08, value[1], 0x10, value[1] == 4 && isVolatile ? 2 : 0]
        if value[1] == 1 {
            // Connected to Barn, with 192.168.7.23.
            response += [0x52, 0x1C, 0x08, 0x04, 0x52, 0x10, 0x0A, 0x04] + Array("Barn".utf8)
            response += [0x12, 0x06, 2, 0, 0, 0, 0, 1, 0x20, 6, 0x5A, 0x06, 0x0A, 0x04, 192, 168, 7, 23]
        }
        try await peripheral.notify(response, on: Self.id(.controlPoint), to: nil)
        if value[1] == 4, !isVolatile { try await peripheral.notify([0x10, 0x04], on: Self.id(.dataOut), to: nil) }
    }
}

/// The present time without an end to anything: the tests beside this one may hold up both ends, which are in this process.
struct PatientTime: TimeSource {
    var now: Instant { SystemTime.shared.now }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Runtime.Timer {
        SystemTime.shared.schedule(at: Instant(milliseconds: .max)) {}
    }

    func cancel(_ timer: Runtime.Timer) { SystemTime.shared.cancel(timer) }
}

@Suite("A device that does not know volatile credentials", .timeLimit(.minutes(5)))
struct OlderFirmwareTests {
    @Test("It is given them without that, and the person and the program are told", arguments: [false, true])
    func volatile(isJSON: Bool) async throws {
        let air = try VirtualAir()
        try Data((Canary.text + "\n").utf8).write(to: URL(fileURLWithPath: air.path("key")))
        let firmware = try await OlderFirmware(path: air.path("air"))
        let serving = Task { try await firmware.run() }
        let output = open(air.path("output"), O_WRONLY | O_CREAT, 0o600)
        defer { close(output) }
        let arguments = try ArgumentParser.parse([
            "join", OlderFirmware.address, "--ssid", "Barn", "--hidden", "--volatile", "--passphrase-file",
            air.path("key"), "--radio",
            "virtual:" + air.path("air"),
        ])
        let context = try CommandContext(
            arguments, console: Console(isJSON: isJSON, isVerbose: false, output: output), time: PatientTime())
        #expect(try await JoinCommand(context: context).run() == .done)
        let text = air.text(of: "output")
        #expect(text.contains("the device does not know volatile credentials, and may keep these"))
        #expect(text.contains("\"code\":\"volatileNotCarried\"") == isJSON)
        #expect(text.contains("192.168.7.23"))
        serving.cancel()
        // The client may have left while the last answer was on its way to it.
        _ = try? await serving.value
    }
}
