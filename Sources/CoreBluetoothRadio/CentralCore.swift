import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// What belongs to a central manager, and its delegate.
///
/// CoreBluetooth's objects may not leave the queue of their manager; everybody else holds numbers and identifiers.
///
/// `@unchecked`, since the compiler does not know the queue: all that can change is touched on `queue` alone. Others have only
/// `perform`, which goes there, and the constants; the manager calls its delegate there, and the clock comes by `perform`.
final class CentralCore: NSObject, @unchecked Sendable {
    let queue = DispatchQueue(label: "gangway.corebluetooth.central")
    let time: any TimeSource
    private let patience: UInt32
    private let lastNumber = Lock(0)

    /// How long the end of a link is waited for, in milliseconds; the system has it end in any case.
    static let endLimit: UInt32 = 4_000

    private(set) var manager: CBCentralManager?
    private(set) var radio = RadioState.unknown
    var stateSources: [Int: EventSource<RadioState, Never>] = [:]
    var searches: [Int: Search] = [:]
    var attempts: [Int: Attempt] = [:]
    var links: [UUID: PeripheralLink] = [:]
    /// Kept, because CoreBluetooth lets go what nobody keeps.
    var peripherals: [UUID: CBPeripheral] = [:]
    private(set) var restored: [UUID] = []
    private var onKnown: [() -> Void] = []
    private var impatience: Runtime.Timer?

    init(time: any TimeSource, patience: UInt32) {
        self.time = time
        self.patience = patience
    }

    func start(restorationIdentifier: String?) {
        var options: [String: Any] = [CBCentralManagerOptionShowPowerAlertKey: false]
        options[CBCentralManagerOptionRestoreIdentifierKey] = restorationIdentifier
        // On the queue, so that no call of the manager comes before it is kept.
        queue.sync { manager = CBCentralManager(delegate: self, queue: queue, options: options) }
    }

    /// Does `work` on the queue, after what was to be done before.
    func perform(_ work: @escaping @Sendable (CentralCore) -> Void) { queue.async { work(self) } }

    func nextNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// Nobody has the central any more; links stay for those who have them.
    func leave() {
        for attempt in attempts.values { attempt.source.finish(throwing: BluetoothError(.cancelled)) }
        for number in attempts.keys { dropAttempt(number) }
        for search in searches.values { search.source.finish() }
        searches = [:]
        updateScan()
    }

    /// Calls `body` once the manager's state is known.
    func whenKnown(_ body: @escaping () -> Void) {
        if radio == .unknown { onKnown.append(body) } else { body() }
    }

    // MARK: The radio

    private func changed(to state: CBManagerState) {
        radio = RadioState(state)
        for source in stateSources.values { source.yield(radio) }
        if radio != .unknown {
            for body in onKnown { body() }
            onKnown = []
        }
        if state != .poweredOn {
            // The system ends links without telling of each.
            for link in links.values { link.end(BluetoothError(.disconnected, "Bluetooth has gone: \(radio.reason)")) }
            links = [:]
            for number in attempts.keys { attempts[number]?.begin(waiting: true) }
        }
        if state.invalidatesPeripherals { peripherals = [:] }
        setImpatience(nil)
        goOn()
    }

    /// Does what waits for the radio, or says that it cannot be done. What begins to wait while something else does already waits
    /// no longer than that, so that calls that keep coming put nothing off.
    func goOn() {
        guard let wait = RadioWait(radio, patience: patience) else {
            setImpatience(nil)
            updateScan()
            for number in attempts.keys.sorted() { connect(number) }
            return
        }
        if wait.limit == 0 {
            setImpatience(nil)
            giveUp(wait.error)
        } else if isWaiting, impatience == nil {
            setImpatience(wait)
        }
    }

    private var isWaiting: Bool {
        searches.values.contains { !$0.hasBegun } || attempts.values.contains(where: \.isWaiting)
    }

    private func setImpatience(_ wait: RadioWait?) {
        if let impatience { time.cancel(impatience) }
        impatience = nil
        guard let wait else { return }
        impatience = time.schedule(at: time.now + wait.limit) { [weak self] in
            self?.perform { $0.impatience == nil ? () : $0.giveUp(wait.error) }
        }
    }

    /// Fails what has not begun. A discovery that has begun goes on when the radio is back.
    private func giveUp(_ error: BluetoothError) {
        impatience = nil
        for (number, search) in searches where !search.hasBegun {
            search.source.finish(throwing: error)
            searches[number] = nil
        }
        for (number, attempt) in attempts where attempt.isWaiting {
            attempt.source.finish(throwing: error)
            attempts[number] = nil
        }
    }
}

extension CentralCore: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) { changed(to: central.state) }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let kept = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        for peripheral in kept { peripherals[peripheral.identifier] = peripheral }
        restored = kept.map(\.identifier)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        heard(peripheral, advertisementData, RSSI.intValue)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) { connected(peripheral) }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
        failed(peripheral, BluetoothError(error, doing: "connecting", otherwise: .connectionFailed))
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        disconnected(peripheral, error)
    }
}
