import BluetoothLE
import Foundation
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@testable import GangwayCommandLine

/// A device of WiFiSet that leaves in the middle of its list.
private struct LeavingDevice {
    private static func id(_ characteristic: WiFiSet.Characteristic) -> CharacteristicID {
        let service = BluetoothUUID(high: WiFiSet.serviceUUID.high, low: WiFiSet.serviceUUID.low)
        return CharacteristicID(
            service: service,
            characteristic: BluetoothUUID(high: characteristic.uuid.high, low: characteristic.uuid.low))
    }

    private static let table = Service(
        uuid: id(.list).service,
        characteristics: [
            Characteristic(uuid: id(.list).characteristic, properties: .notify),
            Characteristic(uuid: id(.credentialWrite).characteristic, properties: .write),
            Characteristic(uuid: id(.status).characteristic, properties: [.read, .write, .notify]),
        ])

    static let address = "C4:C5:C6:C7:C8:01"

    private let peripheral: any PublishedPeripheral

    /// On the air in the directory at `path`.
    init(path: String) async throws {
        let radio = try VirtualRadio(directory: path, address: HardwareAddress(Self.address))
        peripheral = try await radio.publish(
            [Self.table], advertisement: Advertisement(name: "Lamp", services: [Self.table.uuid]))
    }

    /// Serves until all is subscribed to, then sends the beginning of the list and one network, and leaves.
    func run() async throws {
        var subscriptions: Set<CharacteristicID> = []
        while let event = try await peripheral.events.next() {
            switch event {
            case .read(_, _, _, let request):
                peripheral.respond(to: request, with: [0x21, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0])
            case .write(_, _, _, _, let request?): peripheral.respond(to: request, with: [])
            case .subscribed(let characteristic, let central?, _):
                subscriptions.insert(characteristic)
                guard subscriptions.isSuperset(of: [Self.id(.list), Self.id(.status)]) else { continue }
                subscriptions = []
                let barn: [UInt8] = [0x02, 1, 8, 0, 4] + Array("Barn".utf8) + [0xC8, 2, 6]
                try await peripheral.notify(each: [[0x01, 0, 0, 0], barn], on: Self.id(.list), to: central)
                await peripheral.disconnect(central)
            default: break
            }
        }
    }

    func stop() async { await peripheral.stop() }
}

@Suite("A list of networks that ends early", .timeLimit(.minutes(1)))
struct PartialListTests {
    @Test("What had come of it is shown before the failure, with how much that is")
    func shown() async throws {
        let air = try VirtualAir()
        let device = try await LeavingDevice(path: air.path("air"))
        let serving = Task { try await device.run() }
        let output = open(air.path("output"), O_WRONLY | O_CREAT, 0o600)
        defer { close(output) }
        let arguments = try ArgumentParser.parse([
            "networks", LeavingDevice.address, "--radio", "virtual:" + air.path("air"),
        ])
        let context = try CommandContext(
            arguments, console: Console(isJSON: true, isVerbose: false, output: output), time: PatientTime())
        do throws(CommandFailure) {
            _ = try await NetworksCommand(context: context).run()
            Issue.record("the list ended well")
        } catch {
            #expect(error.code == "disconnected")
        }
        let shown = try ProcessResult(status: 0, output: air.text(of: "output"), errors: "").objects
        #expect(shown.map { $0["event"] as? String } == ["network", "listEnd"])
        #expect(shown.first?["ssid"] as? String == "Barn")
        #expect(shown.last?["received"] as? Int == 1)
        #expect(shown.last?["complete"] as? Bool == false)
        await device.stop()
        try await serving.value
    }

    @Test("Its end tells what was announced and what arrived")
    func counts() {
        let point = AccessPoint(
            ssid: SSID("Barn") ?? SSID(), security: .open, signal: SignalStrength(rawValue: -50),
            channel: Channel(rawValue: 6))
        var list = NetworkList(accessPoints: [point, point], isComplete: false, announced: 5)
        #expect(NetworksCommand.json(list)["count"] == .integer(5))
        #expect(NetworksCommand.json(list)["received"] == .integer(2))
        list.announced = nil
        #expect(NetworksCommand.json(list)["count"] == .integer(2))
    }
}
