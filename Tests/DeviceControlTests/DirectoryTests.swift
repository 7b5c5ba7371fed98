import DeviceControl
import DeviceDirectory
import Foundation
import MessageBroker
import MessageBrokerContract
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
import Testing

@Suite("Control over a real device directory")
struct DirectoryTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "gangway-control-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var file: String { path + "/devices.sqlite" }
    }

    private static func lamp() throws -> Device {
        Device(id: try Bench.id(Bench.lamp), name: "Lamp", topic: "home/lamp")
    }

    /// A control over a directory in which the lamp is listed, and which the wall clock `clock` rules.
    private struct Listed {
        let folder: Folder
        let directory: SQLiteDirectory
        let bench: Bench
        let clock = Lock(Bench.now)

        init() async throws {
            let clock = clock
            folder = try Folder()
            directory = try SQLiteDirectory(path: folder.file, wallClock: { clock.withLock { $0 } })
            try await directory.add(try DirectoryTests.lamp())
            bench = try await Bench(directory: directory, wallClock: { clock.withLock { $0 } })
        }

        /// Connects, and is back when the lamp is heard; what is learnt from then on.
        func connect() async -> DeviceChanges {
            bench.connection.connect()
            let changes = await bench.control.changes()
            bench.report(false)
            // That the kept report comes shows that it has subscribed.
            _ = await take(1, changes)
            return changes
        }

        /// What becomes of the list from now on. All that is listed comes first, and a report that came before that is part of it.
        func listed() async throws -> DirectoryChanges {
            let listed = try await directory.changes()
            _ = await listed.next()
            return listed
        }

        func isNow(_ time: WallTime) { clock.withLock { $0 = time } }
    }

    @Test("A device that another program lists is listened to from then on")
    func follows() async throws {
        let folder = try Folder()
        let bench = try await Bench(directory: try SQLiteDirectory(path: folder.file))
        bench.connection.connect()
        let changes = await bench.control.changes()
        bench.report(false)
        try await SQLiteDirectory(path: folder.file).add(try Self.lamp())
        // That the kept report comes shows that it has subscribed.
        #expect(await take(1, changes).first?.status.isLastKnown == true)
        bench.report(true)
        #expect(await take(1, changes).first?.status.state?.isOn == true)
    }

    @Test("What devices report is in the file, the newest of each, once it was told")
    func keeps() async throws {
        let list = try await Listed()
        let (folder, bench, changes) = (list.folder, list.bench, await list.connect())
        let listed = try await list.listed()
        for mode in 1...9 { bench.report(true, mode: mode) }
        _ = await take(9, changes)
        var last: DeviceReport?
        while last?.state?.mode != 9, let batch = await listed.next() { last = batch.reports.last ?? last }
        #expect(last?.time == Bench.now)
        let other = try SQLiteDirectory(path: folder.file)
        let entry = try await other.device(try Bench.id(Bench.lamp))
        #expect(entry?.state == DeviceState(isOn: true, mode: 9, time: Bench.now))
        #expect(entry?.lastSeen == Bench.now)
    }

    @Test("G4/142: That a device is there changes nothing of the state that another program has kept since")
    func presence() async throws {
        let list = try await Listed()
        let (folder, bench) = (list.folder, list.bench)
        _ = await list.connect()
        let listed = try await list.listed()
        bench.report(true, mode: 1)
        while let batch = await listed.next(), batch.reports.last?.state?.isOn != true {}
        let (confirmed, later) = (
            WallTime(milliseconds: Bench.now.milliseconds + 2000), WallTime(milliseconds: Bench.now.milliseconds + 4000)
        )
        let state = DeviceState(isOn: false, mode: 0, time: confirmed)
        let other = try SQLiteDirectory(path: folder.file)
        try await other.record([DeviceReport(id: bench.address.id, time: confirmed, state: state)])
        list.isNow(later)
        bench.say(bench.address.availabilityTopic, "online", isRetained: true)
        while let batch = await listed.next(), batch.reports.last?.time != later {}
        let entry = try await other.device(bench.address.id)
        #expect(entry?.state == state)
        #expect(entry?.lastSeen == later)
    }

    @Test("Ids that somebody makes up take no memory without end, and what is listed is not forgotten for them")
    func strangers() async throws {
        let list = try await Listed()
        let (bench, changes) = (list.bench, await list.connect())
        for _ in 0..<DeviceControl.strangerLimit + 1000 {
            bench.say("home/lamp/\(DeviceID.random())/availability", "online")
        }
        bench.report(true)
        while let batch = await changes.next(), batch.last?.id != bench.address.id {}
        let statuses = await bench.control.statuses
        #expect(statuses.count <= DeviceControl.strangerLimit + 1)
        #expect(statuses[bench.address.id]?.state?.isOn == true)
    }

    @Test(
        "Of what a device says of its signal, the history in the file gets a sample in five minutes, and no other device's"
    )
    func signals() async throws {
        let list = try await Listed()
        let (folder, bench) = (list.folder, list.bench)
        _ = await list.connect()
        let listed = try await list.listed()
        for minute in 0...10 {
            // Later than the report above, whose time would be taken for that of the first signal.
            let time = WallTime(milliseconds: Bench.now.milliseconds + Int64(minute + 1) * 60_000)
            list.isNow(time)
            bench.say("home/lamp/\(Bench.fan)/signal", "-30")
            bench.say(bench.address.signalTopic, "\(-50 - minute)")
            while let batch = await listed.next(), batch.reports.last?.time != time {}
        }
        let kept = try await SQLiteDirectory(path: folder.file).signalHistory(of: try Bench.id(Bench.lamp))
        #expect(kept.map(\.strength) == [-50, -55, -60])
    }

    @Test("A clock that is set back by years and forward again loses nothing: what came last counts, whatever its time")
    func clock() async throws {
        let list = try await Listed()
        let (folder, bench, changes) = (list.folder, list.bench, await list.connect())
        let listed = try await list.listed()
        let year: Int64 = 365 * 86_400_000
        for (number, offset) in [0, -year, year, -30 * year, 0, -1_000].enumerated() {
            let time = WallTime(milliseconds: Bench.now.milliseconds + offset)
            list.isNow(time)
            bench.report(number % 2 == 0, mode: number)
            bench.say(bench.address.signalTopic, "\(-50 - number)")
            let told = await take(2, changes)
            let state = DeviceState(isOn: number % 2 == 0, mode: number, time: time)
            #expect(told.map(\.subject) == [.state, .signal])
            #expect(told.last?.status.state == state)
            #expect(told.allSatisfy { $0.isLive && $0.status.heard == time && $0.status.presence == .online })
            #expect(told.last?.status.signal == SignalSample(time: time, strength: Int8(-50 - number)))
            // The list has it as well, though what it had is a year younger.
            while let batch = await listed.next(), batch.reports.last?.state != state {}
            let kept = try await SQLiteDirectory(path: folder.file).device(try Bench.id(Bench.lamp))
            #expect(kept?.state == state && kept?.lastSeen == time)
        }
        // A command is confirmed by the report that comes behind it, though the clock is set back in between.
        let confirmed = Task {
            try await bench.control.set(.on, of: bench.address, deadline: bench.time.now + 60_000)
        }
        await bench.time.waitForTimers()
        list.isNow(WallTime(milliseconds: Bench.now.milliseconds - year))
        bench.report(true, mode: 5)
        #expect(try await confirmed.value.mode == 5)
        let history = try await SQLiteDirectory(path: folder.file).signalHistory(of: try Bench.id(Bench.lamp))
        // The last came a second before the one before it, by the clock, and is no sample of its own.
        #expect(history.map(\.strength) == [-50, -51, -52, -53, -54])
    }

    @Test("A directory that is damaged meanwhile is told of, and devices are heard and steered all the same")
    func damaged() async throws {
        let list = try await Listed()
        let (folder, bench) = (list.folder, list.bench)
        let (changes, troubles) = (await bench.control.changes(), await bench.control.troubles())
        bench.connection.connect()
        bench.report(false)
        _ = await take(1, changes)
        try FileManager.default.removeItem(atPath: folder.file)
        bench.report(true)
        guard case .directory(let error)? = await troubles.next() else {
            Issue.record("nothing was told")
            return
        }
        #expect(error.code == .storageFailed)
        #expect(await take(1, changes).first?.status.state?.isOn == true)
        try await bench.control.send(.on, to: bench.address)
    }
}
