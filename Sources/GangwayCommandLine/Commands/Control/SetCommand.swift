import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import MessageBroker
import ProvisioningProtocols
import Runtime

/// `gangway set`.
struct SetCommand {
    let control: ControlContext
    private let wanted: String?
    private let isOn: Bool
    /// How long the command may wait for the device and the broker, in milliseconds.
    private let wait: UInt32

    /// How long a device has to report the new state, in milliseconds.
    static let patience: UInt32 = 10_000
    /// How long to hear what the broker has kept of a device that may have no availability, in milliseconds.
    static let settleTime: UInt32 = 500

    init(context: CommandContext) throws(CommandFailure) {
        let operands = context.arguments.operands
        switch operands.last {
        case "on": isOn = true
        case "off": isOn = false
        default: throw .usage("STATE is on or off, after DEVICE", command: "set")
        }
        wanted = operands.count > 1 ? operands.first : nil
        wait = try context.arguments.milliseconds("wait", of: "set") ?? 0
        control = try ControlContext(context)
    }

    private var context: CommandContext { control.context }

    /// Switches the device, and waits until it reports that.
    func run() async throws(CommandFailure) -> ExitStatus {
        let device = try await control.device(wanted)
        let modes = DeviceModes(device, try control.catalogue())
        let mode = try context.arguments.values["mode"].map { text throws(CommandFailure) in try modes.number(text) }
        let broker = try await context.broker(try context.brokerFile(control.home), control.home)
        let steering = DeviceControl(broker: broker, time: context.time)
        let result = await inResult { () async throws(CommandFailure) in
            try await steer(device, DeviceControl.Command(isOn: isOn, mode: mode), broker, steering)
        }
        await steering.stop()
        await broker.close()
        let state = try result.get()
        await keep(state, of: device)
        context.console.emit(Self.json(device, state, modes))
        context.console.say("\(safeText(device.name)) is \(state.text(modes.kind)).")
        return .done
    }

    private func inResult<Value>(
        _ body: () async throws(CommandFailure) -> Value
    ) async -> Result<Value, CommandFailure> {
        do throws(CommandFailure) { return .success(try await body()) } catch { return .failure(error) }
    }

    private func steer(
        _ device: Device, _ command: DeviceControl.Command, _ broker: any Broker, _ steering: DeviceControl
    ) async throws(CommandFailure) -> DeviceState {
        guard let address = device.controlAddress else {
            throw CommandFailure(.failed, "invalidTopic", fault: .caller, "The device's topic cannot be used.")
        }
        let began = context.time.now
        await steering.start()
        let changes = await steering.changes()
        try await connect(broker, until: wait > 0 ? began + wait : nil)
        try await listen(to: address, broker)
        try await settle(device.id, changes)
        let passed = UInt32(clamping: context.time.now.milliseconds - began.milliseconds)
        do throws(ControlError) {
            try await steering.send(command, to: address, wait: wait > passed ? wait - passed : 0)
        } catch {
            switch error.code {
            case .deviceOffline: throw Self.offline(device)
            case .cancelled: throw .interruptedAfterCommand
            default: throw CommandFailure(error)
            }
        }
        context.console.detail("the broker has the command")
        return try await confirmation(of: command, device, changes)
    }

    /// Makes the connection. Without one it fails as soon as every address was tried, or at `limit` where there is one.
    private func connect(_ broker: any Broker, until limit: Instant?) async throws(CommandFailure) {
        let events = broker.events()
        broker.connect()
        var reason: BrokerError?
        while true {
            switch await events.next(until: earlier(limit, context.deadline), on: context.time) {
            case .event(.state(.connected(let connection))):
                context.console.detail("connected to \(connection.address)")
                return
            case .event(.state(.waiting(let error, _))):
                reason = error
                if limit == nil { throw CommandFailure(unconnected: error) }
            case .event: continue
            case .timedOut where context.hasExpired:
                throw CommandFailure(
                    .timedOut, "timedOut", fault: .link, "There was no connection to the broker in time.",
                    advice: reason.map { $0.summary } ?? "")
            case .timedOut: throw CommandFailure(unconnected: reason)
            case .cancelled, .ended: throw .interrupted
            }
        }
    }

    private func listen(to address: ControlAddress, _ broker: any Broker) async throws(CommandFailure) {
        let limit = earlier(context.time.now + Self.patience, context.deadline) ?? context.time.now
        do throws(BrokerError) {
            // By their names: some brokers (RabbitMQ) send what they have kept to no subscription with a wildcard.
            let topics = [address.commandTopic, address.stateTopic, address.availabilityTopic]
            try await broker.subscribe(topics.map { Subscription($0) }, deadline: limit)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Hears what the broker has kept of the device: above all, whether it is there.
    private func settle(_ id: DeviceID, _ changes: DeviceChanges) async throws(CommandFailure) {
        let limit = earlier(context.time.now + Self.settleTime, context.deadline)
        while true {
            switch await changes.next(until: limit, on: context.time) {
            case .event(let batch):
                if batch.contains(where: { $0.id == id && $0.status.presence != .unknown }) { return }
            case .timedOut: return
            case .cancelled, .ended: throw .interrupted
            }
        }
    }

    private func confirmation(
        of command: DeviceControl.Command, _ device: Device, _ changes: DeviceChanges
    ) async throws(CommandFailure) -> DeviceState {
        let limit = earlier(context.time.now + Self.patience, context.deadline)
        while true {
            switch await changes.next(until: limit, on: context.time) {
            case .event(let batch):
                for change in batch where change.id == device.id && change.isLive && change.subject == .state {
                    if let state = change.status.state, command.isDone(in: state) { return state }
                }
            case .timedOut: throw Self.unconfirmed(device)
            case .cancelled, .ended: throw .interruptedAfterCommand
            }
        }
    }

    private static func unconfirmed(_ device: Device) -> CommandFailure {
        CommandFailure(
            .unknownOutcome, "unconfirmed", fault: .device,
            "\(safeText(device.name)) did not report what was asked of it in time. The broker has the command; whether "
                + "the device obeyed is not known.",
            advice: "See whether it has power and its network; `gangway watch` shows what it reports.")
    }

    /// That the device is offline, by its name.
    private static func offline(_ device: Device) -> CommandFailure {
        let heard = device.lastSeen.map { "; it was last heard " + $0.ago(at: .now) } ?? ""
        return CommandFailure(
            .failed, "deviceOffline", fault: .device,
            "\(safeText(device.name)) is offline\(heard). The command was not sent, and will not be.",
            advice: "See whether it has power and its network, or let the command wait for it with --wait.")
    }

    /// Keeps what the device reported. That it was switched stands, whatever becomes of that.
    private func keep(_ state: DeviceState, of device: Device) async {
        let report = DeviceReport(id: device.id, time: state.time ?? .now, state: state)
        do throws(DirectoryError) { try await control.directory.record([report]) } catch {
            context.console.note("gangway: the new state was not kept: \(safeText(error.summary))\n")
        }
    }

    private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// The object that `set --json` prints.
    static func json(_ device: Device, _ state: DeviceState, _ modes: DeviceModes) -> JSONObject {
        [
            "event": .string("switched"), "id": .string(device.id.description), "name": .string(device.name),
            "on": .boolean(state.isOn), "mode": .optional(state.mode),
            "modeName": .optional(state.mode.flatMap { modes.kind?.modeName($0) }),
        ]
    }
}
