import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import ProvisioningProtocols
import MessageBroker

extension DeviceChange {
    /// The object that `watch --json` prints of what was learnt of a device; `device` is its entry in the list.
    func json(_ device: Device?, _ kind: DeviceKind?) -> JSONObject {
        [
            "event": .string("report"), "id": .string(id.description), "name": .optional(device?.name),
            "topic": .string(topic), "subject": .string(subject.rawValue),
            "presence": .string(status.presence.rawValue), "on": .optional(status.state?.isOn),
            "mode": .optional(status.state?.mode),
            "modeName": .optional(status.state?.mode.flatMap { kind?.modeName($0) }),
            "join": .optional(status.join?.text), "rssi": .optional(status.signal.map { Int($0.strength) }),
            "live": .boolean(isLive),
            "lastKnown": .boolean(status.isLastKnown), "heard": .optional(status.heard?.description),
        ]
    }

    /// A line for a person, about the device called `name`; `nil` for what comes again and again and is no news.
    func line(_ name: String?, _ kind: DeviceKind?) -> String? {
        guard subject != .signal else { return nil }
        let state = status.state.map { $0.text(kind) + (status.isLastKnown ? " (last known)" : "") }
        let presence = status.presence == .unknown ? nil : status.presence.rawValue
        let join: String? =
            switch (subject, status.join) {
            case (.join, .joined?): "has joined the network that it was given"
            case (.join, .failed(let reason)?): "could not join the network that it was given: \(reason)"
            default: nil
            }
        let facts = [state, presence, join].compactMap(\.self).joined(separator: ", ")
        return "\(safeText(name ?? "\(topic)/\(id)")): \(facts)"
    }
}

extension BrokerState {
    private var name: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .connected: "connected"
        case .waiting: "waiting"
        case .closed: "closed"
        }
    }

    private var address: BrokerAddress? {
        switch self {
        case .connecting(let address, _): address
        case .connected(let connection): connection.address
        default: nil
        }
    }

    private var error: BrokerError? {
        if case .waiting(let error, _) = self { error } else { nil }
    }

    /// The object that `watch --json` prints of the connection.
    var json: JSONObject {
        [
            "event": .string("broker"), "state": .string(name), "address": .optional(address?.description),
            "code": .optional(error?.code.rawValue), "message": .optional(error?.summary),
            "advice": .optional(error?.advice),
        ]
    }

    /// The connection for a person; `nil` for what is not worth a line.
    var text: String? {
        switch self {
        case .connected(let connection): "connected to \(safeText(connection.address.description))"
        case .waiting(let error, _): "not connected. \(safeText(error.summary))"
        case .idle, .connecting, .closed: nil
        }
    }
}
