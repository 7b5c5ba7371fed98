import DBus
import PrivateBus
import ProvisioningProtocols
import Runtime
import Testing

/// Takes calls and never answers them.
private final class Silence: Sendable {
    let calls: EventStream<MethodCall, Never>
    private let source: EventSource<MethodCall, Never>

    init() { (calls, source) = EventStream.make() }

    var interface: Interface {
        Interface("test.Silence", methods: [Interface.Method("Wait") { [source] in source.yield($0) }])
    }
}

@Suite struct CallTests {
    @Test("A call that is not answered ends with its limit")
    func limit() async throws {
        let time = ManualTime()
        let ends = try Ends(time: time)
        let silence = Silence()
        try await ends.server.export("/s", [silence.interface])
        let name = try await ends.server.uniqueName()
        async let outcome = failure(of: ends.client, MethodInvocation(name, "/s", "test.Silence", "Wait"), limit: 5000)
        let call = try #require(await silence.calls.next())
        time.advance(by: 4999)
        #expect(time.timerCount == 1)
        time.advance(by: 1)
        #expect(await outcome?.isTimeout == true)
        call.reply()
    }

    @Test("A cancelled call ends at once")
    func cancellation() async throws {
        let ends = try Ends()
        let silence = Silence()
        try await ends.server.export("/s", [silence.interface])
        let name = try await ends.server.uniqueName()
        let task = Task { await failure(of: ends.client, MethodInvocation(name, "/s", "test.Silence", "Wait")) }
        let call = try #require(await silence.calls.next())
        task.cancel()
        #expect(await task.value == .cancelled)
        withExtendedLifetime(call) {}
    }

    @Test("A peer's error arrives with its name and text")
    func errors() async throws {
        let ends = try Ends()
        let refusal = DBusError("org.bluez.Error.Failed", "Failed to initiate write")
        try await ends.server.export(
            "/s", [Interface("test.No", methods: [Interface.Method("No") { $0.fail(refusal) }])])
        let name = try await ends.server.uniqueName()
        #expect(await failure(of: ends.client, MethodInvocation(name, "/s", "test.No", "No")) == refusal)
        #expect(await failure(of: ends.client, MethodInvocation(name, "/x", "test.No", "No"))?.isUnknownObject == true)
        let absent = MethodInvocation("test.Absent", "/x", "test.No", "No")
        #expect(await failure(of: ends.client, absent)?.isServiceUnknown == true)
    }

    @Test("A call that is let go is answered with an error")
    func dropped() async throws {
        let ends = try Ends()
        try await ends.server.export("/s", [Interface("test.Drop", methods: [Interface.Method("Drop") { _ in }])])
        let call = MethodInvocation(try await ends.server.uniqueName(), "/s", "test.Drop", "Drop")
        #expect(await failure(of: ends.client, call)?.name == "org.freedesktop.DBus.Error.Failed")
    }

    @Test("Calls are handed over in the order in which they were made")
    func order() async throws {
        let ends = try Ends()
        let taken = Lock<[Int]>([])
        let count = 200
        let (done, source) = EventStream<Bool, Never>.make()
        let put = Interface.Method("Put", input: "i") { call in
            let number = call.arguments.first?.integer ?? -1
            let isLast = taken.withLock { taken in
                taken.append(number)
                return taken.count == count
            }
            call.reply()
            if isLast { source.yield(true) }
        }
        try await ends.server.export("/s", [Interface("test.Put", methods: [put])])
        let name = try await ends.server.uniqueName()
        for number in 0..<count {
            try await ends.client.send(MethodInvocation(name, "/s", "test.Put", "Put", [.int32(Int32(number))]))
        }
        _ = await done.next()
        #expect(taken.withLock { $0 } == Array(0..<count))
    }

    @Test(
        "An object that is taken away, or replaced, by its own handler still answers the call",
        arguments: [true, false])
    func removedByItself(isReplaced: Bool) async throws {
        let ends = try Ends()
        let texts = (0..<40).map { Interface.Property("Text\($0)", .string("text")) }
        let leave = Interface.Method("Leave", output: "s") { [weak server = ends.server] call in
            server?.assumeIsolated { server in
                server.unexport("/s")
                if isReplaced { try? server.export("/s", [Interface("test.Leave", properties: texts)]) }
            }
            call.reply([.string("left")])
        }
        try await ends.server.export("/s", [Interface("test.Leave", methods: [leave], properties: texts)])
        let call = MethodInvocation(try await ends.server.uniqueName(), "/s", "test.Leave", "Leave")
        let first = await failure(of: ends.client, call)
        #expect(first == nil)
        let again = await failure(of: ends.client, call)
        #expect(again?.name == "org.freedesktop.DBus.Error.Unknown" + (isReplaced ? "Method" : "Object"))
        #expect(await ends.server.isConnected)
    }

    @Test("A call that is open when its object goes can still be answered")
    func openAtTheEnd() async throws {
        let ends = try Ends()
        let silence = Silence()
        try await ends.server.export("/s", [silence.interface])
        let name = try await ends.server.uniqueName()
        async let outcome = failure(of: ends.client, MethodInvocation(name, "/s", "test.Silence", "Wait"))
        let call = try #require(await silence.calls.next())
        await ends.server.unexport("/s")
        call.reply()
        #expect(await outcome == nil)
    }

    @Test("When the bus dies, what waits ends as disconnected and so does what comes later")
    func busDies() async throws {
        let ends = try Ends()
        let silence = Silence()
        try await ends.server.export("/s", [silence.interface])
        let name = try await ends.server.uniqueName()
        let signals = try await ends.client.signals(MatchRule(member: "Never"))
        async let outcome = failure(of: ends.client, MethodInvocation(name, "/s", "test.Silence", "Wait"))
        let call = try #require(await silence.calls.next())
        ends.daemon.stop()
        let ending = try #require(await outcome)
        #expect(ending.isDisconnected || ending.isServiceUnknown)
        await #expect(throws: DBusError.disconnected) { _ = try await signals.next() }
        #expect(await failure(of: ends.client, MethodInvocation(name, "/s", "a.b", "C")) == .disconnected)
        #expect(await ends.client.isConnected == false)
        withExtendedLifetime(call) {}
    }

    @Test("A bus that is not there is a typed error, and opening again ends with its limit")
    func noBus() async throws {
        let address = BusAddress.address("unix:path=/nonexistent/bus")
        #expect(throws: DBusError.self) { _ = try Bus(address) }
        let time = ManualTime()
        let opened = Task { try await Bus.open(address, time: time, deadline: time.now + 1000) }
        await time.advanceToNextDeadline()
        await time.advanceToNextDeadline()
        await #expect(throws: DBusError.self) { _ = try await opened.value }
    }

    private func failure(of bus: Bus, _ call: MethodInvocation, limit: UInt32 = 25_000) async -> DBusError? {
        do throws(DBusError) {
            _ = try await bus.call(call, limit: limit)
            return nil
        } catch {
            return error
        }
    }
}
