import ControllableDevice
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

/// A switch that remembers what it was told, and can be held up in the middle of it.
final class TestSwitch: Switch {
    private struct Inside {
        var state = SwitchState(isOn: false)
        var commands: [SwitchCommand] = []
        var gate: EventStream<Void, Never>?
    }

    private let inside = Lock(Inside())

    /// What it was told so far.
    var commands: [SwitchCommand] { inside.withLock { $0.commands } }

    func state() async -> SwitchState { inside.withLock { $0.state } }

    func apply(_ command: SwitchCommand) async -> SwitchState {
        if let gate = inside.withLock({ $0.gate }) { _ = await gate.next() }
        return inside.withLock { inside in
            inside.commands.append(command)
            inside.state = command.applied(to: inside.state)
            return inside.state
        }
    }

    /// Somebody presses its button.
    func press() { inside.withLock { $0.state.isOn.toggle() } }

    /// From now on it waits for a word of the source before it does what it is told.
    func hold() -> EventSource<Void, Never> {
        let (stream, source) = EventStream<Void, Never>.make(capacity: 4096)
        inside.withLock { $0.gate = stream }
        return source
    }
}

/// What a device keeps of its addresses.
final class TestMemory: AddressMemory {
    private let kept: Lock<[ControlAddress]>

    init(_ addresses: [ControlAddress] = []) { kept = Lock(addresses) }

    func addresses() async -> [ControlAddress] { kept.withLock { $0 } }

    func keep(_ addresses: [ControlAddress]) async { kept.withLock { $0 = addresses } }
}

/// A device, a broker in memory, and somebody who hears all that is said there.
struct Bench {
    static let id = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
    static let otherID = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
    static let modes: [DeviceDescription.Mode] = [.init(number: 1, name: "slow"), .init(number: 2, name: "fast")]

    let time = ManualTime()
    let broker: MemoryBroker
    let device = TestSwitch()
    let control: ControllableDevice
    let memory: TestMemory
    let address: ControlAddress
    let person: MemoryConnection
    let heard: MessageStream
    /// The device's connections, in the order in which it made them.
    let connections: Lock<[MemoryConnection]>

    init(
        _ modes: [DeviceDescription.Mode] = Bench.modes, signal: ControllableDevice.SignalSource? = nil,
        memory: TestMemory = TestMemory(), broker: MemoryBroker = MemoryBroker()
    ) async throws {
        (self.memory, self.broker) = (memory, broker)
        address = try Self.address("home/fan")
        let made = Lock<[MemoryConnection]>([])
        connections = made
        let description = DeviceDescription(name: "Fan", manufacturer: "Barn & Sons", modes: modes)
        control = ControllableDevice(description, switching: device, signal: signal, memory: memory, time: time) {
            [broker, time] _, lastWill in
            let connection = broker.connection(lastWill: lastWill, time: time)
            made.withLock { $0.append(connection) }
            return connection
        }
        person = broker.connection(time: time)
        heard = person.messages()
        person.connect()
        try await person.subscribe([Subscription("#")], deadline: time.now + 1000)
    }

    static func address(_ topic: String, _ id: String = Bench.id) throws -> ControlAddress {
        try ControlAddress(topic: topic, id: #require(DeviceID(id)))
    }

    /// Has the device steered at its address, and waits until it has said so.
    func begin() async throws {
        await control.assign(address)
        try await untilOnline()
    }

    /// Waits until the device is heard to say that it is there; all that was said up to then.
    @discardableResult
    func untilOnline(_ address: ControlAddress? = nil) async throws -> [Message] {
        try await until((address ?? self.address).availabilityTopic, "online")
    }

    /// Waits for a message; all that was said up to then.
    @discardableResult
    func until(_ topic: String, _ text: String) async throws -> [Message] {
        var all: [Message] = []
        while true {
            let batch = try #require(await heard.next())
            all += batch
            if batch.contains(where: { $0.topic == topic && $0.text == text }) { return all }
        }
    }

    /// Says something to the device.
    func say(_ text: String, to topic: String? = nil, isRetained: Bool = false) {
        broker.pass(Message(topic: topic ?? address.commandTopic, text: text, isRetained: isRetained))
    }

    /// Tells the device what to do.
    func tell(_ isOn: Bool, _ mode: Int? = nil, id: String = Bench.id, to topic: String? = nil) {
        say(Self.command(isOn, mode, id: id), to: topic)
    }

    static func command(_ isOn: Bool, _ mode: Int? = nil, id: String = Bench.id) -> String {
        #"{"uuid":"\#(id)","status":\#(isOn)\#(mode.map { ",\"mode\":\($0)" } ?? "")}"#
    }

    static func report(_ isOn: Bool, _ mode: Int = 0, id: String = Bench.id) -> String {
        #"{"id":"\#(id)","status":\#(isOn),"mode":\#(mode)}"#
    }

    /// Waits for the device's report; all that was said up to then.
    @discardableResult
    func untilReport(_ isOn: Bool, _ mode: Int = 0) async throws -> [Message] {
        try await until(address.stateTopic, Self.report(isOn, mode))
    }

    /// What the broker keeps of a topic, as text.
    func kept(_ topic: String) -> String? { broker.retained(topic).first?.text }
}

extension Message {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// What is told of `events` up to the first that `isLast` takes.
func events(
    _ events: EventStream<ControlEvent, Never>, until isLast: (ControlEvent) -> Bool
) async -> [ControlEvent] {
    var all: [ControlEvent] = []
    while let event = await events.next() {
        all.append(event)
        if isLast(event) { break }
    }
    return all
}
