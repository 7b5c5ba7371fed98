import BrokerServer
import DefaultControl
import Foundation
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import Testing

/// Starts the cluster once for a whole suite, and ends it with it.
struct OneCluster: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let cluster = try BrokerCluster()
        defer { cluster.stop() }
        try await BrokerCluster.$present.withValue(cluster, operation: function)
    }
}

/// Connections to the cluster. They go by the machine's clock: a cluster that has lost a node needs the moment that a program
/// leaves it before it tries again.
struct Bench {
    let time = SystemTime.shared
    let cluster: BrokerCluster

    init() throws { cluster = try #require(BrokerCluster.present) }

    /// Later than anything that a test waits for.
    var deadline: Instant { time.now + 120_000 }

    /// Settings that try the nodes in the order of `nodes`.
    func settings(_ nodes: [Int]) throws -> BrokerSettings {
        let tls = TLSSettings(authorities: .file(try Certificates.shared.get().authority))
        let login = BrokerLogin(user: BrokerCluster.user, password: BrokerPassword(BrokerCluster.password))
        let addresses = nodes.map { BrokerAddress(host: "localhost", port: cluster.ports[$0]) }
        return BrokerSettings(addresses: addresses, tls: tls, login: login)
    }

    /// A file that says how the cluster is reached, and the folder of what it names, which is to be removed.
    func brokerFile() throws -> (file: BrokerFile, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gangway-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (path, password) = (folder.appending(path: "broker.json").path, folder.appending(path: "password").path)
        try DefaultControl.writePrivate(Array(BrokerCluster.password.utf8), to: password)
        let settings = try settings([0, 1, 2])
        try BrokerFile(
            addresses: settings.addresses, tls: settings.tls, user: BrokerCluster.user, passwordFile: password
        ).write(to: path)
        return (try BrokerFile(path: path), folder)
    }

    /// Waits until there is a connection; to which node.
    func connected(_ broker: MosquittoBroker) async throws -> Int {
        let events = broker.events()
        broker.connect()
        while let event = await events.next() {
            if case .state(.connected(let connection)) = event {
                return try #require(cluster.ports.firstIndex(of: connection.address.port))
            }
        }
        throw CancellationError()
    }
}
