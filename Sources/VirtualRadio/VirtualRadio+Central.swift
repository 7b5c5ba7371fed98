public import BluetoothLE
public import ProvisioningProtocols
public import Runtime

extension VirtualRadio {
    /// Looks for peripherals in the same air or directory, from the call until the stream is let go.
    ///
    /// Where the radio is not ready, the stream waits for as long as the radio's patience lasts, then fails with the reason.
    public func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError> {
        let number = nextNumber()
        // The stream keeps the radio, as the air of a real one stays when the program's own object goes.
        let (stream, source) = EventStream<Discovery, BluetoothError>.make(capacity: 65_536) { [self] in
            endSearch(number)
        }
        let search = Search(services: services, source: source)
        let radio = state.withLock { state in
            state.searches[number] = search
            return state.radio
        }
        if case .unavailable(let error) = radio {
            let timer = time.schedule(at: time.now + patience) { [weak search] in search?.fail(error) }
            search.setImpatience { [time] in time.cancel(timer) }
        } else {
            search.resume(in: medium)
        }
        return stream
    }

    private func endSearch(_ number: Int) {
        let search = state.withLock { $0.searches.removeValue(forKey: number) }
        search?.end()
    }

    /// Connects. A bond that the peripheral has lost is made anew, once. Throws `notFound` where nothing has that address,
    /// `connectionFailed` where the peripheral refuses, `bondLost` where it does not pair anew.
    public func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection {
        guard let address = HardwareAddress(peripheral.rawValue) else {
            throw BluetoothError(.notFound, "\(peripheral) is not an address of a virtual radio")
        }
        do {
            return try await open(peripheral, at: address, isBonded: isBonded(with: address), deadline: deadline)
        } catch  where error.code == .bondLost && mendsBonds {
            state.withLock { _ = $0.bonds.remove(address.value) }
            return try await bondAnew(peripheral, at: address, deadline: deadline)
        }
    }

    private func bondAnew(
        _ peripheral: PeripheralID, at address: HardwareAddress, deadline: Instant
    ) async throws(BluetoothError) -> VirtualConnection {
        let connection = try await open(peripheral, at: address, isBonded: false, deadline: deadline)
        do {
            try await connection.pair(deadline: deadline)
        } catch {
            await connection.disconnect()
            guard error.code == .pairingFailed else { throw error }
            throw BluetoothError(.bondLost, "\(peripheral) has lost its bond and does not pair anew (\(error.detail))")
        }
        return connection
    }

    private func open(
        _ peripheral: PeripheralID, at address: HardwareAddress, isBonded: Bool, deadline: Instant
    ) async throws(BluetoothError) -> VirtualConnection {
        try checkReady()
        let around = try medium.linkFaults()
        let (faults, link) = state.withLock { state in
            state.links += 1
            return (state.faults.merged(with: around), state.links - 1)
        }
        guard link >= UInt64(clamping: faults.refusals) else {
            throw BluetoothError(.connectionFailed, "refused, as this radio's faults say")
        }
        let channel = LinkChannel(faults: faults, link: link, time: time)
        let connection = VirtualConnection(to: peripheral, channel: channel, time: time) { [weak self] in
            self?.state.withLock { _ = $0.bonds.insert(address.value) }
        }
        let path = try await medium.open(to: address, from: channel, deadline: deadline)
        channel.attach(path, to: connection)
        let greeting = LinkMessage(
            kind: .connect, handle: isBonded ? 1 : 0, number: UInt16(faults.mtu ?? 517), value: centralAddress.bytes)
        try await connection.begin(greeting, deadline: deadline)
        remember(connection)
        return connection
    }

    private func remember(_ connection: VirtualConnection) {
        let number = nextNumber()
        let isReady = state.withLock { state in
            if state.connections.count >= state.connectionsToSweep {
                state.connections = state.connections.filter { $0.value.connection != nil }
                state.connectionsToSweep = max(32, 2 * state.connections.count)
            }
            state.connections[number] = WeakConnection(connection: connection)
            return state.radio == .ready
        }
        // The radio may have gone while the link came about.
        if !isReady { connection.cut(BluetoothError(.disconnected, "the radio went away")) }
    }
}

/// One discovery: what it looks for and what it has heard.
final class Search: Sendable {
    private struct State {
        var heard: [PeripheralID: Discovery] = [:]
        var stop: (@Sendable () -> Void)?
        var isRunning = false
        var impatience: (@Sendable () -> Void)?
    }

    private let services: Set<BluetoothUUID>
    private let source: EventSource<Discovery, BluetoothError>
    private let state = Lock(State())

    init(services: Set<BluetoothUUID>, source: EventSource<Discovery, BluetoothError>) {
        self.services = services
        self.source = source
    }

    /// Keeps what stops the timer that ends the wait for the radio.
    func setImpatience(_ cancel: @escaping @Sendable () -> Void) { state.withLock { $0.impatience = cancel } }

    /// Listens, if it does not.
    func resume(in medium: any Medium) {
        let (begins, cancel) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            let cancel = state.impatience
            state.impatience = nil
            if state.isRunning { return (false, cancel) }
            state.isRunning = true
            return (true, cancel)
        }
        cancel?()
        guard begins else { return }
        do {
            let stop = try medium.watch { [weak self] in self?.heard($0) }
            let isWanted = state.withLock { state in
                if state.isRunning { state.stop = stop }
                return state.isRunning
            }
            if !isWanted { stop() }
        } catch {
            fail(error)
        }
    }

    /// Stops listening until ``resume(in:)``.
    func pause() {
        let stop = state.withLock { state in
            let stop = state.stop
            state.stop = nil
            state.isRunning = false
            return stop
        }
        stop?()
    }

    /// Stops for good.
    func end() {
        pause()
        let cancel = state.withLock { state in
            let cancel = state.impatience
            state.impatience = nil
            return cancel
        }
        cancel?()
    }

    func fail(_ error: BluetoothError) { source.finish(throwing: error) }

    private func heard(_ discovery: Discovery) {
        guard services.isEmpty || !services.isDisjoint(with: discovery.services) else { return }
        let isNew = state.withLock { state in
            state.heard.updateValue(discovery, forKey: discovery.peripheral) != discovery
        }
        if isNew { source.yield(discovery) }
    }
}
