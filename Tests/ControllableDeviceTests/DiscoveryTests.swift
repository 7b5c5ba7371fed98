import ControllableDevice
import Foundation
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A device announces itself to Home Assistant", .timeLimit(.minutes(1)))
struct DiscoveryTests {
    static let switchTopic = "homeassistant/switch/\(Bench.id)/config"
    static let selectTopic = "homeassistant/select/\(Bench.id)_mode/config"

    private func object(_ text: String?) throws -> [String: Any] {
        let bytes = Data(try #require(text).utf8)
        return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test("A switch and its modes are announced under one device, with the topics and bodies that it takes")
    func announcement() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let (toggle, modes) = (try object(bench.kept(Self.switchTopic)), try object(bench.kept(Self.selectTopic)))
        for config in [toggle, modes] {
            #expect(config["command_topic"] as? String == bench.address.commandTopic)
            #expect(config["state_topic"] as? String == bench.address.stateTopic)
            #expect(config["availability_topic"] as? String == bench.address.availabilityTopic)
            let device = try #require(config["device"] as? [String: Any])
            #expect(device["identifiers"] as? [String] == ["gangway_\(Bench.id)"])
            #expect(device["name"] as? String == "Fan")
            #expect(device["manufacturer"] as? String == "Barn & Sons")
        }
        #expect(toggle["unique_id"] as? String != modes["unique_id"] as? String)
        #expect(toggle["name"] is NSNull)
        #expect(modes["options"] as? [String] == ["slow", "fast"])
        for (payload, isOn) in [("payload_on", true), ("payload_off", false)] {
            bench.say(try #require(toggle[payload] as? String))
            try await bench.untilReport(isOn)
        }
        await bench.control.stop()
    }

    @Test("A device without modes is a switch alone")
    func noModes() async throws {
        let bench = try await Bench([])
        try await bench.begin()
        #expect(bench.broker.retained("homeassistant/#").map(\.topic) == [Self.switchTopic])
        await bench.control.stop()
    }

    @Test("A name with quotes and braces is a whole string of the templates")
    func escaped() async throws {
        let bench = try await Bench([.init(number: 1, name: #"it's \ "{{ x }}""#)])
        try await bench.begin()
        let modes = try object(bench.kept(Self.selectTopic))
        let name = #"'it\'s \\ "{{ x }}"'"#
        #expect(modes["value_template"] as? String == "{{ {1: \(name)}.get(value_json.mode) }}")
        #expect(
            modes["command_template"] as? String
                == #"{"uuid":"\#(Bench.id)","status":true,"mode":{{ {\#(name): 1}[value] }}}"#)
        await bench.control.stop()
    }

    @Test("When Home Assistant says that it has started, everything is said again; a word that was kept is none")
    func birth() async throws {
        let bench = try await Bench()
        bench.say("online", to: "homeassistant/status", isRetained: true)
        try await bench.begin()
        bench.say("offline", to: "homeassistant/status")
        bench.tell(true, 1)
        let before = try await bench.untilReport(true, 1)
        #expect(before.allSatisfy { !$0.topic.hasSuffix("/config") })
        bench.say("online", to: "homeassistant/status")
        let said = try await bench.untilOnline().map(\.topic)
        #expect(
            said.filter { $0 != "homeassistant/status" } == [
                Self.switchTopic, Self.selectTopic, bench.address.stateTopic, bench.address.availabilityTopic,
            ])
        await bench.control.stop()
    }
}
