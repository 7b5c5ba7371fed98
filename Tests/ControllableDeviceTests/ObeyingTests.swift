import ControllableDevice
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("A device does what it is told, and nothing else", .timeLimit(.minutes(1)))
struct ObeyingTests {
    @Test("It says what it does, then that it is there, does what it is told, and reports it, for the broker to keep")
    func obeys() async throws {
        let bench = try await Bench()
        await bench.control.assign(bench.address)
        let first = try await bench.untilOnline().filter { $0.topic.hasPrefix("home/") }
        #expect(first.map(\.topic) == [bench.address.stateTopic, bench.address.availabilityTopic])
        #expect(bench.kept(bench.address.stateTopic) == Bench.report(false))
        #expect(bench.kept(bench.address.availabilityTopic) == "online")
        bench.tell(true, 2)
        try await bench.untilReport(true, 2)
        #expect(bench.device.commands == [SwitchCommand(isOn: true, mode: 2)])
        #expect(bench.kept(bench.address.stateTopic) == Bench.report(true, 2))
        await bench.control.stop()
    }

    @Test("The identifier may be in either spelling, in the topic and in the body")
    func spellings() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let shouted = Bench.id.uppercased()
        bench.tell(true, 1, id: shouted, to: "home/fan/\(shouted)")
        try await bench.untilReport(true, 1)
        bench.tell(false, 1, id: shouted)
        try await bench.untilReport(false, 1)
        bench.tell(true, 2, to: "home/fan/\(shouted)")
        try await bench.untilReport(true, 2)
        await bench.control.stop()
    }

    static let modeWords: [([DeviceDescription.Mode], String, SwitchCommand)] = [
        (Bench.modes, Bench.command(true), SwitchCommand(isOn: true)),
        (Bench.modes, Bench.command(true, 0), SwitchCommand(isOn: true)),
        ([], Bench.command(true, 0), SwitchCommand(isOn: true)),
        ([.init(number: 0, name: "warm")], Bench.command(true, 0), SwitchCommand(isOn: true, mode: 0)),
        (Bench.modes, #"{"uuid":"\#(Bench.id)","status":true,"mode":null,"more":[{}]}"#, SwitchCommand(isOn: true)),
    ]

    @Test("A mode that is missing, or 0 where the device has no such mode, leaves it in its mode", arguments: modeWords)
    func mode(_ modes: [DeviceDescription.Mode], _ text: String, _ command: SwitchCommand) async throws {
        let bench = try await Bench(modes)
        try await bench.begin()
        bench.say(text)
        try await bench.untilReport(true)
        #expect(bench.device.commands == [command])
        await bench.control.stop()
    }

    static let badWords: [(CommandFault, String)] = [
        (.notUnderstood, "on"), (.notUnderstood, "{"), (.notUnderstood, "[1,2]"),
        (.notUnderstood, String(repeating: "[", count: 10_000)), (.notUnderstood, #"{"status":true}"#),
        (.notUnderstood, #"{"uuid":"\#(Bench.id)","status":true} {}"#),
        (.notUnderstood, #"{"uuid":"\#(Bench.id)","status":true,"a":""# + String(repeating: "a", count: 5000) + "\"}"),
        (.broken, #"{"uuid":"\#(Bench.id)"}"#), (.broken, #"{"uuid":"\#(Bench.id)","status":1}"#),
        (.broken, #"{"uuid":"\#(Bench.id)","status":true,"status":false}"#),
        (.broken, #"{"uuid":"\#(Bench.id)","status":{"status":true}}"#),
        (.broken, #"{"uuid":"\#(Bench.id)","uuid":"\#(Bench.id)","status":true}"#),
        (.broken, #"{"uuid":"\#(Bench.id)","status":true,"mode":1.5}"#),
        (.broken, #"{"uuid":"\#(Bench.id)","status":true,"mode":99999999999}"#),
        (.broken, #"{"uuid":["\#(Bench.id)"],"status":true}"#), (.broken, #"{"uuid":"fan","status":true}"#),
        (.otherDevice, Bench.command(true, 1, id: Bench.otherID)),
    ]

    @Test("What is no whole command for this device changes nothing, and the reason is told", arguments: badWords)
    func hostile(_ fault: CommandFault, _ text: String) async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.say(text)
        bench.tell(true, 1)
        try await bench.untilReport(true, 1)
        #expect(bench.device.commands == [SwitchCommand(isOn: true, mode: 1)])
        await bench.control.stop()
        let told = await events(bench.control.events) { _ in false }
        #expect(told.compactMap(\.fault) == [fault])
    }

    @Test("A mode that the device does not have changes nothing, and is answered by what it does")
    func unknownMode() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.tell(true, 7)
        try await bench.untilReport(false)
        #expect(bench.device.commands.isEmpty)
        await bench.control.stop()
        #expect(await events(bench.control.events) { _ in false }.compactMap(\.fault) == [.unknownMode])
    }

    @Test("A command that the broker had kept is not obeyed, at no connection")
    func retained() async throws {
        let bench = try await Bench()
        bench.say(Bench.command(true, 2), isRetained: true)
        try await bench.begin()
        bench.broker.cut(try #require(bench.connections.withLock { $0.first }))
        bench.time.advance(by: 1000)
        try await bench.untilOnline()
        bench.tell(true, 1)
        try await bench.untilReport(true, 1)
        #expect(bench.device.commands == [SwitchCommand(isOn: true, mode: 1)])
        await bench.control.stop()
        #expect(await events(bench.control.events) { _ in false }.compactMap(\.fault).first == .retained)
    }

    @Test("Reports on its command topic, its own or another's, are nothing to it")
    func reports() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.say(Bench.report(true, 2))
        bench.say("")
        bench.tell(true, 1)
        try await bench.untilReport(true, 1)
        #expect(bench.device.commands.count == 1)
        await bench.control.stop()
        #expect(await events(bench.control.events) { _ in false }.compactMap(\.fault).isEmpty)
    }

    @Test("G11/164: A command that comes twice leaves the device as it is, and is answered by its state")
    func twice() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.tell(true, 2)
        try await bench.untilReport(true, 2)
        bench.tell(true, 2)
        try await bench.untilReport(true, 2)
        #expect(await bench.device.state() == SwitchState(isOn: true, mode: 2))
        await bench.control.stop()
        #expect(await events(bench.control.events) { _ in false }.filter(\.isSwitched).count == 1)
    }

    @Test("While the switch is busy commands wait as one, the newest of each part, and the last state is reported")
    func flood() async throws {
        let bench = try await Bench()
        try await bench.begin()
        let gate = bench.device.hold()
        bench.tell(true, 1)
        for number in 0..<50_000 { bench.tell(number % 2 == 0, number == 49_000 ? 2 : nil) }
        bench.tell(false, 9)
        for _ in 0..<100 { gate.yield(()) }
        try await bench.untilReport(false, 2)
        #expect(bench.device.commands.count < 100)
        await bench.control.stop()
    }

    @Test("What the device does by itself is reported")
    func button() async throws {
        let bench = try await Bench()
        try await bench.begin()
        bench.device.press()
        await bench.control.changed()
        try await bench.untilReport(true)
        await bench.control.stop()
    }
}

extension ControlEvent {
    var fault: CommandFault? {
        if case .ignored(let fault) = self { fault } else { nil }
    }

    var isSwitched: Bool {
        if case .switched = self { true } else { false }
    }
}
