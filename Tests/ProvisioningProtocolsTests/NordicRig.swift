import ProvisioningProtocols

/// Nordic's provisioning machine on a simulated link to the device machine, in simulated time.
struct NordicRig: ~Copyable {
    private enum Event {
        case value([UInt8], UInt8)
        case done(ProvisionerAction)
        case lost
        case reopen
        case station(JoinCoordinator.Report, JoinStatus)
        case scanned
    }

    var machine = NordicWiFi.ProvisionerMachine()
    private var device = NordicWiFi.DeviceMachine()
    private var status = JoinStatus(state: .notConfigured)
    private var now = Instant(milliseconds: 1_000)
    private var outbox = Outbox()
    private var reply = Outbox()
    private var events: [(at: Instant, event: Event)] = []
    private var values = 0

    var isMute = false
    /// How long the device scans, in milliseconds; `nil` where nothing comes of it.
    var scanTime: UInt32? = 1_000
    /// What Info tells; unreadable where it is `nil`.
    var version: UInt8? = 1
    /// Whether no new link comes about.
    var isOutOfRange = false
    /// The firmware whose schema of a configuration the device has; `nil` for our own.
    private let firmware: ConfigVariant?
    /// Whether that firmware takes no configuration at all.
    var refusesAll = false
    /// What that firmware made of each configuration; `nil` where it could not read it.
    private(set) var understood: [ConfigVariant.Config?] = []
    /// The message of the device that is lost or doubled, counted from 1.
    var faultAt = 0
    var isFaultLoss = true

    private(set) var actions: [ProvisionerAction] = []
    private(set) var requests: [NordicWiFi.OpCode] = []
    private(set) var networks: [AccessPoint] = []
    private(set) var lists: [ProvisionerList] = []
    private(set) var statuses: [ProvisionerStatus] = []
    private(set) var progress: [JoinProgress] = []
    private(set) var results: [ProvisionerJoinResult] = []
    private(set) var forgotten: [ProvisionerForgetResult] = []
    private(set) var failedQuestions: [ProvisionerAction] = []
    private(set) var diagnostics: [ProvisioningDiagnostic] = []

    init(firmware: ConfigVariant? = nil) { self.firmware = firmware }

    mutating func open() {
        device.connected(1, now: now)
        perform(machine.opened(maximumLength: 244, at: now, &outbox))
    }

    mutating func join(_ ssid: String, _ passphrase: String, isVolatile: Bool = false) {
        guard let ssid = SSID(ssid), let passphrase = Passphrase(passphrase) else { return }
        perform(
            machine.joinRequested(
                Credentials(ssid: ssid, passphrase: passphrase, isVolatile: isVolatile), at: now, &outbox))
    }

    mutating func askForNetworks(_ options: ScanOptions = ScanOptions()) {
        perform(machine.networksRequested(options, at: now, &outbox))
    }
    mutating func stop() { perform(machine.stopRequested(at: now, &outbox)) }
    mutating func askForVersion() { perform(machine.versionRequested(at: now, &outbox)) }
    mutating func forget() { perform(machine.forgetRequested(at: now, &outbox)) }
    /// Somebody else has the device forget its network.
    mutating func forgetElsewhere() {
        let request: [UInt8] = [0x08, UInt8(NordicWiFi.OpCode.forgetConfig.rawValue)]
        _ = device.written(request.span, at: 0, to: 2, by: 2, now: now, status: status, outbox: &reply)
        schedule(.station(.cleared, JoinStatus(state: .notConfigured)), 100)
    }
    /// The device changes to `state` for somebody else, in so many milliseconds.
    mutating func change(to state: StationState, _ ssid: SSID, in delay: UInt32) {
        var report = JoinCoordinator.Report.status
        if case .failed(let reason) = state { report = .failed(reason) }
        schedule(.station(report, JoinStatus(state: state, ssid: ssid)), delay)
    }
    mutating func cut() { schedule(.lost, 0) }

    mutating func run(_ milliseconds: UInt32 = 100_000, until step: JoinProgress? = nil) {
        let end = now + milliseconds
        while step.map({ !progress.contains($0) }) ?? true {
            let next = events.indices.min { (events[$0].at, $0) < (events[$1].at, $1) }
            guard let due = [next.map { events[$0].at }, machine.deadline].compactMap({ $0 }).min(), due <= end else {
                now = end
                return
            }
            now = max(now, due)
            if let next, events[next].at <= now {
                deliver(events.remove(at: next).event)
            } else {
                perform(machine.tick(at: now, &outbox))
            }
        }
    }

    private mutating func schedule(_ event: Event, _ delay: UInt32) { events.append((now + delay, event)) }

    private mutating func deliver(_ event: Event) {
        switch event {
        case .value(let bytes, let number):
            perform(machine.received(bytes.span, from: number, at: now, &outbox))
        case .done(.pair): perform(machine.paired(.done, at: now, &outbox))
        case .done(.subscribe(let number)): perform(machine.subscribed(number, .done, at: now, &outbox))
        case .done(.read(let number)):
            let value: [UInt8] = version.map { [0x08, $0] } ?? []
            perform(machine.readCompleted(value.span, from: number, at: now, &outbox))
        case .done: perform(machine.writeCompleted(.done, at: now, &outbox))
        case .lost:
            events.removeAll { if case .station = $0.event { false } else { true } }
            device.disconnected(1, now: now)
            perform(machine.linkLost(at: now, &outbox))
        case .reopen: open()
        case .station(let report, let status):
            self.status = status
            device.report(report, status: status, now: now, outbox: &reply)
            drain()
        case .scanned:
            for (name, channel) in [("Barn", UInt8(6)), ("Annex", 44)] {
                guard let ssid = SSID(name) else { continue }
                device.found(
                    AccessPoint(
                        ssid: ssid, bssid: HardwareAddress(0xC0FF_EE80_81FE), security: .wpaPersonal,
                        signal: SignalStrength(rawValue: -50), channel: Channel(rawValue: channel)), outbox: &reply)
            }
            _ = device.scanEnded(outbox: &reply)
            drain()
        }
    }

    private mutating func drain() {
        for index in 0..<reply.count {
            let (number, bytes) = reply.withMessage(index) { number, bytes in
                (number, bytes.indices.map { bytes[$0] })
            }
            values += 1
            if isMute || values == faultAt && isFaultLoss { continue }
            schedule(.value(bytes, number), 2)
            if values == faultAt { schedule(.value(bytes, number), 2) }
        }
        reply.removeAll()
    }

    private mutating func write() {
        let bytes = outbox.withMessage(0) { _, bytes in bytes.indices.map { bytes[$0] } }
        outbox.removeAll()
        schedule(.done(.write), 5)
        guard let request = try? NordicWiFi.Request(decoding: bytes.span) else { return }
        requests.append(request.opCode ?? .reserved)
        if request.opCode == .setConfig, let firmware {
            understood.append(firmware.read(bytes))
            // Firmware in the field names no request where it could not read it, and answers before the write is confirmed.
            if refusesAll || understood.last == .some(nil) { return schedule(.value([0x10, 0x02], 2), 2) }
        }
        switch device.written(bytes.span, at: 0, to: 2, by: 1, now: now, status: status, outbox: &reply) {
        case .scan:
            if let scanTime { schedule(.scanned, scanTime) }
        case .join:
            guard let credentials = device.takeCredentials() else { break }
            let ssid = credentials.ssid
            let isRight = credentials.passphrase.count == 10 && credentials.passphrase.withBytes { $0[0] } == 0x6C
            schedule(.station(.stored(ssid), JoinStatus(state: .associating, ssid: ssid)), 1)
            schedule(.station(.status, JoinStatus(state: .authenticating, ssid: ssid)), 500)
            if isRight {
                schedule(.station(.status, JoinStatus(state: .obtainingAddress, ssid: ssid)), 1_000)
                let address = IPv4Address(10, 0, 0, 7)
                schedule(.station(.status, JoinStatus(state: .connected(address), ssid: ssid)), 2_000)
            } else {
                let failed = JoinStatus(state: .failed(.wrongPassphrase), ssid: ssid)
                schedule(.station(.failed(.wrongPassphrase), failed), 2_000)
            }
        case .forget: schedule(.station(.cleared, JoinStatus(state: .notConfigured)), 100)
        default: break
        }
        drain()
    }

    private mutating func perform(_ first: ProvisionerAction) {
        var action = first
        while action != .wait {
            switch action {
            case .pair, .subscribe, .read:
                actions.append(action)
                schedule(.done(action), 10)
            case .write:
                actions.append(action)
                write()
            case .reconnect: schedule(isOutOfRange ? .lost : .reopen, 500)
            case .networkFound: networks.append(machine.network)
            case .listEnded: lists.append(machine.list)
            case .statusReported: statuses.append(machine.status)
            case .joinProgressed: progress.append(machine.progress)
            case .joinEnded: results.append(machine.joinResult)
            case .forgetEnded: forgotten.append(machine.forgetResult)
            case .versionFailed, .statusFailed: failedQuestions.append(action)
            case .diagnosed: diagnostics.append(machine.diagnostic)
            default: break
            }
            action = machine.next(at: now, &outbox)
        }
    }
}
