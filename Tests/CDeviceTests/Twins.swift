import CGangwayDevice
import ProvisioningProtocols

/// The device's end in Swift and the one in C, to which the same happens.
struct Twins: ~Copyable {
    var chance: Chance
    var now = Instant(milliseconds: 5)
    /// What differed, with what happened before; `nil` while nothing does.
    var difference: String?
    /// How many messages, joins and steps there were: a comparison of nothing would prove nothing.
    var messages = 0
    var joins = 0
    var steps = 0

    private var machine = WiFiSet.DeviceMachine()
    private var coordinator = JoinCoordinator()
    private var outbox = Outbox()
    private var device = wifiset_device()
    private var join = gangway_join()
    private var box = gangway_outbox()
    /// What was asked of the station last.
    private var asked = JoinCoordinator.Action.none
    /// The rest of a long write: what, how far, by whom.
    private var piece: (bytes: [UInt8], offset: Int, central: UInt32)?
    private var last: [UInt8] = []

    init(chance: Chance) {
        self.chance = chance
        wifiset_init(&device)
        gangway_join_init(&join)
    }

    private mutating func same<Value: Equatable>(_ swift: Value, _ c: Value, _ what: String) {
        if swift != c, difference == nil { difference = "\(what) at \(now.milliseconds): Swift \(swift), C \(c)" }
    }

    /// Lets something happen to both.
    mutating func happen() {
        passTime()
        switch chance.number(0...19) {
        case 0: connectOrLeave()
        case 1, 2: subscribe()
        case 3...6: write()
        case 7: read()
        case 8, 9: list()
        case 10: tickMachines()
        case 11: report(PlainStep(randomReport()))
        case 12: if chance.one(in: 20) { wipe() }
        case 13, 14: answerStation(any: true)
        default: answerStation(any: false)
        }
        compare()
    }

    private mutating func passTime() {
        switch chance.number(0...9) {
        case 0...5: now = now + UInt32(chance.number(0...200))
        case 6: now = now + 1_000
        case 7:
            let deadlines = [machine.deadline, coordinator.deadline].compactMap { $0 }
            if let next = deadlines.min(), next > now { now = next }
        case 8: if chance.one(in: 10) { now = now + UInt32(chance.number(0...40_000)) }
        default: break
        }
    }

    private func instant(_ instant: Instant?) -> UInt64 { instant?.milliseconds ?? .max }

    /// All that can be seen of them from outside.
    private mutating func compare() {
        same(outbox.messages, box.messages, "messages")
        messages += outbox.count
        if !chance.one(in: 12) {  // at times they are left, until the outbox is full
            outbox.removeAll()
            gangway_outbox_clear(&box)
        }
        same(instant(machine.deadline), wifiset_deadline(&device), "the device's deadline")
        same(instant(coordinator.deadline), gangway_join_deadline(&join), "the join's deadline")
        same(machine.wantsAccessPoints, wifiset_wants_networks(&device), "whether networks are wanted")
        same(coordinator.isJoining, gangway_join_is_joining(&join), "whether it joins")
        var status = gangway_status(coordinator.status)
        if !gangway_status_equal(&status, &join.status) { same("\(coordinator.status)", "\(join.status)", "status") }
        let mine = coordinator.withCredentials { gangway_credentials($0) }
        same(mine != nil, join.has_credentials, "whether there are credentials")
        if let mine { compare(mine, join.credentials) }
    }

    private mutating func compare(_ mine: gangway_credentials, _ other: gangway_credentials) {
        same(mine.ssid.name, other.ssid.name, "SSID")
        same(mine.phrase, other.phrase, "passphrase")
        same(mine.security, other.security, "security")
        same(mine.is_hidden, other.is_hidden, "whether it is hidden")
    }
}

// MARK: - What a central does

extension Twins {
    private mutating func connectOrLeave() {
        let central = UInt32(chance.number(0...3))
        if chance.one(in: 2) {
            machine.connected(central, now: now)
            wifiset_connected(&device, central, now.milliseconds)
        } else {
            machine.disconnected(central, now: now)
            wifiset_disconnected(&device, central, now.milliseconds)
        }
    }

    private mutating func subscribe() {
        let (which, central) = (UInt8(chance.number(1...5)), UInt32(chance.number(0...3)))
        let action = machine.subscribed(to: which, by: central, now: now, outbox: &outbox)
        let other = wifiset_subscribed(&device, which, central, now.milliseconds, &box)
        same(action.number, other.rawValue, "subscription")
    }

    private mutating func write() {
        var (bytes, offset, central) = (chance.message(), 0, UInt32(chance.number(0...3)))
        if let (whole, from, by) = piece, !chance.one(in: 4) {
            (bytes, offset, central) = (Array(whole[from...]), from, by)
            if chance.one(in: 8) { offset += chance.number(-2...2) }
            if chance.one(in: 12) { central = UInt32(chance.number(0...3)) }
        } else if chance.one(in: 6) {
            bytes = last
        } else if chance.one(in: 20) {
            offset = chance.number(0...600)
        }
        offset = max(offset, 0)
        last = bytes
        piece = nil
        if bytes.count > 1, chance.one(in: 3) {
            let count = chance.number(1...bytes.count - 1)
            piece = (Array(repeating: 0, count: offset) + bytes, offset + count, central)
            bytes = Array(bytes.prefix(count))
        }
        write(bytes, at: offset, to: chance.one(in: 15) ? chance.byte() : 3, by: central)
    }

    private mutating func write(_ bytes: [UInt8], at offset: Int, to which: UInt8, by central: UInt32) {
        let status = chance.one(in: 2) ? coordinator.status : chance.status()
        var same = gangway_status(status)
        let action = machine.written(
            bytes.span, at: offset, to: which, by: central, now: now, status: status, outbox: &outbox)
        let other = wifiset_written(
            &device, bytes, bytes.count, offset, which, central, now.milliseconds, &same, &box)
        self.same(action.number, other.rawValue, "a write of \(bytes) at \(offset)")
        if action == .join ? !chance.one(in: 10) : chance.one(in: 30) { takeCredentials() }
    }

    private mutating func takeCredentials() {
        var other = gangway_credentials()
        let isThere = wifiset_take_credentials(&device, &other)
        switch machine.takeCredentials() {
        case .none: same(false, isThere, "whether credentials came")
        case .some(let credentials):
            joins += 1
            same(true, isThere, "whether credentials came")
            compare(gangway_credentials(credentials), other)
            handle(coordinator.requested(credentials, from: 0), gangway_join_requested(&join, &other))
        }
    }

    private mutating func read() {
        let (which, room) = (UInt8(chance.number(1...5)), chance.one(in: 3) ? chance.number(0...70) : 512)
        let status = coordinator.status
        var other = gangway_status(status)
        var (mine, its) = ([UInt8](repeating: 7, count: room), [UInt8](repeating: 7, count: room))
        var target = mine.mutableSpan
        let count = machine.read(which, status: status, into: &target)
        same(count ?? -1, Int(wifiset_read(&device, which, &other, &its, room)), "how much was read")
        same(mine, its, "what was read")
    }

    private mutating func wipe() {
        machine.wipe()
        wifiset_wipe(&device)
    }
}

// MARK: - What the device does

extension Twins {
    private mutating func list() {
        switch chance.number(0...9) {
        case 0...5:
            let point = chance.point()
            var other = gangway_access_point(point)
            for _ in 0..<(chance.one(in: 40) ? 256 : 1) {
                machine.found(point, outbox: &outbox)
                wifiset_found(&device, &other, &box)
            }
        case 6:
            machine.scanFailed(outbox: &outbox)
            wifiset_scan_failed(&device, &box)
        default:
            same(machine.scanEnded(outbox: &outbox).number, wifiset_scan_ended(&device, &box).rawValue, "scan ended")
        }
    }

    private mutating func tickMachines() {
        let status = coordinator.status
        var other = gangway_status(status)
        machine.tick(now: now, status: status, outbox: &outbox)
        wifiset_tick(&device, now.milliseconds, &other, &box)
        handle(coordinator.tick(now: now), gangway_join_tick(&join, now.milliseconds))
    }

    private mutating func randomReport() -> JoinCoordinator.Step {
        let reports: [JoinCoordinator.Report] = [
            .nothing, .status, .stored(chance.ssid()), .notStored(chance.ssid()), .failed(chance.reason()), .cleared,
            .notCleared,
        ]
        return JoinCoordinator.Step(action: .none, report: reports[chance.number(0...6)], requester: 0)
    }

    private mutating func report(_ plain: PlainStep) {
        let status = chance.one(in: 2) ? coordinator.status : chance.status()
        var (other, step) = (gangway_status(status), plain.step)
        let report: JoinCoordinator.Report =
            switch plain.report {
            case 1: .status
            case 2: .stored(SSID(plain.name) ?? SSID())
            case 3: .notStored(SSID(plain.name) ?? SSID())
            case 4: .failed(JoinFailure(rawValue: UInt16(plain.reason)))
            case 5: .cleared
            case 6: .notCleared
            default: .nothing
            }
        machine.report(report, status: status, now: now, outbox: &outbox)
        wifiset_report(&device, &step, &other, now.milliseconds, &box)
    }

    /// Both have come to a step.
    private mutating func handle(_ mine: JoinCoordinator.Step, _ other: gangway_step) {
        same(PlainStep(mine), PlainStep(other), "a step")
        if mine.action != .none { asked = mine.action }
        if mine != .nothing { steps += 1 }
        report(PlainStep(mine))
    }

    /// The station answers what it was asked, or does what nobody asked it.
    private mutating func answerStation(any: Bool) {
        let action = any ? chance.number(0...13) : Int(asked.rawValue)
        let fails = chance.one(in: 8)
        let time = now.milliseconds
        if !any, asked != .scan { asked = .none }
        switch action {
        case 1 where !fails: readStore()
        case 2:
            fails
                ? handle(coordinator.stagingFailed(now: now), gangway_join_staging_failed(&join, time))
                : handle(coordinator.staged(now: now), gangway_join_staged(&join, time))
        case 3: scan(complete: !fails)
        case 4 where !fails, 5 where !fails: handle(coordinator.begun(now: now), gangway_join_begun(&join, time))
        case 6 where !fails: handle(coordinator.committed(now: now), gangway_join_committed(&join, time))
        case 7: handle(coordinator.rolledBack(now: now), gangway_join_rolled_back(&join, time))
        case 8 where !fails: handle(coordinator.forgotten(now: now), gangway_join_forgotten(&join, time))
        case 1, 4, 5, 6, 8: handle(coordinator.stationFailed(now: now), gangway_join_station_failed(&join, time))
        case 9: if chance.one(in: 4) { handle(coordinator.forget(), gangway_join_forget(&join)) }
        case 10: if chance.one(in: 8) { handle(coordinator.stationLost(), gangway_join_station_lost(&join)) }
        case 11: request()
        default: changeStation()
        }
        if !any { handle(coordinator.start(), gangway_join_start(&join)) }
    }

    private mutating func readStore() {
        let names: [SSID?] = (0...1).map { _ in
            let name = chance.ssid()
            return name.count > 0 && chance.one(in: 2) ? name : nil
        }
        var (committed, staged) = (gangway_ssid(names[0] ?? SSID()), gangway_ssid(names[1] ?? SSID()))
        handle(
            coordinator.storeRead(committed: names[0], staged: names[1], now: now),
            gangway_join_store_read(&join, &committed, &staged, now.milliseconds))
    }

    private mutating func scan(complete: Bool) {
        for _ in 0..<chance.number(0...5) {
            let point = chance.point()
            var other = gangway_access_point(point)
            coordinator.saw(point)
            gangway_join_saw(&join, &other)
        }
        asked = .none
        handle(
            coordinator.scanEnded(complete: complete, now: now),
            gangway_join_scan_ended(&join, complete, now.milliseconds))
    }

    private mutating func request() {
        let credentials = chance.credentials()
        var other = gangway_credentials(credentials)
        handle(coordinator.requested(credentials, from: 0), gangway_join_requested(&join, &other))
    }

    private mutating func changeStation() {
        let status = chance.status([coordinator.status.ssid, coordinator.status.ssid, SSID()])
        var other = gangway_status(status)
        handle(
            coordinator.stationChanged(to: status, now: now),
            gangway_join_station_changed(&join, &other, now.milliseconds))
    }
}
