import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime

/// Hears devices and sets them up, several at a time, until nothing new is heard and all are done.
struct EachRun {
    private enum Event: Sendable {
        case heard(FoundDevice)
        case ended(EachReport)
        /// Nothing was heard until the time that was set.
        case quiet
        /// The listening was cancelled.
        case cancelled
        case lost(CommandFailure)
    }

    private let job: EachJob
    /// Those that were heard and not begun with.
    private var waiting: [FoundDevice] = []
    /// Those that were heard and are not meant.
    private(set) var others = HeardDevices()
    /// All that were ever taken up.
    private var known: Set<PeripheralID> = []
    private var busy = 0
    private var refusals = RefusalGuard()
    /// When a device was heard for the first time, last.
    private var lastNew: Instant

    /// Whether it was told that nothing but new devices is waited for.
    private var isListeningTold = false

    /// What became of the devices so far.
    private(set) var tally = EachTally()
    /// Why the radio could hear no more.
    private(set) var failure: CommandFailure?

    init(_ job: EachJob) {
        self.job = job
        lastNew = job.context.time.now
    }

    private var context: CommandContext { job.context }

    /// Whether nothing is left to do.
    private var isOver: Bool {
        if busy > 0 { return false }
        return tally.stopped != nil || waiting.isEmpty && context.time.now >= lastNew + job.options.quiet
    }

    /// Works until all is done or the work has to stop.
    mutating func run() async {
        let stream = job.provisioner.discover()
        await withTaskGroup(of: Event.self) { group in
            listen(stream, &group)
            tellListening()
            while let event = await group.next() {
                await take(event)
                if context.hasExpired { stop("timedOut") }
                begin(&group)
                if isOver || tally.stopped == "timedOut" || tally.stopped == "interrupted" { group.cancelAll() }
                tellListening()
                if case .ended = event { continue }
                if tally.stopped == nil, !isOver { listen(stream, &group) }
            }
        }
        context.console.clearProgress()
        tally.waiting = waiting.count
        if tally.stopped == nil { await tellMissing() }
    }

    private mutating func stop(_ reason: String) { tally.stopped = tally.stopped ?? reason }

    private func listen(_ stream: EventStream<FoundDevice, ProvisioningError>, _ group: inout TaskGroup<Event>) {
        let end = lastNew + job.options.quiet
        // Once it is quiet, only a device or the end of one changes anything.
        let wake = [context.deadline, end > context.time.now ? end : nil].compactMap(\.self).min()
        group.addTask { [context] in
            switch await stream.next(until: wake, on: context.time) {
            case .event(let device): .heard(device)
            case .timedOut: .quiet
            case .cancelled, .ended: .cancelled
            case .failed(let error): .lost(CommandFailure(error))
            }
        }
    }

    private mutating func begin(_ group: inout TaskGroup<Event>) {
        while tally.stopped == nil, !waiting.isEmpty, busy < refusals.room(of: job.options.atOnce) {
            let device = waiting.removeFirst()
            busy += 1
            group.addTask { [job] in .ended(await job.run(device)) }
        }
    }

    private mutating func take(_ event: Event) async {
        switch event {
        case .heard(let device): await hear(device)
        case .ended(let report):
            busy -= 1
            tell(report)
            judge(report)
        case .quiet: break
        case .cancelled: if Task.isCancelled { stop(context.hasExpired ? "timedOut" : "interrupted") }
        case .lost(let error):
            failure = error
            stop(error.code)
        }
    }

    private mutating func hear(_ device: FoundDevice) async {
        guard job.options.means(device) else {
            others.update(device)
            return
        }
        if let place = waiting.firstIndex(where: { $0.id == device.id }) {
            waiting[place] = device
            return
        }
        guard known.insert(device.id).inserted else { return }
        lastNew = context.time.now
        if await job.journal?.isDone(device.identifier) ?? false {
            tell(EachReport(device: device, end: .doneBefore))
        } else if await job.journal?.isOpen(device.identifier) ?? false {
            waiting.insert(device, at: 0)  // what was in flight comes first
        } else if device.advertised?.isProvisioned ?? false {
            tell(EachReport(device: device, end: .provisioned))
        } else {
            waiting.append(device)
        }
    }

    /// Sees whether what happened to one device makes it senseless to go on with others.
    private mutating func judge(_ report: EachReport) {
        switch report.end {
        case .joined(let outcome):
            refusals.note(outcome)
            if refusals.isTripped { stop("wrongPassphrase") }
        case .broken(let failure, _) where ["invalidPassphrase", "unwritable", "notPermitted"].contains(failure.code):
            stop(failure.code)
        case .provisioned, .doneBefore, .broken: break
        }
    }

    /// Tells that nothing is left but to wait for devices that were not heard yet, and how long that is done.
    private mutating func tellListening() {
        guard busy == 0, waiting.isEmpty, tally.stopped == nil, !isOver else { return isListeningTold = false }
        guard !isListeningTold else { return }
        isListeningTold = true
        let rest = (lastNew + job.options.quiet).milliseconds(since: context.time.now)
        let seconds = Int((rest + 999) / 1000)
        context.console.emit(Self.json(listening: seconds))
        let more = known.isEmpty ? "" : "more "
        context.console.waitingFor("Looking for \(more)devices, \(seconds) s longer (Ctrl-C ends it)")
    }

    /// The object that is printed where nothing but new devices is waited for, `seconds` long.
    static func json(listening seconds: Int) -> JSONObject {
        ["event": .string("listening"), "seconds": .integer(seconds)]
    }

    private mutating func tell(_ report: EachReport) {
        tally.note(report)
        context.console.clearProgress()
        isListeningTold = false
        context.console.emit(report.json)
        context.console.say(report.line)
    }

    /// Tells the devices that the journal leaves open and that were not heard.
    private mutating func tellMissing() async {
        let heard = Set(known.map { FoundDevice(id: $0, address: HardwareAddress($0.rawValue)).identifier })
        for id in await job.journal?.inFlight ?? [] where !heard.contains(id) {
            let device = FoundDevice(id: PeripheralID(id), address: HardwareAddress(id))
            let missing = CommandFailure(
                .notFound, "notFound", fault: .device,
                "It was begun with before and is not in range now: whether it joined is not known.")
            tell(EachReport(device: device, end: .broken(missing, isSent: false)))
        }
    }
}
