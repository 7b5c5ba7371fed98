import DeviceControl
import DeviceDirectory
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime

/// A control over a broker in memory, and a device, or whoever speaks for it, at the other end.
struct Bench {
    static let lamp = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
    static let fan = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
    static let now = WallTime(milliseconds: 1_796_000_000_000)

    let time = ManualTime()
    let broker = MemoryBroker()
    let connection: MemoryConnection
    let device: MemoryConnection
    let control: DeviceControl
    let address: ControlAddress

    init(
        directory: (any DeviceDirectory)? = nil, scope: DeviceControl.Scope = .knownTopics,
        wallClock: @escaping @Sendable () -> WallTime = { Bench.now }
    ) async throws {
        connection = broker.connection(time: time)
        device = broker.connection(time: time)
        control = DeviceControl(
            broker: connection, directory: directory, scope: scope, time: time, wallClock: wallClock)
        address = try ControlAddress(topic: "home/lamp", id: Self.id(Self.lamp))
        await control.start()
        device.connect()
    }

    struct NoID: Error {}

    static func id(_ text: String) throws -> DeviceID {
        guard let id = DeviceID(text) else { throw NoID() }
        return id
    }

    /// Connects, and listens to `home/lamp/#`.
    func connect() async throws {
        connection.connect()
        try await control.listen(to: ["home/lamp"])
        // The control asks in a task of its own; asking for the same here tells when that is through.
        try await connection.subscribe([Subscription("home/lamp/#")], deadline: time.now + 1000)
    }

    /// Says something as the device.
    func say(_ topic: String, _ text: String, isRetained: Bool = false) {
        broker.pass(Message(topic: topic, text: text, isRetained: isRetained))
    }

    /// Reports a state as the device.
    func report(_ isOn: Bool, mode: Int = 0, isRetained: Bool = true) {
        say(
            address.stateTopic, #"{"id":"\#(Self.lamp)","status":\#(isOn),"mode":\#(mode)}"#, isRetained: isRetained)
    }
}

/// The next `count` changes, or those there were before the end.
func take(_ count: Int, _ stream: DeviceChanges) async -> [DeviceChange] {
    var taken: [DeviceChange] = []
    while taken.count < count, let batch = await stream.next() { taken += batch }
    return taken
}

/// The failure that `body` ends with; `nil` where it does not fail.
func failure(_ body: () async throws(ControlError) -> Void) async -> ControlError? {
    do throws(ControlError) {
        try await body()
        return nil
    } catch {
        return error
    }
}
