import BluetoothLE
import ProvisioningProtocols
import Runtime

/// A peripheral that the system serves for this program.
final class CoreBluetoothPeripheral: PublishedPeripheral {
    private let number: Int
    private let core: HostCore
    let events: EventStream<PeripheralEvent, BluetoothError>

    /// How long the system may take to advertise, in milliseconds.
    static let answerLimit: UInt32 = 15_000

    init(number: Int, events: EventStream<PeripheralEvent, BluetoothError>, core: HostCore) {
        self.number = number
        self.events = events
        self.core = core
    }

    deinit { core.perform { [number] in $0.withdraw(number) } }

    /// Waits while the system's queue is full. An indication is on its way when this returns: that it was confirmed is not told.
    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        guard value.count <= maximumAttributeLength else {
            throw BluetoothError(.valueTooLong, "\(value.count) bytes; an attribute takes \(maximumAttributeLength)")
        }
        if Task.isCancelled { throw BluetoothError(.cancelled) }
        let (answer, answering) = EventStream<Void, BluetoothError>.make(capacity: 1)
        let update = core.nextNumber()
        core.perform { [number] core in
            core.notify(
                number, ValueUpdate(number: update, value: value, id: characteristic, answer: answering), central)
        }
        guard try await answer.next() == nil else { return }
        core.perform { [number] in $0.giveUp(update, of: number) }
        throw BluetoothError(.cancelled)
    }

    func respond(to request: RequestID, with value: [UInt8]) {
        core.perform { [number] in $0.respond(number, request, .value(value)) }
    }

    func respond(to request: RequestID, with error: ATTError) {
        core.perform { [number] in $0.respond(number, request, .error(error)) }
    }

    func update(_ advertisement: Advertisement) async throws(BluetoothError) {
        let (answer, answering) = EventStream<Void, BluetoothError>.make(capacity: 1)
        core.perform { [number] in $0.update(number, advertisement, answering) }
        switch await answer.next(until: core.time.now + Self.answerLimit, on: core.time) {
        case .event: return
        case .failed(let error): throw error
        case .timedOut: throw HostCore.late
        case .cancelled, .ended: throw BluetoothError(.cancelled)
        }
    }

    /// Nothing: the system gives a peripheral no way to end a link.
    func disconnect(_ central: CentralID) async {}

    /// Takes the services and the advertisement away. Links to centrals may last: the system ends them when it likes.
    func stop() async {
        let (stream, source) = EventStream<Never, Never>.make()
        core.perform { [number] core in
            core.withdraw(number)
            source.finish()
        }
        // Also where the calling task is cancelled.
        await Task { _ = await stream.next() }.value
    }
}
