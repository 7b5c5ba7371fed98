import ControllableDevice
import Foundation
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A device says how strongly it receives its network", .timeLimit(.minutes(1)))
struct SignalTests {
    @Test("After every connection, behind all else, and each minute; the broker keeps none of it")
    func told() async throws {
        let strength = Lock<Int8>(-50)
        let bench = try await Bench { SignalStrength(rawValue: strength.withLock { $0 }) }
        let topic = bench.address.signalTopic
        await bench.control.assign(bench.address)
        let said = try await bench.until(topic, "-50")
        #expect(said.map(\.topic).suffix(2) == [bench.address.availabilityTopic, topic])
        for minute: Int8 in 1...3 {
            strength.withLock { $0 = -50 - minute }
            await bench.time.waitForTimers()
            bench.time.advance(by: ControllableDevice.signalInterval)
            let said = try await bench.until(topic, "\(-50 - minute)")
            #expect(said.map(\.topic) == [topic])
        }
        await bench.control.reconnect()
        try await bench.until(topic, "-53")
        #expect(bench.broker.retained(topic).isEmpty)
        await bench.control.stop()
    }

    @Test("Where it is not known, nothing is said, and the device is there all the same")
    func unknown() async throws {
        let bench = try await Bench { nil }
        try await bench.begin()
        await bench.time.waitForTimers()
        bench.time.advance(by: ControllableDevice.signalInterval)
        bench.tell(true)
        #expect(try await bench.untilReport(true).allSatisfy { $0.topic != bench.address.signalTopic })
        await bench.control.stop()
    }

    @Test("Home Assistant is told of it as a diagnostic sensor of the same device, which is taken back with the rest")
    func discovery() async throws {
        let bench = try await Bench { SignalStrength(rawValue: -50) }
        try await bench.begin()
        let topic = "homeassistant/sensor/\(Bench.id)_signal/config"
        let bytes = Data(try #require(bench.kept(topic)).utf8)
        let config = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(config["state_topic"] as? String == bench.address.signalTopic)
        #expect(config["device_class"] as? String == "signal_strength")
        #expect(config["unit_of_measurement"] as? String == "dBm")
        #expect(config["entity_category"] as? String == "diagnostic")
        #expect((config["device"] as? [String: Any])?["identifiers"] as? [String] == ["gangway_\(Bench.id)"])
        #expect(config["command_topic"] == nil)
        let other = try Bench.address("barn/fan", Bench.otherID)
        await bench.control.assign(other)
        try await bench.untilOnline(other)
        #expect(bench.kept(topic) == nil)
        await bench.control.stop()
    }
}
