public import ProvisioningProtocols
import Runtime
public import WiFiStation

extension SimulatedStation {
    /// Which networks it keeps. Throws `storageFailed` where a file of the folder is damaged.
    public func stored() async throws(StationError) -> StoredNetworks {
        let (committed, staged) = try kept()
        return StoredNetworks(
            committed: committed?.credentials.ssid, staged: staged?.credentials.ssid,
            controlAddress: committed?.address)
    }

    private func kept() throws(StationError) -> (committed: KeptCredentials?, staged: KeptCredentials?) {
        let kept = try store.load()
        return state.withLock { ($0.volatileCommitted ?? kept.committed, $0.volatileStaged ?? kept.staged) }
    }

    /// Makes `credentials` safe beside the committed ones. Throws `storageFailed` where the disk is full, or the simulation
    /// says that it is; `invalidCredentials` for an empty name.
    public func stage(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) async throws(StationError) {
        guard credentials.ssid.count > 0 else { throw StationError(.invalidCredentials, "the network's name is empty") }
        let kept = KeptCredentials(credentials.copy(), steeredAt: address)
        let isFull = state.withLock { state in
            if let limit = state.simulation.failures.storageFullAfter, state.stages >= limit { return true }
            state.stages += 1
            return false
        }
        guard !isFull else { throw StationError(.storageFailed, "the disk is full, as the simulation says") }
        if credentials.isVolatile {
            state.withLock { $0.volatileStaged = kept }
        } else {
            try store.stage(kept)
            state.withLock { $0.volatileStaged = nil }
        }
    }

    /// Puts the staged credentials in the place of the committed ones. Throws `failed` where none are staged.
    public func commit() async throws(StationError) {
        guard try kept().staged != nil else { throw StationError(.failed, "no credentials are staged") }
        let isVolatile = state.withLock { state in
            guard let staged = state.volatileStaged else { return false }
            state.volatileCommitted = staged
            state.volatileStaged = nil
            return true
        }
        if !isVolatile {
            try store.commit()
            state.withLock { $0.volatileCommitted = nil }
        }
        state.withLock { $0.isOnStaged = false }
    }

    /// Drops the staged credentials, and leaves their network or stops their join.
    public func rollBack() async throws(StationError) {
        let wasVolatile = state.withLock { state in
            let wasVolatile = state.volatileStaged != nil
            state.volatileStaged = nil
            return wasVolatile
        }
        if !wasVolatile { try store.dropStaged() }
        guard state.withLock({ $0.isOnStaged }) else { return }
        try await disconnect()
    }

    /// Leaves the network and stays off it until told to join.
    public func disconnect() async throws(StationError) {
        let known = try kept()
        let ssid = (known.committed ?? known.staged)?.credentials.ssid
        leave { _ in ssid.map { StationStatus(state: .disconnected, ssid: $0) } ?? StationStatus(state: .notConfigured)
        }
    }

    /// Leaves the network and forgets all, damaged files included.
    public func forget() async throws(StationError) {
        try store.forget()
        state.withLock { state in
            state.volatileStaged = nil
            state.volatileCommitted = nil
        }
        leave { _ in StationStatus(state: .notConfigured) }
    }

    /// Leaves the present network and begins to join the staged one. Throws `failed` where none is staged.
    public func joinStaged() async throws(StationError) {
        guard let staged = try kept().staged else { throw StationError(.failed, "no credentials are staged") }
        begin(Join(staged, isStaged: true))
    }

    /// Begins to join the committed network. Throws `failed` where none is.
    public func joinCommitted() async throws(StationError) {
        guard let committed = try kept().committed else { throw StationError(.failed, "no network is stored") }
        begin(Join(committed, isStaged: false))
    }
}
