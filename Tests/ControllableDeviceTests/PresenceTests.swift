import ControllableDevice
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Whether a device is there, and where", .timeLimit(.minutes(1)))
struct PresenceTests {
    @Test("A cut leaves offline to be kept, and the device says everything anew when it is back")
    func cut() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let connection = try #require(bench.connections.withLock { $0.first })
        bench.broker.cut(connection)
        try await bench.until(bench.address.availabilityTopic, "offline")
        #expect(bench.kept(bench.address.availabilityTopic) == "offline")
        bench.device.press()
        bench.time.advance(by: 1000)
        let again = try await bench.untilOnline()
        #expect(again.contains { $0.topic == bench.address.stateTopic && $0.text == Bench.report(true) })
        #expect(bench.kept(bench.address.availabilityTopic) == "online")
        bench.tell(true, 2)
        try await bench.untilReport(true, 2)
        await bench.control.stop()
    }

    @Test("Its end in order leaves offline to be kept, after everything else")
    func stop() async throws {
        let bench = try await Bench()
        try await bench.begin()
        await bench.control.stop()
        try await bench.until(bench.address.availabilityTopic, "offline")
        #expect(bench.kept(bench.address.availabilityTopic) == "offline")
        #expect(bench.kept(bench.address.stateTopic) == Bench.report(false))
        #expect(bench.kept("homeassistant/switch/\(Bench.id)/config") != nil)
        #expect(await events(bench.control.events) { _ in false }.count == 1)
    }

    @Test("G4/142: A last will of a connection before that arrives late is answered, and online is what is kept")
    func lateWill() async throws {
        let bench = try await Bench()
        // What a power cut leaves behind: a connection with the same last will, which the broker still takes for whole.
        let will = Message(topic: bench.address.availabilityTopic, text: "offline", isRetained: true)
        let dead = bench.broker.connection(lastWill: will, time: bench.time)
        dead.connect()
        try await bench.begin()
        bench.broker.cut(dead)
        let words = try await bench.until(bench.address.availabilityTopic, "online").filter {
            $0.topic == bench.address.availabilityTopic
        }
        #expect(words.map(\.text) == ["offline", "online"])
        #expect(bench.kept(bench.address.availabilityTopic) == "online")
        await bench.control.stop()
    }

    @Test("Set up anew it leaves its address in order: offline is kept there, and the announcement is taken back")
    func moved() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let other = try Bench.address("barn/fan", Bench.otherID)
        await bench.control.assign(other)
        try await bench.untilOnline(other)
        #expect(bench.kept(bench.address.availabilityTopic) == "offline")
        #expect(bench.kept("homeassistant/switch/\(Bench.id)/config") == nil)
        #expect(bench.kept("homeassistant/select/\(Bench.id)_mode/config") == nil)
        #expect(bench.kept("homeassistant/switch/\(Bench.otherID)/config") != nil)
        bench.tell(true, 2)
        bench.tell(true, 1, id: Bench.otherID, to: other.commandTopic)
        try await bench.until(other.stateTopic, Bench.report(true, 1, id: Bench.otherID))
        #expect(bench.device.commands == [SwitchCommand(isOn: true, mode: 1)])
        await bench.control.stop()
    }

    @Test("Under another topic with the same id it leaves nothing behind, and stays announced")
    func sameID() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let other = try Bench.address("barn/fan")
        await bench.control.assign(other)
        let words = try await bench.untilOnline(other)
        #expect(words.contains { $0.topic == bench.address.availabilityTopic && $0.text == "offline" })
        #expect(bench.broker.retained("home/#").isEmpty)
        #expect(bench.kept("homeassistant/switch/\(Bench.id)/config")?.contains("barn/fan") ?? false)
        await bench.control.stop()
    }

    @Test("Where the broker is away when it is set up anew, the address before is left as soon as it is back")
    func movedWhileAway() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.broker.setAway(true)
        let other = try Bench.address("barn/fan", Bench.otherID)
        await bench.control.assign(other)
        _ = await events(bench.control.events) { if case .left = $0 { true } else { false } }
        bench.broker.pass(Message(topic: bench.address.availabilityTopic, text: "online", isRetained: true))
        bench.broker.setAway(false)
        bench.person.connect()
        await bench.control.reconnect()
        try await bench.untilOnline(other)
        #expect(bench.kept(bench.address.availabilityTopic) == "offline")
        #expect(bench.kept("homeassistant/switch/\(Bench.id)/config") == nil)
        await bench.control.stop()
    }

    @Test(
        "Ended before it could leave an address in order, it does so after its next start, and keeps only where it is")
    func movedOverRestart() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.broker.setAway(true)
        let other = try Bench.address("barn/fan", Bench.otherID)
        await bench.control.assign(other)
        _ = await events(bench.control.events) { if case .left = $0 { true } else { false } }
        await bench.control.stop()
        #expect(await bench.memory.addresses() == [bench.address, other])
        bench.broker.pass(Message(topic: bench.address.availabilityTopic, text: "online", isRetained: true))
        bench.broker.setAway(false)
        let again = try await Bench(memory: bench.memory, broker: bench.broker)
        await again.control.assign(other)
        try await again.untilOnline(other)
        #expect(again.kept(bench.address.availabilityTopic) == "offline")
        #expect(again.kept("homeassistant/switch/\(Bench.id)/config") == nil)
        #expect(await bench.memory.addresses() == [other])
        await again.control.stop()
        #expect(await bench.memory.addresses() == [other])
    }

    @Test(
        "Cut off before it had left the address before, it leaves that at its next start, wherever that is",
        arguments: [1, 20])
    func cutOff(count: Int) async throws {
        let before = try (0..<count).map { try Bench.address("old/\($0)", Bench.otherID) }
        let bench = try await Bench(memory: TestMemory(before))
        for address in before { bench.say("online", to: address.availabilityTopic, isRetained: true) }
        try await bench.begin()
        for address in before.suffix(8) { #expect(bench.kept(address.availabilityTopic) == "offline") }
        #expect(await bench.memory.addresses() == [bench.address])
        await bench.control.stop()
    }

    @Test(
        "That it is there it says once for a connection: where that held while its network was joined again, only its state"
    )
    func greets() async throws {
        let bench = try await Bench()
        try await bench.begin()
        await bench.control.reconnect()
        bench.tell(true, 2)
        let words = try await bench.untilReport(true, 2).map(\.topic).filter { $0 != bench.address.commandTopic }
        #expect(Set(words) == [bench.address.stateTopic])
        await bench.control.stop()
    }

    static let joins: [(JoinReport, [String])] = [
        (.joined, ["state", "join"]), (.failed(.wrongPassphrase), ["join", "state"]),
    ]

    @Test(
        "What became of its credentials it says once: a success behind its state, a failure before it", arguments: joins
    )
    func saysJoin(report: JoinReport, order: [String]) async throws {
        let bench = try await Bench()
        try await bench.begin()
        await bench.control.reconnect(saying: report)
        let last =
            report == .joined ? (bench.address.joinTopic, "joined") : (bench.address.stateTopic, Bench.report(false))
        let words = try await bench.until(last.0, last.1)
        #expect(words.map(\.topic) == order.map { "\(bench.address.commandTopic)/\($0)" })
        #expect(words.contains { $0.topic == bench.address.joinTopic && $0.text == report.text && !$0.isRetained })
        #expect(bench.broker.retained(bench.address.joinTopic).isEmpty)
        await bench.control.reconnect()
        bench.tell(true, 2)
        #expect(try await bench.untilReport(true, 2).allSatisfy { $0.topic != bench.address.joinTopic })
        await bench.control.stop()
    }

    @Test("Where it is at another address by then, or has no connection, it says that there and as soon as it can")
    func saysJoinElsewhere() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let other = try Bench.address("barn/fan")
        await bench.control.assign(other)
        await bench.control.reconnect(saying: .joined)
        let words = try await bench.until(other.joinTopic, "joined")
        #expect(words.contains { $0.topic == other.availabilityTopic && $0.text == "online" })
        #expect(!words.contains { $0.topic == bench.address.joinTopic })
        bench.broker.setAway(true)
        await bench.control.reconnect(saying: .failed(.networkNotFound))
        bench.broker.setAway(false)
        bench.person.connect()
        await bench.control.reconnect()
        try await bench.until(other.joinTopic, "networkNotFound")
        await bench.control.stop()
    }

    @Test("Back at an address that it has left, it is there")
    func backAgain() async throws {
        let bench = try await Bench()
        try await bench.begin()
        await bench.control.assign(try Bench.address("barn/fan", Bench.otherID))
        try await bench.untilOnline(try Bench.address("barn/fan", Bench.otherID))
        await bench.control.assign(bench.address)
        try await bench.untilOnline()
        #expect(bench.kept(bench.address.availabilityTopic) == "online")
        await bench.control.stop()
    }

    @Test("Forgotten it is steered nowhere: offline is kept, nothing is announced, and commands reach nobody")
    func cleared() async throws {
        let bench = try await Bench()
        try await bench.begin()
        await bench.control.assign(nil)
        try await bench.until("homeassistant/select/\(Bench.id)_mode/config", "")
        #expect(bench.kept(bench.address.availabilityTopic) == "offline")
        #expect(bench.broker.retained("homeassistant/#").isEmpty)
        bench.tell(true, 1)
        await bench.control.stop()
        #expect(bench.device.commands.isEmpty)
    }

    @Test("A refused subscription is told, and the rest goes on")
    func refused() async throws {
        let bench = try await Bench()
        bench.broker.refuse(["homeassistant/status"])
        try await bench.begin()
        bench.tell(true, 1)
        try await bench.untilReport(true, 1)
        await bench.control.stop()
        let refusals = await events(bench.control.events) { _ in false }.compactMap { event in
            if case .refused(let error) = event { error } else { nil }
        }
        #expect(refusals.map(\.refusedFilters) == [["homeassistant/status"]])
    }
}
