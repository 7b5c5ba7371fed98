import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// A link, and the delegate of its peripheral. It is not to be sent anywhere: its core has it, on the queue of the manager, and
/// whoever else means it names it by its number.
final class PeripheralLink: NSObject {
    /// What is asked of the peer. CoreBluetooth answers each kind in the order it was asked, by characteristic.
    enum Request: Hashable {
        case services
        case read(CharacteristicID)
        case write(CharacteristicID)
        case subscription(CharacteristicID)
    }

    struct Pending {
        let request: Request
        let answer: EventSource<[UInt8], BluetoothError>
    }

    struct WaitingWrite {
        let value: SecretBytes
        let characteristic: CharacteristicID
        let answer: EventSource<[UInt8], BluetoothError>
    }

    let number: Int
    let identifier: UUID
    let peripheral: CBPeripheral
    let events: EventStream<ConnectionEvent, BluetoothError>
    private let source: EventSource<ConnectionEvent, BluetoothError>
    private weak var core: CentralCore?
    private(set) var ended: BluetoothError?
    private var onEnd: [EventSource<Never, Never>] = []
    private var pending: [Pending] = []
    private var waitingWrites: [WaitingWrite] = []
    /// The peer's characteristics; `nil` until they are all known.
    var table: [CharacteristicID: CBCharacteristic]?
    /// Services whose characteristics are still to be discovered.
    var undiscovered = 0

    init(_ peripheral: CBPeripheral, number: Int, core: CentralCore) {
        self.number = number
        self.peripheral = peripheral
        self.core = core
        identifier = peripheral.identifier
        (events, source) = EventStream.make(capacity: 4_096)
        super.init()
        peripheral.delegate = self
    }

    /// Whether it has ended for its users.
    var isEnding: Bool { ended != nil }

    /// Ends it for its users, after what has arrived; `nil` is the end that was asked for. What waits for the system's word that
    /// it has ended is told when it comes a second time.
    func end(_ reason: BluetoothError?) {
        guard ended == nil else {
            for waiting in onEnd { waiting.finish() }
            onEnd = []
            return
        }
        let error = reason ?? BluetoothError(.disconnected, "this program has ended the link")
        ended = error
        for request in pending { request.answer.finish(throwing: error) }
        for write in waitingWrites { write.answer.finish(throwing: error) }
        (pending, waitingWrites) = ([], [])
        if let reason { source.finish(throwing: reason) } else { source.finish() }
    }

    func whenGone(_ waiting: EventSource<Never, Never>) { onEnd.append(waiting) }

    // MARK: Requests

    func begin(_ request: Request, _ answer: EventSource<[UInt8], BluetoothError>) {
        pending.append(Pending(request: request, answer: answer))
    }

    func isPending(_ request: Request) -> Bool { pending.contains { $0.request == request } }

    /// Answers the oldest request of this kind; whether there was one. That its caller has given up makes no difference: the
    /// next answer is for the next one.
    @discardableResult
    func answer(_ request: Request, _ outcome: Result<[UInt8], BluetoothError>) -> Bool {
        guard let index = pending.firstIndex(where: { $0.request == request }) else { return false }
        let answer = pending.remove(at: index).answer
        switch outcome {
        case .success(let value): answer.yield(value)
        case .failure(let error): answer.finish(throwing: error)
        }
        return true
    }

    /// Sends as many of the waiting writes without response as the system takes.
    func sendWaiting() {
        while let next = waitingWrites.first, peripheral.canSendWriteWithoutResponse {
            waitingWrites.removeFirst()
            guard let characteristic = table?[next.characteristic] else {
                next.answer.finish(throwing: BluetoothError(.unsupported, "the peripheral has changed its services"))
                continue
            }
            peripheral.writeValue(Data(lending: next.value), for: characteristic, type: .withoutResponse)
            next.answer.yield([])
        }
    }

    func wait(_ write: WaitingWrite) {
        waitingWrites.append(write)
        sendWaiting()
    }

    func deliver(_ event: ConnectionEvent) {
        guard ended == nil, !source.yield(event) else { return }
        core?.close(self, BluetoothError(.failed, "notifications came faster than they were taken"))
    }
}
