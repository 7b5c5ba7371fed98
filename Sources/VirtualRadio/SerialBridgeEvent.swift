public import BluetoothLE
import ProvisioningProtocols
import SerialLink

/// What happens at a bridge, for people. None of it holds a passphrase.
public enum SerialBridgeEvent: Sendable {
    /// The device is on the air under this name.
    case onAir(name: String)
    /// It is off the air: it restarted, or said so.
    case offAir
    /// A central has connected.
    case connected(CentralID)
    /// A central has left.
    case left(CentralID)
    /// The device tells what happens in it, in words.
    case happened(String)
    /// The host's radio failed.
    case radioFailed(BluetoothError)

    /// What the device tells in a frame, in words.
    static func text(_ bytes: [UInt8]) -> String {
        guard let kind = bytes.first.flatMap(LinkFrame.Happening.init(rawValue:)) else { return "something unknown" }
        let rest = bytes.dropFirst()
        func name(after count: Int) -> String {
            SSID(Array(rest.dropFirst(count))).map(String.init(describing:)) ?? "?"
        }
        switch kind {
        case .received: return "credentials for \(name(after: 0)) came in"
        case .stored: return "credentials for \(name(after: 0)) are stored"
        case .notStored: return "credentials for \(name(after: 0)) could not be stored"
        case .state:
            let states = ["no network", "off", "associating", "authenticating", "obtaining an address", "on", "failed"]
            let number = rest.first.map(Int.init) ?? states.count
            return "Wi-Fi: \(number < states.count ? states[number] : "unknown") \(name(after: 1))"
        case .connected:
            guard rest.count >= 4 else { return "connected" }
            return "joined \(name(after: 4)), address \(rest.prefix(4).map(String.init).joined(separator: "."))"
        case .failed:
            guard rest.count >= 2 else { return "the join failed" }
            let reason = JoinFailure(rawValue: UInt16(rest[1]) | UInt16(rest[2]) << 8)
            return "joining \(name(after: 2)) failed: \(reason)"
        case .cleared: return "all credentials are cleared"
        case .steered: return "it has an address to be steered at"
        }
    }
}
