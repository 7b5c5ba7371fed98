import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import MessageBroker
import ProvisioningProtocols
import Runtime

/// How `watch` shows what happens: a table in place on a terminal, otherwise a line a report. One thing at a time, so that the
/// reports of a device stay in their order.
actor WatchDisplay {
    /// How often a live table is drawn at most, in milliseconds.
    private static let redrawInterval: UInt32 = 200
    /// How many devices that are not listed are shown; where there are more, they are all left out and begin anew.
    private static let strangerLimit = 1024

    private let console: Console
    private let time: any TimeSource
    private let catalogue: DeviceCatalogue
    private var devices: [DeviceID: Device] = [:]
    private var order: [DeviceID] = []
    /// How many devices have a name; `nil` where that has to be counted anew.
    private var nameCounts: [String: Int]?
    private var categories: [String] = []
    private var heard: [DeviceID: DeviceChange] = [:]
    private var connection = "not connected yet"
    private var told: Set<String> = []
    /// What was said of a device last; the same is not said again.
    private var said: [DeviceID: String] = [:]
    private var block = LiveBlock()
    private var redraw: Timer?
    private var isEnded = false

    init(_ context: CommandContext, _ catalogue: DeviceCatalogue) {
        console = context.console
        time = context.time
        self.catalogue = catalogue
    }

    /// Takes what became of the list.
    func take(_ batch: DirectoryBatch) {
        if batch.isWhole { (devices, order) = ([:], []) }
        if batch.isWhole || !batch.removed.isEmpty || !batch.devices.isEmpty { nameCounts = nil }
        if let categories = batch.categories { self.categories = categories }
        for id in batch.removed {
            devices[id] = nil
            order.removeAll { $0 == id }
        }
        for device in batch.devices {
            if devices.updateValue(device, forKey: device.id) == nil { order.append(device.id) }
        }
        for report in batch.reports { devices[report.id]?.take(report) }
        draw()
    }

    /// Takes what was learnt of devices.
    func take(_ batch: [DeviceChange]) {
        for change in batch {
            heard[change.id] = change
            if heard.count > devices.count + Self.strangerLimit {
                heard = heard.filter { devices[$0.key] != nil || $0.key == change.id }
                said = said.filter { heard[$0.key] != nil }
            }
            guard !console.isLive else { continue }
            let device = devices[change.id]
            console.emit(change.json(device, kind(of: device)))
            guard let line = change.line(device.map(label), kind(of: device)), line != said[change.id] else { continue }
            said[change.id] = line
            console.say(line)
        }
        draw()
    }

    /// Takes what became of the connection.
    func take(_ state: BrokerState) {
        guard let text = state.text else { return }
        console.emit(state.json)
        if !console.isLive, text != connection { console.say("Broker: \(text)") }
        connection = text
        draw()
    }

    /// Tells what went wrong without a call that could tell; the same thing once.
    func take(_ trouble: ControlProblem) {
        switch trouble {
        case .subscription(let error): take(CommandFailure(error))
        case .directory(let error): take(CommandFailure(error))
        case .misunderstood(let message):
            if let other = message.otherDevice {
                console.emit(Self.json(message, of: other))
                if !console.isJSON { aboveTable { console.note("gangway: \(Self.text(message, of: other))\n") } }
            } else if console.isVerbose {
                aboveTable { console.detail(Self.text(message)) }
            }
        }
    }

    private func take(_ failure: CommandFailure) {
        guard told.insert(failure.message).inserted else { return }
        aboveTable { console.report(failure) }
    }

    /// A message that was passed over, for a person.
    static func text(_ message: MisunderstoodMessage) -> String {
        "not understood and passed over: \(message.length) bytes on \(safeText(message.topic)); of what else comes from "
            + "this device, no more is told over this connection"
    }

    /// A report that was passed over since it is in another's name, for a person.
    static func text(_ message: MisunderstoodMessage, of other: DeviceID) -> String {
        "a report of the device \(other) came on \(safeText(message.topic)), which is another's address, and was passed over: see "
            + "what writes there"
    }

    /// The same as an object.
    static func json(_ message: MisunderstoodMessage, of other: DeviceID) -> JSONObject {
        [
            "event": .string("notice"), "id": .string(other.description), "code": .string("reportOfAnother"),
            "text": .string(text(message, of: other)),
        ]
    }

    /// Writes something where the table stands, which is drawn anew below.
    private func aboveTable(_ write: () -> Void) {
        if console.isLive { console.put(block.redraw([], width: Terminal.width)) }
        write()
        block = LiveBlock()
        draw()
    }

    /// Draws what is still to be drawn.
    func end() {
        isEnded = true
        if let redraw {
            time.cancel(redraw)
            drawNow()
        }
    }

    /// What a device is called: its name, with its id where others are called so too.
    private func label(_ device: Device) -> String {
        let counts = nameCounts ?? devices.values.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        nameCounts = counts
        return counts[device.name, default: 1] > 1 ? "\(device.name) (\(device.id))" : device.name
    }

    private func kind(of device: Device?) -> DeviceKind? { device?.kind.flatMap(catalogue.kind(_:)) }

    private func draw() {
        guard console.isLive, redraw == nil, !isEnded else { return }
        redraw = time.schedule(at: time.now + Self.redrawInterval) { [weak self] in
            Task { await self?.drawNow() }
        }
    }

    private func drawNow() {
        redraw = nil
        let now = WallTime.now
        var table = Table(header: ["DEVICE", "CATEGORY", "STATE", "PRESENCE", "SIGNAL", "LAST SEEN"])
        let listed = DevicesCommand.ordered(order.compactMap { devices[$0] }, categories)
        table.rows = listed.map { device in
            row(label(device), device.category, device.state, heard[device.id], device.lastSeen, kind(of: device), now)
        }
        let others = heard.values.filter { devices[$0.id] == nil }.sorted { $0.id < $1.id }
        table.rows += others.map { change in row("\(change.topic)/\(change.id)", nil, nil, change, nil, nil, now) }
        let width = Terminal.width
        // The name stays whole.
        let rows = table.rows.isEmpty ? ["No device is listed."] : table.lines(within: width, sparing: [1, 5, 4, 3, 2])
        let lines = [shortened("Broker: \(connection)", to: width)] + rows
        var room = max(2, Terminal.height - 1)
        let shown = lines.prefix { line in
            room -= LiveBlock.rows(of: line, width: width)
            return room >= 0
        }
        console.put(block.redraw(Array(shown), width: width))
    }

    private func row(
        _ name: String, _ category: String?, _ kept: DeviceState?, _ change: DeviceChange?, _ seen: WallTime?,
        _ kind: DeviceKind?, _ now: WallTime
    ) -> [String] {
        let state = change?.status.state ?? kept
        let presence = change?.status.presence ?? .unknown
        let isOld = change?.status.state == nil || (change?.status.isLastKnown ?? true)
        return [
            safeText(name), category.map(safeText) ?? "-",
            state.map { $0.text(kind) + (isOld ? " (last known)" : "") } ?? "-",
            presence == .unknown ? "-" : presence.rawValue,
            change?.status.signal.map { SignalStrength(rawValue: $0.strength).text } ?? "-",
            (change?.status.heard ?? seen)?.ago(at: now) ?? "never",
        ]
    }
}
