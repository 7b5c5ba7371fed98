import Foundation
import PrivateBus

/// A program that was run to its end, with an empty standard input.
struct FinishedProgram {
    /// How it ended.
    let status: Int32
    /// What it wrote.
    let output: String
    let errors: String

    /// Runs a program of this package, in a home of its own that is gone after it.
    init(_ name: String, _ arguments: [String]) throws {
        let home = "/tmp/gangway-program-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (out, err) = (try ProcessPipe(), try ProcessPipe())
        let variables = ["GANGWAY_HOME": home, "GANGWAY_RADIO": "virtual:\(home)/air"]
        let process = try ChildProcess(
            TalkingProgram.path(name), arguments,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
            streams: [
                FileHandle.nullDevice.fileDescriptor, out.writing.fileDescriptor, err.writing.fileDescriptor,
            ])
        try out.writing.close()
        try err.writing.close()
        output = String(decoding: out.reading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: err.reading.readDataToEndOfFile(), as: UTF8.self)
        status = process.wait()
    }
}
