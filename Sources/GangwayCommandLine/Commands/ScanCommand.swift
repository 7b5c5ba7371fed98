import Provisioning
import ProvisioningProtocols
import Runtime

/// `gangway scan`.
struct ScanCommand {
    let context: CommandContext

    /// How often a live table is drawn at most, in milliseconds.
    private static let redrawInterval: UInt32 = 200
    /// How long a device of a live table may be silent, in milliseconds.
    private static let round: UInt32 = 20_000

    /// Shows devices until the limit, or until it is interrupted.
    func run() async throws(CommandFailure) -> ExitStatus {
        let provisioner = try context.provisioner()
        var stream = provisioner.discover()
        var heard = HeardDevices()
        var display = ScanDisplay(console: context.console)
        let isLive = context.console.isLive
        var redraw: Instant? = isLive ? context.time.now : nil
        var roundEnd: Instant? = isLive ? context.time.now + Self.round : nil
        while true {
            let wake = [context.deadline, redraw, roundEnd].compactMap(\.self).min()
            switch await stream.next(until: wake, on: context.time) {
            case .event(let device):
                let isNew = heard.update(device)
                if isLive {
                    if redraw == nil { redraw = context.time.now + Self.redrawInterval }
                } else {
                    display.tell(device, isNew: isNew)
                }
            case .timedOut where context.hasExpired:
                if isLive { display.draw(heard.devices, isLast: true) }
                return try await end(heard, provisioner)
            case .timedOut:
                if let end = roundEnd, end <= context.time.now {
                    // Looked for anew, the devices that are there are told again, and those that are not are forgotten.
                    heard.forgetUnheard()
                    heard.beginRound()
                    stream = provisioner.discover()
                    roundEnd = context.time.now + Self.round
                }
                display.draw(heard.devices)
                redraw = nil
            case .cancelled: throw .interrupted
            case .ended: return .done
            case .failed(let error): throw CommandFailure(error)
            }
        }
    }

    private func end(_ heard: HeardDevices, _ provisioner: Provisioner) async throws(CommandFailure) -> ExitStatus {
        guard heard.devices.isEmpty else { return .done }
        try await context.checkRadio(provisioner)
        throw CommandFailure(
            .notFound, "notFound", fault: .device, "No device that can be set up was heard.",
            advice: "Is it switched on, near, and ready to be set up?")
    }
}

/// How a scan is shown: a table in place on a terminal, otherwise a line a device.
private struct ScanDisplay {
    let console: Console
    private var block = LiveBlock()

    init(console: Console) { self.console = console }

    /// Prints a device when it is new; for a program, also when it has a name or changed.
    mutating func tell(_ device: FoundDevice, isNew: Bool) {
        console.emit(device.json)
        guard isNew else { return }
        let signal = device.signal.map(\.description) ?? "-"
        let row = [device.name.map(safeText) ?? "unnamed", device.addressText, signal, device.protocolText]
        let more = [device.wifiText(isLive: false), device.kindText]
        console.say((row + more.compactMap(\.self)).joined(separator: "  "))
    }

    /// Draws the table; the last time whole, otherwise as much of it as the terminal has room for, and how much it has not.
    mutating func draw(_ devices: [FoundDevice], isLast: Bool = false) {
        // Protocols that advertise nothing of it need no column for it.
        let tellsWiFi = devices.contains { $0.advertised != nil }
        let tellsKind = devices.contains { $0.kind != nil }
        var table = Table(
            header: ["DEVICE", "ADDRESS", "SIGNAL", "PROTOCOL"] + (tellsWiFi ? ["WI-FI"] : [])
                + (tellsKind ? ["KIND"] : []))
        table.rows = devices.sorted { ($0.signal?.rawValue ?? -128) > ($1.signal?.rawValue ?? -128) }.map { device in
            [
                device.name.map(safeText) ?? "unnamed", device.addressText, device.signal?.text ?? "-",
                device.protocolText,
            ] + (tellsWiFi ? [device.wifiText(isLive: true) ?? "-"] : [])
                + (tellsKind ? [device.kindText ?? "-"] : [])
        }
        let width = Terminal.width
        var lines = ["Looking for devices... (Ctrl-C ends)"]
        if !table.rows.isEmpty { lines = table.lines(within: width, sparing: Self.spare(table.header)) }
        if !isLast { cut(&lines, to: max(3, Terminal.height - 1), width) }
        console.put(block.redraw(lines, width: width))
    }

    /// The columns that may be cut, what is needed least first: name and address are what a device is called by.
    private static func spare(_ header: [String]) -> [Int] {
        ["KIND", "PROTOCOL", "WI-FI", "SIGNAL"].compactMap(header.firstIndex(of:))
    }

    /// Leaves out the last lines where there is no room for them, and says how many.
    private func cut(_ lines: inout [String], to room: Int, _ width: Int) {
        var ends: [Int] = []
        for line in lines { ends.append((ends.last ?? 0) + LiveBlock.rows(of: line, width: width)) }
        guard let all = ends.last, all > room else { return }
        let shown = ends.prefix { $0 < room }.count
        lines = lines.prefix(shown) + ["and \(lines.count - shown) more"]
    }
}
