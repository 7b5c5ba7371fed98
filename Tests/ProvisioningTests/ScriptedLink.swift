import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime

/// A link to a device that answers at once, by a script: what it says to a write, to a subscription, to a read.
final class ScriptedLink: PeripheralConnection {
    struct Script: Sendable {
        /// What is notified once the list is subscribed to.
        var onList: [[UInt8]] = []
        /// What is notified on Status for each write, in turn.
        var onWrites: [[[UInt8]]] = []
        /// Which write, from 1, ends the link once it has arrived.
        var cutAfterWrite: Int?
        /// What reading Status gives; without it the read fails.
        var status: [UInt8]?
        /// The characteristics it has, by their numbers.
        var characteristics: [WiFiSet.Characteristic] = [.list, .credentialWrite, .status]
        /// Whether its services are never resolved.
        var isUnresolved = false
        /// What a subscription fails with.
        var subscriptionFailure: BluetoothError?
        /// Whether a write is never answered.
        var leavesWrites = false
    }

    struct State {
        var script: Script
        var writes: [[UInt8]] = []
        var calls: [String] = []
        var isEnded = false
        var hanging: [EventSource<Never, Never>] = []
    }

    let peripheral: PeripheralID
    let events: EventStream<ConnectionEvent, BluetoothError>
    private let source: EventSource<ConnectionEvent, BluetoothError>
    private let time: any TimeSource
    let state: Lock<State>

    init(_ peripheral: PeripheralID, _ script: Script, time: any TimeSource) {
        self.peripheral = peripheral
        self.time = time
        (events, source) = EventStream<ConnectionEvent, BluetoothError>.make()
        state = Lock(State(script: script))
    }

    var writes: [[UInt8]] { state.withLock { $0.writes } }
    var calls: [String] { state.withLock { $0.calls } }
    var isEnded: Bool { state.withLock { $0.isEnded } }
    var mtu: Int { get async { 185 } }

    static func id(_ characteristic: WiFiSet.Characteristic) -> CharacteristicID {
        let service = BluetoothUUID(high: WiFiSet.serviceUUID.high, low: WiFiSet.serviceUUID.low)
        return CharacteristicID(
            service: service,
            characteristic: BluetoothUUID(high: characteristic.uuid.high, low: characteristic.uuid.low))
    }

    func notify(_ bytes: [UInt8], on characteristic: WiFiSet.Characteristic = .status) {
        source.yield(.notification(Self.id(characteristic), bytes))
    }

    /// The link ends by itself.
    func drop() {
        state.withLock { $0.isEnded = true }
        release()
        source.finish(throwing: BluetoothError(.disconnected))
    }

    private func note(_ call: String) throws(BluetoothError) {
        let isEnded = state.withLock { state in
            state.calls.append(call)
            return state.isEnded
        }
        if isEnded { throw BluetoothError(.disconnected) }
    }

    /// Waits until the link ends or the task is cancelled.
    private func hang(until deadline: Instant?) async throws(BluetoothError) {
        let (stream, source) = EventStream<Never, Never>.make()
        state.withLock { $0.hanging.append(source) }
        switch await stream.next(until: deadline, on: time) {
        case .timedOut: throw BluetoothError(.timedOut)
        case .cancelled: throw BluetoothError(.cancelled)
        default: throw BluetoothError(.disconnected)
        }
    }

    private func release() {
        let hanging = state.withLock { state in
            defer { state.hanging = [] }
            return state.hanging
        }
        for source in hanging { source.finish() }
    }

    func services(deadline: Instant) async throws(BluetoothError) -> [Service] {
        try note("services")
        let script = state.withLock { $0.script }
        if script.isUnresolved { try await hang(until: deadline) }
        return [
            Service(
                uuid: Self.id(.list).service,
                characteristics: script.characteristics.map {
                    Characteristic(uuid: Self.id($0).characteristic, properties: [.read, .write, .notify])
                })
        ]
    }

    func read(_ characteristic: CharacteristicID) async throws(BluetoothError) -> [UInt8] {
        try note("read")
        guard let status = state.withLock({ $0.script.status }) else { throw BluetoothError(.attributeError) }
        return status
    }

    func write(
        _ value: SecretBytes, to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError) {
        try note(withResponse ? "write" : "write without response")
        let (answers, mustCut, mustHang) = state.withLock { state in
            state.writes.append(value.array)
            let number = state.writes.count
            let answers = number <= state.script.onWrites.count ? state.script.onWrites[number - 1] : []
            return (answers, state.script.cutAfterWrite == number, state.script.leavesWrites)
        }
        for answer in answers { notify(answer) }
        if mustCut { drop() }
        if mustHang { try await hang(until: nil) }
    }

    func subscribe(to characteristic: CharacteristicID) async throws(BluetoothError) {
        try note("subscribe")
        if let failure = state.withLock({ $0.script.subscriptionFailure }) { throw failure }
        guard characteristic == Self.id(.list) else { return }
        for message in state.withLock({ $0.script.onList }) { notify(message, on: .list) }
    }

    func unsubscribe(from characteristic: CharacteristicID) async throws(BluetoothError) { try note("unsubscribe") }

    func pair(deadline: Instant) async throws(BluetoothError) { try note("pair") }

    func disconnect() async {
        state.withLock { state in
            state.calls.append("disconnect")
            state.isEnded = true
        }
        release()
        source.finish()
    }
}

/// A radio that finds what a test puts before it, and links to it by script.
final class ScriptedRadio: Central {
    struct State {
        var scripts: [PeripheralID: [ScriptedLink.Script]] = [:]
        var links: [ScriptedLink] = []
        var searches: [EventSource<Discovery, BluetoothError>] = []
        var connects = 0
        /// How many connections fail at once, the first ones.
        var failures = 0
    }

    let state = Lock(State())
    let time = ManualTime()

    /// A radio on which the device `Lamp` follows these scripts, one for each connection; after the last there is no device.
    init(_ scripts: [ScriptedLink.Script] = []) { add(ScriptedRadio.lamp.id, scripts) }

    static let lamp = FoundDevice(
        id: PeripheralID("02:00:00:00:00:01"), name: "Lamp", protocols: [.wifiSet],
        address: HardwareAddress(0x0200_0000_0001))

    func add(_ id: PeripheralID, _ scripts: [ScriptedLink.Script]) { state.withLock { $0.scripts[id] = scripts } }

    var links: [ScriptedLink] { state.withLock { $0.links } }

    func hear(_ discovery: Discovery) {
        for search in state.withLock({ $0.searches }) { search.yield(discovery) }
    }

    func states() -> EventStream<RadioState, Never> {
        let (stream, source) = EventStream<RadioState, Never>.make()
        source.yield(.ready)
        return stream
    }

    func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError> {
        let (stream, source) = EventStream<Discovery, BluetoothError>.make()
        state.withLock { $0.searches.append(source) }
        return stream
    }

    func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection {
        let mustFail = state.withLock { state in
            state.failures -= 1
            return state.failures >= 0
        }
        if mustFail { throw BluetoothError(.connectionFailed) }
        let script = state.withLock { state -> ScriptedLink.Script? in
            state.connects += 1
            guard var scripts = state.scripts[peripheral], !scripts.isEmpty else { return nil }
            let first = scripts.removeFirst()
            state.scripts[peripheral] = scripts
            return first
        }
        guard let script else { throw BluetoothError(.notFound) }
        let link = ScriptedLink(peripheral, script, time: time)
        state.withLock { $0.links.append(link) }
        return link
    }
}

/// Lets other tasks run until `condition` holds; a test that waits in vain fails by its time limit.
func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}

func bytes(_ hex: String) -> [UInt8] { hex.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

/// Messages of a device called Lamp that joins the network Barn.
enum Said {
    static let list = [
        bytes("01 00 00 00"), bytes("02 01 08 00 04 42 61 72 6E C8 02 06"), bytes("03 02 01 00 01"),
    ]
    static let stored = bytes("11 03 01 00 00")
    static let connecting = bytes("21 04 0B 00 02 00 00 00 00 00 04 42 61 72 6E")
    static let connected = bytes("21 05 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E")
    static let failed = bytes("21 07 0B 00 04 00 00 00 00 00 04 42 61 72 6E")
    static let notConfigured = bytes("21 01 07 00 00 00 00 00 00 00 00")
    static let wrongPassphrase = error("Connection failed - wrong password or network issue")

    static func error(_ text: String) -> [UInt8] {
        let text = Array(text.utf8)
        return [0xFF, 6, UInt8(text.count + 2), 0, 5, UInt8(text.count)] + text
    }
}

extension ScriptedLink.Script {
    /// A device that does everything right.
    static var good: ScriptedLink.Script {
        var script = ScriptedLink.Script()
        script.onList = Said.list
        script.status = Said.notConfigured
        script.onWrites = [[Said.stored, Said.connecting, Said.connected]]
        return script
    }
}

func credentials(
    _ ssid: String = "Barn", _ passphrase: String = "longenough", _ security: Security = .wpaPersonal
) -> Credentials {
    Credentials(
        ssid: SSID(ssid) ?? SSID(), passphrase: Passphrase(passphrase) ?? Passphrase(), security: security)
}
