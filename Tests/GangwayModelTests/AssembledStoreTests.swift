import CredentialVault
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A home that is put together from parts", .timeLimit(.minutes(1)))
@MainActor
struct AssembledStoreTests {
    private let texts = Lock<[String: String]?>(nil)
    private let settings = Lock<[BrokerSettings]>([])
    private let vault = MemoryVault()

    private func store(_ server: MemoryBroker, _ time: ManualTime) -> AssembledStore {
        let directory = MemoryDirectory([])
        return AssembledStore(
            preferences: AssembledStore.Preferences(
                read: { [texts] in texts.withLock { $0 } }, write: { [texts] new in texts.withLock { $0 = new } }),
            directory: { () throws(DirectoryError) in directory },
            vault: { [vault] () throws(VaultError) in vault },
            broker: { [settings] made throws(BrokerError) in
                settings.withLock { $0.append(made) }
                return server.connection(time: time)
            })
    }

    private func plan(user: String? = "alice") throws -> BrokerPlan {
        let address = try #require(BrokerAddress("home.example:8883", isSecure: true))
        return BrokerPlan(addresses: [address], tls: TLSSettings(), user: user, version: .v5, listensToEverything: true)
    }

    @Test("A plan is the same after it was kept as texts, and what is missing leaves the connection protected")
    func fields() throws {
        let plan = try plan()
        #expect(try BrokerPlan(fields: plan.fields) == plan)
        #expect(try BrokerPlan(fields: ["addresses": "home.example"]).tls != nil)
        #expect(throws: Problem.self) { try BrokerPlan(fields: [:]) }
    }

    @Test("A broker is kept with its password, which no preference holds, and connected with it")
    func kept() async throws {
        let (server, time) = (MemoryBroker(), ManualTime())
        let store = store(server, time)
        #expect(try await store.brokerPlan() == nil)
        try await store.keep(try plan(), password: BrokerPassword("s3cret"))
        #expect(try await store.brokerPlan() == (try plan()))
        #expect(texts.withLock { $0?.values.contains { $0.contains("s3cret") } } == false)
        _ = try await store.broker(try plan(), password: nil)
        let made = try #require(settings.withLock { $0.last })
        #expect(made.login?.user == "alice" && made.version == .v5 && made.tls != nil)
        #expect(made.login?.password?.withBytes { bytes in bytes.count } == 6)
        try await store.keep(try plan(), password: nil)
        _ = try await store.broker(try plan(), password: nil)
        #expect(settings.withLock { $0.count } == 2, "the password that is kept stays")
    }

    @Test("A password that is not kept, and a vault that is locked, are told")
    func missing() async throws {
        let store = store(MemoryBroker(), ManualTime())
        let missing = await #expect(throws: Problem.self) { _ = try await store.broker(try plan(), password: nil) }
        #expect(missing?.code == "settings.passwordMissing")
        await vault.fail(VaultError(.locked, fault: .data, summary: "Locked.", state: "", advice: "Unlock it."))
        let locked = await #expect(throws: Problem.self) {
            try await store.keep(try plan(), password: BrokerPassword("s3cret"))
        }
        #expect(locked?.code == "vault.locked")
        #expect(try await store.brokerPlan() == nil, "nothing was kept")
        _ = try await store.broker(try plan(user: nil), password: nil)
    }
}
