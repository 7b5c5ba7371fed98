import ControllableDevice
import MessageBroker
import ProvisioningProtocols
import Runtime

extension ControlEvent {
    /// The object that `device --json` prints.
    var json: JSONObject {
        var object: JSONObject = ["event": .string(name)]
        switch self {
        case .online(let address, let connection):
            object.append(address)
            object.append("broker", .string(connection.address.description))
        case .offline(let error, _), .refused(let error): object.append(CommandFailure(error))
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
        case .offline(let error, _): "Not steered now: " + CommandFailure(error).message + " It is tried again."
        case .switched(let state): "Switched \(state.isOn ? "on" : "off"), mode \(state.mode)."
        case .ignored(let fault): "A command was not obeyed: \(fault)."
        case .refused(let error): safeText(error.description)
        case .left(let address): "Not steered under \(address) any more."
        }
    }
}

extension JSONObject {
    fileprivate mutating func append(_ address: ControlAddress) {
        append("topic", .string(address.topic.text))
        append("id", .string(address.id.description))
    }
}
