import Foundation
import PrivateBus

extension Keyring {
    /// What the probe prints on this keyring's bus.
    func probe(_ arguments: String..., limit: Int = 30_000) async throws -> [Substring] {
        try await Self.probe([String(limit)] + arguments, environment)
    }

    /// What the probe prints in an environment.
    static func probe(_ arguments: [String], _ environment: [String: String]) async throws -> [Substring] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(arguments, environment) })
            }
        }
    }

    private static func run(_ arguments: [String], _ environment: [String: String]) throws -> [Substring] {
        let output = try ProcessPipe()
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent(
            "SecretServiceProbe")
        let null = FileHandle.nullDevice.fileDescriptor
        let process = try ChildProcess(
            program.path, arguments, environment: environment, streams: [null, output.writing.fileDescriptor, null])
        try output.writing.close()
        let text = try output.reading.readToEnd() ?? Data()
        process.wait()
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
