import DeviceControl
import DeviceDirectory
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Commands to devices", .timeLimit(.minutes(1)))
struct CommandTests {
    /// The commands that arrive at the device.
    private func commands(_ bench: Bench) async throws -> MessageStream {
        let messages = bench.device.messages()
        let filter = Subscription(bench.address.commandTopic)
        try await bench.device.subscribe([filter], deadline: bench.time.now + 1000)
        return messages
    }

    @Test("A command arrives on the device's own topic, with QoS 1, never retained")
    func command() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        try await bench.control.send(.mode(2), to: bench.address)
        let message = try #require(await messages.next()?.first)
        #expect(message.topic == "home/lamp/\(Bench.lamp)")
        #expect(message.qualityOfService == .atLeastOnce && !message.isRetained)
        #expect(message.body == DeviceCommand.mode(2).body(for: bench.address.id))
        #expect(bench.broker.retained("home/#").isEmpty)
    }

    @Test("Setting a device ends with the state that it reports, when that is what was asked for")
    func set() async throws {
        let bench = try await Bench()
        bench.report(true, mode: 1)
        try await bench.connect()
        let messages = try await commands(bench)
        let call = Task { try await bench.control.set(.mode(2), of: bench.address, deadline: bench.time.now + 5000) }
        _ = await messages.next()
        bench.report(true, mode: 1)
        bench.report(false, mode: 2)
        bench.report(true, mode: 2)
        #expect(try await call.value.mode == 2)
    }

    @Test("A device that does not report it in time leaves the command unconfirmed")
    func unconfirmed() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let call = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.set(.on, of: bench.address, deadline: bench.time.now + 5000)
            }
        }
        _ = await messages.next()
        await bench.time.advanceToNextDeadline()
        let error = await call.value
        #expect(error?.code == .unconfirmed && error?.fault == .device)
    }

    /// The failure of switching the device on, and the commands that it was sent.
    private func switching(_ bench: Bench, wait: UInt32 = 0) -> Task<ControlError?, Never> {
        Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.set(.on, of: bench.address, deadline: bench.time.now + 60_000, wait: wait)
            }
        }
    }

    @Test("A command that may wait is repeated to a device that comes back without a word of its presence")
    func repeated() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let call = switching(bench, wait: 30_000)
        for _ in 0..<2 {
            #expect(await messages.next()?.map(\.body) == [DeviceCommand.on.body(for: bench.address.id)])
            bench.report(false)
        }
        bench.report(true)
        #expect(await call.value == nil)
    }

    @Test("A device is told again when the connection to the broker was lost meanwhile and is back")
    func connectedAnew() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let call = switching(bench)
        _ = await messages.next()
        bench.broker.cut(bench.connection)
        bench.time.advance(by: 1000)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.on.body(for: bench.address.id)])
        bench.report(true)
        #expect(await call.value == nil)
    }

    @Test(
        "Without the broker at its limit the outcome is unknown for want of a connection, not for the device's silence")
    func unheard() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let call = switching(bench)
        _ = await messages.next()
        bench.broker.setAway(true)
        // Three clocks then run: those of the two connections, and the command's.
        await bench.time.waitForTimers(3)
        bench.time.advance(by: 60_000)
        let error = await call.value
        #expect(error?.code == .unconfirmed && error?.fault == .broker)
        #expect(error?.brokerError?.code == .connectionLost)
    }

    @Test("A command without a mode carries that of the list where the broker has kept nothing of the device")
    func listedMode() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        await bench.control.know(
            Device(
                id: bench.address.id, name: "Lamp", topic: "home/lamp", state: DeviceState(isOn: true, mode: 3)))
        try await bench.control.send(.off, to: bench.address)
        let off = DeviceCommand(isOn: false, mode: 3).body(for: bench.address.id)
        #expect(await messages.next()?.map(\.body) == [off])
    }

    @Test("After its wait the advice is not to wait")
    func waited() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.say(bench.address.availabilityTopic, "offline", isRetained: true)
        _ = await changes.next()
        let call = switching(bench, wait: 5_000)
        await bench.time.advanceToNextDeadline()
        let error = await call.value
        #expect(error?.code == .deviceOffline)
        #expect(error?.advice == "See whether it has power and its network, and try again.")
    }

    @Test(
        "A device that comes back while it is being set is told again what it may have missed, the newest command only")
    func toldAgain() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let call = Task { try await bench.control.set(.on, of: bench.address, deadline: bench.time.now + 5000) }
        for _ in 0..<2 {
            #expect(await messages.next()?.map(\.body) == [DeviceCommand.on.body(for: bench.address.id)])
            bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        }
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.on.body(for: bench.address.id)])
        try await bench.control.send(.off, to: bench.address)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.off.body(for: bench.address.id)])
        bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        bench.report(true)
        #expect(try await call.value.isOn)
        try await bench.control.send(.mode(2), to: bench.address)
        let last = DeviceCommand.mode(2).body(for: bench.address.id)
        #expect(await messages.next()?.map(\.body) == [last])
    }

    @Test("G10/161: Without the broker, or to a device that is offline, a command fails at once and says which")
    func offline() async throws {
        let bench = try await Bench()
        let noBroker = await failure { () throws(ControlError) in
            try await bench.control.send(.on, to: bench.address)
        }
        #expect(noBroker?.code == .noBroker && noBroker?.fault == .broker)
        try await bench.connect()
        let changes = await bench.control.changes()
        bench.say(bench.address.availabilityTopic, "offline", isRetained: true)
        _ = await changes.next()
        let noDevice = await failure { () throws(ControlError) in
            try await bench.control.send(.on, to: bench.address)
        }
        #expect(noDevice?.code == .deviceOffline && noDevice?.fault == .device)
    }

    @Test("G10/161: A command that may wait is sent when the device is back, the newest only")
    func waits() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        let changes = await bench.control.changes()
        bench.say(bench.address.availabilityTopic, "offline", isRetained: true)
        _ = await changes.next()
        let first = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.send(.on, to: bench.address, wait: 60_000)
            }
        }
        await bench.time.waitForTimers()
        let second = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.send(.off, to: bench.address, wait: 60_000)
            }
        }
        #expect(await first.value?.code == .replaced)
        bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        #expect(await second.value == nil)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.off.body(for: bench.address.id)])
    }

    @Test("G10/161: A command whose time ran out is never sent, also when the broker comes back later")
    func neverLater() async throws {
        let bench = try await Bench()
        let messages = try await commands(bench)
        let call = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.send(.on, to: bench.address, wait: 10_000)
            }
        }
        await bench.time.waitForTimers()
        bench.time.advance(by: 10_000)
        #expect(await call.value?.code == .noBroker)
        bench.time.advance(by: 600_000)
        try await bench.connect()
        try await bench.control.send(.off, to: bench.address)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.off.body(for: bench.address.id)])
    }

    @Test("A command that waits ends when its task is cancelled, and is not sent")
    func cancelled() async throws {
        let bench = try await Bench()
        let messages = try await commands(bench)
        let call = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.send(.on, to: bench.address, wait: 10_000)
            }
        }
        await bench.time.waitForTimers()
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        try await bench.connect()
        try await bench.control.send(.off, to: bench.address)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.off.body(for: bench.address.id)])
    }

    @Test("A command that waits for the broker is sent when it is back")
    func waitsForBroker() async throws {
        let bench = try await Bench()
        try await bench.connect()
        let messages = try await commands(bench)
        bench.broker.setAway(true)
        let call = Task { () async -> ControlError? in
            await failure { () throws(ControlError) in
                try await bench.control.send(.on, to: bench.address, wait: 60_000)
            }
        }
        // Three clocks then run: those of the two connections, and the command's.
        await bench.time.waitForTimers(3)
        bench.broker.setAway(false)
        bench.time.advance(by: 1000)
        #expect(await call.value == nil)
        #expect(await messages.next()?.map(\.body) == [DeviceCommand.on.body(for: bench.address.id)])
    }
}
