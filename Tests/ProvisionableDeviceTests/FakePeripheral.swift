import BluetoothLE
import ProvisioningProtocols
import Runtime

/// A message that a device notified, put together from its pieces.
struct Heard: Equatable, Sendable {
    let characteristic: WiFiSet.Characteristic
    let bytes: [UInt8]
    var type: UInt8 { bytes[0] }
    var sequence: UInt8 { bytes[1] }
}

/// A radio that publishes as often as it is asked to, or refuses.
final class FakeHost: PeripheralHost {
    let radio = EventStream<RadioState, Never>.make()
    let published = EventStream<FakePeripheral, Never>.make()
    let refusal = Lock<BluetoothError?>(nil)

    func states() -> EventStream<RadioState, Never> { radio.stream }

    func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        let peripheral = FakePeripheral(services: services, advertisement: advertisement)
        published.source.yield(peripheral)
        return peripheral
    }
}

/// A published peripheral whose centrals are the test.
final class FakePeripheral: PublishedPeripheral {
    enum Answer: Equatable, Sendable {
        case value([UInt8])
        case error(ATTError)
        /// None: the peripheral is off the air.
        case none
    }

    private struct State {
        var lastRequest: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Answer, Never>] = [:]
        var partial: [UInt8: [UInt8]] = [:]
        var pieces: [Int] = []
        var isStopped = false
    }

    let services: [Service]
    let advertisement: Advertisement
    let events: EventStream<PeripheralEvent, BluetoothError>
    let source: EventSource<PeripheralEvent, BluetoothError>
    let heard = EventStream<Heard, Never>.make(capacity: 4096)
    /// Where set, a notification waits for a word on it, as on a link whose queue is full.
    let gate = Lock<EventStream<Void, Never>?>(nil)
    private let state = Lock(State())

    init(services: [Service], advertisement: Advertisement) {
        self.services = services
        self.advertisement = advertisement
        (events, source) = EventStream.make()
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }
    /// The lengths of all notifications.
    var pieces: [Int] { state.withLock { $0.pieces } }

    // MARK: - The device's side

    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        if let gate = gate.withLock({ $0 }) { _ = await gate.next() }
        guard let which = WiFiSet.Characteristic.all.first(where: { $0.id == characteristic }) else { return }
        let whole = state.withLock { state -> [UInt8]? in
            state.pieces.append(value.count)
            let bytes = state.partial[which.rawValue, default: []] + value
            let isWhole = bytes.count >= 4 && bytes.count >= 4 + Int(bytes[2]) + Int(bytes[3]) << 8
            state.partial[which.rawValue] = isWhole ? [] : bytes
            return isWhole ? bytes : nil
        }
        if let whole { heard.source.yield(Heard(characteristic: which, bytes: whole)) }
    }

    func respond(to request: RequestID, with value: [UInt8]) { answer(request, .value(value)) }

    func respond(to request: RequestID, with error: ATTError) { answer(request, .error(error)) }

    func update(_ advertisement: Advertisement) async throws(BluetoothError) {}

    func disconnect(_ central: CentralID) async { source.yield(.disconnected(central)) }

    func stop() async {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        source.finish()
        for continuation in waiting { continuation.resume(returning: .none) }
    }

    private func answer(_ request: RequestID, _ answer: Answer) {
        state.withLock { $0.waiting.removeValue(forKey: request.rawValue) }?.resume(returning: answer)
    }

    // MARK: - The central's side

    func connect(_ central: CentralID = .phone) { source.yield(.connected(central)) }

    func subscribe(_ which: WiFiSet.Characteristic, _ central: CentralID = .phone, maximumLength: Int? = 182) {
        source.yield(.subscribed(which.id, central, maximumLength: maximumLength))
    }

    func write(_ bytes: [UInt8], at offset: Int = 0, from central: CentralID = .phone) async -> Answer {
        await ask {
            .write(WiFiSet.Characteristic.credentialWrite.id, central, offset: offset, value: SecretBytes(bytes), $0)
        }
    }

    func read(_ which: WiFiSet.Characteristic, at offset: Int = 0, from central: CentralID = .phone) async -> Answer {
        await ask { .read(which.id, central, offset: offset, $0) }
    }

    private func ask(_ event: (RequestID) -> PeripheralEvent) async -> Answer {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state -> UInt64? in
                guard !state.isStopped else { return nil }
                state.lastRequest += 1
                state.waiting[state.lastRequest] = continuation
                return state.lastRequest
            }
            guard let id else { return continuation.resume(returning: .none) }
            source.yield(event(RequestID(rawValue: id)))
        }
    }

    /// The next message of one of `types`; those before it are skipped.
    func hear(_ types: UInt8...) async -> Heard {
        while let message = await heard.stream.next() {
            if types.contains(message.type) { return message }
        }
        return Heard(characteristic: .status, bytes: [0, 0, 0, 0, 0, 0])
    }

    /// Hears on until `state` is told, or nothing more comes.
    func hear(state: UInt8) async {
        while true {
            let status = await hear(0x21)
            if status.type != 0x21 || status.bytes[4] == state { return }
        }
    }

    /// The state that a join ends in, connected (`0x03`) or failed (`0x04`); what is told before it is skipped.
    func joinEnd() async -> UInt8 {
        while true {
            let status = await hear(0x21)
            if status.type != 0x21 || status.bytes[4] >= 0x03 { return status.bytes[4] }
        }
    }
}

extension CentralID {
    static let phone = CentralID("phone")
    static let tablet = CentralID("tablet")
}

extension WiFiSet.Characteristic {
    static let all: [WiFiSet.Characteristic] = [.list, .credentialWrite, .status]

    var id: CharacteristicID {
        CharacteristicID(
            service: BluetoothUUID(high: WiFiSet.serviceUUID.high, low: WiFiSet.serviceUUID.low),
            characteristic: BluetoothUUID(high: uuid.high, low: uuid.low))
    }
}
