import ProvisioningProtocols
import Runtime
import WiFiStation

/// Where a simulated station keeps its two sets of credentials. Every change is whole or not at all.
protocol CredentialStore: Sendable {
    /// What is kept. Throws `storageFailed` where a file is damaged.
    func load() throws(StationError) -> (committed: KeptCredentials?, staged: KeptCredentials?)
    /// Keeps `credentials` beside the committed ones.
    func stage(_ credentials: KeptCredentials) throws(StationError)
    /// Puts the staged ones in the place of the committed ones.
    func commit() throws(StationError)
    /// Drops the staged ones.
    func dropStaged() throws(StationError)
    /// Drops both.
    func forget() throws(StationError)
}

/// A store that lasts as long as the station.
final class MemoryStore: CredentialStore {
    private struct State {
        var committed: KeptCredentials?
        var staged: KeptCredentials?
    }

    private let state = Lock(State())

    func load() -> (committed: KeptCredentials?, staged: KeptCredentials?) {
        state.withLock { ($0.committed, $0.staged) }
    }

    func stage(_ credentials: KeptCredentials) { state.withLock { $0.staged = credentials } }

    func commit() {
        state.withLock { state in
            state.committed = state.staged
            state.staged = nil
        }
    }

    func dropStaged() { state.withLock { $0.staged = nil } }

    func forget() { state.withLock { $0 = State() } }
}
