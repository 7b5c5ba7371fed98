import ProvisioningProtocols

/// How a device gets from one network to another.
let joinCoordinatorSuite = Suite(
    "Join coordinator",
    [
        Check("Credentials are made safe, looked for, joined and only then put in the place of the old ones") {
            var rig = CoordinatorRig(committed: 1)
            guard rig.request(2) == .stage else { return "stage" }
            var step = rig.coordinator.staged(now: rig.now)
            guard step.action == .scan, step.report == .stored(name(2)) else { return "stored" }
            rig.coordinator.saw(point(2))
            step = rig.coordinator.scanEnded(complete: true, now: rig.now)
            guard step.action == .stage else { return "what the scan told of the network" }
            guard rig.coordinator.staged(now: rig.now).action == .joinStaged else { return "join" }
            _ = rig.coordinator.begun(now: rig.now)
            _ = rig.say(.associating, 2)
            guard rig.say(.connected(address), 2).action == .commit else { return "commit" }
            step = rig.coordinator.committed(now: rig.now)
            return step.report == .status && rig.coordinator.status.state == .connected(address) ? nil : "connected"
        },
        Check("F3/123: A join that fails is rolled back before anything else, and the network that worked is taken up")
        {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            let step = rig.say(.failed(.wrongPassphrase), 2)
            guard step.action == .rollBack, step.report == .failed(.wrongPassphrase) else { return "roll back" }
            guard
                rig.coordinator.status
                    == JoinStatus(state: .failed(.wrongPassphrase), ssid: name(2), isProvisioned: true)
            else {
                return "told"
            }
            guard rig.coordinator.rolledBack(now: rig.now).action == .joinCommitted else { return "taken up" }
            return rig.coordinator.status.ssid == name(1) && !rig.coordinator.isJoining ? nil : "the old one"
        },
        Check("An older word of the station never ends a join: Connected with another network, or from before it began")
        {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            if rig.say(.connected(address), 1) != .nothing { return "another network" }
            rig = CoordinatorRig(committed: 1)  // a new passphrase for the network it is on
            rig.beginJoin(of: 1)
            if rig.say(.connected(address), 1).action == .commit { return "from before" }
            _ = rig.say(.associating, 1)
            return rig.say(.connected(address), 1).action == .commit ? nil : "the right one"
        },
        Check("10 s without a change end a join, and 30 s in all, whatever changes") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            guard rig.coordinator.deadline == rig.now + 10_000 else { return "the first limit" }
            rig.now = rig.now + 9_999
            if rig.coordinator.tick(now: rig.now) != .nothing { return "too early" }
            rig.now = rig.now + 1
            guard rig.coordinator.tick(now: rig.now).report == .failed(.timeOut) else { return "stalled" }
            rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            for round in 1...3 {
                rig.now = rig.now + 9_000
                _ = rig.say(round % 2 == 0 ? .associating : .authenticating, 2)
            }
            guard rig.coordinator.deadline == Instant(milliseconds: 1_030_000) else { return "in all" }
            rig.now = Instant(milliseconds: 1_030_000)
            return rig.coordinator.tick(now: rig.now).report == .failed(.timeOut) ? nil : "not ended"
        },
        Check("A station that tries again begins the limit of a state anew, and never that of the join") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            for _ in 1...3 {
                rig.now = rig.now + 9_000
                rig.coordinator.stationTries(now: rig.now)
            }
            guard rig.coordinator.deadline == Instant(milliseconds: 1_030_000) else { return "in all" }
            rig.now = Instant(milliseconds: 1_030_000)
            guard rig.coordinator.tick(now: rig.now).report == .failed(.timeOut) else { return "not ended" }
            let deadline = rig.coordinator.deadline
            rig.coordinator.stationTries(now: rig.now)
            return rig.coordinator.deadline == deadline ? nil : "after its end"
        },
        Check("The signal alone is no change that keeps a join going") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            _ = rig.say(.associating, 2)
            let deadline = rig.coordinator.deadline
            rig.now = rig.now + 5_000
            _ = rig.say(.associating, 2, signal: -40)
            return rig.coordinator.deadline == deadline ? nil : "it went on"
        },
        Check("A network that is not there is not found at once, unless it is hidden or one in range is") {
            var rig = CoordinatorRig(committed: 1)
            _ = rig.request(2)
            _ = rig.coordinator.staged(now: rig.now)
            rig.coordinator.saw(point(3))
            guard rig.coordinator.scanEnded(complete: true, now: rig.now).report == .failed(.networkNotFound) else {
                return "not found"
            }
            rig = CoordinatorRig(committed: 1)
            _ = rig.request(2)
            _ = rig.coordinator.staged(now: rig.now)
            rig.coordinator.saw(point(nil))
            guard rig.coordinator.scanEnded(complete: true, now: rig.now).action == .stage,
                rig.coordinator.withCredentials({ $0.isHidden }) == true
            else { return "hidden" }
            _ = rig.coordinator.staged(now: rig.now)
            _ = rig.coordinator.begun(now: rig.now)
            _ = rig.say(.associating, 2)
            rig.now = rig.now + 10_000
            guard rig.coordinator.tick(now: rig.now).report == .failed(.networkNotFound) else { return "not answered" }
            rig = CoordinatorRig(committed: 1)
            _ = rig.request(2)
            _ = rig.coordinator.staged(now: rig.now)
            return rig.coordinator.scanEnded(complete: false, now: rig.now).action == .joinStaged
                ? nil : "a scan that failed says nothing"
        },
        Check("A network that is not there costs no connection: the present one is neither left nor joined again") {
            var rig = CoordinatorRig(committed: 1)
            _ = rig.request(2)
            _ = rig.coordinator.staged(now: rig.now)
            rig.coordinator.saw(point(nil, security: .open))  // needs no passphrase, so it is not the one
            guard rig.coordinator.scanEnded(complete: true, now: rig.now).action == .rollBack else { return "left" }
            let step = rig.coordinator.rolledBack(now: rig.now)
            guard step.action == .none, step.report == .status else { return "joined again" }
            return rig.coordinator.status == JoinStatus(state: .connected(address), ssid: name(1), isProvisioned: true)
                ? nil : "not told"
        },
        Check("On the way back each state is told once, and what the station said before the join is not told again") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            _ = rig.say(.failed(.wrongPassphrase), 2)
            guard rig.coordinator.rolledBack(now: rig.now).action == .joinCommitted else { return "back" }
            if rig.coordinator.begun(now: rig.now).report != .nothing { return "an older state" }
            if rig.say(.disconnected, 2).report != .nothing || rig.say(.associating, 1).report != .nothing {
                return "on the way"
            }
            if rig.say(.connected(address), 1).report != .status { return "connected" }
            // The station goes back by itself while the roll-back is under way.
            rig.beginJoin(of: 2)
            _ = rig.say(.failed(.wrongPassphrase), 2)
            _ = rig.say(.connected(address), 1)
            let step = rig.coordinator.rolledBack(now: rig.now)
            return step.action == .none && step.report == .status ? nil : "a connection that stands was joined again"
        },
        Check("A passphrase that failed for the network it is on leads back to the one before, whatever is connected") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 1)
            guard rig.coordinator.tick(now: rig.now + 30_000).action == .rollBack else { return "failed" }
            return rig.coordinator.rolledBack(now: rig.now).action == .joinCommitted ? nil : "not joined again"
        },
        Check("Credentials that do not fit the security in the air are refused before the present network is left") {
            let cases: [(count: Int, seen: [Security], reason: JoinFailure?)] = [
                (0, [.wpaPersonal], .credentialsRefused), (5, [.wpaPersonal], .credentialsRefused),
                (8, [.open], .credentialsRefused), (8, [.wep], .credentialsRefused),
                (0, [.unknown(7)], .credentialsRefused), (8, [.wpa2Enterprise], .unsupportedSecurity),
                (8, [.wpaPersonal], nil), (0, [.open], nil), (5, [.wep], nil), (0, [.wpaPersonal, .open], nil),
                (8, [.open, .wpa3Personal], nil), (8, [.wpaPersonal, .open], nil),
            ]
            for one in cases {
                var rig = CoordinatorRig(committed: 1)
                let phrase = Passphrase([UInt8](repeating: 0x61, count: one.count).span) ?? Passphrase()
                _ = rig.coordinator.requested(Credentials(ssid: name(2), passphrase: phrase), from: 0)
                _ = rig.coordinator.staged(now: rig.now)
                for security in one.seen {
                    rig.coordinator.saw(
                        AccessPoint(
                            ssid: name(2), security: security, signal: SignalStrength(rawValue: -50), channel: .unknown)
                    )
                }
                let step = rig.coordinator.scanEnded(complete: true, now: rig.now)
                if let reason = one.reason {
                    guard step.action == .rollBack, step.report == .failed(reason) else { return "not refused" }
                } else if step.action != .stage {
                    return "refused"
                }
            }
            return nil
        },
        Check("A write during a join replaces it at any step, and an earlier one is answered as what became of it") {
            for steps in 0..<4 {
                var rig = CoordinatorRig(committed: 1)
                var step = JoinCoordinator.Step(action: rig.request(2), report: .nothing, requester: 0)
                if steps > 0 { step = rig.coordinator.staged(now: rig.now) }
                if steps > 1 { step = rig.coordinator.scanEnded(complete: false, now: rig.now) }
                if steps > 2 { step = rig.coordinator.begun(now: rig.now) }
                var action = rig.request(3)
                if steps == 0 {
                    step = rig.coordinator.staged(now: rig.now)
                    if step.report != .stored(name(2)) { return "the earlier one" }
                    action = step.action
                } else if steps == 2 {
                    action = rig.coordinator.begun(now: rig.now).action
                }
                if action != .stage { return "not staged" }
                if rig.coordinator.withCredentials({ $0.ssid == name(3) }) != true { return "not the last" }
            }
            return nil
        },
        Check("The same credentials once more are answered as stored, and their join is left alone") {
            var rig = CoordinatorRig(committed: 1)
            rig.beginJoin(of: 2)
            let step = rig.coordinator.requested(credentials(2), from: 7)
            guard step == JoinCoordinator.Step(action: .none, report: .stored(name(2)), requester: 7) else {
                return "answer"
            }
            return rig.coordinator.isJoining ? nil : "the join"
        },
        Check("Storage that fails leaves all as it was, and a join that was under way goes on") {
            var rig = CoordinatorRig(committed: 1)
            let before = rig.coordinator.status
            _ = rig.request(2)
            var step = rig.coordinator.stagingFailed(now: rig.now)
            guard step.action == .none, step.report == .notStored(name(2)), rig.coordinator.status == before else {
                return "idle"
            }
            rig.beginJoin(of: 2)
            _ = rig.request(3)
            step = rig.coordinator.stagingFailed(now: rig.now)
            return step.action == .joinStaged && step.report == .notStored(name(3)) ? nil : "under way"
        },
        Check("What comes while others are staged changes neither what is staged nor of which network that is told") {
            for isStored in [true, false] {
                var rig = CoordinatorRig(committed: 1)
                _ = rig.request(2)
                if rig.request(3) != .none || rig.request(4) != .none { return "not waiting" }
                if rig.coordinator.withCredentials({ $0.ssid == name(2) }) != true { return "another is staged" }
                let step = isStored ? rig.coordinator.staged(now: rig.now) : rig.coordinator.stagingFailed(now: rig.now)
                let report: JoinCoordinator.Report = isStored ? .stored(name(2)) : .notStored(name(2))
                guard step.action == .stage, step.report == report else { return "told of another" }
                // the third was never staged, and what is told of the fourth stands for it
                guard rig.coordinator.staged(now: rig.now).report == .stored(name(4)) else { return "the last" }
            }
            return nil
        },
        Check("At the start: staged is taken up again, committed is joined, none is not configured") {
            var coordinator = JoinCoordinator()
            guard coordinator.start().action == .readStore else { return "read" }
            let now = Instant(milliseconds: 0)
            guard coordinator.storeRead(committed: name(1), staged: name(2), now: now).action == .joinStaged else {
                return "staged"
            }
            guard coordinator.stationFailed(now: now).action == .rollBack else { return "its failure" }
            guard coordinator.rolledBack(now: now).action == .joinCommitted else { return "back" }
            coordinator = JoinCoordinator()
            _ = coordinator.start()
            guard coordinator.storeRead(committed: name(1), staged: nil, now: now).action == .joinCommitted else {
                return "committed"
            }
            coordinator = JoinCoordinator()
            _ = coordinator.start()
            guard coordinator.storeRead(committed: nil, staged: nil, now: now) == .nothing else { return "none" }
            return coordinator.status.state == .notConfigured ? nil : "not configured"
        },
        Check("A network that worked and is lost is tried again every 30 s") {
            var rig = CoordinatorRig(committed: 1)
            _ = rig.say(.disconnected, nil)
            guard rig.coordinator.deadline == rig.now + 30_000, rig.coordinator.status.ssid == name(1) else {
                return "rest"
            }
            rig.now = rig.now + 30_000
            guard rig.coordinator.tick(now: rig.now).action == .joinCommitted else { return "first" }
            _ = rig.coordinator.begun(now: rig.now)
            rig.now = rig.now + 30_000
            return rig.coordinator.tick(now: rig.now).action == .joinCommitted ? nil : "second"
        },
    ])

private let address = IPv4Address(10, 0, 0, 2)

/// The network whose name is the byte `number`.
private func name(_ number: UInt8) -> SSID { SSID([number].span) ?? SSID() }

private func point(_ number: UInt8?, security: Security = .wpaPersonal) -> AccessPoint {
    AccessPoint(
        ssid: number.map { name($0) } ?? SSID(), security: security, signal: SignalStrength(rawValue: -50),
        channel: .unknown)
}

private func credentials(_ number: UInt8) -> Credentials {
    Credentials(
        ssid: name(number), passphrase: Passphrase([UInt8](repeating: number, count: 8).span) ?? Passphrase())
}

/// A coordinator whose device is on the network `committed`.
private struct CoordinatorRig: ~Copyable {
    var coordinator = JoinCoordinator()
    var now = Instant(milliseconds: 1_000_000)

    init(committed: UInt8) {
        _ = coordinator.start()
        _ = coordinator.storeRead(committed: name(committed), staged: nil, now: now)
        _ = coordinator.begun(now: now)
        _ = say(.connected(address), committed)
    }

    mutating func say(_ state: StationState, _ ssid: UInt8?, signal: Int8? = nil) -> JoinCoordinator.Step {
        coordinator.stationChanged(
            to: JoinStatus(
                state: state, ssid: ssid.map { name($0) } ?? SSID(), signal: signal.map { SignalStrength(rawValue: $0) }
            ),
            now: now)
    }

    mutating func request(_ number: UInt8) -> JoinCoordinator.Action {
        coordinator.requested(credentials(number), from: 0).action
    }

    /// Takes the device to where the station joins network `number`.
    mutating func beginJoin(of number: UInt8) {
        _ = request(number)
        _ = coordinator.staged(now: now)
        _ = coordinator.scanEnded(complete: false, now: now)
        _ = coordinator.begun(now: now)
    }
}
