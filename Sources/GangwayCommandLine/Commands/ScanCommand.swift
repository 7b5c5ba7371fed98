import Provisioning
import ProvisioningProtocols
import Runtime

/// `gangway scan`.
struct ScanCommand {
    let context: CommandContext

    /// How often a live table is drawn at most, in milliseconds.
    private static let redrawInterval: UInt32 = 200

    /// Shows devices until the limit, or until it is interrupted.
    func run() async throws(CommandFailure) -> ExitStatus {
        let stream = try context.provisioner().discover()
        var heard = HeardDevices()
        var display = ScanDisplay(console: context.console)
        var redraw: Instant? = context.console.isLive ? context.time.now : nil
        while true {
            let wake = [context.deadline, redraw].compactMap(\.self).min()
            switch await stream.next(until: wake, on: context.time) {
            case .event(let device):
                let isNew = heard.update(device)
                if context.console.isLive {
                    if redraw == nil { redraw = context.time.now + Self.redrawInterval }
                } else {
                    display.tell(device, isNew: isNew)
                }
            case .timedOut where context.hasExpired:
                if context.console.isLive { display.draw(heard.devices) }
                if heard.devices.isEmpty { context.console.say("No device that can be set up was heard.") }
                return heard.devices.isEmpty ? .notFound : .done
            case .timedOut:
                display.draw(heard.devices)
                redraw = nil
            case .cancelled: throw .interrupted
            case .ended: return .done
            case .failed(let error): throw CommandFailure(error)
            }
        }
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
        let signal = device.signal.map { "\($0.rawValue) dBm" } ?? "-"
        console.say(
            "\(device.name.map(safeText) ?? "unnamed")\t\(device.addressText)\t\(signal)\t\(device.protocolName ?? "-")"
        )
    }

    mutating func draw(_ devices: [FoundDevice]) {
        var table = Table(header: ["DEVICE", "ADDRESS", "SIGNAL", "PROTOCOL"])
        table.rows = devices.sorted { ($0.signal?.rawValue ?? -128) > ($1.signal?.rawValue ?? -128) }.map { device in
            [
                device.name.map(safeText) ?? "unnamed", device.addressText, device.signal?.text ?? "-",
                [device.protocolName ?? "-", device.isEncrypted.map { $0 ? "encrypted" : "not encrypted" }]
                    .compactMap(\.self).joined(separator: ", "),
            ]
        }
        let lines = table.rows.isEmpty ? ["Looking for devices... (Ctrl-C ends)"] : table.lines
        console.put(block.redraw(Array(lines.prefix(max(2, Terminal.height - 1))), width: Terminal.width))
    }
}
