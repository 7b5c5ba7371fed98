import BrokerServer
import ControllableDevice
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import Testing

/// A packet of MQTT 3.1.1, taken apart as far as a broker has to.
private struct Packet {
    let kind: UInt8
    /// All behind the fixed header.
    let rest: [UInt8]

    init(_ bytes: [UInt8]) {
        kind = bytes[0] & 0xF0
        let length = bytes.dropFirst().prefix { $0 & 0x80 != 0 }.count + 1
        rest = Array(bytes.dropFirst(1 + length))
    }

    private var topicEnd: Int { 2 + Int(rest[0]) << 8 + Int(rest[1]) }
    var topic: String { String(decoding: rest[2..<topicEnd], as: UTF8.self) }
    var body: String { String(decoding: rest[(topicEnd + 2)...], as: UTF8.self) }
    /// The number of a published message, of QoS 1.
    var number: [UInt8] { Array(rest[topicEnd..<topicEnd + 2]) }

    /// A message with number 7, sent for the first time or again.
    static func publish(_ topic: String, _ body: String, isAgain: Bool) -> [UInt8] {
        let rest = [0, UInt8(topic.utf8.count)] + topic.utf8 + [0, 7] + body.utf8
        return [isAgain ? 0x3A : 0x32, UInt8(rest.count & 0x7F) | 0x80, UInt8(rest.count >> 7)] + rest
    }
}

@Suite("The same command twice, packet by packet", .timeLimit(.minutes(1)))
struct DuplicateTests {
    @Test(
        "G11/164: A command that the broker sends twice is acknowledged and answered twice, and carried out to one end")
    func duplicates() async throws {
        let address = try Bench.address("home/fan")
        let (acknowledged, source) = EventStream<[UInt8], Never>.make()
        let (reports, reporter) = EventStream<String, Never>.make()
        let server = try ScriptedBroker { connection, _ in
            connection.consent()
            var (sent, answers, obeyed) = (0, 0, 0)
            func tell() {
                let command = Bench.command(true, 2)
                connection.send(Packet.publish(address.commandTopic, command, isAgain: sent > 0))
                sent += 1
            }
            // The answer and the report come of two threads, and so in either order.
            func tellAgain() { if sent == 1, answers == 1, obeyed == 1 { tell() } }
            while let bytes = connection.packet() {
                let packet = Packet(bytes)
                switch packet.kind {
                case 0x80: connection.send([0x90, 6] + packet.rest.prefix(2) + [1, 1, 1, 1])
                case 0x30:
                    connection.send([0x40, 2] + packet.number)
                    if packet.topic == address.availabilityTopic { tell() }
                    guard packet.topic == address.stateTopic else { continue }
                    reporter.yield(packet.body)
                    if packet.body == Bench.report(true, 2) { obeyed += 1 }
                    tellAgain()
                case 0x40:
                    source.yield(bytes)
                    answers += 1
                    tellAgain()
                default: continue
                }
            }
        }
        let device = TestSwitch()
        let control = ControllableDevice(
            DeviceDescription(name: "Fan", modes: Bench.modes), switching: device, time: SystemTime.shared
        ) { _, lastWill throws(BrokerError) in
            let broker = BrokerAddress(host: "127.0.0.1", port: server.port)
            return try MosquittoBroker(BrokerSettings(addresses: [broker], tls: nil, lastWill: lastWill))
        }
        await control.assign(address)
        for report in [Bench.report(false), Bench.report(true, 2), Bench.report(true, 2)] {
            #expect(await reports.next() == report)
        }
        for _ in 0..<2 { #expect(await acknowledged.next() == [0x40, 2, 0, 7]) }
        #expect(await device.state() == SwitchState(isOn: true, mode: 2))
        await control.stop()
    }
}
