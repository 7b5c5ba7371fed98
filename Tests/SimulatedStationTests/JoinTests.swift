import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import WiFiStation

@Suite("How a simulated station joins")
struct JoinTests {
    let time = ManualTime()

    func simulation() -> Simulation {
        var simulation = Simulation()
        simulation.networks = [
            Simulation.Network(
                ssid: SSID("Barn") ?? SSID(), security: .wpaPersonal, passphrase: Array("correct horse".utf8),
                signal: SignalStrength(rawValue: -61))
        ]
        simulation.delays.association = 300
        simulation.delays.authentication = 200
        simulation.delays.address = 500
        return simulation
    }

    /// What a join goes through: each state with the time at which it came.
    func course(_ station: SimulatedStation, _ credentials: consuming Credentials) async throws -> [String] {
        try await station.stage(credentials)
        let events = station.events()
        let start = time.now.milliseconds
        try await station.joinStaged()
        var course: [String] = []
        for _ in 0..<20 {
            while case .event(.status(let status)) = await events.next(until: time.now, on: Lapsed()) {
                switch status.state {
                case .notConfigured: break
                case .failed(let failure): course.append("\(time.now.milliseconds - start) failed(\(failure.rawValue))")
                default: course.append("\(time.now.milliseconds - start) \(status.state)")
                }
            }
            time.advance(by: 100)
        }
        return course
    }

    @Test("Each step takes its time, and the address comes last")
    func delays() async throws {
        let station = try SimulatedStation(simulation(), time: time)
        #expect(
            try await course(station, credentials("Barn", "correct horse")) == [
                "0 associating", "300 authenticating", "500 obtainingAddress", "1000 connected(192.168.1.100)",
            ])
        #expect(try await station.status().signal == SignalStrength(rawValue: -61))
    }

    @Test(
        "Each failure is told at its step",
        arguments: zip(
            Simulation.Failure.allCases,
            [
                "300 failed(2)", "300 failed(3)", "1000 failed(4)", "300 failed(5)", "300 failed(6)", "0 associating",
            ]))
    func failures(_ failure: Simulation.Failure, _ last: String) async throws {
        var simulation = simulation()
        simulation.networks[0].failure = failure
        let station = try SimulatedStation(simulation, time: time)
        let course = try await course(station, credentials("Barn", "correct horse"))
        #expect(course.last == last)
    }

    @Test("A failure that holds for one join lets the next one through")
    func failingJoins() async throws {
        var simulation = simulation()
        simulation.networks[0].failure = .noAddress
        simulation.networks[0].failingJoins = 1
        let station = try SimulatedStation(simulation, time: time)
        #expect(try await course(station, credentials("Barn", "correct horse")).last?.contains("failed") == true)
        #expect(try await course(station, credentials("Barn", "correct horse")).last?.contains("connected") == true)
    }

    @Test(
        "A passphrase for an open network, and none for a secured one, are refused by a network that is there",
        arguments: [("Barn", ""), ("Cafe", "correct horse")])
    func misfit(_ ssid: String, _ passphrase: String) async throws {
        var simulation = simulation()
        simulation.networks.append(
            Simulation.Network(
                ssid: SSID("Cafe") ?? SSID(), security: .open, passphrase: [], signal: SignalStrength(rawValue: -61)))
        let station = try SimulatedStation(simulation, time: time)
        #expect(try await course(station, credentials(ssid, passphrase)).last == "500 failed(1)")
    }

    @Test("A join that replaces another is the only one that is told of")
    func replaced() async throws {
        let station = try SimulatedStation(simulation(), time: time)
        try await station.stage(credentials("Barn", "wrong passphrase"))
        try await station.joinStaged()
        time.advance(by: 250)
        #expect(
            try await course(station, credentials("Barn", "correct horse")).contains { $0.contains("failed") } == false)
        #expect(try await station.status().state == .connected(IPv4Address(192, 168, 1, 100)))
    }

    @Test("A roll-back in the middle of a join stops it")
    func rollBack() async throws {
        let station = try SimulatedStation(simulation(), time: time)
        try await station.stage(credentials("Barn", "correct horse"))
        try await station.joinStaged()
        time.advance(by: 400)
        try await station.rollBack()
        time.advance(by: 10_000)
        #expect(try await station.status().state == .notConfigured)
    }

    @Test("A scan takes its time, fails as often as it is told to, and keeps to its limit")
    func scans() async throws {
        var simulation = simulation()
        simulation.failures.scans = 1
        let station = try SimulatedStation(simulation, time: time)
        let failed = await #expect(throws: StationError.self) { try await station.scan(deadline: time.now) }
        #expect(failed?.code == .scanFailed)
        #expect(try await station.scan(deadline: time.now).count == 1)
        station.simulation.delays.scan = 2_000
        let late = Task { try await station.scan(deadline: time.now + 1_000) }
        await time.advanceToNextDeadline()
        let error = await #expect(throws: StationError.self) { try await late.value }
        #expect(error?.code == .timedOut)
    }
}

/// A clock at which every deadline has passed: what waits in a stream is taken, and nothing is waited for.
private struct Lapsed: TimeSource {
    var now: Instant { Instant(milliseconds: .max) }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        action()
        return ManualTime().schedule(at: deadline) {}
    }

    func cancel(_ timer: Timer) {}
}
