// A device at a broker, for `agree.py`, which lets Home Assistant find it there: it says on standard output what becomes of it,
// and obeys lines of standard input.
//
//     HomeAssistantAgreement PORT TOPIC ID NAME MODE...
//
// `press` switches it by hand, `forget` takes it away for good, the end of input ends it in order.

import ControllableDevice
import Dispatch
import Glibc
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime

final class Relay: Switch {
    private let present = Lock(SwitchState(isOn: false))

    func state() async -> SwitchState { present.withLock { $0 } }

    func apply(_ command: SwitchCommand) async -> SwitchState {
        present.withLock { state in
            state = command.applied(to: state)
            return state
        }
    }

    func press() { present.withLock { $0.isOn.toggle() } }
}

func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

@main
struct Agreement {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, let port = UInt16(arguments[1]), let id = DeviceID(arguments[3]),
            let address = try? ControlAddress(topic: arguments[2], id: id)
        else { exit(2) }
        let modes = arguments.dropFirst(5).enumerated().map {
            DeviceDescription.Mode(number: Int32($0), name: $1)
        }
        let description = DeviceDescription(
            name: arguments[4], manufacturer: "Barn & Sons", model: "L1", softwareVersion: "1.0", modes: modes)
        let relay = Relay()
        let device = ControllableDevice(
            description, switching: relay, signal: { SignalStrength(rawValue: -57) }
        ) { _, lastWill throws(BrokerError) in
            var settings = BrokerSettings(addresses: [BrokerAddress(host: "127.0.0.1", port: port)], tls: nil)
            settings.lastWill = lastWill
            return try MosquittoBroker(settings)
        }
        let telling = Task { await tell(device.events) }
        await device.assign(address)
        let lines = lines()
        while let line = await lines.next() {
            switch line {
            case "press":
                relay.press()
                await device.changed()
            case "forget": await device.assign(nil)
            default: continue
            }
        }
        await device.stop()
        await telling.value
    }

    /// Standard input, read on a thread that nothing else needs.
    private static func lines() -> EventStream<String, Never> {
        let (stream, source) = EventStream<String, Never>.make()
        DispatchQueue(label: "lines").async {
            while let line = readLine() { source.yield(line) }
            source.finish()
        }
        return stream
    }

    private static func tell(_ events: EventStream<ControlEvent, Never>) async {
        while let event = await events.next() {
            switch event {
            case .online: say("online")
            case .switched(let state): say("switched \(state.isOn ? "on" : "off") \(state.mode)")
            case .ignored(let fault): say("ignored \(fault.rawValue)")
            case .left: say("left")
            case .offline(let error, _), .refused(let error): say("failed \(error)")
            }
        }
    }
}
