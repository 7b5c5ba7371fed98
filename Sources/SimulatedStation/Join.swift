import ProvisioningProtocols
import Runtime
import WiFiStation

/// One try to join a network.
struct Join: Sendable {
    let kept: KeptCredentials
    let isStaged: Bool

    init(_ kept: KeptCredentials, isStaged: Bool) {
        self.kept = kept
        self.isStaged = isStaged
    }

    /// What a join goes through, each after its delay.
    enum Step: Sendable { case associated, authenticated, addressed }

    /// The network that these credentials name, with the signal of the access point that is joined. Of an open and a secured
    /// one with that name it is the one that the passphrase suits; where there is but one, it refuses what does not.
    func target(in simulation: Simulation) -> (network: Simulation.Network, signal: SignalStrength)? {
        let (ssid, bssid, channel) = (kept.credentials.ssid, kept.credentials.bssid, kept.credentials.channel)
        let band = kept.credentials.band
        let isOpen = kept.credentials.passphrase.isEmpty
        let named = simulation.networks.filter { $0.ssid == ssid }
        let suited = named.filter { ($0.security == .open) == isOpen }
        for network in suited + named {
            let points = network.accessPoints.filter {
                (bssid == nil || $0.bssid == bssid) && (channel == .unknown || $0.channel == channel)
                    && (band == .any || $0.band == band)
            }
            if let best = points.map(\.signal).max() { return (network, best) }
        }
        return nil
    }

    /// Whether the passphrase is the network's.
    func opens(_ network: Simulation.Network) -> Bool {
        kept.credentials.passphrase.withBytes { bytes in
            guard bytes.count == network.passphrase.count else { return false }
            for index in bytes.indices where bytes[index] != network.passphrase[index] { return false }
            return true
        }
    }
}

extension SimulatedStation {
    /// Leaves the present network and takes the first step of `join`.
    func begin(_ join: Join) {
        let (number, delay) = state.withLock { state in
            state.join += 1
            state.isOnStaged = join.isStaged
            become(StationStatus(state: .associating, ssid: join.kept.credentials.ssid), &state)
            return (state.join, state.simulation.delays.association)
        }
        after(delay) { $0.step(.associated, of: join, number) }
    }

    /// Takes a step, unless another join or a disconnect has come between, and sets the time of the next.
    private func step(_ step: Join.Step, of join: Join, _ number: UInt64) {
        let next = state.withLock { state -> (Join.Step, UInt32)? in
            guard state.join == number else { return nil }
            let ssid = join.kept.credentials.ssid
            guard let (network, signal) = join.target(in: state.simulation) else {
                become(StationStatus(state: .failed(.networkNotFound), ssid: ssid), &state)
                return nil
            }
            let failure = Self.failure(of: network, state)
            switch outcome(of: step, join, network, failure) {
            case .failed(let reason)?:
                state.joins[ssid, default: 0] += 1
                become(StationStatus(state: .failed(reason), ssid: ssid), &state)
                return nil
            case .associating?: return nil  // It hangs there.
            case let next?: become(StationStatus(state: next, ssid: ssid), &state)
            case nil:
                state.joins[ssid, default: 0] += 1
                become(StationStatus(state: .connected(network.address), ssid: ssid, signal: signal), &state)
                return nil
            }
            return step == .associated
                ? (.authenticated, state.simulation.delays.authentication)
                : (.addressed, state.simulation.delays.address)
        }
        if let (step, delay) = next { after(delay) { $0.step(step, of: join, number) } }
    }

    private static func failure(of network: Simulation.Network, _ state: State) -> Simulation.Failure? {
        guard let failure = network.failure else { return nil }
        return state.joins[network.ssid, default: 0] < network.failingJoins ?? .max ? failure : nil
    }

    /// The state that a step leads to; `nil` when the station is connected.
    private func outcome(
        of step: Join.Step, _ join: Join, _ network: Simulation.Network, _ failure: Simulation.Failure?
    ) -> StationState? {
        switch (step, failure) {
        case (_, .hangs): .associating
        case (.associated, .networkNotFound): .failed(.networkNotFound)
        case (.associated, .unsupportedSecurity): .failed(.unsupportedSecurity)
        case (.associated, .deviceFault): .failed(.deviceFault)
        case (.associated, .timeOut): .failed(.timeOut)
        case (.associated, _): network.security == .wpa2Enterprise ? .failed(.unsupportedSecurity) : .authenticating
        case (.authenticated, _): join.opens(network) ? .obtainingAddress : .failed(.wrongPassphrase)
        case (.addressed, .noAddress): .failed(.noAddress)
        case (.addressed, _): nil
        }
    }

    /// Runs `action` after `milliseconds`, at once where there are none.
    private func after(_ milliseconds: UInt32, _ action: @escaping @Sendable (SimulatedStation) -> Void) {
        guard milliseconds > 0 else { return action(self) }
        _ = time.schedule(at: time.now + milliseconds) { [weak self] in if let self { action(self) } }
    }
}
