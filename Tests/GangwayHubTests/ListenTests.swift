import Foundation
import PrivateBus
import Testing

@Suite("Where the hub listens")
struct ListenTests {
    @Test("A port that is taken is told with its address, and with the option that names another one")
    func taken() async throws {
        let errors = try await onThread {
            let hub = try HubUnderTest()
            let output = try ProcessPipe()
            let second = try ChildProcess(
                TalkingProgram.path("gangway-hub"),
                ["--data", hub.folder.path + "/other", "--radio", "virtual:\(hub.folder.path)/air"]
                    + ["--listen", "127.0.0.1:\(hub.port)"],
                environment: ProcessInfo.processInfo.environment,
                streams: [
                    FileHandle.nullDevice.fileDescriptor, FileHandle.nullDevice.fileDescriptor,
                    output.writing.fileDescriptor,
                ])
            try output.writing.close()
            let text = String(decoding: output.reading.readDataToEndOfFile(), as: UTF8.self)
            #expect(second.wait() == 1)
            return (text, hub.port)
        }
        #expect(errors.0.contains("Another program listens at 127.0.0.1:\(errors.1) already."), "\(errors.0)")
        #expect(errors.0.contains("--listen 127.0.0.1:"))
    }
}
