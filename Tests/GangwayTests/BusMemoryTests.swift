import DBus
import Foundation
import MemoryScan
import PrivateBus
import Runtime
import Testing

@testable import BusStandIns

/// Both programs talk to stand-ins of BlueZ and NetworkManager, which are in the process of the test and no concern here.
@Suite(
    "A passphrase that goes over D-Bus leaves nothing in the memory of gangway", .serialized, .timeLimit(.minutes(1)))
struct BusMemoryTests {
    /// Runs what waits for other processes where it keeps no task of this one from going on.
    private func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: .init(catching: body)) }
        }
    }

    @Test(
        "Neither in the client at its end, nor in the device that goes on, after a join that worked or was refused",
        arguments: [("wifiset", true), ("wifiset", false), ("nordic", true), ("json", true)])
    func join(wire: String, isRight: Bool) async throws {
        let secret = HiddenSecret()
        var network = FakeNetworkManager.Network(ssid: Array("Barn".utf8))
        network.isRight = { given in isRight && given.withBytes { secret.matches($0) } }
        let bridge = try await BusBridge(networks: [network])
        let environment = bridge.environment
        let device = try RunningProcess(
            BuiltProgram.gangwayPath,
            [
                "device", "--json", "--verbose", "--station", "networkmanager:wlan1", "--name", "Lamp", "--protocol",
                wire,
            ],
            environment: environment)
        defer { device.signal(SIGKILL) }
        try await bridge.bringIntoRange("Lamp")
        let topic = wire == "json" ? ["--topic", "home/lamp"] : []
        let (status, places) = try await aside {
            let input = try ProcessPipe()
            let nowhere = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
            secret.withBytes(ending: [0x0A]) { _ = write(input.writing.fileDescriptor, $0.baseAddress, $0.count) }
            try input.writing.close()
            return secret.places(
                atExitOf: BuiltProgram.gangwayPath,
                ["join", FakeBlueZ.deviceAddress, "--ssid", "Barn", "--json"] + topic,
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
                input: input.reading.fileDescriptor, output: nowhere.fileDescriptor)
        }
        #expect(status == (isRight || wire == "json" ? 0 : 1))
        #expect(places == [])
        if wire == "json" {
            // The client does not wait for the join. With it the device is done with the credentials: it says where it is steered.
            nonisolated(unsafe) let device = device  // nobody else reads from it meanwhile
            _ = try await aside { device.line(containing: "\"assigned\"") }
        }
        #expect(secret.places(in: device.identifier) == [])
    }
}
