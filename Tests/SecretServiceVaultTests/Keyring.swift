import DBus
import Foundation
import PrivateBus
import Runtime

/// A real Secret Service, GNOME's keyring, on a bus and with a home of its own.
final class Keyring: Sendable {
    static let program = "/usr/bin/gnome-keyring-daemon"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let bus: PrivateBus
    private let home: URL
    private let daemon: ChildProcess
    private let input: ProcessPipe

    /// Starts one, unlocked with a password or locked, and waits until it is on the bus.
    init(unlocked: Bool) async throws {
        bus = try PrivateBus()
        home = FileManager.default.temporaryDirectory.appendingPathComponent("gangway-keyring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let watcher = try bus.connect()
        let owners = try await watcher.owners(of: "org.freedesktop.secrets")
        input = try ProcessPipe()
        let null = FileHandle.nullDevice.fileDescriptor
        daemon = try ChildProcess(
            Self.program, (unlocked ? ["--unlock"] : []) + ["--components=secrets", "--foreground"],
            environment: Self.environment(bus, home), streams: [input.reading.fileDescriptor, null, null])
        if unlocked { try input.writing.write(contentsOf: Data("a password".utf8)) }
        try input.writing.close()
        while let owner = try await owners.next(), owner == nil {}
    }

    deinit {
        daemon.signal(SIGKILL)
        daemon.wait()
        bus.stop()
        try? FileManager.default.removeItem(at: home)
    }

    private static func environment(_ bus: PrivateBus, _ home: URL) -> [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home.path, "XDG_DATA_HOME": home.path,
            "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin",
        ]
    }

    /// What the probe prints on this keyring's bus.
    func probe(_ arguments: String..., limit: Int = 30_000) async throws -> [Substring] {
        try await Self.probe([String(limit)] + arguments, Self.environment(bus, home))
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
