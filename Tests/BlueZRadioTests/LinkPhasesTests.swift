import ProvisioningProtocols
import Runtime
import Testing

@testable import BlueZRadio

@Suite("Connecting and pairing are kept apart", .timeLimit(.minutes(1)))
struct LinkPhasesTests {
    let time = ManualTime()
    let phases: LinkPhases
    /// What was begun, in order.
    let began = EventStream<String, Never>.make()

    init() { phases = LinkPhases(time: time) }

    /// Begins `name` and keeps on with it until the result ends.
    private func begin(_ name: String, _ phase: LinkPhases.Phase) -> (
        end: EventSource<Never, Never>, task: Task<Void, Never>
    ) {
        let (gate, end) = EventStream<Never, Never>.make()
        let (phases, began) = (phases, began.1)
        let task = Task {
            await phases.run(phase) { () throws(Never) in
                began.yield(name)
                _ = await gate.next()
            }
        }
        return (end, task)
    }

    @Test("A link is encrypted once those that are being made have been made, which are made side by side")
    func pairingWaits() async {
        let (first, second) = (begin("first", .connecting), begin("second", .connecting))
        var seen: Set<String> = []
        for _ in 0..<2 { if let name = await began.0.next() { seen.insert(name) } }
        #expect(seen == ["first", "second"])
        let pairing = begin("pairing", .pairing)
        await time.waitForTimers()
        first.end.finish()
        await first.task.value
        let third = begin("third", .connecting)
        #expect(await began.0.next() == "third")
        second.end.finish()
        third.end.finish()
        #expect(await began.0.next() == "pairing")
        pairing.end.finish()
        await pairing.task.value
    }

    @Test("What takes long holds the rest up for five seconds and no longer")
    func patience() async {
        let slow = begin("slow", .connecting)
        #expect(await began.0.next() == "slow")
        let pairing = begin("pairing", .pairing)
        await time.waitForTimers()
        time.advance(by: LinkPhases.patience)
        #expect(await began.0.next() == "pairing")
        pairing.end.finish()
        await pairing.task.value
        let other = begin("other", .connecting)
        #expect(await began.0.next() == "other")
        for work in [slow, other] {
            work.end.finish()
            await work.task.value
        }
    }
}
