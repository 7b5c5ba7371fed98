import Foundation
import PrivateBus
import Testing

/// What a process came to.
struct ProcessResult {
    let status: Int32
    let output: String
    let errors: String

    /// The objects of output that is JSON lines, read by a strict parser.
    var objects: [[String: Any]] {
        get throws {
            try output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }
}

/// Programs that tests run.
enum BuiltProgram {
    /// Runs a program to its end.
    static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> ProcessResult {
        let running = try RunningProcess(path, arguments, environment: environment)
        running.say(input)
        return running.finish()
    }

    /// Runs the `gangway` that was built with these tests.
    static func gangway(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> ProcessResult {
        try run(Self.gangwayPath, arguments, input: input, environment: environment)
    }

    /// Where that program is: beside the test runner.
    static var gangwayPath: String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent("gangway").path
    }
}

/// A process whose output is read while it runs.
final class RunningProcess {
    private let process: ChildProcess
    private let input: ProcessPipe
    private let output: ProcessPipe
    private let errors = FileManager.default.temporaryDirectory.appendingPathComponent("gangway-\(UUID().uuidString)")
    private var pending = Data()
    private(set) var heard = ""

    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        (input, output) = (try ProcessPipe(), try ProcessPipe())
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let errorHandle = try FileHandle(forWritingTo: errors)
        process = try ChildProcess(
            path, arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            streams: [input.reading.fileDescriptor, output.writing.fileDescriptor, errorHandle.fileDescriptor])
        try errorHandle.close()
        try input.reading.close()
        try output.writing.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: errors)
    }

    /// Its number.
    var identifier: Int32 { process.identifier }

    /// Types text.
    func say(_ text: String) {
        guard !text.isEmpty else { return }
        try? input.writing.write(contentsOf: Data(text.utf8))
    }

    /// The next line that it prints; `nil` at its end.
    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[(end + 1)...])
                heard += line + "\n"
                return line
            }
            let more = output.reading.availableData
            if more.isEmpty { return nil }
            pending += more
        }
    }

    /// Reads on until a line holds `text`; `nil` where none does.
    func line(containing text: String) -> String? {
        while let line = line() { if line.contains(text) { return line } }
        return nil
    }

    /// Reads on until `text` was printed, which needs no line end; `false` where the process ends before.
    func hear(_ text: String) -> Bool {
        while true {
            if let place = pending.range(of: Data(text.utf8)) {
                heard += String(decoding: pending[..<place.upperBound], as: UTF8.self)
                pending = Data(pending[place.upperBound...])
                return true
            }
            let more = output.reading.availableData
            if more.isEmpty { return false }
            pending += more
        }
    }

    /// Sends a signal.
    func signal(_ number: Int32) { process.signal(number) }

    /// Closes its input and waits for its end.
    func finish() -> ProcessResult {
        try? input.writing.close()
        while line() != nil {}
        heard += String(decoding: pending, as: UTF8.self)
        pending = Data()
        let status = process.wait()
        let text = (try? String(decoding: Data(contentsOf: errors), as: UTF8.self)) ?? ""
        return ProcessResult(status: status, output: heard, errors: text)
    }
}
