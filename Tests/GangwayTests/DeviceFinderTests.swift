import BluetoothLE
import Foundation
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

@testable import GangwayCommandLine

/// A radio that hears what a test says, and links to nothing.
private final class Ear: Central {
    private let searches = Lock<[EventSource<Discovery, BluetoothError>]>([])

    func hear(_ address: String, _ name: String) {
        let heard = Discovery(
            peripheral: PeripheralID(address), name: name,
            services: [BluetoothUUID(high: WiFiSet.serviceUUID.high, low: WiFiSet.serviceUUID.low)])
        for search in searches.withLock({ $0 }) { search.yield(heard) }
    }

    func states() -> EventStream<RadioState, Never> {
        let (stream, source) = EventStream<RadioState, Never>.make()
        source.yield(.ready)
        return stream
    }

    func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError> {
        let (stream, source) = EventStream<Discovery, BluetoothError>.make()
        searches.withLock { $0.append(source) }
        return stream
    }

    func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection { throw BluetoothError(.notFound) }
}

/// A clock that a test moves, which tells each time that somebody begins to wait.
private final class WatchedTime: TimeSource {
    let clock = ManualTime()
    private let watcher: EventSource<Instant, Never>
    /// The deadlines of all waits, in their order.
    let waits: EventStream<Instant, Never>

    init() { (waits, watcher) = EventStream<Instant, Never>.make() }

    var now: Instant { clock.now }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Runtime.Timer {
        defer { watcher.yield(deadline) }
        return clock.schedule(at: deadline, action)
    }

    func cancel(_ timer: Runtime.Timer) { clock.cancel(timer) }
}

@Suite("Finding the device that is meant", .timeLimit(.minutes(1)))
struct DeviceFinderTests {
    private let time = WatchedTime()
    private let ear = Ear()

    /// Begins to look for `Lamp`; returns once it listens.
    private func find() async throws -> Task<Result<FoundDevice, CommandFailure>, Never> {
        let arguments = try ArgumentParser.parse(["status", "Lamp"])
        let context = try CommandContext(
            arguments, console: Console(isJSON: false, isVerbose: false), time: time)
        let finder = DeviceFinder(
            context: context, provisioner: Provisioner(central: ear, time: time), wanted: "Lamp")
        let finding = Task { () -> Result<FoundDevice, CommandFailure> in
            do throws(CommandFailure) { return .success(try await finder.find()) } catch { return .failure(error) }
        }
        #expect(await time.waits.next() == time.now + DeviceFinder.patience)
        return finding
    }

    @Test("C11/83: A second device of that name that is heard within a second of the first makes the name ambiguous")
    func second() async throws {
        let finding = try await find()
        ear.hear("02:00:00:00:00:01", "Lamp")
        let end = time.now + 1_000
        #expect(await time.waits.next() == end)
        time.clock.advance(by: 999)
        ear.hear("02:00:00:00:00:02", "Lamp")
        #expect(await time.waits.next() == end)
        time.clock.advance(by: 1)
        guard case .failure(let failure) = await finding.value else {
            Issue.record("one was taken")
            return
        }
        #expect(failure.code == "ambiguous")
        #expect(failure.list.count == 2)
    }

    @Test("A device that is nearly called so is named, and one that is called so is still waited for")
    func near() async throws {
        let finding = try await find()
        ear.hear("02:00:00:00:00:01", "Lmap")
        let limit = time.now + DeviceFinder.patience
        #expect(await time.waits.next() == time.now + DeviceFinder.settleTime)
        time.clock.advance(by: DeviceFinder.settleTime)
        #expect(await time.waits.next() == limit)
        time.clock.advance(by: DeviceFinder.patience - DeviceFinder.settleTime)
        guard case .failure(let failure) = await finding.value else {
            Issue.record("one was taken")
            return
        }
        #expect(failure.code == "notFound")
        #expect(failure.message.hasSuffix("in range. Did you mean Lmap?"))
    }

    @Test("Nobody waits longer than that for a second one, whatever else is heard")
    func alone() async throws {
        let finding = try await find()
        ear.hear("02:00:00:00:00:01", "Lamp")
        let end = time.now + 1_000
        #expect(await time.waits.next() == end)
        time.clock.advance(by: 600)
        ear.hear("02:00:00:00:00:02", "Fan")
        #expect(await time.waits.next() == end)
        time.clock.advance(by: 400)
        #expect(try await finding.value.get().id == PeripheralID("02:00:00:00:00:01"))
    }
}
