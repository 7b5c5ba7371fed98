import Foundation
import MemoryScan
import PrivateBus
import Testing

@testable import GangwayCommandLine

/// What is looked for is in no writable memory of a process that has had the passphrase.
@Suite("A passphrase leaves nothing in the memory of gangway", .serialized, .timeLimit(.minutes(1)))
struct MemoryTests {
    /// Joins with the secret as the passphrase, given as it is said, and looks at the memory of that process at its end.
    private func join(
        _ air: VirtualAir, _ secret: HiddenSecret, fromFile: Bool
    ) throws -> (status: Int32, places: [String]) {
        let input = try ProcessPipe()
        let null = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
        let file = air.path("passphrase")
        _ = FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
        let target = fromFile ? try #require(FileHandle(forWritingAtPath: file)) : input.writing
        secret.withBytes(ending: [0x0A]) { bytes in
            _ = write(target.fileDescriptor, bytes.baseAddress, bytes.count)
        }
        try input.writing.close()
        let options = fromFile ? ["--passphrase-file", file] : []
        return secret.places(
            atExitOf: BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn", "--json"] + options,
            environment: ProcessInfo.processInfo.environment.merging(air.environment) { $1 },
            input: input.reading.fileDescriptor, output: null.fileDescriptor)
    }

    @Test(
        "At the end of a join that worked, with the passphrase from a pipe and from a file", arguments: [false, true])
    func joined(fromFile: Bool) throws {
        let secret = HiddenSecret()
        let air = try VirtualAir()
        let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
        try air.serve(networks: "{ \"networks\": [ { \"ssid\": \"Barn\", \"passphrase\": \"\(text)\" } ] }")
        let (status, places) = try join(air, secret, fromFile: fromFile)
        #expect(status == 0)
        #expect(places == [])
    }

    @Test("In a device that goes on after a join that its network refused, and in the one who asked for it")
    func refused() throws {
        let secret = HiddenSecret()
        let air = try VirtualAir()
        let device = try air.serve("--data", air.path("data"), "--trace", air.path("trace"))
        let (status, places) = try join(air, secret, fromFile: false)
        #expect(status == 1)
        #expect(places == [])
        #expect(device.line(containing: "disconnected") != nil)
        #expect(secret.places(in: device.identifier) == [])
    }
}
