import BluetoothLE
import ProvisioningProtocols
import Runtime

/// The air of one process: every ``VirtualRadio`` in it hears the others, without sockets or files.
public final class VirtualAir: Sendable {
    private struct Slot {
        weak var peripheral: VirtualPeripheral?
        var discovery: Discovery?
    }

    private struct State {
        var slots: [UInt64: Slot] = [:]
        var watchers: [Int: @Sendable (Discovery) -> Void] = [:]
        var lastWatcher = 0
    }

    private let state = Lock(State())
    private let faults: VirtualRadio.Faults

    /// An empty air. `faults` hold for every link in it and are applied at the central's end; a central's own come before them.
    ///
    /// `silent`, `unpairable`, `forgetful`, `norepairing` and `radio` have no effect here: they are a radio's own.
    public init(faults: VirtualRadio.Faults = VirtualRadio.Faults()) { self.faults = faults }

    func linkFaults() -> VirtualRadio.Faults { faults }
}

extension VirtualAir: Medium {
    func enter(
        _ peripheral: VirtualPeripheral, wanting address: HardwareAddress?, name: String
    ) throws(BluetoothError) -> HardwareAddress {
        let entered = state.withLock { state -> HardwareAddress? in
            var attempt = 0
            while true {
                let candidate = address ?? VirtualAddress.derived(from: name, attempt: attempt)
                if state.slots[candidate.value]?.peripheral == nil {
                    state.slots[candidate.value] = Slot(peripheral: peripheral)
                    return candidate
                }
                if address != nil { return nil }
                attempt += 1
            }
        }
        guard let entered else { throw BluetoothError(.advertisementRefused, "another radio has this address") }
        return entered
    }

    func show(_ discovery: Discovery?, of address: HardwareAddress) {
        let watchers = state.withLock { state in
            state.slots[address.value]?.discovery = discovery
            return Array(state.watchers.values)
        }
        if let discovery { for heard in watchers { heard(discovery) } }
    }

    func leave(_ address: HardwareAddress) { state.withLock { _ = $0.slots.removeValue(forKey: address.value) } }

    func watch(_ heard: @escaping @Sendable (Discovery) -> Void) -> @Sendable () -> Void {
        let (number, known) = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = heard
            return (state.lastWatcher, state.slots.values.compactMap(\.discovery))
        }
        for discovery in known { heard(discovery) }
        return { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    }

    func open(
        to address: HardwareAddress, from channel: LinkChannel, deadline: Instant
    ) throws(BluetoothError) -> any LinkPath {
        guard let peripheral = state.withLock({ $0.slots[address.value]?.peripheral }) else {
            throw BluetoothError(.notFound, "no peripheral with address \(address) is on the air")
        }
        guard let served = peripheral.accept() else {
            throw BluetoothError(.connectionFailed, "the peripheral takes no more links")
        }
        served.channel.attach(MemoryPath(to: channel), to: served)
        return MemoryPath(to: served.channel)
    }
}

/// The way between two ends in one process: a call.
private final class MemoryPath: LinkPath {
    private let other: LinkChannel

    init(to other: LinkChannel) { self.other = other }

    func send(_ message: LinkMessage) -> Bool {
        other.arrived(message)
        return true
    }

    func send(_ messages: [LinkMessage]) -> Bool {
        for message in messages { other.arrived(message) }
        return true
    }

    func drained() async {}

    func close() { other.pathEnded() }
}
