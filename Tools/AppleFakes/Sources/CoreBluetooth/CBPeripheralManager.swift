import BluetoothLE
public import Foundation
import ProvisioningProtocols
import Runtime
import VirtualRadio

/// documentation/corebluetooth/cbperipheralmanager
///
/// The virtual radio has a table as long as it is advertised with one: services go on the air with the first advertisement, are
/// there still while nothing is advertised, and are taken away together.
open class CBPeripheralManager: CBManager {
    /// documentation/corebluetooth/cbperipheralmanager/delegate
    open weak var delegate: (any CBPeripheralManagerDelegate)?
    final var services: [CBMutableService] = []
    final var published: (any PublishedPeripheral)?
    final var centrals: [CentralID: CBCentral] = [:]
    /// How many values are on their way; as Apple's, the queue takes some, and says when it takes more.
    final var updatesUnderWay = 0
    final var hasRefused = false
    final var updates: EventSource<Update, Never>?
    /// The jobs on the radio, one after the other.
    private var jobs: Task<Void, Never>?
    private var advertises = false
    private var endWatch: (@Sendable () -> Void)?

    /// How many values the queue takes.
    private static let updatesAtOnce = 4

    /// documentation/corebluetooth/cbperipheralmanager/init(delegate:queue:options:)
    public init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
        self.delegate = delegate
        super.init(queue: queue)
        let this = OnQueue(WeakHost(self))
        let queue = self.queue
        endWatch = adapter.watch { state in
            queue.async { this.value.manager?.changed(state) }
        }
    }

    deinit {
        endWatch?()
        updates?.finish()
        if let published { Task { await published.stop() } }
    }

    /// documentation/corebluetooth/cbperipheralmanager/isadvertising
    open var isAdvertising: Bool { advertises }

    /// documentation/corebluetooth/cbperipheralmanager/add(_:)
    open func add(_ service: CBMutableService) {
        guard takesCommands else { return }
        services.append(service)
        let (this, service) = (OnQueue(self), OnQueue(service))
        queue.async { this.value.delegate?.peripheralManager(this.value, didAdd: service.value, error: nil) }
    }

    /// documentation/corebluetooth/cbperipheralmanager/removeallservices()
    open func removeAllServices() {
        guard takesCommands else { return }
        services = []
        leaveAir()
    }

    /// documentation/corebluetooth/cbperipheralmanager/startadvertising(_:)
    open func startAdvertising(_ advertisementData: [String: Any]?) {
        guard takesCommands else { return }
        guard !advertises else { return started(CBError(.alreadyAdvertising)) }
        advertises = true
        let advertisement = Advertisement(
            name: advertisementData?[CBAdvertisementDataLocalNameKey] as? String ?? "",
            services: (advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []).map(\.bluetooth))
        adapter.radio.faults.isSilent = false
        let (adapter, table, present, this) = (adapter, services.map(\.inAir), published, OnQueue(self))
        perform {
            do throws(BluetoothError) {
                if let present {
                    try await present.update(advertisement)
                    return { this.value.started(nil) }
                }
                let published = try await adapter.radio.publish(table, advertisement: advertisement)
                return { this.value.entered(published) }
            } catch {
                return { this.value.started(CBError(.unknown)) }
            }
        }
    }

    /// documentation/corebluetooth/cbperipheralmanager/stopadvertising()
    open func stopAdvertising() {
        guard takesCommands else { return }
        advertises = false
        adapter.radio.faults.isSilent = true
    }

    /// documentation/corebluetooth/cbperipheralmanager/respond(to:withresult:)
    open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
        guard takesCommands, let number = request.inAir, let published else { return }
        guard result == .success else {
            return published.respond(to: number, with: ATTError(rawValue: UInt8(truncatingIfNeeded: result.rawValue)))
        }
        published.respond(to: number, with: request.isRead ? Array(request.value ?? Data()) : [])
    }

    /// documentation/corebluetooth/cbperipheralmanager/updatevalue(_:for:onsubscribedcentrals:)
    open func updateValue(
        _ value: Data, for characteristic: CBMutableCharacteristic, onSubscribedCentrals centrals: [CBCentral]?
    ) -> Bool {
        guard takesCommands, let id = characteristic.id, let updates else { return false }
        guard updatesUnderWay < Self.updatesAtOnce else {
            hasRefused = true
            return false
        }
        updatesUnderWay += 1
        updates.yield(Update(value: Array(value), id: id, centrals: centrals?.map(\.inAir)))
        return true
    }

    // MARK: The radio

    /// Does something with the radio, after what was to be done before, and then the result on the queue.
    private func perform(_ job: @escaping @Sendable () async -> @Sendable () -> Void) {
        let (before, queue) = (jobs, queue)
        jobs = Task.detached {
            await before?.value
            let answer = await job()
            queue.async(execute: answer)
        }
    }

    private func started(_ error: CBError?) {
        let this = OnQueue(self)
        queue.async { this.value.delegate?.peripheralManagerDidStartAdvertising(this.value, error: error) }
        if error != nil, error != CBError(.alreadyAdvertising) { advertises = false }
    }

    private func entered(_ published: any PublishedPeripheral) {
        guard current == .poweredOn, !services.isEmpty || advertises else {
            Task { await published.stop() }
            return
        }
        self.published = published
        (updatesUnderWay, hasRefused) = (0, false)
        let (stream, source) = EventStream<Update, Never>.make(capacity: 65_536)
        updates = source
        let (queue, this) = (queue, OnQueue(WeakHost(self)))
        Task.detached {
            while let update = await stream.next() {
                await update.send(by: published)
                queue.async { this.value.manager?.sent() }
            }
        }
        Task.detached {
            while let event = try? await published.events.next() {
                queue.async {
                    guard let manager = this.value.manager, manager.published === published else { return }
                    manager.took(event)
                }
            }
        }
        started(nil)
    }

    private func sent() {
        updatesUnderWay -= 1
        guard hasRefused, updatesUnderWay < Self.updatesAtOnce else { return }
        hasRefused = false
        delegate?.peripheralManagerIsReady(toUpdateSubscribers: self)
    }

    private func leaveAir() {
        guard let gone = published else { return }
        published = nil
        updates?.finish()
        updates = nil
        centrals = [:]
        perform {
            await gone.stop()
            return {}
        }
    }

    /// *Below powered on* advertising has paused and links have ended; *below powered off* the table is empty as well
    /// (documentation/corebluetooth/cbperipheralmanagerdelegate/peripheralmanagerdidupdatestate(_:)).
    private func changed(_ state: CBManagerState) {
        current = state
        if state != .poweredOn {
            advertises = false
            if state != .poweredOff { services = [] }
            for central in centrals.keys { gone(central) }
            leaveAir()
        }
        delegate?.peripheralManagerDidUpdateState(self)
    }
}

/// A manager that is not kept.
struct WeakHost {
    weak var manager: CBPeripheralManager?

    init(_ manager: CBPeripheralManager) { self.manager = manager }
}

/// A value on its way to those who have subscribed.
struct Update: Sendable {
    let value: [UInt8]
    let id: CharacteristicID
    /// To whom; `nil` for all.
    let centrals: [CentralID]?

    func send(by published: any PublishedPeripheral) async {
        do throws(BluetoothError) {
            guard let centrals else { return try await published.notify(value, on: id, to: nil) }
            for central in centrals { try await published.notify(value, on: id, to: central) }
        } catch {
            // Who has left hears nothing, and the sender nothing of that.
        }
    }
}
