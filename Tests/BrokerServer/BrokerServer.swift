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
    private let running = Lock<ServerProcess?>(nil)

    /// Starts a broker.
    public init(_ setup: Setup = Setup()) throws {
        self.setup = setup
        port = try freePort()
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
        let process = try ServerProcess(Self.program("sbin/mosquitto"), ["-c", path("configuration")])
        try process.awaitReady(" running")
        running.withLock { $0 = process }
    }

    /// Kills it; its sessions are lost, unless it was told to keep them and ``stop()`` was used.
    public func kill() { end { $0.kill() } }

    private func end(_ end: (ServerProcess) -> Void) {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        if let running { end(running) }
    }

    /// Lets it end in its own way, and waits for that.
    public func stop() {
        signal(SIGTERM)
        end { $0.wait() }
    }

    /// Sends it a signal.
    public func signal(_ signal: Int32) {
        running.withLock { $0?.signal(signal) }
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

    /// Folders that hold mosquitto's programs, as the environment's `PATH` names them.
    public static var programFolders: String {
        ["sbin", "bin"].map { unpackedPrograms.appending(path: $0).path }.joined(separator: ":")
    }

    /// A port where nobody listens.
    public static func unusedPort() throws -> UInt16 { try freePort() }

    /// Lines of a configuration whose access rules let nobody subscribe. Those of an ACL file never refuse that.
    public static func withoutSubscriptions() throws -> [String] {
        let rules = #"{"defaultACLAccess":{"publishClientSend":true,"publishClientReceive":true,"subscribe":false}}"#
        let file = try Certificates.shared.get().file("rules-\(UUID().uuidString)", holding: rules)
        for root in ["/usr/lib", "/usr/local/lib", unpackedPrograms.appending(path: "lib").path] {
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
            for folder in [""] + folders {
                let plugin = "\(root)/\(folder)/mosquitto_dynamic_security.so"
                guard FileManager.default.fileExists(atPath: plugin) else { continue }
                return ["plugin \(plugin)", "plugin_opt_config_file \(file)"]
            }
        }
        throw StartFailure(text: "mosquitto's dynamic security is not there: run `scripts/bootstrap test`")
    }

    /// Where a program of mosquitto's is: installed, or unpacked by `scripts/bootstrap`.
    static func program(_ name: String) throws -> String {
        let unpacked = unpackedPrograms.appending(path: name).path
        for path in ["/usr/\(name)", "/usr/local/\(name)", unpacked]
        where FileManager.default.isExecutableFile(atPath: path) {
            return path
        }
        throw StartFailure(text: "\(name) is not there: run `scripts/bootstrap test`")
    }
}
