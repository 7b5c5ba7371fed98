import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBroker
import MessageBrokerContract
import Observation
import ProvisioningProtocols
import Runtime
import Testing

@Suite("The main screen and the devices", .timeLimit(.minutes(1)))
@MainActor
struct HomeTests {
    private static let lamp = DeviceID(high: 1, low: 1)
    private static let fan = DeviceID(high: 1, low: 2)

    private func devices() -> [Device] {
        [
            Device(id: Self.lamp, name: "Lamp", category: "Living room", topic: "home/lamp"),
            Device(id: Self.fan, name: "Fan", topic: "home/fan"),
        ]
    }

    private func opened(_ devices: [Device]? = nil) async throws -> Stage {
        let stage = Stage(devices ?? self.devices())
        try await stage.run { await stage.home.open() }
        try await stage.wait { stage.home.broker.isConnected }
        return stage
    }

    private func speak(_ stage: Stage, _ id: DeviceID, _ topic: String, isOn: Bool, mode: Int = 0) throws {
        Prop.speak(stage.broker, try ControlAddress(topic: topic, id: id), isOn: isOn, mode: mode)
    }

    @Test("The list comes in its order, the bar offers all, each category and the rest, and shows what is selected")
    func grid() async throws {
        let stage = try await opened()
        try await stage.run { _ = await stage.home.edit(.add("Living room")) }
        try await stage.wait { stage.home.categories == ["Living room"] }
        let grid = stage.app.grid
        #expect(grid.bar == [.all, .category("Living room"), .uncategorised])
        #expect(grid.devices.map(\.name) == ["Lamp", "Fan"])
        grid.selection = .category("Living room")
        #expect(grid.devices.map(\.name) == ["Lamp"])
        grid.selection = .uncategorised
        #expect(grid.devices.map(\.name) == ["Fan"])
        try await stage.run { _ = await stage.home.move(Self.fan, to: "Living room") }
        try await stage.wait { grid.devices(in: .category("Living room")).count == 2 }
        #expect(grid.selection == .all, "what was selected is gone")
        try await stage.end()
    }

    @Test("Each other language that a person chooses is handed on to be kept, and the one that was there before is not")
    func language() {
        var kept: [Language] = []
        let app = AppModel(Stage(devices()).home, language: .german) { kept.append($0) }
        #expect(kept.isEmpty)
        app.language = .german
        #expect(kept.isEmpty)
        app.language = .english
        app.language = .german
        #expect(kept == [.english, .german])
    }

    @Test("What a device says shows in its object, in every session, and who looks at it is told")
    func heard() async throws {
        let stage = try await opened()
        let other = AppModel(stage.home)
        let lamp = try #require(stage.home.device(Self.lamp))
        #expect(lamp.isOn == nil)
        #expect(lamp.availability == .unknown)
        let isTold = Lock(false)
        withObservationTracking {
            _ = lamp.isOn
        } onChange: {
            isTold.withLock { $0 = true }
        }
        try speak(stage, Self.lamp, "home/lamp", isOn: true, mode: 2)
        try await stage.wait { lamp.availability == .online && lamp.isOn == true }
        #expect(isTold.withLock { $0 })
        #expect(lamp.mode == 2)
        #expect(lamp.lastSeen == Stage.now)
        #expect(other.grid.devices.first === lamp)
        stage.broker.pass(Message(topic: "home/lamp/\(Self.lamp)/signal", text: "-57"))
        try await stage.wait { lamp.facts.signal?.strength == -57 }
        stage.broker.pass(Message(topic: "home/lamp/\(Self.lamp)/availability", text: "offline", isRetained: true))
        try await stage.wait { lamp.availability == .offline }
        try await stage.end()
    }

    @Test("A tap switches a device, which is busy until it reports, and the log says so")
    func toggled() async throws {
        let stage = try await opened()
        try speak(stage, Self.lamp, "home/lamp", isOn: false)
        let lamp = try #require(stage.home.device(Self.lamp))
        try await stage.wait { lamp.isOn == false }
        let tap = Task { await stage.app.grid.toggle(Self.lamp) }
        try await stage.wait { lamp.isBusy }
        #expect(lamp.facts.pending?.isOn == true)
        try speak(stage, Self.lamp, "home/lamp", isOn: true)
        try await stage.wait { !lamp.isBusy && lamp.isOn == true }
        #expect(await tap.value == nil)
        #expect(stage.home.activity.entries.last?.sentence == Sentence("activity.switchedOn", "Lamp"))
        try await stage.end()
    }

    @Test("A device that is offline, one that says nothing, and a home without a broker each say so and what to do")
    func notSwitched() async throws {
        let stage = try await opened()
        let lamp = try #require(stage.home.device(Self.lamp))
        stage.broker.pass(Message(topic: "home/lamp/\(Self.lamp)/availability", text: "offline", isRetained: true))
        try await stage.wait { lamp.availability == .offline }
        #expect(try await stage.run { await stage.app.grid.toggle(Self.lamp) }?.code == "control.deviceOffline")
        #expect(lamp.problem?.advice.text(.german).contains("Strom") == true)
        #expect(try await stage.run(leap: nil) { await stage.app.grid.toggle(Self.fan) }?.code == "control.unconfirmed")
        try await stage.end()
        let without = Stage(devices(), hasBroker: false)
        try await without.run { await without.home.open() }
        #expect(without.home.broker == .notSetUp)
        let problem = try await without.run { await without.app.grid.toggle(Self.lamp) }
        #expect(problem?.code == "broker.notSetUp")
        #expect(problem?.next == .openSettings)
        try await without.end()
    }

    @Test("A lost broker is told once, and that it is back")
    func brokerLost() async throws {
        let stage = try await opened()
        stage.broker.setAway(true)
        try await stage.wait { if case .lost = stage.home.broker { true } else { false } }
        guard case .lost(let problem) = stage.home.broker else { return }
        #expect(problem.code == "broker.connectionLost")
        try await stage.wait(leap: nil) { stage.time.now.milliseconds > 1_005_000 }
        #expect(stage.home.activity.entries.count { $0.isProblem } == 1)
        stage.broker.setAway(false)
        try await stage.wait { stage.home.broker.isConnected }
        #expect(stage.home.activity.entries.last?.sentence.word == "activity.brokerConnected")
        try await stage.end()
    }

    @Test("What the broker does not let be heard is told")
    func refused() async throws {
        let stage = Stage(devices())
        stage.broker.refuse(["home/lamp/#"])
        try await stage.run { await stage.home.open() }
        try await stage.wait { stage.home.listeningProblem != nil }
        #expect(stage.home.listeningProblem?.summary.text(.english).contains("home/lamp/#") == true)
        try await stage.end()
    }

    @Test(
        "A list that cannot be opened is told with what to do, and opened when that is mended",
        arguments: [DirectoryError.Code.damaged, .busy, .notPermitted])
    func directoryFails(code: DirectoryError.Code) async throws {
        let stage = Stage(devices())
        stage.store.fail(
            directory: DirectoryError(code, fault: .data, summary: "No.", state: "", advice: "Mend it."))
        try await stage.run { await stage.home.open() }
        #expect(stage.home.directoryProblem?.code == "directory.\(code.rawValue)")
        #expect(stage.home.devices.isEmpty)
        #expect(try await stage.run { await stage.home.rename(Self.lamp, to: "x") } != nil)
        stage.store.fail(directory: nil)
        try await stage.run { await stage.home.retryDirectory() }
        #expect(stage.home.directoryProblem == nil)
        #expect(stage.home.devices.count == 2)
        try await stage.end()
    }

    @Test("A full disk changes nothing and is told, where a person changes something and where devices report")
    func fullDisk() async throws {
        let stage = try await opened()
        stage.store.fail(
            directory: DirectoryError(.diskFull, fault: .system, summary: "Full.", state: "", advice: "Room."))
        #expect(try await stage.run { await stage.home.rename(Self.lamp, to: "x") }?.code == "directory.diskFull")
        #expect(stage.home.device(Self.lamp)?.name == "Lamp")
        try speak(stage, Self.lamp, "home/lamp", isOn: true)
        try await stage.wait { stage.home.directoryProblem?.code == "directory.diskFull" }
        #expect(stage.home.device(Self.lamp)?.isOn == true, "what is heard is shown all the same")
        try await stage.end()
    }

    @Test("What changed is told in batches, each device once, to one who is slow and to one who was away")
    func feed() async throws {
        let stage = try await opened()
        let changes = stage.home.changes()
        let start = stage.home.sequence
        for round in 0..<20 { try speak(stage, Self.lamp, "home/lamp", isOn: round % 2 == 0, mode: round) }
        let lamp = try #require(stage.home.device(Self.lamp))
        try await stage.wait { lamp.mode == 19 }
        try await stage.run { _ = await stage.home.remove(Self.fan) }
        try await stage.wait { stage.home.device(Self.fan) == nil }
        let change = try #require(await changes.next())
        #expect(change.devices == [Self.lamp])
        #expect(change.removed == [Self.fan])
        #expect(change.parts.contains(.list))
        #expect(change.sequence == stage.home.sequence)
        let missed = try #require(stage.home.change(since: start))
        #expect(missed.devices.contains(Self.lamp))
        #expect(missed.removed == [Self.fan])
        #expect(stage.home.change(since: stage.home.sequence)?.isEmpty == true)
        #expect(stage.home.change(since: stage.home.sequence + 1) == nil, "another home's number")
        try await stage.end()
        #expect(await changes.next() == nil || stage.home.sequence > change.sequence)
    }

    @Test("A device that another program lists is there with what it said before")
    func listedElsewhere() async throws {
        let stage = try await opened([])
        let lamp = try #require(devices().first)
        stage.broker.pass(
            Message(
                topic: "home/lamp/\(Self.lamp)/state", text: #"{"id":"\#(Self.lamp)","status":true}"#, isRetained: true)
        )
        try await stage.store.memory.add(lamp)
        try await stage.wait { stage.home.device(Self.lamp)?.isOn == true }
        try await stage.end()
    }
}
