import ProvisioningProtocols
import Runtime
import Testing

/// Events in order, a typed end, and waits that always end.
struct EventStreamTests {
    typealias Stream = EventStream<Int, Broken>

    @Test("Events come out in the order in which they were fed")
    func order() async throws {
        let (stream, source) = Stream.make()
        for number in 0..<100 { source.yield(number) }
        source.finish()
        var seen: [Int] = []
        while let number = try await stream.next() { seen.append(number) }
        #expect(seen == Array(0..<100))
    }

    @Test("What waits when the stream fails is still delivered, then the failure, once")
    func failure() async throws {
        let (stream, source) = Stream.make()
        source.yield(1)
        source.finish(throwing: Broken())
        #expect(!source.yield(2))
        #expect(try await stream.next() == 1)
        await #expect(throws: Broken()) { try await stream.next() }
        #expect(try await stream.next() == nil)
    }

    @Test("A full stream refuses an event and says so; one that was taken makes room")
    func capacity() async throws {
        let (stream, source) = Stream.make(capacity: 2)
        #expect(source.yield(1))
        #expect(source.yield(2))
        #expect(!source.yield(3))
        #expect(try await stream.next() == 1)
        #expect(source.yield(4))
        #expect(try await stream.next() == 2)
        #expect(try await stream.next() == 4)
    }

    @Test("A deadline ends the wait, and the event after it comes with the next wait")
    func deadline() async {
        let (stream, source) = Stream.make()
        let time = ManualTime()
        async let outcome = stream.next(until: time.now + 5, on: time)
        await time.advanceToNextDeadline()
        #expect(await outcome.isTimeOut)
        source.yield(7)
        #expect(await stream.next(until: time.now + 5, on: time).event == 7)
        #expect(time.timerCount == 0)
    }

    @Test("An event that is there wins over a deadline that has passed")
    func eventFirst() async {
        let (stream, source) = Stream.make()
        let time = ManualTime()
        source.yield(7)
        #expect(await stream.next(until: time.now, on: time).event == 7)
    }

    @Test("A wait that has ended leaves no timer behind")
    func noTimerLeft() async {
        let (stream, source) = Stream.make()
        let time = ManualTime()
        async let outcome = stream.next(until: time.now + 5, on: time)
        await time.waitForTimers()
        source.yield(7)
        #expect(await outcome.event == 7)
        #expect(time.timerCount == 0)
    }

    @Test("Cancelling a waiting task ends its wait and not the stream")
    func cancellation() async throws {
        let (stream, source) = Stream.make()
        let waiting = Task { try await stream.next() }
        waiting.cancel()
        #expect(try await waiting.value == nil)
        source.yield(7)
        #expect(try await stream.next() == 7)
    }

    @Test("A task that is cancelled before it waits does not wait")
    func cancelledBefore() async throws {
        let (stream, source) = Stream.make()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await stream.next()
        }
        task.cancel()
        #expect(try await task.value == nil)
        source.finish()
    }

    @Test("An event is never lost to a cancellation at the same moment")
    func noEventLost() async throws {
        for _ in 0..<200 {
            let (stream, source) = Stream.make()
            let waiting = Task { try await stream.next() }
            async let fed: Bool = source.yield(7)
            waiting.cancel()
            #expect(await fed)
            let early = try await waiting.value
            if early == nil { #expect(try await stream.next() == 7) } else { #expect(early == 7) }
        }
    }

    @Test("The feeding end is told once when the stream is dropped, and its events are refused after that")
    func dropped() async {
        await confirmation(expectedCount: 1) { told in
            let source = Stream.make(onTermination: { told() }).source
            #expect(!source.yield(1))
            source.finish()
        }
    }

    @Test("The feeding end is told once when it ends the stream itself")
    func finished() async {
        await confirmation(expectedCount: 1) { told in
            let (stream, source) = Stream.make(onTermination: { told() })
            source.finish()
            source.finish(throwing: Broken())
            withExtendedLifetime(stream) {}
        }
    }
}

/// Why a stream under test ends.
struct Broken: Error, Equatable {}

extension EventOutcome {
    /// The event, where it is one.
    var event: Element? { if case .event(let element) = self { element } else { nil } }
    /// Whether the deadline passed first.
    var isTimeOut: Bool { if case .timedOut = self { true } else { false } }
}
