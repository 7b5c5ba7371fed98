import DeviceControl
import DeviceDirectory
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("What devices say, and what is made of it", .timeLimit(.minutes(1)))
struct ListeningTests {
    @Test("A state is matched to its device and told as it came, in order, with the time of its coming")
    func order() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        for number in 0..<100 { bench.report(number % 2 == 0, mode: number) }
        let taken = await take(100, changes)
        #expect(taken.map { $0.status.state?.mode } == (0..<100).map(Optional.some))
        #expect(taken.allSatisfy { $0.id == bench.address.id && $0.topic == "home/lamp" && $0.isLive })
        #expect(taken.last?.status.heard == Bench.now)
        #expect(taken.last?.status.state?.time == Bench.now)
        #expect(await bench.control.status(of: bench.address.id) == taken.last?.status)
    }

    @Test("G3/139: A state that the broker had kept is last known, and nothing that was heard of the device")
    func retained() async throws {
        let bench = try await Bench()
        bench.report(true, mode: 2)
        let changes = await bench.control.changes()
        try await bench.connect()
        let change = try #require(await take(1, changes).first)
        #expect(change.status.state == DeviceState(isOn: true, mode: 2, time: nil))
        #expect(change.status.isLastKnown && !change.isLive)
        #expect(change.status.presence == .unknown && change.status.heard == nil)
        let heard = Task { await bench.control.heard(from: bench.address.id, deadline: bench.time.now + 60_000) }
        await bench.time.advanceToNextDeadline()
        #expect(await heard.value == nil)
    }

    @Test(
        "What the broker kept while the listener alone was away is newer than what it had heard before, and replaces it"
    )
    func keptMeanwhile() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.report(true, mode: 1)
        #expect(await take(1, changes).first?.status.isLastKnown == false)
        bench.broker.cut(bench.connection)
        bench.report(false, mode: 2)
        bench.time.advance(by: 1000)
        let change = try #require(await take(1, changes).first)
        #expect(change.status.state == DeviceState(isOn: false, mode: 2))
        #expect(change.status.isLastKnown && !change.isLive)
        #expect(await bench.control.status(of: bench.address.id)?.state?.isOn == false)
        // The next command carries the mode of that, too.
        let messages = bench.device.messages()
        try await bench.device.subscribe([Subscription(bench.address.commandTopic)], deadline: bench.time.now + 1000)
        try await bench.control.send(.on, to: bench.address)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.mode(2).body(for: bench.address.id)])
    }

    @Test(
        "What the broker had kept is no news where the device said the same before, or anything since the connection was made"
    )
    func keptBefore() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.report(true, mode: 1)
        _ = await take(1, changes)
        bench.broker.cut(bench.connection)
        bench.time.advance(by: 1000)
        bench.report(true, mode: 2, isRetained: false)
        #expect(await take(1, changes).first?.status.state?.mode == 2)
        try await bench.control.listen(to: ["home/lamp"], deadline: bench.time.now + 1000)
        bench.report(true, mode: 3)
        #expect(await take(1, changes).first?.status.state?.mode == 3)
    }

    @Test("G6/147: What was not understood is told once a device, with its length and not its words")
    func misunderstood() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let troubles = await bench.control.troubles()
        for text in ["secret", "hush"] { bench.say(bench.address.stateTopic, text) }
        bench.say("home/lamp/\(Bench.fan)/signal", "strong")
        for topic in [bench.address.stateTopic, "home/lamp/\(Bench.fan)/signal"] {
            guard case .misunderstood(let message)? = await troubles.next() else {
                Issue.record("another trouble, or none")
                return
            }
            #expect(message.topic == topic && message.length == 6)
        }
    }

    @Test(
        "A report in another's name changes neither device, is told once a device, and the device's own next one is taken",
        arguments: [false, true])
    func inAnothersName(isOnCommandTopic: Bool) async throws {
        let bench = try await Bench()
        try await bench.connect()
        let (changes, troubles) = (await bench.control.changes(), await bench.control.troubles())
        let fan = "home/lamp/\(Bench.fan)" + (isOnCommandTopic ? "" : "/state")
        for isRetained in [false, true] {
            bench.say(fan, #"{"id":"\#(Bench.lamp)","status":true,"mode":7}"#, isRetained: isRetained)
        }
        bench.say(fan, #"{"id":"\#(Bench.fan.uppercased())","status":true,"mode":1}"#)
        let change = try #require(await take(1, changes).first)
        #expect(change.id.description == Bench.fan && change.status.state?.mode == 1)
        #expect(await bench.control.status(of: bench.address.id) == nil)
        #expect(await bench.control.misunderstood == 2)
        bench.say(bench.address.stateTopic, "junk")
        for (topic, other) in [(fan, Optional(bench.address.id)), (bench.address.stateTopic, nil)] {
            guard case .misunderstood(let message)? = await troubles.next() else {
                Issue.record("another trouble, or none")
                return
            }
            #expect(message.topic == topic && message.otherDevice == other)
        }
    }

    @Test("G4/142: Whoever speaks after a good-bye of a connection before is there")
    func presence() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        bench.say(bench.address.availabilityTopic, "offline", isRetained: true)
        bench.report(true)
        let taken = await take(3, changes)
        #expect(taken.map(\.status.presence) == [.online, .offline, .online])
        #expect(taken.map(\.isLive) == [true, false, true])
    }

    @Test("G6/147: Bodies that are not understood change nothing, are counted, and the next good one is taken")
    func notUnderstood() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        for text in ["on", "{", "[1,2]", #"{"state":{}}"#, String(repeating: "[", count: 10_000)] {
            bench.say(bench.address.stateTopic, text)
        }
        bench.say(bench.address.availabilityTopic, "away")
        bench.report(true)
        #expect(await take(1, changes).first?.status.state?.isOn == true)
        #expect(await bench.control.misunderstood == 6)
        #expect(await bench.control.statuses.count == 1)
    }

    @Test("How strongly a device receives its network is told, and says that it is there; a kept word says nothing")
    func signal() async throws {
        let bench = try await Bench()
        let topic = bench.address.signalTopic
        bench.say(topic, "-40", isRetained: true)
        let changes = await bench.control.changes()
        try await bench.connect()
        for text in ["", "1", "-128", "-5 ", "-057.0", "strong", "--5"] { bench.say(topic, text) }
        bench.say(topic, "-57")
        let change = try #require(await take(1, changes).first)
        #expect(change.subject == .signal)
        #expect(change.status.signal == SignalSample(time: Bench.now, strength: -57))
        #expect(change.status.presence == .online)
        #expect(change.status.state == nil)
        #expect(await bench.control.misunderstood == 6)
    }

    @Test("On the command topic a body with an id is a report, and one with a uuid is somebody's command")
    func commandTopic() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.say(bench.address.commandTopic, #"{"uuid":"\#(Bench.lamp)","status":false,"mode":0}"#)
        bench.say(bench.address.commandTopic, #"{"id":"\#(Bench.lamp.uppercased())","status":true,"mode":1}"#)
        #expect(await take(1, changes).first?.status.state == DeviceState(isOn: true, mode: 1, time: Bench.now))
        #expect(await bench.control.misunderstood == 0)
    }

    @Test("A device is heard from when it says something itself")
    func heard() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let heard = Task { await bench.control.heard(from: bench.address.id, deadline: bench.time.now + 60_000) }
        await bench.time.waitForTimers()
        bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        #expect(await heard.value?.presence == .online)
    }

    @Test("A refused subscription is told as a problem")
    func refused() async throws {
        let bench = try await Bench()
        bench.broker.refuse(["secret/#"])
        try await bench.connect()
        let troubles = await bench.control.troubles()
        try await bench.control.listen(to: ["secret"])
        guard case .subscription(let error) = await troubles.next() else {
            return #expect(Bool(false), "another problem, or none")
        }
        #expect(error.refusedFilters == ["secret/#"])
    }

    @Test("An observer that does not keep up gets the newest of every device")
    func slowObserver() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let (slow, quick) = (await bench.control.changes(), await bench.control.changes())
        let fan = #"{"id":"\#(Bench.fan)","status":true,"mode":7}"#
        bench.say("home/lamp/\(Bench.fan)/state", fan)
        for number in 0..<70_000 { bench.report(true, mode: number, isRetained: false) }
        // This one may fall behind as well; both have the last report when it has.
        while let batch = await quick.next(), batch.last?.status.state?.mode != 69_999 {}
        let batch = try #require(await slow.next())
        #expect(batch.count < 65_537)
        #expect(batch.last?.status.state?.mode == 69_999)
        #expect(batch.contains { $0.status.state?.mode == 7 && $0.id.description == Bench.fan })
    }

    @Test("After a stop everything that waits ends")
    func stop() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        let troubles = await bench.control.troubles()
        let heard = Task { await bench.control.heard(from: bench.address.id, deadline: bench.time.now + 60_000) }
        await bench.time.waitForTimers()
        await bench.control.stop()
        #expect(await heard.value == nil)
        #expect(await changes.next() == nil)
        #expect(await troubles.next() == nil)
        let error = await failure { () throws(ControlError) in try await bench.control.send(.on, to: bench.address) }
        #expect(error?.code == .closed)
    }
}
