import DBus
import Foundation
import Runtime

/// A real Secret Service, GNOME's keyring, on a bus and with a home of its own.
public final class Keyring: Sendable {
    private static let program = "/usr/bin/gnome-keyring-daemon"
    /// Whether there is one to start.
    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let bus: PrivateBus
    private let home: URL
    private let daemon: ChildProcess
    private let input: ProcessPipe

    /// Starts one, unlocked with a password or locked, and waits until it is on the bus.
    public init(unlocked: Bool) async throws {
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

    /// What leads a program to this keyring.
    public var environment: [String: String] { Self.environment(bus, home) }

    private static func environment(_ bus: PrivateBus, _ home: URL) -> [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home.path, "XDG_DATA_HOME": home.path,
            "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin",
        ]
    }
}
