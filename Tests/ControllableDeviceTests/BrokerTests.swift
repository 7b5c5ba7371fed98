import BrokerServer
import ControllableDevice
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import Testing

/// A device at a real mosquitto, over TLS, and somebody who hears what is said there.
private struct RealBench {
    let time = ManualTime()
    let server: BrokerServer
    let device = TestSwitch()
    let control: ControllableDevice
    let address: ControlAddress

    init(lines: [String] = []) throws {
        var setup = try BrokerServer.Setup.secured()
        setup.lines = lines
        let server = try BrokerServer(setup)
        self.server = server
        address = try Bench.address("home/fan")
        let description = DeviceDescription(name: "Fan", modes: Bench.modes)
        let settings = try Self.settings(server.port)
        control = ControllableDevice(description, switching: device, time: time) {
            [time] _, lastWill throws(BrokerError) in
            var settings = settings
            settings.lastWill = lastWill
            return try MosquittoBroker(settings, time: time, chance: { 1 })
        }
    }

    static func settings(_ port: UInt16) throws -> BrokerSettings {
        let authority = try Certificates.shared.get().authority
        return BrokerSettings(
            addresses: [BrokerAddress(host: "localhost", port: port)], tls: TLSSettings(authorities: .file(authority)))
    }

    var deadline: Instant { time.now + 3_600_000 }

    /// Somebody who hears all that is said under `home`, what is kept first.
    func listener() async throws -> (broker: MosquittoBroker, messages: MessageStream) {
        let broker = try MosquittoBroker(Self.settings(server.port), time: time)
        let messages = broker.messages()
        broker.connect()
        try await broker.subscribe([Subscription("home/#")], deadline: deadline)
        return (broker, messages)
    }

    /// Waits until a message says `text`; all that came up to then.
    @discardableResult
    func until(_ topic: String, _ text: String, _ messages: MessageStream) async throws -> [Message] {
        var all: [Message] = []
        while !all.contains(where: { $0.topic == topic && $0.text == text }) {
            all += try #require(await messages.next())
        }
        return all
    }

    /// Waits until the device is connected and has said so.
    func online() async throws {
        let told = await events(control.events) { if case .online = $0 { true } else { false } }
        try #require(!told.isEmpty)
    }

    /// Waits until the device has lost its connection; when it will try again.
    func offline() async throws -> Instant {
        let told = await events(control.events) { if case .offline = $0 { true } else { false } }
        guard case .offline(_, let until) = try #require(told.last) else { return time.now }
        return until
    }
}

@Suite("A device at a real broker, over TLS", .timeLimit(.minutes(2)))
struct BrokerTests {
    @Test("It is steered, reports, and leaves offline and its state to be kept when it ends")
    func steered() async throws {
        let bench = try RealBench()
        let (person, messages) = try await bench.listener()
        await bench.control.assign(bench.address)
        try await bench.until(bench.address.availabilityTopic, "online", messages)
        let shouted = Bench.id.uppercased()
        try await person.publish(
            Message(topic: "home/fan/\(shouted)", text: Bench.command(true, 2, id: shouted)), deadline: bench.deadline)
        try await bench.until(bench.address.stateTopic, Bench.report(true, 2), messages)
        await bench.control.stop()
        try await bench.until(bench.address.availabilityTopic, "offline", messages)
        let (late, kept) = try await bench.listener()
        let words = try await bench.until(bench.address.stateTopic, Bench.report(true, 2), kept)
        #expect(words.allSatisfy { $0.isRetained })
        for broker in [person, late] { await broker.close() }
    }

    @Test(
        "After a restart of the broker, with all that it had kept or without, state and presence are said anew",
        arguments: [true, false])
    func restarted(_ isKept: Bool) async throws {
        let bench = try RealBench(lines: isKept ? ["persistence true"] : [])
        await bench.control.assign(bench.address)
        try await bench.online()
        if isKept { bench.server.stop() } else { bench.server.kill() }
        let next = try await bench.offline()
        bench.device.press()
        try bench.server.start()
        bench.time.advance(to: next)
        try await bench.online()
        let (person, messages) = try await bench.listener()
        try await bench.until(bench.address.stateTopic, Bench.report(true), messages)
        try await person.publish(
            Message(topic: bench.address.commandTopic, text: Bench.command(false, 1)), deadline: bench.deadline)
        try await bench.until(bench.address.stateTopic, Bench.report(false, 1), messages)
        let (late, kept) = try await bench.listener()
        try await bench.until(bench.address.availabilityTopic, "online", kept)
        await bench.control.stop()
        for broker in [person, late] { await broker.close() }
    }

    @Test("G4/142: Offline that a real broker says for a connection before, after online, does not last")
    func lateWill() async throws {
        let bench = try RealBench()
        let link = try Link(to: bench.server.port)
        var settings = try RealBench.settings(link.port)
        settings.lastWill = Message(topic: bench.address.availabilityTopic, text: "offline", isRetained: true)
        let dead = try MosquittoBroker(settings, time: bench.time)
        dead.connect()
        try await dead.subscribe([Subscription("sentinel")], deadline: bench.deadline)
        await bench.control.assign(bench.address)
        try await bench.online()
        let (person, messages) = try await bench.listener()
        try await bench.until(bench.address.availabilityTopic, "online", messages)
        link.cut()
        try await bench.until(bench.address.availabilityTopic, "offline", messages)
        try await bench.until(bench.address.availabilityTopic, "online", messages)
        let (late, kept) = try await bench.listener()
        try await bench.until(bench.address.availabilityTopic, "online", kept)
        await bench.control.stop()
        for broker in [person, late, dead] { await broker.close() }
    }
}
