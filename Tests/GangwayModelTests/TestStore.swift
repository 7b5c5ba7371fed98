import CredentialVault
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime

/// A home's things in memory, which can be told to fail.
final class TestStore: HomeStore {
    private struct State {
        var plan: BrokerPlan?
        var password: BrokerPassword?
        var directoryError: DirectoryError?
        var planProblem: Problem?
        var brokers = 0
    }

    let memory: MemoryDirectory
    let secrets = MemoryVault()
    private let server: MemoryBroker
    private let time: any TimeSource
    private let state: Lock<State>

    init(_ server: MemoryBroker, _ memory: MemoryDirectory, hasBroker: Bool, time: any TimeSource) {
        self.server = server
        self.memory = memory
        self.time = time
        let address = BrokerAddress(host: "memory", port: BrokerAddress.defaultPort)
        state = Lock(State(plan: hasBroker ? BrokerPlan(addresses: [address], tls: nil) : nil))
    }

    var plan: BrokerPlan? { state.withLock { $0.plan } }
    var hasPassword: Bool { state.withLock { $0.password != nil } }
    /// How many connections were asked for.
    var brokers: Int { state.withLock { $0.brokers } }

    func fail(directory error: DirectoryError?) { state.withLock { $0.directoryError = error } }
    func fail(plan problem: Problem?) { state.withLock { $0.planProblem = problem } }

    func directory() async throws(DirectoryError) -> any DeviceDirectory {
        if let error = state.withLock({ $0.directoryError }) { throw error }
        return FailingDirectory(memory) { [state] in state.withLock { $0.directoryError } }
    }

    func vault() async throws(VaultError) -> any CredentialVault { secrets }

    func brokerPlan() async throws(Problem) -> BrokerPlan? {
        if let problem = state.withLock({ $0.planProblem }) { throw problem }
        return plan
    }

    func keep(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) {
        if let problem = state.withLock({ $0.planProblem }) { throw problem }
        state.withLock { state in
            state.plan = plan
            if let password { state.password = password }
        }
    }

    func broker(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) -> any Broker {
        state.withLock { $0.brokers += 1 }
        return server.connection(time: time)
    }
}

/// A vault in memory, which can be told to be locked.
actor MemoryVault: CredentialVault {
    private var kept: [SecretName: [UInt8]] = [:]
    private var error: VaultError?

    func fail(_ error: VaultError?) { self.error = error }

    func put(_ text: String, as name: SecretName) { kept[name] = Array(text.utf8) }

    func bytes(_ name: SecretName) -> [UInt8]? { kept[name] }

    func secret(_ name: SecretName) throws(VaultError) -> Secret? {
        if let error { throw error }
        guard let bytes = kept[name] else { return nil }
        return Secret(bytes.span)
    }

    func keep(_ secret: consuming Secret, as name: SecretName) throws(VaultError) {
        if let error { throw error }
        kept[name] = secret.withBytes { Array($0) }
    }

    func forget(_ name: SecretName) throws(VaultError) -> Bool {
        if let error { throw error }
        return kept.removeValue(forKey: name) != nil
    }

    func names() throws(VaultError) -> [SecretName] {
        if let error { throw error }
        return Array(kept.keys)
    }
}

/// A directory whose changes fail where that is said: as a full disk does.
struct FailingDirectory: DeviceDirectory {
    private let memory: MemoryDirectory
    private let error: @Sendable () -> DirectoryError?

    init(_ memory: MemoryDirectory, _ error: @escaping @Sendable () -> DirectoryError?) {
        self.memory = memory
        self.error = error
    }

    private func check() throws(DirectoryError) { if let error = error() { throw error } }

    func changes() async throws(DirectoryError) -> DirectoryChanges { await memory.changes() }
    func devices() async throws(DirectoryError) -> [Device] { await memory.devices() }
    func device(_ id: DeviceID) async throws(DirectoryError) -> Device? { await memory.device(id) }

    func add(_ device: Device) async throws(DirectoryError) {
        try check()
        try await memory.add(device)
    }

    func enroll(_ device: Device) async throws(DirectoryError) -> Device {
        try check()
        return try await memory.enroll(device)
    }

    func edit(_ id: DeviceID, _ edits: [DeviceEdit]) async throws(DirectoryError) -> Device {
        try check()
        return try await memory.edit(id, edits)
    }

    func remove(_ id: DeviceID) async throws(DirectoryError) {
        try check()
        try await memory.remove(id)
    }

    func categories() async throws(DirectoryError) -> [String] { await memory.categories() }

    func edit(_ edit: CategoryEdit) async throws(DirectoryError) {
        try check()
        try await memory.edit(edit)
    }

    func record(_ reports: [DeviceReport]) async throws(DirectoryError) -> Int {
        try check()
        return await memory.record(reports)
    }

    func record(_ samples: [SignalSample], of id: DeviceID) async throws(DirectoryError) {
        try await memory.record(samples, of: id)
    }

    func signalHistory(of id: DeviceID) async throws(DirectoryError) -> [SignalSample] {
        try check()
        return try await memory.signalHistory(of: id)
    }

    func contents() async throws(DirectoryError) -> DirectoryContents { await memory.contents() }

    func merge(_ contents: DirectoryContents, _ policy: MergePolicy) async throws(DirectoryError) -> MergeSummary {
        try check()
        return try await memory.merge(contents, policy)
    }
}
