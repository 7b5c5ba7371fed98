import Foundation
import PrivateBus
import Runtime

/// A cluster of three nodes of RabbitMQ on the loopback interface, with its MQTT plugin, quorum queues for the sessions that
/// are kept, TLS, and one user. Everything is its own: data, ports, and the register of nodes.
public final class BrokerCluster: Sendable {
    /// Whether RabbitMQ is there.
    public static var isThere: Bool { RabbitPrograms() != nil }

    /// The cluster of the suite that runs.
    @TaskLocal public static var present: BrokerCluster?

    /// The one user.
    public static let user = "anna"
    /// Its password.
    public static let password = "correct horse"

    /// Where the nodes listen, by TLS.
    public let ports: [UInt16]
    private let programs: RabbitPrograms
    private let folder: URL
    private let registerPort: UInt16
    private let register: ServerProcess
    private let nodes = Lock<[Int: ServerProcess]>([:])

    /// Starts it, which takes some 20 s.
    public init() throws {
        guard let programs = RabbitPrograms() else {
            throw StartFailure(text: "rabbitmq-server is not there: run `scripts/bootstrap test`")
        }
        self.programs = programs
        ports = try (0..<3).map { _ in try freePort() }
        registerPort = try freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "gangway-cluster-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        register = try ServerProcess(
            programs.epmd, ["-address", "127.0.0.1", "-port", "\(registerPort)", "-relaxed_command_check"])
        register.passOver()
        try write("plugins", "[rabbitmq_mqtt].\n")
        try linkParts()
        try write(".erlang.cookie", UUID().uuidString)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path(".erlang.cookie"))
        for node in ports.indices { try writeFiles(node) }
        // One after the other: started at once they may not all get into the register of the plugin's clients, which then
        // does not survive the loss of a node.
        for node in ports.indices { try start(node) }
    }

    deinit { stop() }

    /// Ends it, and removes what it wrote.
    public func stop() {
        for node in ports.indices { kill(node) }
        register.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Kills a node, which loses what it has not written.
    public func kill(_ node: Int) {
        nodes.withLock { $0.removeValue(forKey: node) }?.kill()
    }

    /// Starts a node again, and waits until it serves.
    public func start(_ node: Int) throws {
        try launch(node)
        try awaitReady(node)
    }

    private func launch(_ node: Int) throws {
        let process = try ServerProcess("/bin/sh", [programs.server], environment: environment(node))
        nodes.withLock { $0[node] = process }
    }

    private func awaitReady(_ node: Int) throws {
        try nodes.withLock { $0[node] }?.awaitReady(" completed with")
    }

    /// Makes a folder of the parts that are needed: a node looks into each of the others for a good part of its start.
    private func linkParts() throws {
        let parts = folder.appending(path: "parts")
        try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: programs.parts.path) {
            let isNeeded = name.hasPrefix("rabbitmq_mqtt-") || name.hasPrefix("rabbitmq_prelaunch-")
            guard isNeeded || !name.hasPrefix("rabbitmq_") else { continue }
            try FileManager.default.createSymbolicLink(
                at: parts.appending(path: name), withDestinationURL: programs.parts.appending(path: name))
        }
    }

    private func environment(_ node: Int) throws -> [String: String] {
        let data = path("\(node)")
        return [
            "PATH": "\(programs.erlang):/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8",
            "ERL_EPMD_ADDRESS": "127.0.0.1", "ERL_EPMD_PORT": "\(registerPort)",
            "RABBITMQ_CONF_ENV_FILE": "/dev/null", "RABBITMQ_NODENAME": Self.name(node),
            "RABBITMQ_CONFIG_FILE": "\(data)/rabbitmq.conf", "RABBITMQ_ENABLED_PLUGINS_FILE": path("plugins"),
            "RABBITMQ_MNESIA_BASE": data, "RABBITMQ_MNESIA_DIR": "\(data)/data", "RABBITMQ_LOG_BASE": "\(data)/log",
            "RABBITMQ_GENERATED_CONFIG_DIR": "\(data)/generated", "RABBITMQ_PID_FILE": "\(data)/pid",
            "RABBITMQ_PLUGINS_EXPAND_DIR": "\(data)/plugins", "RABBITMQ_PLUGINS_DIR": path("parts"),
            "RABBITMQ_DIST_PORT": "\(try freePort())",
            // The process is then the node itself, which a signal to it ends.
            "RABBITMQ_ALLOW_INPUT": "1",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-noinput +S 1:1 -kernel inet_dist_use_interface {127,0,0,1}",
        ]
    }

    private func writeFiles(_ node: Int) throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "\(node)"), withIntermediateDirectories: true)
        let certificates = try Certificates.shared.get()
        var lines = [
            "listeners.tcp = none", "mqtt.listeners.tcp = none",
            "mqtt.listeners.ssl.1 = 127.0.0.1:\(ports[node])",
            "mqtt.durable_queue_type = quorum", "mqtt.allow_anonymous = false",
            "ssl_options.cacertfile = \(certificates.authority)",
            "ssl_options.certfile = \(certificates.localhost.certificate)",
            "ssl_options.keyfile = \(certificates.localhost.key)",
            "ssl_options.verify = verify_none", "ssl_options.fail_if_no_peer_cert = false",
            "default_user = \(Self.user)", "default_pass = \(Self.password)",
            "log.file = false", "log.console = true", "log.console.level = warning",
            "cluster_formation.peer_discovery_backend = classic_config",
        ]
        for other in ports.indices {
            lines.append("cluster_formation.classic_config.nodes.\(other + 1) = \(Self.name(other))")
        }
        try write("\(node)/rabbitmq.conf", lines.joined(separator: "\n") + "\n")
    }

    private static func name(_ node: Int) -> String { "gangway\(node + 1)@localhost" }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}
