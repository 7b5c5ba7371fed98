public import BluetoothLE
public import ProvisioningProtocols
public import Runtime

/// A Bluetooth LE adapter without hardware, for both roles: it reaches every other one in the same ``VirtualAir`` of this
/// process, or in the same directory of this machine.
///
/// It behaves as a real adapter does: an MTU that both ends agree on and that cuts notifications, long reads in pieces, writes
/// that are refused or whole, pairing, links that end. ``faults`` make it a bad one, repeatably. One radio serves at most one
/// peripheral at a time and connects to any number.
public final class VirtualRadio: Central, PeripheralHost {
    struct State {
        var radio: RadioState
        var faults: Faults
        var stateSources: [Int: EventSource<RadioState, Never>] = [:]
        var searches: [Int: Search] = [:]
        var lastNumber = 0
        var links: UInt64 = 0
        var connections: [Int: WeakConnection] = [:]
        /// At how many connections those that are gone are dropped: twice those that were left the last time.
        var connectionsToSweep = 32
        weak var peripheral: VirtualPeripheral?
        /// Centrals and peripherals that this radio has paired with.
        var bonds: Set<UInt64> = []
        /// Follows the directory's switch no more.
        var unfollow: (@Sendable () -> Void)?
    }

    struct WeakConnection {
        weak var connection: VirtualConnection?
    }

    let medium: any Medium
    let time: any TimeSource
    let signal: SignalStrength
    let wantedAddress: HardwareAddress?
    let state: Lock<State>
    /// What a peripheral hears this radio called when it connects.
    let centralAddress: HardwareAddress
    /// How long a discovery waits for the radio to be ready before it fails, in milliseconds.
    let patience: UInt32
    /// Whether a bond that the peripheral has lost is made anew.
    let mendsBonds: Bool

    private init(
        medium: any Medium, address: HardwareAddress?, signal: SignalStrength, faults: Faults, patience: UInt32,
        mendsBonds: Bool = true, time: any TimeSource
    ) {
        self.medium = medium
        self.mendsBonds = mendsBonds
        self.time = time
        self.signal = signal
        self.patience = patience
        wantedAddress = address
        centralAddress = address ?? VirtualAddress.next()
        state = Lock(State(radio: faults.radio.state, faults: faults))
    }

    /// A radio in the air of this process.
    /// - Parameters:
    ///   - air: the air that it shares with others.
    ///   - address: its address; left out, one that follows from the name it advertises, or for a central a new one.
    ///   - signal: how strongly centrals receive it.
    ///   - faults: what is wrong with it.
    ///   - patience: how many milliseconds a discovery waits for a radio that is not ready before it fails.
    ///   - mendsBonds: whether it pairs anew, once, with a peripheral that has lost the bond. Apple's systems leave that to
    ///     a person.
    ///   - time: the clock of its latency and its limits.
    public convenience init(
        air: VirtualAir, address: HardwareAddress? = nil, signal: SignalStrength = SignalStrength(rawValue: -50),
        faults: Faults = Faults(), patience: UInt32 = 2_000, mendsBonds: Bool = true,
        time: any TimeSource = SystemTime.shared
    ) {
        self.init(
            medium: air, address: address, signal: signal, faults: faults, patience: patience, mendsBonds: mendsBonds,
            time: time)
    }

    /// A radio in a directory of this machine, which is made where it is missing, for its owner alone.
    /// - Parameters:
    ///   - directory: its path; `nil` for ``defaultDirectory``.
    ///   - address: its address; left out, one that follows from the name it advertises, or for a central a new one.
    ///   - signal: how strongly centrals receive it.
    ///   - faults: what is wrong with it; those of the file `faults` in the directory hold where it has none itself.
    ///   - patience: how many milliseconds a discovery waits for a radio that is not ready before it fails.
    ///   - followsSwitch: whether `radio=off` or `radio=missing` in the directory's file `faults` holds for it too, from the
    ///     moment at which the file is written until it is written without that, or removed: what happens when a person
    ///     switches Bluetooth off can be tried so, while the program runs. What ``faults`` say of the radio comes first;
    ///     where the system watches no more directories, it follows nothing.
    ///   - time: the clock of its latency and its limits.
    /// - Throws: `notPermitted` where the directory belongs to somebody else or others may write into it; `failed` where it
    ///   cannot be made, its path is so long that no socket in it could be named, or its file `faults` is not one.
    public convenience init(
        directory: String?, address: HardwareAddress? = nil, signal: SignalStrength = SignalStrength(rawValue: -50),
        faults: Faults = Faults(), patience: UInt32 = 2_000, followsSwitch: Bool = false,
        time: any TimeSource = SystemTime.shared
    ) throws(BluetoothError) {
        let medium = try RadioDirectory(path: directory ?? Self.defaultDirectory, time: time)
        self.init(medium: medium, address: address, signal: signal, faults: faults, patience: patience, time: time)
        guard followsSwitch else { return }
        let unfollow = try? medium.watchSwitch { [weak self] radio in
            guard let self, state.withLock({ $0.faults.radio }) == .ready else { return }
            setState(radio.state)
        }
        state.withLock { $0.unfollow = unfollow }
    }

    deinit { state.withLock { $0.unfollow }?() }

    /// What is wrong with the radio. A change takes effect on the links made after it, and at once on `isSilent` and `radio`.
    public var faults: Faults {
        get { state.withLock { $0.faults } }
        set {
            state.withLock { $0.faults = newValue }
            setState(newValue.radio.state)
            state.withLock { $0.peripheral }?.refreshAdvertisement()
        }
    }

    /// The radio's state now and at every change.
    public func states() -> EventStream<RadioState, Never> {
        let number = nextNumber()
        let (stream, source) = EventStream<RadioState, Never>.make { [self] in
            _ = state.withLock { $0.stateSources.removeValue(forKey: number) }
        }
        source.yield(
            state.withLock { state in
                state.stateSources[number] = source
                return state.radio
            })
        return stream
    }

    /// Switches the radio off, takes it away, or brings it back. Its links end when it goes; its discoveries and its
    /// peripheral stay, and go on when it is back.
    public func setState(_ radio: RadioState) {
        let sources = state.withLock { state -> [EventSource<RadioState, Never>]? in
            guard state.radio != radio else { return nil }
            state.radio = radio
            return Array(state.stateSources.values)
        }
        guard let sources else { return }
        for source in sources { source.yield(radio) }
        let (searches, connections, peripheral) = state.withLock {
            (Array($0.searches.values), $0.connections.values.compactMap(\.connection), $0.peripheral)
        }
        if case .unavailable(let error) = radio {
            for connection in connections {
                connection.cut(BluetoothError(.disconnected, "the radio went away: \(error.code.rawValue)"))
            }
            for search in searches { search.pause() }
        } else {
            for search in searches { search.resume(in: medium) }
        }
        peripheral?.radioChanged(radio)
    }

    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Whether this radio has a bond with `address`; a forgetful one has none.
    func isBonded(with address: HardwareAddress) -> Bool {
        state.withLock { state in
            if state.faults.forgetsBonds { state.bonds = [] }
            return state.bonds.contains(address.value)
        }
    }

    /// The error of a radio that cannot be used now.
    func checkReady() throws(BluetoothError) {
        if case .unavailable(let error) = state.withLock({ $0.radio }) { throw error }
    }
}

extension VirtualRadio.Faults.Radio {
    /// The state that a radio with this fault is in.
    var state: RadioState {
        switch self {
        case .ready: .ready
        case .off: .unavailable(BluetoothError(.poweredOff, "the virtual radio is switched off"))
        case .missing: .unavailable(BluetoothError(.noAdapter, "the virtual radio is set to be missing"))
        }
    }
}
