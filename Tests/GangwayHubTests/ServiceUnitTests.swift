import Foundation
import PrivateBus
import Testing

@Suite("The hub's systemd unit")
struct ServiceUnitTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/gangway-hub.service").standardizedFileURL.path

    private static let hasSystemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

    @Test("Its sandbox is exposed by 2.0 at most, as systemd reckons", .enabled(if: hasSystemd))
    func exposure() async throws {
        let lines = try await onThread {
            let output = try ProcessPipe()
            let process = try ChildProcess(
                "/usr/bin/systemd-analyze",
                ["security", "--offline=true", "--no-pager", "--threshold=20", Self.file],
                streams: [FileHandle.nullDevice.fileDescriptor, output.writing.fileDescriptor, 2])
            try output.writing.close()
            let text = String(decoding: output.reading.readDataToEndOfFile(), as: UTF8.self)
            #expect(process.wait() == 0)
            return text.split(separator: "\n")
        }
        #expect(lines.contains { $0.contains("Overall exposure level") })
    }

    @Test("It waits for the hub's own word that it is ready")
    func readiness() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        #expect(text.contains("\nType=notify\n"))
        #expect(text.contains("\nExecStart=/usr/local/bin/gangway-hub "))
    }
}
