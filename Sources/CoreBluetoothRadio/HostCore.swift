import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// What belongs to a peripheral manager, and its delegate; see ``CentralCore`` for the queue.
///
/// `@unchecked`, since the compiler does not know the queue: all that can change is touched on `queue` alone. Others have only
/// `perform`, which goes there, and the constants; the manager calls its delegate there, and the clock comes by `perform`.
final class HostCore: NSObject, @unchecked Sendable {
    let queue = DispatchQueue(label: "gangway.corebluetooth.peripheral")
    let time: any TimeSource
    private let patience: UInt32
    private let lastNumber = Lock(0)

    private(set) var manager: CBPeripheralManager?
    private(set) var radio = RadioState.unknown
    var stateSources: [Int: EventSource<RadioState, Never>] = [:]
    private(set) var served: Served?
    private var impatience: Runtime.Timer?
    var lastRequest: UInt64 = 0

    init(time: any TimeSource, patience: UInt32) {
        self.time = time
        self.patience = patience
    }

    func start() {
        // On the queue, so that no call of the manager comes before it is kept.
        queue.sync {
            manager = CBPeripheralManager(
                delegate: self, queue: queue, options: [CBPeripheralManagerOptionShowPowerAlertKey: false])
        }
    }

    /// Does `work` on the queue, after what was to be done before.
    func perform(_ work: @escaping @Sendable (HostCore) -> Void) { queue.async { work(self) } }

    func nextNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// The peripheral of this number, where it is the one that is served.
    func served(_ number: Int) -> Served? { served.flatMap { $0.number == number ? $0 : nil } }

    // MARK: On and off the air

    func serve(_ new: sending Served, _ answer: EventSource<Void, BluetoothError>) {
        guard served == nil else {
            let text = "this host serves a peripheral already"
            return answer.finish(throwing: BluetoothError(.advertisementRefused, text))
        }
        new.waiting = [answer]
        served = new
        goOn()
    }

    /// Takes the peripheral off the air. Who waits for an answer gets one: nothing else would end the wait.
    func withdraw(_ number: Int) {
        guard let gone = served(number) else { return }
        served = nil
        setImpatience(nil)
        for open in gone.requests.values { manager?.respond(to: open.request, withResult: .unlikelyError) }
        if radio == .ready {
            manager?.stopAdvertising()
            manager?.removeAllServices()
        }
        let reason = BluetoothError(.disconnected, "the peripheral was stopped")
        gone.settle(reason)
        gone.loseCentrals(reason)
        gone.source.finish()
    }

    func update(_ number: Int, _ advertisement: Advertisement, _ answer: EventSource<Void, BluetoothError>) {
        guard let served = served(number) else {
            return answer.finish(throwing: BluetoothError(.disconnected, "the peripheral was stopped"))
        }
        served.advertisement = advertisement
        // Without a radio it is advertised when that is back.
        guard radio == .ready else { return _ = answer.yield(()) }
        served.waiting.append(answer)
        if served.adding.isEmpty { advertise(served) }
    }

    private func goOn() {
        guard let served, !served.isPublished else { return }
        guard let wait = RadioWait(radio, patience: patience) else {
            setImpatience(RadioWait(limit: CoreBluetoothPeripheral.answerLimit, error: Self.late))
            return enter(served)
        }
        if wait.limit == 0 { giveUp(wait.error) } else if impatience == nil { setImpatience(wait) }
    }

    /// The system does not answer.
    static let late = BluetoothError(.serviceUnavailable, "the system has not begun to advertise in time")

    private func setImpatience(_ wait: RadioWait?) {
        if let impatience { time.cancel(impatience) }
        impatience = nil
        guard let wait else { return }
        impatience = time.schedule(at: time.now + wait.limit) { [weak self] in
            self?.perform { $0.impatience == nil ? () : $0.giveUp(wait.error) }
        }
    }

    private func giveUp(_ error: BluetoothError) {
        setImpatience(nil)
        guard let served, !served.isPublished else { return }
        served.settle(error)
        withdraw(served.number)
    }

    /// Puts the services into the system's table, and then advertises.
    private func enter(_ served: Served) {
        manager?.removeAllServices()
        for service in served.makeServices() { manager?.add(service) }
        if served.adding.isEmpty { advertise(served) }
    }

    private func advertise(_ served: Served) {
        // The system refuses a second advertisement while there is one.
        if served.starts > 0 || manager?.isAdvertising == true { manager?.stopAdvertising() }
        served.starts += 1
        manager?.startAdvertising([
            CBAdvertisementDataLocalNameKey: served.advertisement.name,
            CBAdvertisementDataServiceUUIDsKey: served.advertisement.services.map { CBUUID($0) },
        ])
    }

    // MARK: What the system tells

    private func changed(to state: CBManagerState) {
        radio = RadioState(state)
        for source in stateSources.values { source.yield(radio) }
        setImpatience(nil)
        guard let served, served.isPublished else { return goOn() }
        // An update that has not come about is told when the radio is back.
        served.settle(nil)
        served.loseCentrals(BluetoothError(.disconnected, "Bluetooth has gone: \(radio.reason)"))
        // The system may have forgotten the table: it gets it anew, and its user hears so when it is advertised.
        if radio == .ready { enter(served) } else { served.source.yield(.radio(radio)) }
    }

    private func added(_ service: CBService, _ error: (any Error)?) {
        guard let served, let index = served.adding.firstIndex(where: { $0 === service }) else { return }
        if let error { return failed(served, BluetoothError(error, doing: "serving \(service.uuid.uuidString)")) }
        served.adding.remove(at: index)
        if served.adding.isEmpty { advertise(served) }
    }

    private func started(_ error: (any Error)?) {
        guard let served, served.starts > 0 else { return }
        served.starts -= 1
        guard served.starts == 0, served.adding.isEmpty else { return }
        if let error {
            let refusal = BluetoothError(error, doing: "advertising", otherwise: .advertisementRefused)
            return failed(served, refusal)
        }
        // An end of its first advertising is no news: `publish` returns. Later it is that the radio is back, or an update.
        if served.isPublished, served.waiting.isEmpty { served.source.yield(.radio(.ready)) }
        if !served.isPublished { setImpatience(nil) }
        served.isPublished = true
        served.settle(nil)
    }

    private func failed(_ served: Served, _ error: BluetoothError) {
        if served.isPublished, served.waiting.isEmpty { served.source.yield(.radio(.unavailable(error))) }
        served.settle(error)
        if !served.isPublished { withdraw(served.number) }
    }
}

extension HostCore: CBPeripheralManagerDelegate {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) { changed(to: peripheral.state) }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?) {
        added(service, error)
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) { started(error) }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        subscribed(central, characteristic)
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        unsubscribed(central, characteristic)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) { read(request) }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        written(requests)
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { sendUpdates() }
}
