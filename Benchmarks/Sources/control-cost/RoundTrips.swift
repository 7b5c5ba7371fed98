import DeviceControl
import DeviceDirectory
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime

/// A device and who steers it, each with a connection of its own.
struct RoundTrips {
    private let address: ControlAddress
    private let device: MosquittoBroker
    private let person: MosquittoBroker

    init(_ place: Place) throws {
        address = try ControlAddress(topic: "trips", id: id(1))
        device = try place.broker()
        person = try place.broker()
    }

    /// The p50 and the p99 of `count` commands, in microseconds.
    func times(_ count: Int) async throws -> String {
        let time = SystemTime.shared
        let commands = device.messages()
        let serving = Task { [device, address] in await Self.serve(device, commands, address) }
        defer { serving.cancel() }
        device.connect()
        try await device.subscribe([Subscription(address.commandTopic)], deadline: time.now + 10_000)
        let control = DeviceControl(broker: person)
        await control.start()
        person.connect()
        try await control.listen(to: ["trips"], deadline: time.now + 10_000)
        var times: [Double] = []
        for number in 0..<count {
            let start = seconds()
            try await control.set(number % 2 == 0 ? .off : .on, of: address, deadline: time.now + 10_000)
            times.append(seconds() - start)
        }
        times.sort()
        await control.stop()
        await person.close()
        await device.close()
        return "\(Int(times[count / 2] * 1e6)) \(Int(times[count * 99 / 100] * 1e6))"
    }

    /// The device: it says what it was told.
    private static func serve(_ broker: MosquittoBroker, _ commands: MessageStream, _ address: ControlAddress) async {
        let on = Array(#""status":true"#.utf8)
        while let batch = await commands.next() {
            for message in batch {
                let isOn = message.body.indices.contains { message.body[$0...].starts(with: on) }
                let state = Message(
                    topic: address.stateTopic, text: #"{"id":"\#(address.id)","status":\#(isOn),"mode":0}"#,
                    isRetained: true)
                try? await broker.publish(state, deadline: SystemTime.shared.now + 10_000)
            }
        }
    }
}
