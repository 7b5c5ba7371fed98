import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import MessageBroker
import ProvisioningProtocols

extension SetCommand {
    /// What a failure means for the device that was to be switched, by its name.
    func failure(_ error: ControlError, _ device: Device, _ modes: DeviceModes) -> CommandFailure {
        let name = safeText(device.name)
        switch (error.code, error.reported) {
        case (.deviceOffline, _): return offline(device)
        case (.notObeyed, let other?):
            return CommandFailure(
                .failed, error.code.rawValue, fault: .device,
                "\(name) did not do what was asked of it: it reported \(other.text(modes.kind))"
                    + (context.deadline == nil
                        ? ", and nothing else for \(answerLimit / 1000) s." : ", and nothing else until the limit."),
                advice: error.advice
                    + (context.deadline == nil ? " `--timeout SECONDS` gives a slow one so much time." : ""))
        case (.unconfirmed, _) where error.fault == .device:
            return CommandFailure(
                .unknownOutcome, error.code.rawValue, fault: .device,
                "\(name) did not report what was asked of it in time. The broker has the command; whether the device "
                    + "obeyed is not known.",
                advice: "See whether it has power and its network; `gangway watch` shows what it reports.")
        case (.unconfirmed, _):
            return CommandFailure(
                .unknownOutcome, error.code.rawValue, fault: CommandFailure(error).fault,
                "The connection to the broker was lost before \(name) reported. "
                    + safeText([error.brokerError?.summary, error.state].compactMap(\.self).joined(separator: " ")),
                advice: error.advice)
        default: return CommandFailure(error)
        }
    }

    /// That the device is offline, by its name.
    private func offline(_ device: Device) -> CommandFailure {
        let heard = device.lastSeen.map { "; it was last heard " + $0.ago(at: .now) } ?? ""
        return CommandFailure(
            .failed, "deviceOffline", fault: .device,
            "\(safeText(device.name)) is offline\(wait > 0 ? " and did not come back in time" : "")\(heard). "
                + "The command was not sent, and will not be.",
            advice: "See whether it has power and its network"
                + (wait > 0 ? ", and try again." : ", or let the command wait for it with --wait."))
    }

    /// Keeps what the device reported. That it was switched stands, whatever becomes of that; why it was not kept.
    func keep(_ state: DeviceState, of device: Device) async -> DirectoryError? {
        let report = DeviceReport(id: device.id, time: state.time ?? .now, state: state)
        do throws(DirectoryError) {
            try await control.directory.record([report])
            return nil
        } catch {
            return error
        }
    }

    /// Tells that what the device reported is not in the list.
    func tell(_ failure: DirectoryError, _ device: Device) {
        context.console.emit(Self.json(notKept: failure, device))
        if !context.console.isJSON {
            context.console.note("gangway: the new state was not kept: \(safeText(failure.summary))\n")
        }
    }

    /// The object that is printed where the list could not take the new state.
    static func json(notKept failure: DirectoryError, _ device: Device) -> JSONObject {
        [
            "event": .string("notice"), "id": .string(device.id.description), "code": .string(failure.code.rawValue),
            "text": .string("The new state was not kept. \(failure.summary)"),
        ]
    }

    /// The object that `set --json` prints.
    static func json(_ device: Device, _ state: DeviceState, _ modes: DeviceModes, isKept: Bool) -> JSONObject {
        [
            "event": .string("switched"), "id": .string(device.id.description), "name": .string(device.name),
            "on": .boolean(state.isOn), "mode": .optional(state.mode),
            "modeName": .optional(state.mode.flatMap { modes.kind?.modeName($0) }), "kept": .boolean(isKept),
        ]
    }
}
