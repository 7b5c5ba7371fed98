import BluetoothLE
public import Foundation
import ProvisioningProtocols
import Runtime
import VirtualRadio

/// documentation/corebluetooth/cbcentralmanager
open class CBCentralManager: CBManager {
    /// documentation/corebluetooth/cbcentralmanager/delegate
    open weak var delegate: (any CBCentralManagerDelegate)?
    final var known: [UUID: CBPeripheral] = [:]
    private var scan: Task<Void, Never>?
    private var scans = 0
    private var reported: Set<UUID> = []
    private var endWatch: (@Sendable () -> Void)?

    /// documentation/corebluetooth/cbcentralmanager/init(delegate:queue:options:)
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
        self.delegate = delegate
        super.init(queue: queue)
        restore(options?[CBCentralManagerOptionRestoreIdentifierKey] as? String)
        let this = OnQueue(WeakManager(self))
        let queue = self.queue
        endWatch = adapter.watch { state in
            queue.async { this.value.manager?.changed(state) }
        }
    }

    deinit {
        endWatch?()
        scan?.cancel()
    }

    /// documentation/corebluetooth/cbcentralmanager/isscanning
    open var isScanning: Bool { scan != nil }

    /// documentation/corebluetooth/cbcentralmanager/retrieveperipherals(withidentifiers:)
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        guard takesCommands else { return [] }
        return identifiers.compactMap { known[$0] }
    }

    /// documentation/corebluetooth/cbcentralmanager/scanforperipherals(withservices:options:)
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        guard takesCommands else { return }
        scan?.cancel()
        reported = []
        scans += 1
        let isRepeated = (options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? Bool) ?? false
        let found = adapter.radio.discover(services: Set((serviceUUIDs ?? []).map(\.bluetooth)))
        let (queue, this, number) = (queue, OnQueue(WeakManager(self)), scans)
        scan = Task {
            while let discovery = try? await found.next() {
                queue.async {
                    guard let manager = this.value.manager, manager.scans == number else { return }
                    manager.heard(discovery, isRepeated: isRepeated)
                }
            }
        }
    }

    /// documentation/corebluetooth/cbcentralmanager/stopscan()
    open func stopScan() {
        guard takesCommands else { return }
        scan?.cancel()
        scan = nil
    }

    /// documentation/corebluetooth/cbcentralmanager/connect(_:options:): it has no limit of time.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard takesCommands else { return }
        peripheral.connect()
    }

    /// documentation/corebluetooth/cbcentralmanager/cancelperipheralconnection(_:)
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        guard takesCommands else { return }
        peripheral.cancel()
    }

    private func restore(_ identifier: String?) {
        let peripherals = (identifier.map(adapter.takeKept) ?? []).map { peripheral(identifier: $0) }
        guard !peripherals.isEmpty else { return }
        let (this, restored) = (OnQueue(WeakManager(self)), OnQueue(peripherals))
        queue.async {
            guard let manager = this.value.manager else { return }
            for peripheral in restored.value { peripheral.phase = .connecting }
            manager.delegate?.centralManager(
                manager, willRestoreState: [CBCentralManagerRestoredStatePeripheralsKey: restored.value])
        }
    }

    /// *Below powered on* scanning has stopped and links have ended, without a call for each; *below powered off* the
    /// peripherals are no longer valid either (documentation/corebluetooth/cbmanagerstate).
    private func changed(_ state: CBManagerState) {
        current = state
        if state == .poweredOn { for peripheral in known.values { peripheral.restore() } }
        if state != .poweredOn {
            scan?.cancel()
            scan = nil
            for peripheral in known.values { peripheral.lose() }
            if state != .poweredOff { known = [:] }
        }
        delegate?.centralManagerDidUpdateState(self)
    }

    private func heard(_ discovery: Discovery, isRepeated: Bool) {
        guard current == .poweredOn, scan != nil else { return }
        let peripheral = peripheral(identifier: Adapter.identifier(of: discovery.peripheral))
        peripheral.heardName = discovery.name ?? peripheral.heardName
        guard reported.insert(peripheral.identifier).inserted || isRepeated else { return }
        var data: [String: Any] = [:]
        data[CBAdvertisementDataLocalNameKey] = discovery.name
        if !discovery.services.isEmpty {
            data[CBAdvertisementDataServiceUUIDsKey] = discovery.services.map(CBUUID.init)
        }
        if !discovery.serviceData.isEmpty {
            data[CBAdvertisementDataServiceDataKey] = Dictionary(
                uniqueKeysWithValues: discovery.serviceData.map { (CBUUID($0), Data($1)) })
        }
        // 127 stands for a strength that is not known.
        let signal = NSNumber(value: discovery.signal?.rawValue ?? 127)
        delegate?.centralManager(self, didDiscover: peripheral, advertisementData: data, rssi: signal)
    }

    private func peripheral(identifier: UUID) -> CBPeripheral {
        if let known = known[identifier] { return known }
        let made = CBPeripheral(identifier, manager: self)
        known[identifier] = made
        return made
    }
}

/// A manager that is not kept.
struct WeakManager {
    weak var manager: CBCentralManager?

    init(_ manager: CBCentralManager) { self.manager = manager }
}
