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
    let wait: UInt32

    /// How long a device has to report the new state, in milliseconds.
    static let patience: UInt32 = 10_000
    /// How long to hear what the broker has kept of a device that may have no availability, in milliseconds.
    static let settleTime: UInt32 = 500

    init(context: CommandContext) throws(CommandFailure) {
        let operands = context.arguments.operands
        switch operands.last {
        case "on": isOn = true
        case "off": isOn = false
        default: throw .usage(Self.complaint(operands), command: "set")
        }
        wanted = operands.count > 1 ? operands.first : nil
        wait = try context.arguments.milliseconds("wait", of: "set") ?? 0
        control = try ControlContext(context)
    }

    /// Which word was not understood as a state, and what is possible.
    static func complaint(_ operands: [String]) -> String {
        let states = ["on", "off"]
        let word = operands.last ?? ""
        let shown = word.utf8.count <= 64 ? "\"\(safeText(word))\"" : "the last word"
        let possible = "\(shown) is no STATE, which is on or off"
        if let near = nearest(to: word, among: states) { return possible + "; did you mean \(near)?" }
        guard let first = operands.first, operands.count > 1 else {
            return "STATE is missing after \(shown): on or off"
        }
        guard let state = states.first(where: { $0 == first.lowercased() }), word.utf8.count <= 64 else {
            return possible
        }
        return possible + " and comes last: `gangway set \(shellWord(word)) \(state)`"
    }

    var context: CommandContext { control.context }

    /// Switches the device, and waits until it reports that.
    func run() async throws(CommandFailure) -> ExitStatus {
        let device = try await control.device(wanted)
        let modes = DeviceModes(device, try control.catalogue())
        let mode = try context.arguments.values["mode"].map { text throws(CommandFailure) in try modes.number(text) }
        let broker = try await context.broker(try context.brokerFile(control.home), control.home)
        let steering = DeviceControl(broker: broker, time: context.time)
        let result = await steer(device, DeviceControl.Command(isOn: isOn, mode: mode), broker, steering)
        await steering.stop()
        await broker.close()
        switch result {
        case .success(let state):
            let failure = await keep(state, of: device)
            if let failure { tell(failure, device) }
            context.console.emit(Self.json(device, state, modes, isKept: failure == nil))
            context.console.say("\(safeText(device.name)) is \(state.text(modes.kind)).")
            return .done
        case .failure(.control(let error)):
            if let other = error.reported, let failure = await keep(other, of: device) { tell(failure, device) }
            throw failure(error, device, modes)
        case .failure(.other(let failure)): throw failure
        }
    }

    /// Why a device was not switched.
    private enum Failing: Error {
        case control(ControlError)
        case other(CommandFailure)
    }

    /// How long a device that reports another state may take to report the one that was asked for, in milliseconds: the limit
    /// that was given, or else what is usual.
    var answerLimit: UInt32 {
        context.deadline.map { $0.milliseconds(since: context.time.now) } ?? DeviceControl.answerLimit
    }

    private func steer(
        _ device: Device, _ command: DeviceControl.Command, _ broker: any Broker, _ steering: DeviceControl
    ) async -> Result<DeviceState, Failing> {
        guard let address = device.controlAddress else {
            return .failure(.other(.notSteered(device)))
        }
        let began = context.time.now
        do throws(CommandFailure) { try await prepare(device, address, broker, steering, began) } catch {
            return .failure(.other(error))
        }
        let now = context.time.now
        let end = wait > 0 ? earlier(began + wait, context.deadline) ?? now : now
        let rest = end.milliseconds(since: now)
        let limit = context.deadline ?? now + rest + Self.patience
        do throws(ControlError) {
            return .success(
                try await steering.set(command, of: address, deadline: limit, wait: rest, answerLimit: answerLimit))
        } catch {
            return .failure(.control(error))
        }
    }

    /// Connects, and hears what the broker has kept of the device.
    private func prepare(
        _ device: Device, _ address: ControlAddress, _ broker: any Broker, _ steering: DeviceControl, _ began: Instant
    ) async throws(CommandFailure) {
        // A device whose broker keeps nothing is in the mode that it reported last.
        await steering.know(device)
        await steering.start()
        let changes = await steering.changes()
        try await connect(broker, until: wait > 0 ? began + wait : nil)
        try await listen(to: address, broker)
        try await settle(device.id, changes)
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

    private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

extension CommandFailure {
    /// A device of the list that has no topic: it was set up, and no broker steers it.
    fileprivate static func notSteered(_ device: Device) -> CommandFailure {
        if !device.topic.isEmpty {
            return CommandFailure(.failed, "invalidTopic", fault: .caller, "The device's topic cannot be used.")
        }
        let name = safeText(device.name)
        return CommandFailure(
            .failed, "notSteered", fault: .caller, "\(name) is reached over Bluetooth alone, and is not steered.",
            advice: "`gangway status` tells how it stands. Where it has a topic, `gangway devices change` takes that.")
    }
}
