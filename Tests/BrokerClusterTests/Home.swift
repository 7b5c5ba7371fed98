import ControllableDevice
import DeviceControl
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
    private let lamps: ControllableDevice

    init(_ bench: Bench, topic: String) async throws {
        let id = try #require(DeviceID("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"))
        address = try ControlAddress(topic: topic, id: id)
        broker = try MosquittoBroker(bench.settings([1, 0, 2]))
        control = DeviceControl(broker: broker, time: bench.time)
        let made = Lock<MosquittoBroker?>(nil)
        let settings = try bench.settings([2, 1, 0])
        let description = DeviceDescription(
            name: "Lamps", modes: (1...3).map { DeviceDescription.Mode(number: $0, name: "\($0)") })
        lamps = ControllableDevice(description, switching: Lamps()) { _, lastWill throws(BrokerError) in
            var settings = settings
            settings.lastWill = lastWill
            let broker = try MosquittoBroker(settings)
            made.withLock { $0 = broker }
            return broker
        }
        await control.start()
        #expect(try await bench.connected(broker) == 1)
        try await control.listen(to: [topic], deadline: bench.deadline)
        await lamps.assign(address)
        // It is online when the broker has agreed to let it hear commands.
        while let event = await lamps.events.next() { if case .online = event { break } }
        device = try #require(made.withLock { $0 })
    }

    func close() async {
        await lamps.stop()
        await control.stop()
        await broker.close()
    }
}

/// Lamps that are in no mode until they are told one.
private final class Lamps: Switch {
    private let present = Lock(SwitchState(isOn: false))

    func state() async -> SwitchState { present.withLock { $0 } }

    func apply(_ command: SwitchCommand) async -> SwitchState {
        present.withLock { present in
            present = command.applied(to: present)
            return present
        }
    }
}
