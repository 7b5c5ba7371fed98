import ProvisioningProtocols

/// A provisioning machine on a simulated link to a simulated device, in simulated time: nothing waits, nothing races.
///
/// Every message of both directions is a step, counted from 1, at which a fault can be put.
struct Rig: ~Copyable {
    enum Fault: Equatable {
        case none
        case lose(Int)
        case double(Int)
        /// The message is overtaken by the next one of its direction.
        case swap(Int)
        /// The link ends before the message arrives, or just after.
        case cut(Int, isDelivered: Bool)
    }

    private enum Event {
        case arrive([UInt8], UInt8, link: Int)
        /// The device has sent this: it is what reading gives from now on.
        case sent([UInt8], UInt8)
        case write([UInt8], link: Int)
        case completed(ProvisionerAction, OperationResult, link: Int)
        case reopen
        case device(Int, link: Int)
        case lost(link: Int)
    }

    var machine: WiFiSet.ProvisionerMachine
    var device: SimulatedDevice
    var fault: Fault
    /// How many connections succeed after the first.
    var reconnections = 10
    var maximumLength: Int? = 182
    private(set) var now = Instant(milliseconds: 1_000)
    private var outbox = Outbox()
    private var events: [(at: Instant, order: Int, event: Event)] = []
    private var order = 0
    private(set) var steps = 0
    private var link = 0
    private var held: Event?

    // What the machine told.
    private(set) var networks: [AccessPoint] = []
    private(set) var lists: [ProvisionerList] = []
    private(set) var statuses: [ProvisionerStatus] = []
    private(set) var statusFailures = 0
    private(set) var progress: [JoinProgress] = []
    private(set) var results: [ProvisionerJoinResult] = []
    private(set) var texts: [String] = []
    private(set) var diagnostics: [ProvisioningDiagnostic] = []
    private(set) var restarts = 0
    private(set) var subscriptions: [UInt8] = []
    private(set) var reads: [UInt8] = []

    init(_ device: SimulatedDevice, fault: Fault = .none, timing: ProvisionerTiming = ProvisionerTiming()) {
        machine = WiFiSet.ProvisionerMachine(timing: timing)
        self.device = device
        self.fault = fault
    }

    // MARK: What the caller does

    mutating func open() {
        link += 1
        device.connected()
        runDevice()
        perform(machine.opened(maximumLength: maximumLength, at: now, &outbox))
    }

    mutating func askForNetworks() { perform(machine.networksRequested(ScanOptions(), at: now, &outbox)) }

    mutating func askForStatus() { perform(machine.statusRequested(at: now, &outbox)) }

    mutating func join(_ ssid: String, _ passphrase: String, security: Security = .wpaPersonal) {
        guard let ssid = SSID(ssid), let passphrase = Passphrase(passphrase) else { return }
        perform(
            machine.joinRequested(
                Credentials(ssid: ssid, passphrase: passphrase, security: security), at: now, &outbox))
    }

    /// The link ends now.
    mutating func cut() {
        guard link > 0 else { return }
        schedule(.lost(link: link), after: 0)
    }

    /// Lets the device say something by itself.
    mutating func notify(_ bytes: [UInt8], on characteristic: WiFiSet.Characteristic, after delay: UInt32 = 0) {
        send(.arrive(bytes, characteristic.rawValue, link: link), after: delay)
    }

    /// Goes on for `milliseconds`, or until a join has ended.
    mutating func run(_ milliseconds: UInt32 = 200_000, untilJoined: Bool = false) {
        let end = now + milliseconds
        while !(untilJoined && !results.isEmpty) {
            let next = events.indices.min { (events[$0].at, events[$0].order) < (events[$1].at, events[$1].order) }
            let due = [next.map { events[$0].at }, machine.deadline].compactMap { $0 }.min()
            guard let due, due <= end else { break }
            now = max(now, due)
            if let next, events[next].at <= now {
                deliver(events.remove(at: next).event)
            } else {
                perform(machine.tick(at: now, &outbox))
            }
        }
        if !untilJoined { now = max(now, end) }
    }

    // MARK: The link

    private mutating func schedule(_ event: Event, after delay: UInt32) {
        order += 1
        events.append((now + delay, order, event))
    }

    /// Puts a message on the air, as one step.
    private mutating func send(_ event: Event, after delay: UInt32) {
        steps += 1
        switch fault {
        case .lose(steps):
            // A request without an answer is the end of a link, 30 s later.
            if case .completed = event { schedule(.lost(link: link), after: 30_000) }
        case .double(steps):
            schedule(event, after: delay)
            schedule(event, after: delay)
        case .swap(steps) where isNotification(event): held = event
        case .cut(steps, isDelivered: let isDelivered):
            if isDelivered { schedule(event, after: delay) }
            schedule(.lost(link: link), after: delay)
        default:
            schedule(event, after: delay)
            if isNotification(event), let late = held {
                held = nil
                schedule(late, after: delay)
            }
        }
    }

    private func isNotification(_ event: Event) -> Bool {
        if case .arrive = event { return true }
        return false
    }

    private mutating func deliver(_ event: Event) {
        switch event {
        case .arrive(let bytes, let characteristic, link: link):
            perform(machine.received(bytes.span, from: characteristic, at: now, &outbox))
        case .sent(let bytes, let characteristic): device.lastSent[characteristic] = bytes
        case .write(let bytes, link: link):
            device.written(bytes)
            runDevice()
        case .completed(let action, let result, link: link): complete(action, result)
        case .device(let number, link: link):
            device.wake(number)
            runDevice()
        case .lost(link: link):
            link += 1
            device.disconnected()
            perform(machine.linkLost(at: now, &outbox))
        case .reopen:
            if reconnections > 0 {
                reconnections -= 1
                open()
            } else {
                perform(machine.linkLost(at: now, &outbox))
            }
        default: break
        }
    }

    private mutating func complete(_ action: ProvisionerAction, _ result: OperationResult) {
        switch action {
        case .subscribe(let characteristic), .resubscribe(let characteristic):
            perform(machine.subscribed(characteristic, result, at: now, &outbox))
        case .read(let characteristic):
            if let value = device.lastSent[characteristic] {
                perform(machine.readCompleted(value.span, from: characteristic, at: now, &outbox))
            } else {
                perform(machine.readFailed(characteristic, at: now, &outbox))
            }
        default: perform(machine.writeCompleted(result, at: now, &outbox))
        }
    }

    /// Takes what the device wants sent, and when it wants to be called.
    private mutating func runDevice() {
        for output in device.takeOutput() {
            let characteristic = output.characteristic.rawValue
            schedule(.sent(output.bytes, characteristic), after: output.delay)
            guard output.isNotified else { continue }
            for piece in pieces(of: output.bytes) {
                send(.arrive(piece, characteristic, link: link), after: output.delay)
            }
        }
        for (number, delay) in device.takeAlarms() { schedule(.device(number, link: link), after: delay) }
    }

    private func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let most = maximumLength ?? 20
        if bytes.count <= most { return [bytes] }
        if device.cutsNotifications { return [Array(bytes.prefix(most))] }
        return stride(from: 0, to: bytes.count, by: most).map { Array(bytes[$0..<min($0 + most, bytes.count)]) }
    }

    // MARK: The driver

    private mutating func perform(_ first: ProvisionerAction) {
        var action = first
        var count = 0
        while action != .wait {
            count += 1
            precondition(count < 10_000, "the machine does not come to rest")
            perform(one: action)
            action = machine.next(at: now, &outbox)
        }
    }

    private mutating func perform(one action: ProvisionerAction) {
        switch action {
        case .wait, .pair, .versionTold, .versionFailed, .forgetEnded: break
        case .subscribe(let characteristic), .resubscribe(let characteristic):
            subscriptions.append(characteristic)
            device.subscribed(characteristic)
            schedule(.completed(action, .done, link: link), after: 10)
            runDevice()
        case .read(let characteristic):
            reads.append(characteristic)
            send(.completed(action, .done, link: link), after: 10)
        case .write:
            let bytes = outbox.withMessage(0) { _, bytes in bytes.indices.map { bytes[$0] } }
            outbox.removeAll()
            send(.write(bytes, link: link), after: 5)
            schedule(.completed(action, .done, link: link), after: 10)
        case .reconnect:
            if link > 0 { device.disconnected() }
            link += 1
            schedule(.reopen, after: 500)
        case .networkFound: networks.append(machine.network)
        case .listRestarted:
            restarts += 1
            networks = []
        case .listEnded: lists.append(machine.list)
        case .statusReported: statuses.append(machine.status)
        case .statusFailed: statusFailures += 1
        case .joinProgressed: progress.append(machine.progress)
        case .joinEnded:
            results.append(machine.joinResult)
            texts.append(
                machine.withDeviceText { text in
                    String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
                })
        case .diagnosed: diagnostics.append(machine.diagnostic)
        }
    }
}
