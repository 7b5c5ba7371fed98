import ControllableDevice
import MessageBroker
import ProvisioningProtocols

extension ControlEvent {
    /// The object that `device --json` prints.
    var json: JSONObject {
        var object: JSONObject = ["event": .string(name)]
        switch self {
        case .online(let address, let connection):
            object.append(address)
            object.append("broker", .string(connection.address.description))
        case .offline(let error, _), .refused(let error):
            object.append("reason", .string(error.code.rawValue))
            object.append("fault", .string(error.fault == .network ? "link" : error.fault.rawValue))
            object.append("message", .string(error.text))
            object.append("advice", .optional(error.advice.isEmpty ? nil : error.advice))
        case .switched(let state):
            object.append("status", .boolean(state.isOn))
            object.append("mode", .integer(Int(state.mode)))
        case .ignored(let fault): object.append("reason", .string(fault.rawValue))
        case .left(let address): object.append(address)
        }
        return object
    }

    private var name: String {
        switch self {
        case .online: "online"
        case .offline: "offline"
        case .switched: "switched"
        case .ignored: "commandIgnored"
        case .refused: "brokerRefused"
        case .left: "unassigned"
        }
    }

    /// The event for a person.
    var sentence: String {
        switch self {
        case .online(let address, let connection):
            "Steered under \(address), over \(safeText(connection.address.description))."
        case .offline(let error, _): "Not steered now: " + safeText(error.text) + " It is tried again."
        case .switched(let state): "Switched \(state.isOn ? "on" : "off"), mode \(state.mode)."
        case .ignored(let fault): "A command was not obeyed: \(fault)."
        case .refused(let error): safeText(error.description)
        case .left(let address): "Not steered under \(address) any more."
        }
    }
}

extension BrokerError {
    /// What failed and what the state is.
    fileprivate var text: String { [summary, state].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension JSONObject {
    fileprivate mutating func append(_ address: ControlAddress) {
        append("topic", .string(address.topic.text))
        append("id", .string(address.id.description))
    }
}
