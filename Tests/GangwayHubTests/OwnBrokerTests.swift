import BrokerServer
import DefaultControl
import Foundation
import Glibc
import PrivateBus
import Testing

@Suite("The broker that runs beside the hub")
struct OwnBrokerTests {
    /// The mosquitto that works in `folder`.
    private static func mosquitto(in folder: String) throws -> pid_t {
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let number = pid_t(name) else { continue }
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
            if program?.hasSuffix("/mosquitto") == true, place == folder { return number }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// Reads until `text` has come; all that came.
    private static func read(_ pipe: ProcessPipe, until text: String) throws -> String {
        var heard = ""
        while !heard.contains(text) {
            let more = pipe.reading.availableData
            try #require(!more.isEmpty, "it ended after: \(heard)")
            heard += String(decoding: more, as: UTF8.self)
        }
        return heard
    }

    @Test("It is told where devices find it, is started again where it is killed, and ends with the hub")
    func restarted() async throws {
        try await onThread {
            let hub = try HubUnderTest(isStarted: false)
            let (output, errors) = (try ProcessPipe(), try ProcessPipe())
            let program = try ChildProcess(
                TalkingProgram.path("gangway-hub"),
                ["--data", hub.home.path, "--radio", "virtual:\(hub.folder.path)/air", "--listen", "127.0.0.1:0"]
                    + ["--with-broker", "--broker-port", "\(try BrokerServer.unusedPort())"],
                environment: ProcessInfo.processInfo.environment.merging(
                    ["PATH": BrokerServer.programFolders + ":/usr/bin:/bin:/usr/sbin"]) { $1 },
                streams: [
                    FileHandle.nullDevice.fileDescriptor, output.writing.fileDescriptor, errors.writing.fileDescriptor,
                ])
            try output.writing.close()
            try errors.writing.close()
            let file = hub.home.path + "/broker/device-broker.json"
            _ = try Self.read(output, until: "gangway device --protocol json --broker '\(file)'")
            let first = try Self.mosquitto(in: hub.home.path + "/broker")
            kill(first, SIGKILL)
            _ = try Self.read(errors, until: "serves again")
            let second = try Self.mosquitto(in: hub.home.path + "/broker")
            #expect(second != first)
            program.signal(SIGTERM)
            #expect(program.wait() == 0)
            #expect(kill(second, 0) != 0)
        }
    }
}
