import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// One discovery: what it looks for and what it has heard.
final class Search {
    let services: Set<BluetoothUUID>
    let source: EventSource<Discovery, BluetoothError>
    /// Whether the radio was ready since it was asked for.
    var hasBegun = false
    private var heard: [UUID: Discovery] = [:]

    init(services: Set<BluetoothUUID>, source: EventSource<Discovery, BluetoothError>) {
        self.services = services
        self.source = source
    }

    /// Tells of a peripheral that it looks for, where something about it is new.
    func heard(_ identifier: UUID, _ news: News) {
        let known = heard[identifier]
        var now = known ?? Discovery(peripheral: PeripheralID(identifier.uuidString))
        news.update(&now)
        guard now != known else { return }
        heard[identifier] = now
        if services.isEmpty || !services.isDisjoint(with: now.services) { source.yield(now) }
    }
}

/// What one packet of a peripheral, or two that the system has put together, says of it: parts may be missing.
struct News {
    let name: String?
    let signal: SignalStrength?
    let services: [BluetoothUUID]?
    let serviceData: [BluetoothUUID: [UInt8]]?

    func update(_ discovery: inout Discovery) {
        if let name { discovery.name = name }
        if let signal { discovery.signal = signal }
        if let services { discovery.services = Set(services) }
        if let serviceData { discovery.serviceData = serviceData }
    }
}

extension CentralCore {
    func beginSearch(_ number: Int, _ search: sending Search) {
        searches[number] = search
        goOn()
    }

    func endSearch(_ number: Int) {
        guard searches.removeValue(forKey: number) != nil else { return }
        updateScan()
    }

    /// Scans for what the searches look for together: a manager has one scan, and a new one takes the place of the old.
    func updateScan() {
        guard let manager, radio == .ready else { return }
        guard !searches.isEmpty else {
            if manager.isScanning { manager.stopScan() }
            return
        }
        let wanted = searches.values.map(\.services)
        let services = wanted.contains(where: \.isEmpty) ? nil : wanted.reduce(into: Set()) { $0.formUnion($1) }
        for search in searches.values { search.hasBegun = true }
        manager.scanForPeripherals(
            withServices: services?.map { CBUUID($0) },
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func heard(_ peripheral: CBPeripheral, _ data: [String: Any], _ signal: Int) {
        peripherals[peripheral.identifier] = peripheral
        let advertised = data[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
        let overflowing = data[CBAdvertisementDataOverflowServiceUUIDsKey] as? [CBUUID]
        let services = advertised.map { $0 + (overflowing ?? []) } ?? overflowing
        let serviceData = data[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data]
        let news = News(
            // The system's own name for it may come from an earlier link.
            name: data[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name,
            // 127 stands for a strength that is not known.
            signal: signal == 127 ? nil : Int8(exactly: signal).map(SignalStrength.init(rawValue:)),
            services: services?.compactMap { BluetoothUUID($0) },
            serviceData: serviceData.map { data in
                Dictionary(data.compactMap { id, value in BluetoothUUID(id).map { ($0, Array(value)) } }) { _, new in
                    new
                }
            })
        for search in searches.values { search.heard(peripheral.identifier, news) }
    }
}
