import ProvisioningProtocols
import Testing

@testable import Runtime

/// Clocks, and the timers that they keep.
struct TimeTests {
    @Test("Timers fire in the order of their deadlines, equal ones in the order they were made")
    func order() {
        let time = ManualTime(), fired = Log()
        for (name, delay) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("b3", 20)] as [(String, UInt32)] {
            _ = time.schedule(at: time.now + delay) { fired.add(name) }
        }
        time.advance(by: 20)
        #expect(fired.all == ["a", "b1", "b2", "b3"])
        time.advance(by: 10)
        #expect(fired.all.last == "c")
    }

    @Test("A timer fires at its deadline, not before, and sees the clock stand there")
    func atTheDeadline() {
        let time = ManualTime(), fired = Log()
        let start = time.now
        _ = time.schedule(at: start + 10) { fired.add("\(time.now.milliseconds - start.milliseconds)") }
        time.advance(by: 9)
        #expect(fired.all.isEmpty)
        time.advance(by: 100)
        #expect(fired.all == ["10"])
        #expect(time.now == start + 109)
    }

    @Test("A cancelled timer does not fire, and cancelling it again or late changes nothing")
    func cancelled() {
        let time = ManualTime(), fired = Log()
        let one = time.schedule(at: time.now + 10) { fired.add("one") }
        let two = time.schedule(at: time.now + 10) { fired.add("two") }
        time.cancel(one)
        time.cancel(one)
        #expect(time.timerCount == 1)
        time.advance(by: 10)
        time.cancel(two)
        #expect(fired.all == ["two"])
        #expect(time.nextDeadline == nil)
    }

    @Test("A timer that is set by one that fires still fires in the same advance when it falls due")
    func nested() {
        let time = ManualTime(), fired = Log()
        let start = time.now
        _ = time.schedule(at: start + 10) {
            _ = time.schedule(at: start + 15) { fired.add("inner") }
        }
        time.advance(by: 20)
        #expect(fired.all == ["inner"])
    }

    @Test("A heap with most of its timers cancelled keeps the others in order", arguments: [1, 63, 64, 65, 1_000])
    func heap(_ count: Int) {
        var heap = TimerHeap()
        let fired = Log()
        var timers: [Timer] = []
        for number in 0..<count {
            let place = (number * 7_919) % count
            timers.append(heap.insert(at: Instant(milliseconds: UInt64(place))) { fired.add("\(place)") })
        }
        for (number, timer) in timers.enumerated() where number % 10 != 0 { heap.cancel(timer) }
        let kept = (0..<count).filter { $0 % 10 == 0 }.map { ($0 * 7_919) % count }.sorted()
        #expect(heap.count == kept.count)
        while let action = heap.takeDue(at: Instant(milliseconds: .max)) { action() }
        #expect(fired.all == kept.map(String.init))
        #expect(heap.count == 0)
    }

    @Test("Going on to the next deadline waits until somebody has set one")
    func nextDeadline() async {
        let time = ManualTime()
        let start = time.now
        async let slept: Void = time.sleep(until: start + 5_000)
        await time.advanceToNextDeadline()
        await slept
        #expect(time.now == start + 5_000)
    }

    @Test("A sleep ends early when its task is cancelled, and leaves no timer")
    func cancelledSleep() async {
        let time = ManualTime()
        let sleeping = Task { await time.sleep(until: time.now + 5_000) }
        await time.waitForTimers()
        sleeping.cancel()
        await sleeping.value
        #expect(time.timerCount == 0)
    }

    @Test("A wait for timers that never come ends when its task is cancelled")
    func cancelledWait() async {
        let time = ManualTime()
        let waiting = Task { await time.waitForTimers(2) }
        _ = time.schedule(at: time.now + 1) {}
        waiting.cancel()
        await waiting.value
        #expect(time.timerCount == 1)
    }

    @Test("The machine's clock fires what is due already at once, and goes on")
    func systemTime() async {
        let time = SystemTime()
        let before = time.now
        await time.sleep(until: before)
        await time.sleep(until: Instant(milliseconds: 0))
        #expect(time.now >= before)
    }

    @Test("An earlier deadline set later fires first on the machine's clock, a far one not at all")
    func systemTimeOrder() async throws {
        let time = SystemTime()
        let (stream, source) = EventStream<String, Never>.make()
        let far = time.schedule(at: Instant(milliseconds: .max)) { source.yield("far") }
        _ = time.schedule(at: time.now + 2) { source.yield("second") }
        _ = time.schedule(at: time.now) { source.yield("first") }
        #expect(await stream.next() == "first")
        #expect(await stream.next() == "second")
        time.cancel(far)
    }
}

/// What has happened, in order.
final class Log: Sendable {
    private let entries = Lock<[String]>([])

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }
}
