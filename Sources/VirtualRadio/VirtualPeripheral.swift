import BluetoothLE
import ProvisioningProtocols
import Runtime

/// A peripheral on the virtual air.
final class VirtualPeripheral: PublishedPeripheral {
    /// How many centrals may be connected at a time; more are refused.
    static let maximumLinks = 32

    let events: EventStream<PeripheralEvent, BluetoothError>
    let attributes: AttributeTable

    private struct State {
        var advertisement: Advertisement
        var address: HardwareAddress?
        var isOnAir = false
        var isStopped = false
        var links: [ServedLink] = []
        var lastLink: UInt32 = 0
    }

    private let source: EventSource<PeripheralEvent, BluetoothError>
    private let radio: VirtualRadio
    private let state: Lock<State>

    init(radio: VirtualRadio, services: [Service], advertisement: Advertisement) {
        self.radio = radio
        attributes = AttributeTable(services)
        (events, source) = EventStream.make(capacity: 4_096)
        state = Lock(State(advertisement: advertisement))
    }

    deinit { leaveAir(BluetoothError(.disconnected)) }

    // MARK: On and off the air

    /// Listens for centrals and advertises.
    func goOnAir() throws(BluetoothError) {
        let (advertisement, known) = state.withLock { ($0.advertisement, $0.address) }
        let wanted = known ?? radio.wantedAddress
        let address = try radio.medium.enter(self, wanting: wanted, name: advertisement.name)
        let isWanted = state.withLock { state in
            state.address = address
            state.isOnAir = !state.isStopped
            return state.isOnAir
        }
        guard isWanted else {
            // It was stopped while a radio that had come back put it on the air again.
            radio.medium.leave(address)
            throw BluetoothError(.disconnected, "the peripheral was stopped")
        }
        do {
            try advertise()
        } catch {
            leaveAir(error)
            throw error
        }
    }

    /// Says what it advertises once more, or is silent where its faults say so.
    func refreshAdvertisement() { try? advertise() }

    private func advertise() throws(BluetoothError) {
        let (advertisement, address) = state.withLock { ($0.advertisement, $0.isOnAir ? $0.address : nil) }
        guard let address else { return }
        let isSilent = radio.faults.isSilent
        try radio.medium.show(
            isSilent
                ? nil
                : Discovery(
                    peripheral: PeripheralID(address.description), name: advertisement.name, signal: radio.signal,
                    services: Set(advertisement.services), serviceData: advertisement.serviceData), of: address)
    }

    func radioChanged(_ radioState: RadioState) {
        if case .unavailable(let error) = radioState {
            leaveAir(BluetoothError(.disconnected, "the radio went away: \(error.code.rawValue)"))
            report(.radio(radioState))
            return
        }
        guard !state.withLock({ $0.isStopped || $0.isOnAir }) else { return }
        do {
            try goOnAir()
            report(.radio(radioState))
        } catch {
            report(.radio(.unavailable(error)))
        }
    }

    private func leaveAir(_ reason: BluetoothError) {
        let (address, links) = state.withLock { state in
            let address = state.isOnAir ? state.address : nil
            let links = state.links
            state.isOnAir = false
            state.links = []
            return (address, links)
        }
        if let address { radio.medium.leave(address) }
        for link in links {
            link.end(reason)
            if let central = link.central { report(.disconnected(central)) }
        }
    }

    func stop() async {
        state.withLock { $0.isStopped = true }
        leaveAir(BluetoothError(.disconnected, "the peripheral was stopped"))
        radio.left(self)
        source.finish()
    }

    func update(_ advertisement: Advertisement) async throws(BluetoothError) {
        try AdvertisementFile.check(advertisement)
        state.withLock { $0.advertisement = advertisement }
        try advertise()
    }

    // MARK: Links

    /// A new link, whose central has not introduced itself; `nil` where no more are taken. The oldest of those that have not
    /// done so yet makes room: whoever connects and says nothing shuts nobody out.
    func accept() -> ServedLink? {
        let faults = radio.faults
        let links = state.withLock { $0.links }
        if links.count >= Self.maximumLinks, let silent = links.first(where: { $0.central == nil }) {
            silent.linkEnded(BluetoothError(.timedOut, "the central did not introduce itself in time for others"))
        }
        let number = state.withLock { state -> UInt32? in
            guard state.isOnAir, state.links.count < Self.maximumLinks else { return nil }
            state.lastLink += 1
            return state.lastLink
        }
        guard let number else { return nil }
        let channel = LinkChannel(faults: faults, link: UInt64(number - 1), time: radio.time)
        let link = ServedLink(number: number, channel: channel, owner: self, time: radio.time)
        state.withLock { $0.links.append(link) }
        return link
    }

    /// Names the central that introduces itself on `link`, and says whether it is bonded; `nil` refuses it.
    func admit(_ greeting: LinkMessage, _ link: ServedLink) -> (CentralID, isBonded: Bool)? {
        guard let address = HardwareAddress(bytes: greeting.value) else { return nil }
        guard link.number > UInt32(clamping: radio.faults.refusals) else { return nil }
        let others = state.withLock { $0.links }.compactMap { $0 === link ? nil : $0.central }
        let plain = CentralID(address.description)
        let id = others.contains(plain) ? CentralID("\(address)#\(link.number)") : plain
        return (id, greeting.handle != 0 && radio.isBonded(with: address))
    }

    /// Whether a central that introduces itself relies on a bond that this end does not have.
    func hasLostBond(_ greeting: LinkMessage) -> Bool {
        guard let address = HardwareAddress(bytes: greeting.value) else { return false }
        return greeting.handle != 0 && !radio.isBonded(with: address)
    }

    /// What this end agrees to at most.
    var mtu: Int { radio.faults.mtu ?? 517 }

    /// Whether the central of `link` may pair.
    func allowsPairing(_ link: ServedLink) -> Bool {
        let faults = radio.faults
        guard faults.refusesRepairing, let address = address(of: link) else { return !faults.refusesPairing }
        return !faults.refusesPairing && !radio.isBonded(with: address)
    }

    /// Remembers the central of `link` as paired.
    func bonded(_ link: ServedLink) {
        guard let address = address(of: link) else { return }
        radio.state.withLock { _ = $0.bonds.insert(address.value) }
    }

    private func address(of link: ServedLink) -> HardwareAddress? {
        link.central.flatMap { HardwareAddress(String($0.rawValue.prefix(17))) }
    }

    func connected(_ link: ServedLink, _ central: CentralID) { report(.connected(central)) }

    /// A link ended by itself or by its central.
    func ended(_ link: ServedLink) {
        let wasHere = state.withLock { state -> Bool in
            guard let index = state.links.firstIndex(where: { $0 === link }) else { return false }
            state.links.remove(at: index)
            return true
        }
        if wasHere, let central = link.central { report(.disconnected(central)) }
    }

    /// Tells the application; `false` when it does not take its events, or has stopped.
    @discardableResult
    func report(_ event: PeripheralEvent) -> Bool { source.yield(event) }

    // MARK: From the application

    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        try await notify(each: [value], on: characteristic, to: central)
    }

    /// As many as go into one packet, where the link is to another process.
    var notificationsAtOnce: Int { LinkPacket.maximumMessages }

    func notify(
        each values: [[UInt8]], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        let (handle, isIndicated, links) = try target(values, characteristic, central)
        guard !isIndicated else {
            for value in values { try await indicate(value, handle, links, central) }
            return
        }
        let subscribed = links.compactMap { link in
            link.notify(values, handle: handle).map { (channel: link.channel, isFree: $0) }
        }
        // A central that does not keep up holds back nobody else: what waits for it is bounded, and its link ends.
        guard !subscribed.contains(where: { $0.isFree }) else { return }
        await anyDrained(subscribed.map { $0.channel })
    }

    /// Waits until what piled up on one of `channels` has gone, or the task is cancelled.
    private func anyDrained(_ channels: [LinkChannel]) async {
        guard channels.count > 1 else {
            await channels.first?.drained()
            return
        }
        await withTaskGroup(of: Void.self) { group in
            for channel in channels { group.addTask { await channel.drained() } }
            await group.next()
            group.cancelAll()
        }
    }

    /// To whom values go, and how.
    private func target(
        _ values: [[UInt8]], _ characteristic: CharacteristicID, _ central: CentralID?
    ) throws(BluetoothError) -> (handle: UInt16, isIndicated: Bool, links: [ServedLink]) {
        guard let handle = attributes.handle(of: characteristic), let entry = attributes[handle],
            !entry.properties.isDisjoint(with: [.notify, .indicate])
        else { throw BluetoothError(.unsupported, "characteristic \(characteristic.characteristic) does not notify") }
        if let long = values.first(where: { $0.count > maximumAttributeLength }) {
            throw BluetoothError(.valueTooLong, "\(long.count) bytes; an attribute takes \(maximumAttributeLength)")
        }
        let links = state.withLock { $0.links }.filter {
            $0.central != nil && (central == nil || $0.central == central)
        }
        if let central, links.isEmpty { throw BluetoothError(.disconnected, "\(central) is not connected") }
        return (handle, !entry.properties.contains(.notify), links)
    }

    private func indicate(
        _ value: [UInt8], _ handle: UInt16, _ links: [ServedLink], _ central: CentralID?
    ) async throws(BluetoothError) {
        let deadline = radio.time.now + attributeTimeLimit
        for link in links {
            do {
                try await link.indicate(value, handle: handle, until: deadline)
            } catch {
                // One of several that left is not the caller's concern: its link's end is told as an event.
                if central != nil || error.code == .cancelled { throw error }
            }
        }
    }

    func respond(to request: RequestID, with value: [UInt8]) {
        link(of: request)?.respond(UInt16(truncatingIfNeeded: request.rawValue), with: value)
    }

    func respond(to request: RequestID, with error: ATTError) {
        link(of: request)?.respond(UInt16(truncatingIfNeeded: request.rawValue), with: error)
    }

    private func link(of request: RequestID) -> ServedLink? {
        state.withLock { $0.links }.first { UInt64($0.number) == request.rawValue >> 16 }
    }

    func disconnect(_ central: CentralID) async {
        guard let link = state.withLock({ $0.links }).first(where: { $0.central == central }) else { return }
        link.linkEnded(BluetoothError(.disconnected, "this end has disconnected"))
    }
}
