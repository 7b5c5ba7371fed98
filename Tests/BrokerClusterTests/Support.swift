import BrokerServer
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
