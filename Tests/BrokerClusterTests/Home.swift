import DeviceControl
import DeviceDirectory
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import Testing

/// A control and one device, each with a connection of its own to the cluster.
struct Home {
    let broker: MosquittoBroker
    let device: MosquittoBroker
    let control: DeviceControl
    let address: ControlAddress

    init(_ bench: Bench, topic: String) async throws {
        let id = try #require(DeviceID("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"))
        address = try ControlAddress(topic: topic, id: id)
        device = try MosquittoBroker(bench.settings([2, 1, 0]))
        broker = try MosquittoBroker(bench.settings([1, 0, 2]))
        let commands = device.messages()
        control = DeviceControl(broker: broker, time: bench.time)
        await control.start()
        for connection in [device, broker] { _ = try await bench.connected(connection) }
        try await control.listen(to: [topic], deadline: bench.deadline)
        try await device.subscribe([Subscription(address.commandTopic)], deadline: bench.deadline)
        obey(commands, until: bench.deadline)
    }

    /// Reports each state that is asked for, as a device does.
    private func obey(_ commands: MessageStream, until deadline: Instant) {
        Task { [device, address] in
            while let batch = await commands.next() {
                for command in batch {
                    let text = String(decoding: command.body, as: UTF8.self).replacing(#""uuid""#, with: #""id""#)
                    let report = Message(topic: address.stateTopic, body: Array(text.utf8), isRetained: true)
                    try? await device.publish(report, deadline: deadline)
                }
            }
        }
    }

    /// Steers the device as a person does, who tries again where nothing comes back: while the nodes agree on the loss of one of
    /// them, what was made at that moment can go with it, a subscription or the connection.
    func set(_ command: DeviceCommand) async throws -> DeviceState {
        let time = SystemTime.shared
        for _ in 0..<5 {
            do throws(ControlError) {
                return try await control.set(command, of: address, deadline: time.now + 10_000, wait: 10_000)
            } catch {
                guard [.unconfirmed, .notSent, .noBroker].contains(error.code) else { throw error }
            }
        }
        return try await control.set(command, of: address, deadline: time.now + 10_000, wait: 10_000)
    }

    func close() async {
        await control.stop()
        for connection in [broker, device] { await connection.close() }
    }
}
