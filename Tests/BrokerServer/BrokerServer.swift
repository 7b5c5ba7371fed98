import Foundation
import Glibc
import PrivateBus
import Runtime

/// A real mosquitto of a test's own on the loopback interface. It ends with the object or, whatever happens, with the test
/// process.
public final class BrokerServer: Sendable {
    /// How it is set up.
    public struct Setup: Sendable {
        /// What it shows; `nil` for no TLS.
        public var certificate: Certificates.Pair?
        /// Whose certificates it asks clients for; `nil` for none's.
        public var clientAuthority: String?
        /// Its users and their passwords; empty for anybody.
        public var users: [String: String] = [:]
        /// Its access rules, as lines of an ACL file; empty for none.
        public var rules: [String] = []
        /// Further lines of its configuration.
        public var lines: [String] = []

        /// A broker for anybody, without TLS.
        public init() {}

        /// A broker for anybody, with TLS and a certificate for `localhost`.
        public static func secured() throws -> Setup {
            var setup = Setup()
            setup.certificate = try Certificates.shared.get().localhost
            return setup
        }
    }

    /// Why a broker did not start.
    public struct StartFailure: Error {
        /// What it wrote.
        public let text: String
    }

    /// Whether this machine's loopback interface has an IPv6 address.
    public static var hasIPv6: Bool {
        let interfaces = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)
        return interfaces?.hasPrefix("00000000000000000000000000000001 ") ?? false
            || interfaces?.contains("\n00000000000000000000000000000001 ") ?? false
    }

    /// Where it listens.
    public let port: UInt16
    private let folder: URL
    private let setup: Setup
    private struct Running {
        let process: ChildProcess
        let lifeline: FileHandle
    }
    private let running = Lock<Running?>(nil)

    /// Starts a broker.
    public init(_ setup: Setup = Setup()) throws {
        self.setup = setup
        port = try Self.freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "gangway-broker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try writeFiles()
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts it again, at the same port.
    public func start() throws {
        let (input, output) = (try ProcessPipe(), try ProcessPipe())
        // `cat` ends when this process does, however it does. The broker takes the shell's place, and its number.
        let script = "exec 3<&0; me=$$; (cat <&3; kill -9 $me) >/dev/null 2>&1 & exec \"$1\" -c \"$2\" 3<&- </dev/null"
        let process = try ChildProcess(
            "/bin/sh", ["-c", script, "sh", try Self.program("sbin/mosquitto"), path("configuration")],
            streams: [
                input.reading.fileDescriptor, output.writing.fileDescriptor, output.writing.fileDescriptor,
            ])
        try input.reading.close()
        try output.writing.close()
        var text = Data()
        while !text.contains(" running".utf8) {
            guard let more = try output.reading.read(upToCount: 1), !more.isEmpty else { break }
            text += more
        }
        let started = String(decoding: text, as: UTF8.self)
        guard started.contains(" running") else {
            try input.writing.close()
            process.wait()
            throw StartFailure(text: started)
        }
        running.withLock { $0 = Running(process: process, lifeline: input.writing) }
        // What it writes later would fill the pipe and stop it.
        output.reading.readabilityHandler = { handle in
            if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
    }

    /// Kills it; its sessions are lost, unless it was told to keep them and ``stop()`` was used.
    public func kill() { end { _ in } }

    private func end(_ prepare: (Running) -> Void) {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        prepare(running)
        try? running.lifeline.close()
        running.process.wait()
    }

    /// Lets it end in its own way, and waits for that.
    public func stop() {
        signal(SIGTERM)
        end { $0.process.wait() }
    }

    /// Sends it a signal.
    public func signal(_ signal: Int32) {
        running.withLock { $0?.process.signal(signal) }
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ name: String, _ lines: [String]) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: name))
    }

    private func writeFiles() throws {
        var lines = ["user root", "log_dest stderr", "log_type error", "log_type information"]
        lines += ["max_queued_messages 0", "persistence_location \(folder.path)/"]
        for host in Self.hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"] {
            lines.append("listener \(port) \(host)")
            if let certificate = setup.certificate {
                lines += ["certfile \(certificate.certificate)", "keyfile \(certificate.key)"]
            }
            if let authority = setup.clientAuthority { lines += ["cafile \(authority)", "require_certificate true"] }
        }
        lines.append("allow_anonymous \(setup.users.isEmpty)")
        if !setup.users.isEmpty {
            try write("users", setup.users.map { "\($0.key):\($0.value)" })
            _ = try runQuietly(Self.program("bin/mosquitto_passwd"), ["-U", path("users")])
            lines.append("password_file \(path("users"))")
        }
        if !setup.rules.isEmpty {
            try write("rules", setup.rules)
            lines.append("acl_file \(path("rules"))")
        }
        try write("configuration", lines + setup.lines)
    }

    /// Where a program of mosquitto's is: installed, or unpacked by `scripts/bootstrap`.
    static func program(_ name: String) throws -> String {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let unpacked = root.appending(path: ".build/programs/usr/\(name)").path
        for path in ["/usr/\(name)", "/usr/local/\(name)", unpacked]
        where FileManager.default.isExecutableFile(atPath: path) {
            return path
        }
        throw StartFailure(text: "\(name) is not there: run `scripts/bootstrap test`")
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 ? getsockname(socket, address, &size) : -1
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
        return UInt16(bigEndian: address.sin_port)
    }
}
