import DeviceDirectory
import ProvisioningProtocols
import Testing

@Suite("What waits for an observer of a directory")
struct ChangeFeedTests {
    private static func lamp(_ number: UInt64, name: String = "Lamp") -> Device {
        Device(id: DeviceID(high: 0, low: number), name: name, topic: "home/lamp")
    }

    private static func report(_ number: UInt64, _ time: Int64, isOn: Bool? = nil) -> DeviceReport {
        let time = WallTime(milliseconds: time)
        return DeviceReport(
            id: DeviceID(high: 0, low: number), time: time, state: isOn.map { DeviceState(isOn: $0, time: time) })
    }

    /// What an observer that has taken the first batch is given after `batches`.
    private static func merged(_ batches: DirectoryBatch...) async -> DirectoryBatch? {
        var feed = ChangeFeed()
        let changes = feed.observe(DirectoryContents())
        _ = await changes.next()
        for batch in batches { feed.tell(batch) }
        return await changes.next()
    }

    @Test("A device that was removed and added again is told as both, to be applied in that order")
    func addedAgain() async {
        let batch = await Self.merged(
            DirectoryBatch(devices: [Self.lamp(1, name: "Old")]), DirectoryBatch(removed: [Self.lamp(1).id]),
            DirectoryBatch(devices: [Self.lamp(1, name: "New")]))
        #expect(batch == DirectoryBatch(removed: [Self.lamp(1).id], devices: [Self.lamp(1, name: "New")]))
    }

    @Test("A device that is told whole leaves no older report of it behind")
    func reportThenDevice() async {
        let batch = await Self.merged(
            DirectoryBatch(reports: [Self.report(1, 5, isOn: true), Self.report(2, 6)]),
            DirectoryBatch(devices: [Self.lamp(1)]), DirectoryBatch(reports: [Self.report(2, 7, isOn: false)]))
        #expect(batch == DirectoryBatch(devices: [Self.lamp(1)], reports: [Self.report(2, 7, isOn: false)]))
    }

    @Test("A report without a state keeps the state of the report before it")
    func presence() async {
        let batch = await Self.merged(
            DirectoryBatch(reports: [Self.report(1, 5, isOn: true)]), DirectoryBatch(reports: [Self.report(1, 9)]))
        let state = DeviceState(isOn: true, time: WallTime(milliseconds: 5))
        let report = DeviceReport(id: Self.lamp(1).id, time: WallTime(milliseconds: 9), state: state)
        #expect(batch == DirectoryBatch(reports: [report]))
    }

    @Test("A whole batch takes the place of everything that waits")
    func whole() async {
        let batch = await Self.merged(
            DirectoryBatch(removed: [Self.lamp(3).id], devices: [Self.lamp(1)]),
            DirectoryBatch(isWhole: true, categories: ["Fans"], devices: [Self.lamp(2)]))
        #expect(batch == DirectoryBatch(isWhole: true, categories: ["Fans"], devices: [Self.lamp(2)]))
    }

    @Test("What waits is given before the end, and the end is told once and for good")
    func finish() async {
        var feed = ChangeFeed()
        let changes = feed.observe(DirectoryContents(devices: [Self.lamp(1)]))
        feed.finish()
        #expect(await changes.next()?.devices == [Self.lamp(1)])
        #expect(await changes.next() == nil)
        #expect(await changes.next() == nil)
    }

    @Test("An observer that has gone is told nothing more")
    func gone() async {
        var feed = ChangeFeed()
        var changes: DirectoryChanges? = feed.observe(DirectoryContents())
        #expect(feed.isObserved)
        _ = await changes?.next()
        changes = nil
        #expect(!feed.isObserved)
    }
}
