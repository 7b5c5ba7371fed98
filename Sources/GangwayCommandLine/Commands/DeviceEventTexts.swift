import BluetoothLE
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import WiFiStation

extension DeviceEvent {
    /// The object that `device --json` prints.
    var json: JSONObject {
        if case .assigned(let address) = self { return address.json }
        var object: JSONObject = ["event": .string(name)]
        switch self {
        case .advertising(let name): object.append("name", .string(name))
        case .centralConnected(let central), .centralLeft(let central):
            object.append("central", .string(central.rawValue))
        case .scanned(let count): object.append("count", .integer(count))
        case .scanFailed(let error): object.append("reason", .string(error.code.rawValue))
        case .stationUnavailable(let error): object.append(CommandFailure(waitingFor: error))
        case .radioUnavailable(let error): object.append(CommandFailure(error))
        case .credentialsReceived(let ssid), .stored(let ssid), .storageFailed(let ssid): object.append(ssid)
        case .stateChanged(let state, let ssid):
            object.append("state", .string(state.name))
            object.append("ssid", .optional(ssid?.description))
            object.append("ssidHex", .optional(ssid.map { hexText($0.bytes) }))
            object.append("step", .optional(state.step?.description))
        case .connected(let ssid, let address):
            object.append(ssid)
            object.append("address", .string(address.description))
        case .joinFailed(let ssid, let reason):
            object.append(ssid)
            object.append("reason", .string(reason.name))
        case .assigned, .cleared, .radioAvailable, .stationAvailable: break
        }
        return object
    }

    private var name: String {
        switch self {
        case .advertising: "advertising"
        case .centralConnected: "connected"
        case .centralLeft: "disconnected"
        case .scanned: "scanned"
        case .scanFailed: "scanFailed"
        case .credentialsReceived: "credentials"
        case .stored: "stored"
        case .storageFailed: "storageFailed"
        case .stateChanged: "status"
        case .connected: "joined"
        case .joinFailed: "joinFailed"
        case .assigned: "assigned"
        case .cleared: "cleared"
        case .radioUnavailable: "radioUnavailable"
        case .radioAvailable: "radioAvailable"
        case .stationUnavailable: "stationUnavailable"
        case .stationAvailable: "stationAvailable"
        }
    }

    /// The event for a person.
    var sentence: String {
        switch self {
        case .advertising(let name): "On the air as \(safeText(name))."
        case .centralConnected(let central): "\(safeText(central.rawValue)) has connected."
        case .centralLeft(let central): "\(safeText(central.rawValue)) has left."
        case .scanned(let count): "A scan found \(count) access points."
        case .scanFailed(let error): "A scan failed: \(error.text)."
        case .credentialsReceived(let ssid): "Credentials for \(quoted(ssid)) came in."
        case .stored(let ssid): "Credentials for \(quoted(ssid)) are stored; joining."
        case .storageFailed(let ssid):
            "Credentials for \(quoted(ssid)) could not be stored; what was stored before is intact."
        case .stateChanged(let state, let ssid):
            "Wi-Fi: " + DeviceStatus(state: state, ssid: ssid).sentence + (state.step.map { " (\($0.detail))" } ?? "")
        // In the words of the state that it is told with, so that it is told once.
        case .connected(let ssid, let address):
            DeviceEvent.stateChanged(.connected(address), ssid: ssid).sentence
        case .joinFailed(let ssid, let reason): DeviceEvent.stateChanged(.failed(reason), ssid: ssid).sentence
        case .assigned(let address): "To be steered under \(address)."
        case .cleared: "All stored networks are forgotten."
        case .radioUnavailable(let error):
            CommandFailure(error).message + " Waiting for it; `gangway doctor` tells what is missing."
        case .radioAvailable: "Bluetooth can be used again."
        case .stationUnavailable(let error):
            CommandFailure(waitingFor: error).message + " Waiting for it; `gangway doctor` tells what is missing."
        case .stationAvailable: "Wi-Fi can be used again."
        }
    }
}

extension CommandFailure {
    /// What a device's Wi-Fi that cannot be used for now means.
    fileprivate init(waitingFor error: StationError) {
        self.init(
            .machineCannot, error.code.rawValue, fault: .system, "Wi-Fi cannot be used now: \(error.text).",
            advice: "The device waits for it. `gangway doctor` tells what is missing.")
    }
}

extension JSONObject {
    /// Why something cannot be used, whose fault it is, and what to do.
    mutating func append(_ failure: CommandFailure) {
        append("reason", .string(failure.code))
        append("fault", .string(failure.fault.rawValue))
        append("message", .string(failure.message))
        append("advice", .optional(failure.advice.isEmpty ? nil : failure.advice))
    }
}

extension StationState {
    /// How far the state's `connecting` has come, in the words of a join's progress; `nil` for every other state.
    var step: JoinProgress? {
        switch self {
        case .associating: .connecting
        case .authenticating: .authenticating
        case .obtainingAddress: .obtainingAddress
        case .notConfigured, .disconnected, .connected, .failed: nil
        }
    }
}

extension JoinProgress {
    /// The step of a device's own join, after its state.
    fileprivate var detail: String {
        switch self {
        case .authenticating: "proving the passphrase"
        case .obtainingAddress: "waiting for an address"
        default: "looking for the access point"
        }
    }
}
